import { PageData, PageName } from '@newsstand/contracts/page-data';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/test-app.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

test.each(PageName.options)('the page %s gets all that its widgets need, in at most four statements', async (name) => {
  const reader = service.browser();
  await reader.post('/api/cart', { type: 'add', item: { item: 'digital-issue', ref: 'iss:2', quantity: 1 } });
  service.statements.length = 0;
  const page = await pageAt(reader.get(`/api/page/${name}?slug=last-boat-tee`));
  expect(service.statements.length).toBeLessThanOrEqual(4);
  expect(page.page).toBe(name);
  expect(page.cart.items).toHaveLength(1);
  expect(page.publication).toMatchObject({ name: 'Exclave', support_address: 'consulate@exclave.example.org' });
  expect(page.bot_check).toEqual({ provider: 'altcha', challenge: '/api/bot-check/challenge' });
  expect(page.stripe.pubkey).toMatch(/^pk_test_/);
  expect(page.stand_ins).toHaveLength(2);
});

test('the product page has its product, and null for one that is not there', async () => {
  expect((await pageAt(service.browser().get('/api/page/product?slug=last-boat-tee'))).product?.name).toBe('Last Boat Tee');
  expect((await pageAt(service.browser().get('/api/page/product?slug=gone'))).product).toBeNull();
});

test('the store page has products and issues, the newest issue first and the unreleased one without prices', async () => {
  const { products, issues } = await pageAt(service.browser().get('/api/page/store'));
  expect(products?.length).toBeGreaterThanOrEqual(12);
  expect(issues).toHaveLength(16);
  expect(issues?.[0]).toMatchObject({ number: 16, released: null, print_price: null, digital_price: null });
  expect(issues?.at(-1)).toMatchObject({ number: 1, released: '2023-03-06', print_price: 1600, digital_price: 800 });
});

test('the check-out page has the countries, and the receipt page null for an unknown token', async () => {
  expect((await pageAt(service.browser().get('/api/page/checkout'))).shipping?.a.countries).toHaveLength(1);
  expect((await pageAt(service.browser().get('/api/page/receipts?token=nothing-by-this-name'))).receipt).toBeNull();
});

test('the builder’s pages have prices, tiers, at most two products in stock and the coupon of the link', async () => {
  const { subscribe, shipping } = await pageAt(service.browser().get('/api/page/subscribe?code=%20paperTrail'));
  expect(subscribe?.pricing.base['print-low']).toEqual({ '1year': 5600, lifetime: 65000 });
  expect(subscribe?.donation_tiers.map(({ onetime }) => onetime)).toEqual([5000, 10000, 25000, 100000]);
  expect(subscribe?.swag.map(({ slug }) => slug)).toHaveLength(2);
  expect(subscribe?.coupon).toMatchObject({ code: 'PAPERTRAIL', applied: 'other' });
  expect(shipping?.a.countries).toHaveLength(1);
  expect((await pageAt(service.browser().get('/api/page/renew?code=none'))).subscribe?.coupon).toBeNull();
});

test('the donate page shows all countries', async () => {
  const { shipping } = await pageAt(service.browser().get('/api/page/donate'));
  expect(shipping?.c.countries.length).toBeGreaterThan(200);
});

test('a page that does not exist is not found', async () => {
  expect((await service.browser().get('/api/page/nowhere')).status).toBe(404);
});

async function pageAt(pending: Promise<Response>): Promise<PageData> {
  const response = await pending;
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return v.parse(PageData, await response.json());
}
