import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeChoice, makePricing } from '../fixtures/subscribe.ts';
import { Deliverable, Level, Term } from './cart.ts';
import type { CouponResult } from './coupon.ts';
import { addUp, basePrice, type Choice, subscriptionPrice } from './pricing.ts';

const pricing = makePricing();
const applied = (discount: number | 'free'): CouponResult => ({ type: 'applied', discount });

describe('the price of a subscription', () => {
  it('of a lifetime is its own', { tags: ['§9.prices.5'] }, () => {
    expect(subscriptionPrice(pricing, makeChoice({ term: 'lifetime', deliverable: 'print-b' }))).toMatchObject({
      price: 65000,
      shipping: 12000,
    });
  });

  it('takes a discount off only when the coupon is applied', { tags: ['§5.coupons.7'] }, () => {
    const totals = [applied(1000), { type: 'not-applicable', why: { key: 'not_this' } } as const, null].map(
      (coupon) => subscriptionPrice(pricing, makeChoice(), coupon).total,
    );
    expect(totals).toEqual([4600, 5600, 5600]);
  });

  it.each<[Partial<Choice>, number, number]>([
    [{}, 5600, 0],
    [{ term: '2year' }, 11200, 0],
    [{ term: '3year' }, 16800, 0],
    [{ term: 'lifetime' }, 65000, 0],
    [{ deliverable: 'print-b' }, 5600, 1200],
    [{ deliverable: 'print-c', term: '3year' }, 16800, 7200],
    [{ deliverable: 'print-c', term: 'lifetime', level: 'high' }, 95000, 24000],
    [{ level: 'high' }, 8400, 0],
    [{ deliverable: 'digital' }, 2800, 0],
    [{ deliverable: 'digital', level: 'high', term: '2year' }, 8800, 0],
    [{ deliverable: 'digital', term: 'lifetime' }, 30000, 0],
  ])('%j costs %i and %i to post', { tags: ['§1.offers.1', '§3.pricing.1'] }, (choice, price, shipping) => {
    expect(subscriptionPrice(pricing, makeChoice(choice))).toEqual({ price, shipping, discount: 0, total: price + shipping });
  });

  it.each<[string, CouponResult, Partial<Choice>, number, number]>([
    ['is deducted when applied', applied(1000), {}, 1000, 4600],
    ['is deducted once, whatever the term', applied(1000), { term: '3year' }, 1000, 15800],
    ['never takes off more than the price, and leaves the shipping', applied(9000), { deliverable: 'print-b' }, 5600, 1200],
    ['takes off everything when it is free', applied('free'), { deliverable: 'print-c' }, 8000, 0],
    ['is not deducted when it does not apply', { type: 'not-applicable', why: { key: 'not_this' } }, {}, 0, 5600],
    ['is not deducted when it cannot apply', { type: 'cannot-apply', why: { key: 'not_new' } }, {}, 0, 5600],
    ['is not deducted before the purpose is a gift', { type: 'forces-gift' }, {}, 0, 5600],
  ])('a discount %s', (_, coupon, choice, discount, total) => {
    expect(subscriptionPrice(pricing, makeChoice(choice), coupon)).toMatchObject({ discount, total });
  });

  it('a discount is deducted per quantity', { tags: ['§5.coupons.7'] }, () => {
    expect(subscriptionPrice(pricing, makeChoice({ deliverable: 'print-b' }), applied(1000), 3)).toEqual({
      price: 5600,
      shipping: 3600,
      discount: 3000,
      total: 17400,
    });
  });
});

const choices = fc.record({
  deliverable: fc.constantFrom(...Deliverable.options),
  level: fc.constantFrom(...Level.options),
  term: fc.constantFrom(...Term.options),
});
const cents = fc.nat(200_000);
const perZone = fc.record({ a: cents, b: cents, c: cents });
const base = fc.record({ '1year': cents, lifetime: cents });
const pricings = fc.record({
  base: fc.record({ 'print-low': base, 'print-high': base, 'digital-low': base, 'digital-high': base }),
  shipping: fc.record({ '1year': perZone, '2year': perZone, '3year': perZone, lifetime: perZone }),
  upgrades: fc.record({ low: perZone, high: perZone }),
});
const coupons = fc.option(fc.oneof(cents, fc.constant('free' as const)).map(applied), { nil: null });
const quantity = fc.integer({ min: 1, max: 50 });

describe('any price', () => {
  it('is never negative and never a fraction of a cent', { tags: ['§9.prices.2'] }, () => {
    fc.assert(
      fc.property(pricings, choices, coupons, quantity, (pricing, choice, coupon, count) => {
        for (const part of Object.values(subscriptionPrice(pricing, choice, coupon, count))) {
          expect(Number.isSafeInteger(part) && part >= 0).toBe(true);
        }
      }),
    );
  });

  it('adds up from its parts', { tags: ['§9.prices.6'] }, () => {
    fc.assert(
      fc.property(pricings, choices, coupons, quantity, (pricing, choice, coupon, count) => {
        const { price, shipping, discount, total } = subscriptionPrice(pricing, choice, coupon, count);
        return total === price * count + shipping - discount;
      }),
    );
  });

  it('of many is as many times the price of one', () => {
    fc.assert(
      fc.property(pricings, choices, coupons, quantity, (pricing, choice, coupon, count) => {
        return subscriptionPrice(pricing, choice, coupon, count).total === subscriptionPrice(pricing, choice, coupon).total * count;
      }),
    );
  });

  it('is two and three times the one-year price for two and three years', { tags: ['§9.prices.4'] }, () => {
    fc.assert(
      fc.property(pricings, choices, (pricing, choice) => {
        const [one, two, three] = (['1year', '2year', '3year'] as const).map((term) => basePrice(pricing, { ...choice, term }));
        expect([two, three]).toEqual([(one ?? 0) * 2, (one ?? 0) * 3]);
      }),
    );
  });

  it('is never higher with a coupon', () => {
    fc.assert(
      fc.property(pricings, choices, coupons, (pricing, choice, coupon) => {
        return subscriptionPrice(pricing, choice, coupon).total <= subscriptionPrice(pricing, choice).total;
      }),
    );
  });
});

describe('the total of an order', () => {
  it.each([
    [[], 0, 0],
    [[{ goods: 5600, shipping: 1200, discount: 1000 }], 0, 5800],
    [[{ goods: 5600, shipping: 0, discount: 5600 }], 0, 0],
    [[{ goods: 49, shipping: 0, discount: 0 }], 49, 0],
    [[{ goods: 50, shipping: 0, discount: 0 }], 0, 50],
    [
      [
        { goods: 30, shipping: 0, discount: 0 },
        { goods: 30, shipping: 0, discount: 0 },
      ],
      0,
      60,
    ],
  ])('of %j has %i waived and is %i', (parts, waived, total) => {
    expect(addUp(parts)).toMatchObject({ waived, total });
  });
});
