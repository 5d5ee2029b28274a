import { PAGE_DATA_ID } from '@newsstand/contracts/page-data';
import { parsed, settings } from './script.ts';

/** Where the API is: '' for the page's own origin. */
export const api = settings['newsstandApi'] ?? '';

/** The page data that the CMS inlined, or null. */
export const inlined = (): unknown => JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent || 'null');

export const getJson = async (path: string): Promise<unknown> => {
  const response = await fetch(api + path, { credentials: 'include' });
  if (!response.ok) throw Error(path + ' ' + response.status);
  return response.json();
};

let data: Promise<unknown> | undefined;

/** The page's data, inlined or from one call; the same promise for every widget. */
export const pageData = (): Promise<unknown> => (data ??= load());

// The pages that one template serves are told apart by a slug, which the template knows, or a token, which the address holds.
const load = async (): Promise<unknown> => {
  await parsed;
  const { newsstandPage: page = 'article', newsstandSlug: slug = '' } = settings;
  const token = settings['newsstandToken'] ?? new URLSearchParams(location.search).get('token') ?? '';
  return inlined() ?? getJson(`/api/page/${page}?` + new URLSearchParams(slug ? { slug } : token ? { token } : {}));
};
