/** The pages that are there for logging in: afterwards the reader goes on. */
const LOGIN_PAGES = ['login', 'institutional-subscriptions'];

/** Control characters and backslashes, which browsers read in ways of their own. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const ODD = /[\u0000-\u001f\u007f\\]/;

/**
 * Where the reader goes after login (sections 2 and 4): on the login pages the `redirect` of the address, which falls
 * back to `/`; elsewhere undefined, and the page reloads. Only a path of this site is a redirect: anything else would
 * let a stranger's link lead readers away.
 */
export const destination = (page: string, { origin, search }: Pick<Location, 'origin' | 'search'>): string | undefined =>
  LOGIN_PAGES.includes(page) ? sitePath(new URLSearchParams(search).get('redirect'), origin) : undefined;

const sitePath = (asked: string | null, origin: string): string => {
  const url = asked === null || ODD.test(asked) ? null : URL.parse(asked, origin);
  if (url?.origin !== origin || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
};
