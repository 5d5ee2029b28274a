import { PAGE_DATA_ID } from '@newsstand/contracts/page-data';
import type { Place } from '../platform/ask.ts';
import { widgetsHere } from './places.ts';
import { parsed, settings } from './script.ts';

/** What the page said of itself when it was loaded. */
const atHome = settings();

/** Where the API is: '' for the page's own origin. */
export const api = atHome['newsstandApi'] ?? '';

/** Where the reader is: a soft navigation changes it while the page stays. */
const address = (): string => location.pathname + location.search;
const home = address();

const INLINED = `script#${PAGE_DATA_ID}[type="application/json"]:not(article *)`;

/**
 * The page data that the CMS inlined: a block of JSON beside what authors write, who may give any element its id. They
 * are about the address at which the page was loaded, and may stay behind in it on the way to the next. Where there are
 * none, or what is no JSON, it is an object without them.
 */
export const inlined = () =>
  parsed.then(() => home === address() && JSON.parse(document.querySelector(INLINED)?.textContent ?? '')).then(Object, Object);

export const getJson = async (path: string): Promise<unknown> => {
  const response = await fetch(api + path, { credentials: 'include' });
  if (!response.ok) throw Error(path);
  return response.json();
};

let asked: string;
let data: Promise<unknown>;

/**
 * What a widget reads, from what the CMS inlined where that was made for it, or from one call for all widgets that
 * stand on the page. The call is made anew at another address, where others have come, and after one that failed.
 */
export const pageData = async (place: Place): Promise<unknown> => {
  const found = await inlined();
  if (found.widgets?.includes?.(place.widget)) return found;
  const here = settings();
  const at = address();
  // What a soft navigation left as it was is about the page before.
  if (home !== at) for (const name in atHome) if (here[name] === atHome[name]) delete here[name];
  // The pages that one template serves are told apart by a slug or a token, which the template may say; where it does
  // not, the API reads it from the address.
  const { newsstandPage: page = 'article', newsstandSlug: slug = '', newsstandToken = '' } = here;
  const { token = newsstandToken } = place.element.dataset;
  const call = `/api/page/${page}?` + new URLSearchParams({ widgets: widgetsHere(), slug, token, at });
  if (asked === (asked = call)) return data;
  return (data = getJson(call));
};

/** The next who wants the page's data asks for them anew. */
export const forgetPageData = (): void => {
  asked = '';
};
