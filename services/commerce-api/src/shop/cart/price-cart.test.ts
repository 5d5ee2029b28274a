import { Cart, type CartLine, type CartSubscription, GOODS, GoodType } from '@newsstand/contracts/cart';
import { makePricing } from '@newsstand/contracts/fixtures/subscribe';
import { SHIPCODES, type Shipcode } from '@newsstand/contracts/shipcode';
import { shippingPrice, type ShipPrices } from '@newsstand/contracts/shipping-config';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { NO_MEMBERSHIP, type Membership } from '../../rules/pricing/membership-rules.ts';
import { priceCart, type CartRow } from './price-cart.ts';

const prices: ShipPrices = { a1: 500, a2: 800, a5: 1200, b1: 900, b2: 1500, b5: 2200, c1: 1400, c2: 2400, c5: 3600 };

const OFFER = { prices: makePricing(), coupons: [], messages: {}, settings: { default_shipcode: 'ship-b' } } as const;

const makeRow = (parts: Partial<CartRow> = {}): CartRow => ({
  type: 'basic-product',
  ref: 'prd:mug',
  quantity: 1,
  name: 'Mug',
  detail: null,
  slug: 'mug',
  image: { source: '/api/art/products/mug.svg', width: 640, height: 640 },
  price: 1800,
  stock: 40,
  on_sale: true,
  ...parts,
});

test.each([
  ['one thing ships at the first tier', [makeRow()], { a: 500, b: 900, c: 1400 }],
  ['two to four ship at the second', [makeRow({ quantity: 2 }), makeRow({ ref: 'prd:cup', quantity: 2 })], { a: 800, b: 1500, c: 2400 }],
  ['five or more ship at the third', [makeRow({ quantity: 5 })], { a: 1200, b: 2200, c: 3600 }],
  ['what is digital does not ship', [makeRow({ type: 'digital-issue', ref: 'iss:3', stock: null })], { a: 0, b: 0, c: 0 }],
  ['an empty cart ships nothing', [], { a: 0, b: 0, c: 0 }],
])('%s', (_title, rows, shipping) => {
  const cart = priceCart(1, rows, prices, OFFER);
  expect({ a: cart.totals.a.shipping, b: cart.totals.b.shipping, c: cart.totals.c.shipping }).toEqual(shipping);
});

test.each([
  ['in stock', makeRow({ quantity: 3, stock: 3 }), { type: 'available', left: 3 }],
  ['never running out', makeRow({ type: 'digital-product', stock: null }), { type: 'available', left: null }],
  ['fewer left than wanted', makeRow({ quantity: 3, stock: 2 }), { type: 'short', left: 2 }],
  ['sold out', makeRow({ stock: 0 }), { type: 'sold-out' }],
  ['withdrawn, whatever is left', makeRow({ on_sale: false, stock: 9 }), { type: 'withdrawn' }],
])('a line says that it is %s', (_title, row, availability) => {
  const cart = priceCart(1, [row], prices, OFFER);
  expect(cart.billing.a[0]?.availability).toEqual(availability);
  expect(cart.can_checkout).toBe(availability.type === 'available');
});

test('a line that cannot be had costs nothing, its shipping included', () => {
  const cart = priceCart(1, [makeRow({ price: 1000 }), makeRow({ ref: 'prd:gone', stock: 0, quantity: 5 })], prices, OFFER);
  expect(cart.totals.a).toEqual({ goods: 1000, shipping: 500, discount: 0, waived: 0, total: 1500 });
});

test('a line of which too few are left costs what those cost', () => {
  const cart = priceCart(1, [makeRow({ price: 1000, stock: 2, quantity: 5 })], prices, OFFER);
  expect(cart.totals.a).toEqual({ goods: 2000, shipping: 800, discount: 0, waived: 0, total: 2800 });
  expect(cart.billing.a[0]?.quantity).toBe(5);
});

test('goods are listed with what each costs, and what cannot be had costs nothing', { tags: ['§3.cart.1', '§3.good.1'] }, () => {
  const rows = [
    makeRow({ price: 1000, stock: 2, quantity: 5 }),
    makeRow({ type: 'digital-issue', ref: 'iss:3', name: 'Issue 3', price: 800, stock: null }),
    makeRow({ ref: 'prd:gone', name: 'Gone', on_sale: false }),
  ];
  expect(priceCart(1, rows, prices, OFFER).goods).toEqual([
    { name: 'Mug', medium: 'print', qty: 5, ref: 'prd:mug', outlays: { amount: 2000, shipping: 0, discount: 0 } },
    { name: 'Issue 3', medium: 'digital', qty: 1, ref: 'iss:3', outlays: { amount: 800, shipping: 0, discount: 0 } },
    { name: 'Gone', medium: 'print', qty: 1, ref: 'prd:gone', outlays: { amount: 0, shipping: 0, discount: 0 } },
  ]);
});

test.each<[string, Partial<CartSubscription>, object]>([
  ['a first subscription, posted to the default zone', {}, { phase: 'introductory', deliverable: 'print-b' }],
  ['a renewal, posted to the zone that was chosen', { renewal: true, shipcode: 'c' }, { phase: 'renewal', deliverable: 'print-c' }],
  ['one that is read on a screen', { medium: 'digital', shipcode: 'c' }, { medium: 'digital', deliverable: 'digital' }],
])('the membership is %s', { tags: ['§3.subscription-item.1', '§3.membership.1'] }, (_title, chosen, item) => {
  const subscription = { renewal: false, medium: 'print', level: 'low', term: '2year', coupon: null, ...chosen } as const;
  const { membership } = priceCart(1, [], prices, OFFER, { ...NO_MEMBERSHIP, subscription });
  expect(membership).toEqual({
    type: 'subscription',
    item: { phase: 'introductory', medium: 'print', level: 'low', term: '2year', copies: 1, coupon: null, ...item },
  });
});

test.each([
  ['basic-product', true],
  ['sized-product', true],
  ['print-issue', true],
  ['digital-product', false],
  ['digital-issue', false],
] as const)('whether an address is required for a %s: %s', { tags: ['§3.line.2', '§5.address.3'] }, (type, required) => {
  expect(priceCart(1, [makeRow({ type })], prices, OFFER).address_required).toBe(required);
});

const DONATION = { process: 'onetime', dollars: 25, amount: 2500 } as const;
const GIFT = { deliverable: 'print-a', level: 'low', term: '1year', coupon: null } as const;
const SUBSCRIPTION = { renewal: false, medium: 'digital', level: 'low', term: '1year', coupon: null } as const;

// Section 9: the default shipping code is the publication's, and a donation uses ship-c.
test.each<[string, CartRow[], Partial<Membership>, Shipcode]>([
  ['empty', [], {}, 'b'],
  ['a product', [makeRow()], {}, 'b'],
  ['a product and a donation', [makeRow()], { donation: DONATION }, 'b'],
  ['a gift and a donation', [], { giftsubs: [GIFT], donation: DONATION }, 'b'],
  ['a donation by itself', [], { donation: DONATION }, 'c'],
  ['a subscription whose zone nobody chose', [], { subscription: SUBSCRIPTION }, 'b'],
  ['a subscription and its zone', [], { subscription: { ...SUBSCRIPTION, shipcode: 'a' }, donation: DONATION }, 'a'],
])('until there is an address, a cart with %s is shown for its zone', (_title, rows, membership, zone) => {
  expect(priceCart(1, rows, prices, OFFER, { ...NO_MEMBERSHIP, ...membership }).shipcode).toBe(zone);
});

test('a price of 0 is a price', () => {
  const cart = priceCart(1, [makeRow({ type: 'digital-product', price: 0, stock: null })], prices, OFFER);
  expect(cart.totals.a.total).toBe(0);
  expect(cart.can_checkout).toBe(true);
});

test.each([
  [0, 0, 0],
  [1, 1, 0],
  [49, 49, 0],
  [50, 0, 50],
  [51, 0, 51],
])('of %i cents, %i are waived and %i are due', (goods, waived, total) => {
  const cart = priceCart(1, [makeRow({ type: 'digital-product', price: goods, stock: null })], prices, OFFER);
  expect(cart.totals.a).toEqual({ goods, shipping: 0, discount: 0, waived, total });
});

const anyRow: fc.Arbitrary<CartRow> = fc.record({
  type: fc.constantFrom(...GoodType.options),
  ref: fc.constantFrom('prd:a', 'sze:b', 'iss:1'),
  quantity: fc.integer({ min: 1, max: 50 }),
  name: fc.string(),
  detail: fc.option(fc.string()),
  slug: fc.string(),
  image: fc.constant({ source: '/x.svg', width: 1, height: 1 }),
  price: fc.integer({ min: 0, max: 1_000_000 }),
  stock: fc.option(fc.integer({ min: 0, max: 60 })),
  on_sale: fc.boolean(),
});

test('every cart adds up, in every zone, and is what the contract says', { tags: ['§3.cart.5'] }, () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 12 }), (rows) => {
      const cart = priceCart(3, rows, prices, OFFER);
      expect(v.parse(Cart, cart)).toEqual(cart);
      for (const shipcode of SHIPCODES) {
        const { goods, shipping, discount, waived, total } = cart.totals[shipcode];
        const lines = cart.billing[shipcode];
        const posted = lines.filter(({ cart: { type } }) => type !== 'donation-item' && isPrint(type));
        expect(goods).toBe(lines.reduce((sum, line) => sum + line.price * quantityOf(line), 0));
        expect(shipping).toBe(
          shippingPrice(
            prices,
            shipcode,
            posted.reduce((sum, line) => sum + quantityOf(line), 0),
          ),
        );
        expect(total).toBe(goods + shipping - discount - waived);
        expect(total === 0 || total >= 50).toBe(true);
        expect(waived).toBeLessThan(50);
      }
    }),
  );
});

function quantityOf({ availability, quantity }: CartLine): number {
  switch (availability.type) {
    case 'available':
      return quantity;
    case 'short':
      return availability.left;
    case 'sold-out':
    case 'withdrawn':
      return 0;
  }
}

function isPrint(type: string): boolean {
  const good = v.safeParse(GoodType, type);
  return good.success && GOODS[good.output].medium === 'print';
}
