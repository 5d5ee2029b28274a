import { Product } from '@newsstand/contracts/product';
import { ShippingConfig } from '@newsstand/contracts/shipping-config';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/test-app.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

test('the store lists its products in the order of the publisher', async () => {
  const products = await productsAt('/api/store/products');
  expect(products.length).toBeGreaterThanOrEqual(12);
  expect(products[0]?.slug).toBe('tide-table-print');
});

test('a tag leaves the products that have it', { tags: ['§7.calls.19'] }, async () => {
  const products = await productsAt('/api/store/products?tag=swag');
  expect(products.length).toBeGreaterThan(0);
  expect(products.every(({ tags }) => tags.includes('swag'))).toBe(true);
  expect(await productsAt('/api/store/products?tag=no-such-tag')).toEqual([]);
});

test(
  'a sized product has its sizes in order, each with its stock, and is as many as they together',
  { tags: ['§3.product.1', '§7.calls.19'] },
  async () => {
    const [tee] = (await productsAt('/api/store/products')).filter(({ slug }) => slug === 'last-boat-tee');
    expect(tee?.sizes.map(({ name }) => name)).toEqual(['S', 'M', 'L', 'XL', 'XXL']);
    expect(tee?.sizes.at(-1)).toEqual({ ref: 'sze:last-boat-tee-xxl', name: 'XXL', quantity: 0 });
    expect(tee).toMatchObject({
      ref: 'prd:last-boat-tee',
      slug: 'last-boat-tee',
      name: 'Last Boat Tee',
      image: { source: expect.stringMatching(/^\/api\/art\/.*last-boat-tee/), width: 640, height: 640 },
      print_price: 3400,
      quantity: 24 + 41 + 6 + 18,
    });
  },
);

test('a digital product never runs out', async () => {
  const digital = (await productsAt('/api/store/products')).filter(({ type }) => type === 'digital-product');
  expect(digital.length).toBeGreaterThan(0);
  expect(digital.every(({ quantity, sizes }) => quantity === null && sizes.length === 0)).toBe(true);
});

test('a product is found by its slug, and one that is not there is not', async () => {
  const found = await service.browser().get('/api/store/products/last-boat-tee');
  expect(v.parse(Product, await found.json()).ref).toBe('prd:last-boat-tee');
  expect((await service.browser().get('/api/store/products/no-such-thing')).status).toBe(404);
});

test('the picture of a product is where the product says, and may be kept for good', async () => {
  const [product] = await productsAt('/api/store/products');
  const picture = await service.browser().get(product?.image.source ?? '');
  expect(picture.status).toBe(200);
  expect(picture.headers.get('content-type')).toBe('image/svg+xml');
  expect(picture.headers.get('cache-control')).toContain('immutable');
  expect(picture.headers.get('content-security-policy')).toContain('sandbox');
  const etag = picture.headers.get('etag') ?? '';
  expect((await service.browser().get(product?.image.source ?? '', { 'If-None-Match': etag })).status).toBe(304);
});

test.each(['/api/art/../publication.json', '/api/art/%2e%2e/publication.json', '/api/art/products/none.svg', '/api/art/products'])(
  'there is no picture at %s',
  async (path) => {
    expect((await service.browser().get(path)).status).toBe(404);
  },
);

test(
  'shipping names the countries of each zone, and the states of those that have some',
  { tags: ['§3.shipping.1', '§3.option.1', '§7.calls.18'] },
  async () => {
    const config = v.parse(ShippingConfig, await (await service.browser().get('/api/config/shipping')).json());
    expect(config.a.countries).toEqual([{ code: 'US', names: expect.arrayContaining(['United States', 'USA']) }]);
    expect(config.b.countries.map(({ code }) => code)).toEqual(['CA']);
    expect(config.a.states.US).toContainEqual({ code: 'ME', names: ['Maine', 'ME'] });
    expect(Object.keys(config.a.states)).toEqual(['US']);
    expect(Object.keys(config.c.states)).toEqual(['AU']);
    expect(config.c.countries.some(({ code }) => code === 'US')).toBe(false);
  },
);

test('shipping has a price for each zone and number of parcels', { tags: ['§3.shipping.2'] }, async () => {
  const config = v.parse(ShippingConfig, await (await service.browser().get('/api/config/shipping')).json());
  const { a1, a2, a5, b1, b2, b5, c1, c2, c5 } = config.ship_prices;
  expect([a1, a2, a5, b1, b2, b5, c1, c2, c5]).toEqual([500, 800, 1200, 1200, 1800, 2600, 1800, 2800, 4200]);
});

test('a territory of the United States is one of their states, found by its name among countries as well, and no country of another zone', async () => {
  const { a, b, c } = v.parse(ShippingConfig, await (await service.browser().get('/api/config/shipping?inclusive')).json());
  const territories = ['AS', 'GU', 'MP', 'PR', 'VI'];
  expect(a.states['US']?.filter(({ code }) => territories.includes(code)).map(({ code }) => code)).toEqual(territories);
  expect(a.countries.find(({ code }) => code === 'US')?.names).toEqual(expect.arrayContaining(['Puerto Rico', 'Guam']));
  expect([...a.countries, ...b.countries, ...c.countries].filter(({ code }) => territories.includes(code))).toEqual([]);
});

test('inclusive shipping has every country in zone c', { tags: ['§7.calls.18'] }, async () => {
  const config = v.parse(ShippingConfig, await (await service.browser().get('/api/config/shipping?inclusive')).json());
  const codes = config.c.countries.map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['US', 'CA', 'AU', 'GB']));
  expect(Object.keys(config.c.states).toSorted()).toEqual(['AU', 'CA', 'US']);
});

async function productsAt(path: string): Promise<Product[]> {
  const response = await service.browser().get(path);
  expect(response.status).toBe(200);
  return v.parse(v.array(Product), await response.json());
}
