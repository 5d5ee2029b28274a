import { PageData, PageName } from '@newsstand/contracts/page-data';
import { WIDGETS } from '@newsstand/contracts/widget';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/test-app.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

const CODES = ['', 'PAPERTRAIL', 'NOBODYS'];

test.each(PageName.options.flatMap((name) => CODES.map((code) => [name, code] as const)))(
  'the page %s with the code %j gets all that its widgets need, in at most four statements',
  { tags: ['§7.helpers.3'] },
  async (name, code) => {
    const reader = service.browser();
    await reader.post('/api/cart', { type: 'add', item: { item: 'digital-issue', ref: 'iss:2', quantity: 1 } });
    service.statements.length = 0;
    const page = await pageAt(reader.get(`/api/page/${name}?slug=last-boat-tee&code=${code}`));
    expect(service.statements.length, service.statements.join('\n')).toBeLessThanOrEqual(4);
    expect(page.page).toBe(name);
    expect(page.cart.items).toHaveLength(1);
    expect(page.publication).toMatchObject({ name: 'Exclave', support_address: 'consulate@exclave.example.org' });
    expect(page.bot_check).toEqual({ provider: 'altcha', challenge: '/api/bot-check/challenge' });
    expect(page.stripe.pubkey).toMatch(/^pk_test_/);
    expect(page.stand_ins).toHaveLength(2);
  },
);

test('what is shown for an error that says nothing names whom to write to', { tags: ['§8.account.1'] }, async () => {
  const { publication } = await pageAt(service.browser().get('/api/page/login'));
  expect(publication.messages['ui.failed']).toBe(
    'We encountered an error. Please try again at another time or contact consulate@exclave.example.org if you need help.',
  );
});

const withWidgets = (...names: readonly string[]) => `/api/page/article?widgets=${names.join(',')}`;

test.each(WIDGETS)('a page with %s alone has what it reads, in at most four statements, and says so', async (name) => {
  service.statements.length = 0;
  const page = await pageAt(service.browser().get(withWidgets(name)));
  expect(service.statements.length, service.statements.join('\n')).toBeLessThanOrEqual(4);
  expect(page.widgets).toContain(name);
});

test('what a page holds comes from the widgets that stand on it, several and in any place, and not from its name', async () => {
  const read = async (...names: readonly string[]) => Object.keys(await pageAt(service.browser().get(withWidgets(...names)))).toSorted();
  const header = await read('checkout.counter', 'checkout.panel', 'login.header');
  expect(header).not.toEqual(expect.arrayContaining(['products']));
  const more = async (...names: readonly string[]) => (await read(...names)).filter((part) => !header.includes(part));
  expect(await more('login.header', 'subscribe.builder')).toEqual(['renew', 'shipping', 'subscribe']);
  expect(await more('subscribe.donate')).toEqual(['shipping', 'subscribe']);
  expect(await more('subscribe.builder', 'subscribe.donate', 'checkout.add', 'subscribe.builder')).toEqual([
    'issues',
    'products',
    'renew',
    'shipping',
    'subscribe',
  ]);
  // What is no widget of ours is somebody else's.
  expect(await more('acme.slider', 'account.name', '', 'CHECKOUT.ADD')).toEqual(['subscriber']);
  expect((await pageAt(service.browser().get('/api/page/donate?widgets=checkout.table'))).subscribe).toBeUndefined();
});

test('a page says for which widgets it will do, by whatever it was asked for', async () => {
  const page = async (path: string) => (await pageAt(service.browser().get(path))).widgets;
  expect(await page('/api/page/article')).toEqual(
    expect.arrayContaining(['checkout.add', 'checkout.store', 'login.header', 'mailing-list.form']),
  );
  expect(await page('/api/page/article')).not.toEqual(expect.arrayContaining(['subscribe.donate']));
  expect(await page('/api/page/subscribe')).toEqual(expect.arrayContaining(['subscribe.builder', 'subscribe.donate']));
  expect(await page(withWidgets('subscribe.donate'))).not.toEqual(expect.arrayContaining(['subscribe.builder']));
});

test('beside a builder a donation leaves each zone its own countries', async () => {
  const page = await pageAt(service.browser().get(withWidgets('subscribe.donate', 'subscribe.builder')));
  expect(page.shipping?.c.countries.map(({ code }) => code)).not.toContain('US');
});

test('a page on which readers check out or log in is that page, whatever the CMS calls it', async () => {
  expect((await pageAt(service.browser().get(withWidgets('login.header', 'login.page')))).page).toBe('login');
  expect((await pageAt(service.browser().get(withWidgets('mailing-list.popup', 'checkout.page')))).page).toBe('checkout');
  expect((await pageAt(service.browser().get('/api/page/institutional-subscriptions?widgets=login.page'))).page).toBe(
    'institutional-subscriptions',
  );
});

test('the product page has its product, and null for one that is not there', async () => {
  expect((await pageAt(service.browser().get('/api/page/product?slug=last-boat-tee'))).product?.name).toBe('Last Boat Tee');
  expect((await pageAt(service.browser().get('/api/page/product?slug=gone'))).product).toBeNull();
});

test('what its template leaves unsaid a page’s address says: the product, and a token wherever it stands', async () => {
  const at = (address: string) =>
    pageAt(service.browser().get(`${withWidgets('checkout.product', 'subscribe.redeem')}&at=${encodeURIComponent(address)}`));
  expect((await at('/store/product/last-boat-tee?utm=1')).product?.name).toBe('Last Boat Tee');
  for (const odd of ['/store/product/gone', '/elsewhere?token=nobodys', '//[', 'https://[', '\\\\?token=', '?'.repeat(3000)])
    expect(await at(odd)).toMatchObject({ product: null, redeem: null });
});

test(
  'the store page has products and issues, the newest issue first and the unreleased one without prices',
  { tags: ['§3.issue.1'] },
  async () => {
    const { products, issues } = await pageAt(service.browser().get('/api/page/store'));
    expect(products?.length).toBeGreaterThanOrEqual(12);
    expect(issues).toHaveLength(16);
    expect(issues?.[0]).toMatchObject({ number: 16, released: null, print_price: null, digital_price: null });
    expect(issues?.at(-1)).toMatchObject({
      number: 1,
      title: 'Low Water',
      slug: 'low-water',
      released: '2023-03-06',
      print_price: 1600,
      digital_price: 800,
    });
  },
);

test('the check-out page has the countries, and the receipt page null for an unknown token', async () => {
  expect((await pageAt(service.browser().get('/api/page/checkout'))).shipping?.a.countries).toHaveLength(1);
  expect((await pageAt(service.browser().get('/api/page/receipts?token=nothing-by-this-name'))).receipt).toBeNull();
});

test(
  'the builder’s pages have prices, tiers, at most two products in stock and the coupon of the link',
  { tags: ['§3.coupon.1', '§3.coupon.2', '§7.helpers.3'] },
  async () => {
    const { subscribe, shipping } = await pageAt(service.browser().get('/api/page/subscribe?code=%20paperTrail'));
    expect(subscribe?.pricing.base['print-low']).toEqual({ '1year': 5600, lifetime: 65000 });
    expect(subscribe?.donation_tiers.map(({ onetime }) => onetime)).toEqual([5000, 10000, 25000, 100000]);
    expect(subscribe?.swag.map(({ slug }) => slug)).toHaveLength(2);
    expect(subscribe?.coupon).toMatchObject({
      code: 'PAPERTRAIL',
      applied: 'other',
      discounts: { print_us: 1200, print_ca: 1200 },
      label: 'Paper Trail',
      description: '$12 off a print subscription sent within North America.',
      category_message: 'For print subscriptions at the standard rate.',
      shipping_message: 'For addresses in the United States and Canada.',
    });
    const gifts = (await pageAt(service.browser().get('/api/page/subscribe?code=POSTCARD'))).subscribe?.coupon;
    expect(gifts).toMatchObject({ applied: 'gift', discounts: { print_us: 1000, print_ca: 1000, print_intl: 1000, digital: 600 } });
    expect((await pageAt(service.browser().get('/api/page/renew?code=STAYLONGER'))).subscribe?.coupon?.applied).toBe('renewal');
    expect(shipping?.a.countries).toHaveLength(1);
    expect((await pageAt(service.browser().get('/api/page/renew?code=none'))).subscribe?.coupon).toBeNull();
  },
);

test('the donate page shows all countries', { tags: ['§9.shipping.4'] }, async () => {
  const { shipping } = await pageAt(service.browser().get('/api/page/donate'));
  const codes = shipping?.c.countries.map(({ code }) => code);
  expect(codes?.length).toBeGreaterThan(200);
  expect(codes).toEqual(expect.arrayContaining(['US', 'CA', 'ZA']));
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
