/**
 * Every page that readers are led to, and the address it has where the publication says no other (`paths` of its
 * publication.json). What stands in braces is the one thing that the page is about. The pages of section 2; articles
 * are the CMS's own.
 */
export const PATHS = {
  home: '/',
  store: '/store',
  product: '/store/product/{slug}',
  issue: '/issue/{slug}',
  checkout: '/store/checkout',
  receipts: '/receipts?token={token}',
  invoice: '/invoice/{token}',
  subscribe: '/subscribe',
  renew: '/subscribe/renew',
  redeem: '/subscribe/redeem?token={token}',
  donate: '/donate',
  'mailing-list': '/mailing-list',
  login: '/login',
  'institutional-subscriptions': '/institutional-subscriptions',
  account: '/account',
  'account-name': '/account/name',
  'account-email': '/account/email',
  'account-address': '/account/address',
  'account-delete-address': '/account/address/{ship}/delete',
  'account-payment': '/account/payment',
  'account-subscription': '/account/subscriptions/{token}',
  'account-donation': '/account/donation?token={token}',
  'account-sessions': '/account/sessions',
  'account-data': '/account/data',
  renewal: '/renewal?token={token}',
} as const;

type Paths = typeof PATHS;
export type NamedPage = keyof Paths;
/** An address of `PATHS`: how remotes name a page, so that they need not bring the table along. */
export type StandardPath = Paths[NamedPage];
/** The pages that are about one thing, by a slug or a token. */
export type PageOfOne = { [Page in NamedPage]: Paths[Page] extends `${string}{${string}` ? Page : never }[NamedPage];

/** Which pages a publication has elsewhere; `base` is the folder that all others are in. */
export type OwnPaths = Readonly<Partial<Record<NamedPage | 'base', string>>>;

/** Where a publication's pages are. */
export type Site = { url: string; paths: OwnPaths };

type Query = Readonly<Record<string, string>>;
export type About<Page extends NamedPage> = Page extends PageOfOne ? [value: string, query?: Query] : [value?: null, query?: Query];

export const NAMED_PAGES = Object.keys(PATHS).filter((page): page is NamedPage => page in PATHS);

/** What stands for a page's one thing. */
export const PLACEHOLDER = /\{(\w+)\}/;

/**
 * The pattern of a page's address, as headers and sitemaps take it: letters that are not in ASCII are escaped, and what
 * a publication escaped itself stays so.
 */
export const patternOf = (own: OwnPaths, page: NamedPage): string =>
  (own[page] ?? (own.base ?? '') + PATHS[page]).replaceAll(/[^ -~]+/g, encodeURIComponent);

/**
 * The path of a page, from its site's root: `pathOf(paths, 'product', 'tote')`, `pathOf(paths, 'login', null, {
 * redirect })`.
 */
export const pathOf = <Page extends NamedPage>(own: OwnPaths, page: Page, ...[value, query = {}]: About<Page>): string => {
  const path = patternOf(own, page).replace(PLACEHOLDER, () => encodeURIComponent(value ?? ''));
  // A name that says all by itself stands alone, as in `?deleted`.
  const more = new URLSearchParams(query).toString().replaceAll(/=(?=&|$)/g, '');
  return more === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${more}`;
};

/** The same as a whole address. */
export const pageUrl = <Page extends NamedPage>({ url, paths }: Site, page: Page, ...about: About<Page>): string =>
  url + pathOf(paths, page, ...about);

/**
 * Which page of the publication an address is, and what it is about; null for one that is no page of ours. The one that
 * says most of the address wins.
 */
export const pageAt = (own: OwnPaths, address: string): { page: NamedPage; value: string | null } | null => {
  const here = URL.parse(address, SOMEWHERE);
  if (here === null) return null;
  const found = NAMED_PAGES.flatMap((page) => {
    const match = matched(patternOf(own, page), here);
    return match ? [{ page, ...match }] : [];
  });
  const [best] = found.toSorted((one, other) => other.weight - one.weight);
  return best ? { page: best.page, value: best.value } : null;
};

const SOMEWHERE = 'http://site.invalid';

function matched(pattern: string, here: URL): { value: string | null; weight: number } | null {
  const there = new URL(pattern, SOMEWHERE);
  // A slash at the end says nothing, and the one thing is a segment of the path.
  const shape = decode(there.pathname)
    .replace(/\/$/, '')
    .split('/')
    .map((part) => (PLACEHOLDER.test(part) ? '([^/]+)' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)));
  const path = new RegExp(`^${shape.join('/')}/?$`).exec(decode(here.pathname));
  if (path === null) return null;
  let value = path[1] ?? null;
  for (const [name, wanted] of there.searchParams) {
    const given = here.searchParams.get(name);
    if (PLACEHOLDER.test(wanted) ? given === null || given === '' : given !== wanted) return null;
    if (PLACEHOLDER.test(wanted)) value = given;
  }
  return { value, weight: there.searchParams.size * 2 + (path[1] === undefined ? 1 : 0) };
}

/** An address as people read it. */
export function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * What differs from `PATHS`, as remotes are told of it among the publication's own words: address in place of address.
 * Empty where nothing does.
 */
export const ownPathWords = (own: OwnPaths): Record<string, string> =>
  Object.fromEntries(
    NAMED_PAGES.map((page): [string, string] => [PATHS[page], patternOf(own, page)]).filter(([standard, path]) => path !== standard),
  );
