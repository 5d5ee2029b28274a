import { formatCents } from '@newsstand/contracts/money';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/test-app.ts';

const HOSTILE = '</script><img src=x onerror="alert(1)"> & \'co\' {size}';
const Data = v.looseObject({ '@type': v.unknown(), url: v.optional(v.string()), offers: v.optional(v.unknown()) });

let service: TestApp;
let magazine = '';
beforeAll(async () => {
  service = await createTestApp();
  magazine = service.deps.config.publicUrl;
});
afterAll(() => service.close());

test('a product is read without a script: its name, price, sizes, availability and description, with a link to its page', async () => {
  const { text, headers } = await piece('/api/html/product/last-boat-tee?part=words');
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('link')).toBe(`<${magazine}/store/product/last-boat-tee>; rel="canonical"`);
  expect(text).toContain(`<h2 class="newsstand-name"><a href="${magazine}/store/product/last-boat-tee">`);
  for (const message of ['$34.00', 'In stock', 'XL: In stock', 'XXL: Out of stock', 'src="/api/art/products/'])
    expect(text).toContain(message);
  expect(text).not.toContain('<script');
  expect((await piece('/api/html/product/last-boat-tee?heading=1')).text).toContain('<h1 class="newsstand-name">');
});

test('what is scarce says so without a script as beside it: a product, a size, and an issue in print', async () => {
  const stock = (ref: string, left: number) =>
    service.deps.db.good.updateMany({ where: { ref, stock: { not: null } }, data: { stock: left } });
  await stock('prd:harbour-mug', 9);
  expect((await piece('/api/html/product/harbour-mug')).text).toContain('newsstand-availability">Low stock (only 9 left)<');
  await stock('prd:harbour-mug', 10);
  expect((await piece('/api/html/product/harbour-mug')).text).toContain('newsstand-availability">In stock<');
  await stock('sze:last-boat-tee-m', 1);
  expect((await piece('/api/html/product/last-boat-tee')).text).toContain('<li>M: Only 1 left</li>');
  await stock('iss:15', 2);
  expect((await piece('/api/html/issue/terminus?part=print')).text).toContain('Low stock (only 2 left)');
  await stock('iss:15', 100);
});

test('a search engine reads price and availability of a product as they are now', async () => {
  expect(await dataOf('/api/html/product/last-boat-tee?part=data')).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Product',
    url: `${magazine}/store/product/last-boat-tee`,
    image: [expect.stringMatching(/^http.*\/api\/art\/products\//)],
    offers: { price: '34.00', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
  });
  await service.deps.db.good.updateMany({ where: { ref: { startsWith: 'sze:last-boat-tee' } }, data: { stock: 0 } });
  expect(await dataOf('/api/html/product/last-boat-tee')).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } });
});

test('an issue has a price for each medium that it is sold in, and each can stand by itself', async () => {
  const { text } = await piece('/api/html/issue/terminus');
  for (const message of ['No. 15, ', 'In print: $', 'As a file: $', 'As a file, at once']) expect(text).toContain(message);
  const { offers } = await dataOf('/api/html/issue/terminus');
  expect(offers).toMatchObject([
    { sku: 'print-issue iss:15', availability: 'https://schema.org/InStock' },
    { sku: 'digital-issue iss:15', availability: 'https://schema.org/InStock' },
  ]);
  await service.deps.db.good.updateMany({ where: { ref: 'iss:15', type: 'digital-issue' }, data: { onSale: false } });
  expect((await piece('/api/html/issue/terminus?part=digital')).text.trim()).toBe('');
  expect((await piece('/api/html/issue/terminus?part=print')).text).toContain('In stock');
  expect(await dataOf('/api/html/issue/terminus')).toMatchObject({ offers: [{ sku: 'print-issue iss:15' }] });
});

test('a list of products leads to the page of each', async () => {
  const { text, headers } = await piece('/api/html/products?tag=swag&heading=3');
  expect(headers.get('link')).toBe(`<${magazine}/store>; rel="canonical"`);
  const links = [...text.matchAll(/<h3 class="newsstand-name"><a href="([^"]+)"/g)].map(([, url]) => url);
  expect(links.length).toBeGreaterThan(2);
  const { itemListElement } = await dataOf('/api/html/products?tag=swag&part=data');
  expect(itemListElement).toMatchObject(links.map((url, at) => ({ position: at + 1, url })));
});

test('what a subscription costs is read without a script, in each medium, level and term, with its postage and whom to write to', async () => {
  const { text, headers } = await piece('/api/html/subscriptions?part=words');
  const { prices, levels, settings } = await service.deps.publication.now();
  expect(headers.get('link')).toBe(`<${magazine}/subscribe>; rel="canonical"`);
  const rows = [...text.matchAll(/<tr>([^]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>([^<]*)</g)].map(([, cell]) => cell),
  );
  const row = (name: string, { '1year': year, lifetime }: { '1year': number; lifetime: number }) => [
    name,
    ...[year, 2 * year, 3 * year, lifetime].map((cents) => formatCents(cents)),
  ];
  expect(rows).toEqual([
    ['Rate', '1 year', '2 years', '3 years', 'Lifetime'],
    row(`In print, ${levels.low}`, prices.base['print-low']),
    row(`In print, ${levels.high}`, prices.base['print-high']),
    row(`As a file, ${levels.low}`, prices.base['digital-low']),
    row(`As a file, ${levels.high}`, prices.base['digital-high']),
  ]);
  for (const zone of ['a', 'b', 'c'] as const) expect(text).toContain(formatCents(prices.shipping['1year'][zone]));
  expect(text).toMatch(new RegExp(`<noscript\\s*><p[^>]*>[^<]*<a href="mailto:${settings.support_address}">`));
  const { offers } = await dataOf('/api/html/subscriptions?part=data');
  const terms = ['1 year', '2 years', '3 years', 'Lifetime'];
  const named = rows
    .slice(1)
    .flatMap(([rate, ...cells]) =>
      cells.map((price = '', at) => ({ name: `${rate}, ${terms[at]}`, price: price.replace(/[$,]/g, ''), url: `${magazine}/subscribe` })),
    );
  expect(named).toHaveLength(16);
  expect(offers).toMatchObject(named);
});

test('what can be given, and how to order or to give without scripts, is read without them', async () => {
  const { donation_tiers, settings } = await service.deps.publication.now();
  const donations = await piece('/api/html/donations?heading=3');
  expect(donations.headers.get('link')).toBe(`<${magazine}/donate>; rel="canonical"`);
  expect(donations.text).toContain('<h3 class="newsstand-name">Donate</h3>');
  for (const { name, onetime, monthly } of donation_tiers) {
    expect(donations.text).toContain(name);
    expect(donations.text).toContain(`${formatCents(onetime)} once, or ${formatCents(monthly)} a month`);
  }
  const checkout = await piece('/api/html/checkout');
  for (const text of [donations.text, checkout.text]) expect(text).toContain(`mailto:${settings.support_address}`);
  for (const link of ['store', 'subscribe']) expect(checkout.text).toContain(`<a href="${magazine}/${link}">`);
});

test.each(['/api/html/product/no-such-thing', '/api/html/issue/no-such-issue', '/api/html/issue/ice-road', '/api/html/nothing'])(
  '%s is not there: an issue that is not out has no page yet either',
  async (path) => {
    expect((await service.browser().get(path)).status).toBe(404);
  },
);

test('the sitemap names the pages of what is sold and of what is out', async () => {
  const { text, headers } = await piece('/api/html/sitemap.xml');
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(text.startsWith('<?xml')).toBe(true);
  expect(text).toContain(`<loc>${magazine}/store/product/tide-table-print</loc>`);
  expect(text).toMatch(new RegExp(`<loc>${magazine}/issue/terminus</loc><lastmod>\\d{4}-\\d\\d-\\d\\d</lastmod>`));
  expect(text).not.toContain('/issue/ice-road');
});

test('a cache keeps a piece for a minute and asks only whether it is still it, and no piece has anything of a reader', async () => {
  const reader = service.browser();
  await reader.post('/api/cart', { type: 'add', item: { item: 'basic-product', ref: 'prd:tide-table-print', quantity: 1 } });
  for (const path of [
    'product/tide-table-print',
    'products',
    'issue/terminus',
    'subscriptions',
    'donations',
    'checkout',
    'sitemap.xml',
  ].map((name) => `/api/html/${name}`)) {
    const first = await service.browser().get(path);
    expect(first.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=300');
    const theirs = await reader.get(path);
    expect([await theirs.text(), theirs.headers.getSetCookie()]).toEqual([await first.text(), []]);
    const again = await service.browser().get(path, { 'If-None-Match': `W/${first.headers.get('etag')}` });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', first.headers.get('etag')]);
  }
});

test('names, descriptions and the publication’s own words stay text, in the page and in its data', async () => {
  const { db, config } = service.deps;
  await db.product.updateMany({ where: { slug: 'tide-table-print' }, data: { name: HOSTILE, description: HOSTILE } });
  const row = await db.publication.findUniqueOrThrow({ where: { id: config.publicationId } });
  const data = { ...Object(row.data), messages: { ...Object(row.data).messages, 'html.in_stock': `There <b>is</b> some` } };
  await db.publication.update({ where: { id: config.publicationId }, data: { data, revision: { increment: 1 } } });
  const { text } = await piece('/api/html/product/tide-table-print');
  expect(text).toContain('There &lt;b&gt;is&lt;/b&gt; some');
  expect(text.match(/<\/script>/g)).toHaveLength(1);
  expect(text).not.toContain('<img src=x');
  expect(await dataOf('/api/html/product/tide-table-print')).toMatchObject({ name: HOSTILE, description: HOSTILE });
});

async function piece(path: string): Promise<{ text: string; headers: Headers }> {
  const response = await service.browser().get(path);
  expect(response.status).toBe(200);
  return { text: await response.text(), headers: response.headers };
}

async function dataOf(path: string): Promise<v.InferOutput<typeof Data>> {
  const { text } = await piece(path);
  const [, json = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(text) ?? [];
  return v.parse(Data, JSON.parse(json));
}
