import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WIDGETS } from './widget.ts';
import { NAMED_PAGES, PATHS, ownPathWords, type OwnPaths, pageAt, pageUrl, pathOf, patternOf, PLACEHOLDER } from './paths.ts';

const GHOST: OwnPaths = {
  store: '/shop/',
  product: '/shop/?product={slug}',
  issue: '/?issue={slug}',
  account: '/konto/',
  'account-email': '/konto/?part=email',
  invoice: '/rechnung/{token}/',
  login: '/?page=anmelden',
};
const FOLDER: OwnPaths = { base: '/magazine', product: '/buecher/{slug}' };
const LETTERS: OwnPaths = {
  base: '/журнал',
  store: '/магазин/',
  product: '/zażółć/{slug}',
  issue: '/?książka={slug}',
  login: '/b%C3%BCcher',
};

describe.each([
  ['the standard addresses', {}],
  ['addresses in query style', GHOST],
  ['addresses in a folder', FOLDER],
  ['addresses in other letters', LETTERS],
])('of %s', (_name, paths: OwnPaths) => {
  test.each(NAMED_PAGES)('the page %s is read back as what it was written', (page) => {
    const value = PLACEHOLDER.test(patternOf(paths, page)) ? 'ß & b/c?' : null;
    // Which pages are about one thing the types say; here all of them are gone through.
    const path = patternOf(paths, page).replace(PLACEHOLDER, () => encodeURIComponent(value ?? ''));
    if (!path.includes('b%2Fc') || path.includes('?')) expect(pageAt(paths, path)).toEqual({ page, value });
    const simple = patternOf(paths, page).replace(PLACEHOLDER, 'last-boat');
    expect(pageAt(paths, `https://magazine.example${simple}`)).toEqual({ page, value: value && 'last-boat' });
  });
});

test('an address is made of what it is about, and takes what it is asked besides', () => {
  expect(pathOf({}, 'product', 'a b')).toBe('/store/product/a%20b');
  expect(pathOf(GHOST, 'product', 'a&b')).toBe('/shop/?product=a%26b');
  expect(pathOf({}, 'login', null, { redirect: '/account' })).toBe('/login?redirect=%2Faccount');
  expect(pathOf(GHOST, 'login', null, { redirect: '/konto/' })).toBe('/?page=anmelden&redirect=%2Fkonto%2F');
  expect(pathOf(FOLDER, 'home')).toBe('/magazine/');
  expect(pageUrl({ url: 'https://m.example', paths: FOLDER }, 'receipts', 't')).toBe('https://m.example/magazine/receipts?token=t');
});

test('an address in other letters is escaped once, whoever asks for it', () => {
  expect(pathOf(LETTERS, 'store')).toBe('/%D0%BC%D0%B0%D0%B3%D0%B0%D0%B7%D0%B8%D0%BD/');
  expect(pathOf(LETTERS, 'product', 'ß')).toBe('/za%C5%BC%C3%B3%C5%82%C4%87/%C3%9F');
  expect(pathOf(LETTERS, 'issue', 'salt')).toBe('/?ksi%C4%85%C5%BCka=salt');
  expect(pathOf(LETTERS, 'login')).toBe('/b%C3%BCcher');
  expect(pathOf({ login: '/bücher' }, 'login')).toBe('/b%C3%BCcher');
  expect(pathOf(LETTERS, 'account')).toBe(encodeURI('/журнал/account'));
  expect(ownPathWords({ product: '/zażółć/{slug}' })).toEqual({ '/store/product/{slug}': '/za%C5%BC%C3%B3%C5%82%C4%87/{slug}' });
  expect(pageAt(LETTERS, '/магазин')).toEqual({ page: 'store', value: null });
});

test('what is no page of the publication is none', () => {
  expect(pageAt({}, '/articles/last-boat')).toBeNull();
  expect(pageAt({}, '/receipts')).toBeNull();
  expect(pageAt(FOLDER, '/store')).toBeNull();
  expect(pageAt({}, '/store/product/%E0%A4%A')).toEqual({ page: 'product', value: '%E0%A4%A' });
  expect(pageAt({}, 'http://[')).toBeNull();
});

test('a page in query style is not the page whose address it begins with', () => {
  expect(pageAt(GHOST, '/shop/')).toEqual({ page: 'store', value: null });
  expect(pageAt(GHOST, '/shop?product=tote&utm_source=letter')).toEqual({ page: 'product', value: 'tote' });
  expect(pageAt(GHOST, '/konto/?part=email')).toEqual({ page: 'account-email', value: null });
  expect(pageAt(GHOST, '/konto/?part=else')).toEqual({ page: 'account', value: null });
});

test('the standard addresses cost nothing on the wire', () => {
  expect(ownPathWords({})).toEqual({});
  expect(ownPathWords({ product: '/store/product/{slug}', donate: '/spenden' })).toEqual({ '/donate': '/spenden' });
});

test('the guide begins with every widget there is', () => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../../docs/guide-embed.md'), 'utf8');
  const [table = ''] = guide.split('\n## Ten minutes');
  const named = [...table.matchAll(/`((?:checkout|mailing-list|login|subscribe|account)\.[a-z-]+)`/g)].map(([, name]) => name);
  expect(named.toSorted()).toEqual([...WIDGETS].toSorted());
});

test('the guide lists every page and its address', () => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../../docs/guide-embed.md'), 'utf8');
  for (const page of NAMED_PAGES) expect(guide).toContain(`| \`${page}\` | \`${PATHS[page]}\` |`);
});
