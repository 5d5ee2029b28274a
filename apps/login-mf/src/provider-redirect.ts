import { isElsewhere, keepVerifier } from './hand-over.ts';
import type { Login } from './use-login.ts';

/** Section 2, the outbound sign-in redirects. */
export const oauthAddress = (base: string, way: 'google' | 'openathens/deeplink', query: Readonly<Record<string, string>>): string =>
  `${base}/oauth/${way}?${new URLSearchParams(query)}`;

/**
 * Where the reader comes back to. From a page on another site that is its whole address: a path would be the
 * magazine's.
 */
export const returnAddress = ({ base, path }: Pick<Login, 'base' | 'path'>): string => {
  const back = path ?? location.pathname + location.search;
  return isElsewhere(base) ? new URL(back, location.href).href : back;
};

/**
 * Leaves for a provider. Where the API is elsewhere, the sign-in is bound to this tab, which takes it over afterwards.
 */
export const redirectToProvider = async (
  base: string,
  way: 'google' | 'openathens/deeplink',
  query: Readonly<Record<string, string>>,
): Promise<void> => {
  const bound = isElsewhere(base) ? { ...query, challenge: await keepVerifier() } : query;
  location.assign(oauthAddress(base, way, bound));
};
