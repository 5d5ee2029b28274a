import type { BuilderCart } from '@newsstand/contracts/subscribe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADDRESS, openShop, type Reader, type Shop } from '../../../test/shop.ts';
import { settle } from './settle.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const PRINT = { renewal: false, medium: 'print', level: 'low', term: '2year', coupon: null } as const;
const GIFT = { deliverable: 'digital', level: 'low', term: '1year', coupon: null } as const;

async function choose(item: Partial<BuilderCart>): Promise<Reader> {
  const reader = shop.reader();
  expect((await reader.browser.post('/api/cart', { type: 'membership', item })).status).toBe(200);
  return reader;
}

const ordered = async (intentId: string) => shop.deps.db.order.findUniqueOrThrow({ where: { intentId }, include: { lines: true } });
const termsOf = (ownerId: string) =>
  shop.deps.db.subscription.findMany({
    where: { ownerId },
    orderBy: { cycle: 'asc' },
    include: { tokens: { orderBy: { ordinal: 'asc' } } },
  });

test(
  'a subscription is begun by its payment, with a token for each of its issues, however often it is settled',
  { tags: ['§3.subscription.1', '§3.subscription.2'] },
  async () => {
    const reader = await choose({ subscription: PRINT });
    const started = await reader.start({ name: 'Ada Reader' });
    const { ownerId } = await ordered(started.intent);
    expect(await termsOf(ownerId)).toEqual([]);
    await reader.pay(started);
    const replica = await shop.replica();
    await Promise.all([shop, replica, shop, replica].map(({ deps }) => settle(deps, started.intent)));
    expect((await reader.status(started.intent)).status).toBe('completed');
    await settle(shop.deps, started.intent);
    await replica.close();

    const [term, ...others] = await termsOf(ownerId);
    expect(others).toEqual([]);
    expect(term).toMatchObject({
      cycle: 1,
      phase: 'introductory',
      term: '2year',
      setDeliverable: 'print-a',
      activeDeliverable: 'print-a',
      copies: 1,
    });
    expect(term?.tokens.map(({ ordinal, issue }) => [ordinal, issue])).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((ordinal) => [ordinal, null]));
    expect(await shop.deps.db.ownerAddress.findMany({ where: { ownerId } })).toMatchObject([
      { shipcode: 'a', name: 'Ada Reader', address: { line1: ADDRESS.line1, country_code: 'US' } },
    ]);
    expect((await reader.cart()).subscription).toBeNull();
  },
);

test('a second subscription of the same reader is the next term, and its coupon a renewal’s', { tags: ['§3.subscription.1'] }, async () => {
  const reader = await choose({ subscription: PRINT });
  await reader.buy();
  await reader.browser.post('/api/cart', { type: 'membership', item: { subscription: { ...PRINT, term: '1year', coupon: 'STAYLONGER' } } });
  const cart = await reader.cart();
  expect([cart.subscription?.renewal, cart.totals.a.discount]).toEqual([true, 800]);
  const started = await reader.start();
  await reader.pay(started);
  expect((await reader.status(started.intent)).status).toBe('completed');
  const terms = await termsOf((await ordered(started.intent)).ownerId);
  expect(terms.map(({ cycle, phase, tokens }) => [cycle, phase, tokens.length])).toEqual([
    [1, 'introductory', 8],
    [2, 'renewal', 4],
  ]);
});

test(
  'print needs an address, which decides the zone that is paid for and posted to',
  { tags: ['§5.address.3', '§6.visitor.9'] },
  async () => {
    const reader = await choose({ subscription: PRINT });
    expect(await (await reader.press({ address: null })).json()).toMatchObject({ errors: { 'address.line1': 'Must not be blank.' } });
    const address = { ...ADDRESS, city: 'Gander', state: 'NL', postcode: 'A1V 1A1', country: 'CA' };
    const total = (await reader.cart()).totals.b.total;
    const started = await reader.start({ address, total });
    await reader.pay(started);
    expect((await reader.status(started.intent)).status).toBe('completed');
    expect(await termsOf((await ordered(started.intent)).ownerId)).toMatchObject([{ setDeliverable: 'print-b' }]);
  },
);

test('a digital subscription is the same order whichever zone is named', async () => {
  const reader = await choose({ subscription: { ...PRINT, medium: 'digital' } });
  const first = await reader.start({ shipcode: 'a', address: null });
  expect((await reader.start({ shipcode: 'b', address: null })).intent).toBe(first.intent);
});

test('each gift has a token of its own, and nobody has redeemed it', { tags: ['§3.gift.1', '§6.visitor.5'] }, async () => {
  const reader = await choose({ giftsubs: [GIFT, GIFT, { ...GIFT, deliverable: 'print-c' }] });
  const started = await reader.start({ address: null });
  await reader.pay(started);
  await Promise.all([settle(shop.deps, started.intent), settle(shop.deps, started.intent)]);
  const gifts = await shop.deps.db.gift.findMany({
    where: { orderId: (await ordered(started.intent)).id },
    orderBy: [{ ordinal: 'asc' }, { number: 'asc' }],
  });
  expect(gifts.map(({ deliverable, number, redeemedBy }) => [deliverable, number, redeemedBy])).toEqual([
    ['digital', 1, null],
    ['digital', 2, null],
    ['print-c', 1, null],
  ]);
  expect(new Set(gifts.map(({ token }) => token)).size).toBe(3);
});

test(
  'a monthly donation keeps the card for the months to come, and a single one does not',
  { tags: ['§4.donation-card.3', '§6.visitor.6'] },
  async () => {
    const monthly = await choose({ donation: { process: 'monthly-init', dollars: 25 } });
    const started = await monthly.start({ address: null });
    await monthly.pay(started);
    expect((await monthly.status(started.intent)).status).toBe('completed');
    const donation = await shop.deps.db.donation.findFirstOrThrow({ where: { orderId: (await ordered(started.intent)).id } });
    expect(donation).toMatchObject({ process: 'monthly-init', amount: 2500, paidPeriod: 0, failing: false });
    // The next month’s charge, without the donor.
    const { status } = await shop.deps.stripe.paymentIntents.create({
      amount: 2500,
      currency: 'usd',
      customer: donation.customer ?? '',
      payment_method: donation.method ?? '',
      off_session: true,
      confirm: true,
    });
    expect(status).toBe('succeeded');

    const once = await choose({ donation: { process: 'onetime', dollars: 1 } });
    const single = await once.start({ address: null });
    await once.pay(single);
    expect((await once.status(single.intent)).status).toBe('completed');
    const given = await shop.deps.db.donation.findFirstOrThrow({ where: { orderId: (await ordered(single.intent)).id } });
    expect(given).toMatchObject({ process: 'onetime', amount: 100, customer: null, method: null });
  },
);

test('a gift that costs nothing is given without a payment', async () => {
  const reader = await choose({ giftsubs: [{ ...GIFT, coupon: 'DIPLOMATICBAG' }] });
  const result = await reader.checkOut({ address: null, total: 0 });
  expect(result.type).toBe('gratis');
  const receiptToken = result.type === 'gratis' ? result.receipt : '';
  const { id } = await shop.deps.db.order.findUniqueOrThrow({ where: { receiptToken } });
  expect(await shop.deps.db.gift.count({ where: { orderId: id } })).toBe(1);
});

test('what was chosen while the payment was under way stays in the cart', async () => {
  const reader = await choose({ subscription: PRINT, donation: { process: 'onetime', dollars: 10 }, giftsubs: [GIFT] });
  const started = await reader.start();
  await reader.browser.post('/api/cart', {
    type: 'membership',
    item: { subscription: { ...PRINT, term: '1year' }, donation: { process: 'onetime', dollars: 20 }, giftsubs: [GIFT] },
  });
  await reader.pay(started);
  expect((await reader.status(started.intent)).status).toBe('completed');
  const { subscription, donation, giftsubs } = await reader.cart();
  expect([subscription?.term, donation?.dollars, giftsubs]).toEqual(['1year', 20, [GIFT]]);
});
