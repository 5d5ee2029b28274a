import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { OwnPaths } from '@newsstand/contracts/own-paths';
import { PageData } from '@newsstand/contracts/page-data';
import { NAMED_PAGES, PATHS } from '@newsstand/contracts/paths';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { subscriber } from '../../test/card-reader.ts';
import { compose } from '../../test/letter.ts';
import { sendOne } from '../../test/sent-gift.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { letterText } from '../letters/letter-text.ts';
import { makeLink } from '../readers/make-link.ts';
import { loginPage } from '../readers/oauth/finish-oauth.ts';
import { applyPublication } from './apply-publication.ts';
import { loadPublication } from './load-publication.ts';

/** As a CMS has its pages that knows folders and queries, and no names in its paths. */
const OWN = Object.fromEntries(
  NAMED_PAGES.map((page) => [
    page,
    `/winkel/?p=${page}${PATHS[page].replace(/^[^{]*(\{\w+\})?.*$/, (_all, value?: string) => (value ? `&${value === '{token}' ? 'token' : 'v'}=${value}` : ''))}`,
  ]),
);

let shop: Shop;
let dir = '';
beforeAll(async () => {
  shop = await openShop();
  dir = await mkdtemp(join(tmpdir(), 'own-paths-'));
  await cp(resolve(import.meta.dirname, '../../publication'), dir, { recursive: true });
  await become(OWN);
});
afterAll(async () => {
  await shop.close();
  await rm(dir, { recursive: true });
});

async function become(paths: unknown): Promise<void> {
  const file = join(dir, 'publication.json');
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), paths }));
  const { db, clock, config, publication } = shop.deps;
  await applyPublication({ db, clock }, { id: config.publicationId, publication: await loadPublication(dir), dir });
  await publication.now();
}

/** Every address in a text that leads to the magazine, but those of the API and of its front. */
const addressesIn = (text: string): string[] =>
  (text.match(/http:\/\/localhost:4000[^\s"<>)]*/g) ?? []).filter((url) => !/4000(\/api\/.*|\/?)$/.test(url));

test('what search engines and readers without scripts read has the publisher’s addresses', async () => {
  const browser = shop.browser();
  const answers = await Promise.all(
    ['product/last-boat-tee', 'products?tag=store', 'issue/terminus', 'subscriptions', 'donations', 'checkout', 'sitemap.xml'].map(
      (piece) => browser.get(`/api/html/${piece}`),
    ),
  );
  for (const answer of answers) {
    const found = addressesIn(`${answer.headers.get('link')} ${await answer.text()}`);
    expect(found.length).toBeGreaterThan(0);
    for (const url of found) expect(url).toMatch(/\/winkel\/\?p=(product|issue|store|subscribe|donate|checkout)/);
  }
});

test('remotes are told of each page that is elsewhere, and a page is known by its address', async () => {
  const read = async (query: string) => v.parse(PageData, await (await shop.browser().get(`/api/page/article?${query}`)).json());
  const at = encodeURIComponent('/winkel/?p=product&v=harbour-mug&utm_source=letter');
  const page = await read(`widgets=checkout.product&slug=&at=${at}`);
  expect(page.publication.messages[PATHS.product]).toBe('/winkel/?p=product&v={slug}');
  expect(page.product?.slug).toBe('harbour-mug');
  expect((await read(`widgets=checkout.product&slug=last-boat-tee&at=${at}`)).product?.slug).toBe('last-boat-tee');
  expect((await read('widgets=checkout.product&slug=')).product).toBeNull();
});

test('letters, receipts, accounts and redirects lead to the publisher’s addresses', async () => {
  const { reader, email } = await subscriber(shop);
  const { receipt } = await sendOne(shop);
  expect(receipt.gifts?.[0]?.url).toContain('/winkel/?p=redeem&token=');
  const letters = await shop.deps.db.outbox.findMany({ orderBy: { created: 'asc' } });
  expect(letters.length).toBeGreaterThan(1);
  let links = 0;
  for (const letter of letters) {
    const composed = await compose(shop.deps, letter);
    const found = composed ? addressesIn(letterText(composed)) : [];
    links += found.length;
    for (const url of found) expect(url, letter.kind).toContain('/winkel/?p=');
  }
  expect(links).toBeGreaterThan(1);
  expect((await makeLink(shop.deps, { email, staff: 'ada' })).url).toMatch(/\/winkel\/\?p=account&admin-view=/);
  expect(loginPage(shop.deps, 'provider', '/articles/x')).toMatch(/\/winkel\/\?p=login&error=provider&redirect=%2Farticles%2Fx$/);
  const lost = await reader.browser.get('/api/download/terminus/epub', { accept: 'text/html' });
  expect(await lost.text()).toContain('/winkel/?p=account#account-issues');
});

test('who logs out without a script comes back to the page they were on, which its query may tell from others', async () => {
  const headers = { Accept: 'text/html', Referer: 'http://localhost:4000/winkel/?p=product&v=harbour-mug' };
  const answer = await shop.browser().post('/logout', {}, headers);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://localhost:4000/winkel/?p=product&v=harbour-mug']);
});

test('addresses in any letters are answered, and escaped once wherever they stand', async () => {
  await become({ base: '/журнал', store: '/магазин/', product: '/zażółć/{slug}', login: '/b%C3%BCcher' });
  const browser = shop.browser();
  for (const piece of [
    'product/last-boat-tee',
    'products?tag=store',
    'issue/terminus',
    'checkout',
    'subscriptions',
    'donations',
    'sitemap.xml',
  ]) {
    const answer = await browser.get(`/api/html/${piece}`);
    expect(answer.status, piece).toBe(200);
    for (const url of addressesIn(`${answer.headers.get('link')} ${await answer.text()}`))
      expect(url).toMatch(/4000\/(%D0%B6%D1%83|%D0%BC%D0%B0%D0%B3|za%C5%BC%C3%B3)[!-~]+$/);
  }
  const canonical = (await browser.get('/api/html/product/last-boat-tee')).headers.get('link');
  expect(canonical).toBe('<http://localhost:4000/za%C5%BC%C3%B3%C5%82%C4%87/last-boat-tee>; rel="canonical"');
  expect(loginPage(shop.deps, 'provider', '/articles/x')).toMatch(/4000\/b%C3%BCcher\?error=/);
  await become(OWN);
});

describe('of publication.json', () => {
  test.each<[string, Record<string, string>]>([
    ['another host', { store: '//elsewhere.example/store' }],
    ['a whole address', { store: 'https://elsewhere.example' }],
    ['a fragment', { store: '/store#top' }],
    ['a way up', { store: '/shop/../store' }],
    ['a product without its slug', { product: '/product' }],
    ['a slug that is but half a name', { product: '/product-{slug}' }],
    ['two slugs', { product: '/{slug}/{slug}' }],
    ['a slug where there is none', { store: '/{slug}' }],
    ['a token by another name', { receipts: '/bon?t={token}' }],
    ['another placeholder', { invoice: '/invoice/{slug}' }],
    ['a page that there is not', { shop: '/shop' }],
    ['what the site passes on to the API', { store: '/api/store' }],
    ['the address that logs out', { login: '/logout?login' }],
    ['a folder that the site passes on', { base: '/oauth' }],
    ['a folder that ends in a slash', { base: '/magazine/' }],
  ])('%s is refused', (_title, paths) => {
    expect(v.is(OwnPaths, paths)).toBe(false);
  });

  test.each([
    { store: '/apiary', base: '/api-shop' },
    { store: '/winkel/', product: '/winkel/?boek={slug}' },
    { product: '/bücher/{slug}/', base: '/das/heft' },
    {},
  ])('%o is taken', (paths) => {
    expect(v.is(OwnPaths, paths)).toBe(true);
  });

  test('two pages at one address are refused', async () => {
    await expect(become({ ...OWN, store: '/winkel', subscribe: '/winkel/' })).rejects.toThrow(
      /paths.subscribe is "\/winkel", as is paths.store/,
    );
    await expect(become({ store: '/bücher', subscribe: '/b%C3%BCcher' })).rejects.toThrow(
      /paths.subscribe is "\/bücher", as is paths.store/,
    );
  });
});
