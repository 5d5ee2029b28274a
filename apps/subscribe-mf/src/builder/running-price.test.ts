import { digitalProduct, makeProduct, sizedProduct } from '@newsstand/contracts/fixtures/product';
import { shipPrices } from '@newsstand/contracts/fixtures/shipping';
import { freeDigitalCoupon, makeCoupon, makePricing } from '@newsstand/contracts/fixtures/subscribe';
import { readSubscribeQuery } from '@newsstand/contracts/subscribe';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { couponResult } from './apply-coupon.ts';
import { chosenByLink, type Chosen } from './chosen.ts';
import { runningPrice } from './running-price.ts';
import { toCart } from './to-cart.ts';

const swag = [makeProduct(), sizedProduct];
const offer = { pricing: makePricing(), swag, shipPrices };
const chosen = (parts: Partial<Chosen> = {}): Chosen => ({ ...chosenByLink(readSubscribeQuery({}, 'a'), false), ...parts });
const notebooks = { 'prd:resident-passport': { quantity: 2, size: null } };

describe('the running price', () => {
  it.each<[string, Partial<Chosen>, number]>([
    ['a year of print at home', {}, 5600],
    ['two years abroad', { term: '2year', shipcode: 'c' }, 11_200 + 4800],
    ['a lifetime at the high rate', { term: 'lifetime', level: 'high' }, 95_000],
    ['digital, whatever the zone', { medium: 'digital', shipcode: 'c' }, 2800],
    ['three gifts to Canada', { purpose: 'gift', gifts: 3, shipcode: 'b' }, 3 * (5600 + 1200)],
    ['one for oneself, however many gifts were chosen before', { gifts: 3 }, 5600],
    ['a contribution', { donation: 15 }, 5600 + 1500],
    ['one that cannot be given, which the API refuses', { donation: -5 }, 5600],
    ['two notebooks and their postage', { swag: notebooks }, 5600 + 2800 + 800],
  ])('of %s is what the server charges', (_title, parts, total) => {
    expect(runningPrice(offer, chosen(parts), null).totals.total).toBe(total);
  });

  it('takes a coupon off each gift', () => {
    const choice = chosen({ purpose: 'gift', gifts: 2 });
    const result = couponResult(choice, { code: 'LANDFALL', coupon: makeCoupon() });
    expect(runningPrice(offer, choice, result).totals).toMatchObject({ discount: 2000, total: 9200 });
  });

  it('is nothing when the coupon makes it free', () => {
    const choice = chosen({ medium: 'digital' });
    expect(runningPrice(offer, choice, couponResult(choice, { code: 'X', coupon: freeDigitalCoupon })).totals.total).toBe(0);
  });

  it('leaves the postage of goods beside a gift to check-out, and of files out', () => {
    expect(runningPrice(offer, chosen({ purpose: 'gift', swag: notebooks }), null).goodsShipping).toBeNull();
    const files = { ...offer, swag: [digitalProduct] };
    expect(runningPrice(files, chosen({ swag: { [digitalProduct.ref]: { quantity: 1, size: null } } }), null).goodsShipping).toBe(0);
  });

  it('is never negative and never fractional', () => {
    const choices = fc.record({
      purpose: fc.constantFrom<Chosen['purpose']>('personal', 'gift'),
      medium: fc.constantFrom<Chosen['medium']>('print', 'digital'),
      level: fc.constantFrom<Chosen['level']>('low', 'high'),
      term: fc.constantFrom<Chosen['term']>('1year', '2year', '3year', 'lifetime'),
      shipcode: fc.constantFrom<Chosen['shipcode']>('a', 'b', 'c'),
      gifts: fc.integer({ min: 1, max: 20 }),
      donation: fc.integer({ min: 0, max: 100_000 }),
      discount: fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.constant<'free'>('free')),
    });
    fc.assert(
      fc.property(choices, ({ discount, ...parts }) => {
        const discounts = { print_us: discount, print_ca: discount, print_intl: discount, digital: discount };
        const choice = chosen(parts);
        const result = couponResult(choice, { code: 'X', coupon: makeCoupon({ discounts }) });
        const { total } = runningPrice(offer, choice, result).totals;
        expect(Number.isInteger(total) && total >= parts.donation * 100 - 49).toBe(true);
      }),
    );
  });
});

describe('what goes into the cart', () => {
  it('is one subscription, with the size that was chosen and the contribution', { tags: ['§5.contribution.1'] }, () => {
    const choice = chosen({ donation: 10, swag: { 'prd:last-boat-tee': { quantity: 1, size: 'sze:last-boat-tee-m' } } });
    expect(toCart(choice, swag, null, null)).toEqual({
      items: [{ item: 'sized-product', quantity: 1, ref: 'sze:last-boat-tee-m' }],
      giftsubs: [],
      subscription: { renewal: false, medium: 'print', level: 'low', term: '1year', coupon: null, shipcode: 'a' },
      donation: { process: 'onetime', dollars: 10 },
    });
    expect(toCart(chosen({ donation: 0 }), swag, null, null).donation).toBeNull();
  });

  it('is as many gifts as were chosen, each with the coupon that is applied', { tags: ['§3.cart.7'] }, () => {
    const choice = chosen({ purpose: 'gift', gifts: 2, shipcode: 'c' });
    const entered = { code: 'landfall', coupon: makeCoupon() };
    const gift = { deliverable: 'print-c', level: 'low', term: '1year', coupon: 'LANDFALL' };
    expect(toCart(choice, swag, entered, couponResult(choice, entered))).toMatchObject({ giftsubs: [gift, gift], subscription: null });
  });

  it('is without a coupon that takes nothing off', () => {
    const choice = chosen({ level: 'high' });
    const entered = { code: 'LANDFALL', coupon: makeCoupon() };
    expect(toCart(choice, swag, entered, couponResult(choice, entered)).subscription?.coupon).toBeNull();
  });
});
