import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeDigitalCoupon, giftCoupon, makeCoupon, newCoupon, northAmericaCoupon, renewalCoupon } from '../fixtures/subscribe.ts';
import { Deliverable, Level, Term } from './cart.ts';
import {
  allowedDeliverables,
  type Coupon,
  couponLimits,
  COUPON_MESSAGES,
  couponText,
  CouponUse,
  type CouponTrial,
  resetToCoupon,
  tryCoupon,
} from './coupon.ts';
import { mediumOf } from './deliverable.ts';

const trial = (parts: Partial<CouponTrial> = {}): CouponTrial => ({
  purpose: 'personal',
  renewal: false,
  deliverable: 'print-a',
  level: 'low',
  term: '1year',
  copies: 1,
  ...parts,
});
const personal = trial();
const renewal = trial({ renewal: true });
const gift = trial({ purpose: 'gift' });

/** In the words of whoever shows it. */
const sentTo = (zones: readonly string[]) => `To ${zones.join(', ')}.`;
const lasting = (terms: readonly string[]) => `For ${terms.join(', ')}.`;

const applied = (discount: number | 'free') => ({ type: 'applied', discount });
const unable = (code: string) => ({ type: 'cannot-apply', why: { key: 'unable', values: { code } } });
const notRenewals = { type: 'cannot-apply', why: { key: 'not_renewals' } };
const notNew = { type: 'cannot-apply', why: { key: 'not_new' } };
const tooMany = (most: number) => ({ type: 'not-applicable', why: { key: 'too_many', values: { n: most } } });
const notThis = { type: 'not-applicable', why: { key: 'not_this' } };

describe('trying a coupon', () => {
  it.each<[string, Coupon | null, CouponTrial, object]>([
    ['one for everything, new', makeCoupon(), personal, applied(1000)],
    ['one for everything, renewal', makeCoupon(), renewal, applied(1000)],
    ['one for everything, gift', makeCoupon(), gift, applied(1000)],
    ['its digital discount', makeCoupon(), trial({ deliverable: 'digital' }), applied(600)],
    ['a code that nobody knows', null, personal, unable('NOWHERE')],
    ['no discounts', makeCoupon({ code: 'NOWHERE', discounts: {} }), personal, unable('NOWHERE')],
    ['only discounts of nothing', makeCoupon({ discounts: { digital: 0, print_us: 0 } }), personal, unable('NOWHERE')],
    ['gift-only, personal', giftCoupon, personal, { type: 'forces-gift' }],
    ['gift-only, gift', giftCoupon, gift, applied(1000)],
    ['gift-only, renewal', giftCoupon, renewal, notRenewals],
    ['renewal-only, renewal', renewalCoupon, renewal, applied(1000)],
    ['renewal-only, new', renewalCoupon, personal, notNew],
    ['renewal-only, gift', renewalCoupon, gift, notNew],
    ['new-only, new', newCoupon, personal, applied(1000)],
    ['new-only, renewal', newCoupon, renewal, notRenewals],
    ['new-only, gift', newCoupon, gift, notThis],
    ['renewals and gifts, new', makeCoupon({ uses: ['renewal', 'gift'] }), personal, notNew],
    ['the high level', makeCoupon(), trial({ level: 'high' }), notThis],
    ['a zone it does not know', northAmericaCoupon, trial({ deliverable: 'print-c' }), notThis],
    ['a medium it does not know', northAmericaCoupon, trial({ deliverable: 'digital' }), notThis],
    ['digital for nothing', freeDigitalCoupon, trial({ deliverable: 'digital' }), applied('free')],
    ['for one term, with another', makeCoupon({ terms: ['1year', '2year'] }), trial({ term: 'lifetime' }), notThis],
    ['for one term, with it', makeCoupon({ terms: ['1year', '2year'] }), trial({ term: '2year' }), applied(1000)],
    ['for three of an order, with three', makeCoupon({ per_order: 3 }), trial({ purpose: 'gift', copies: 3 }), applied(1000)],
    ['for three of an order, with four', makeCoupon({ per_order: 3 }), trial({ purpose: 'gift', copies: 4 }), tooMany(3)],
    ['digital for nothing, print chosen', freeDigitalCoupon, personal, notThis],
  ])('%s', (_, coupon, tried, result) => {
    expect(tryCoupon('NOWHERE', coupon, tried)).toEqual(result);
  });

  it('says what to do when the present choice does not fit', { tags: ['§5.coupons.5'] }, () => {
    expect(COUPON_MESSAGES.not_this).toBe(
      'Coupon does not apply to this subscription. If you would like to use this coupon, please change your subscription settings via the following form.',
    );
  });

  it('names any code as it was typed', () => {
    fc.assert(
      fc.property(fc.string(), (code) => {
        const result = tryCoupon(code, null, personal);
        expect('why' in result && couponText(result.why)).toBe(`Unable to apply coupon ${code}`);
      }),
    );
  });
});

const discount = fc.option(fc.oneof(fc.nat(9000), fc.constant('free' as const)), { nil: undefined });
const coupons = fc
  .record({
    discounts: fc.record({ print_us: discount, print_ca: discount, print_intl: discount, digital: discount }),
    uses: fc.uniqueArray(fc.constantFrom(...CouponUse.options), { minLength: 1 }),
    terms: fc.option(fc.uniqueArray(fc.constantFrom(...Term.options), { minLength: 1 }), { nil: undefined }),
  })
  .map(({ discounts, uses, terms }) => makeCoupon({ discounts, uses, terms, applied: uses.join() === 'gift' ? 'gift' : 'other' }));
const trials = fc.record({
  purpose: fc.constantFrom('personal' as const, 'gift' as const),
  renewal: fc.boolean(),
  deliverable: fc.constantFrom(...Deliverable.options),
  level: fc.constantFrom(...Level.options),
  term: fc.constantFrom(...Term.options),
  copies: fc.constant(1),
});

describe('any coupon on any choice', () => {
  it('is turned off when the deliverable no longer matches, and never lowers the high level', { tags: ['§4.coupon.2'] }, () => {
    fc.assert(
      fc.property(coupons, trials, (coupon, tried) => {
        const { type } = tryCoupon('X', coupon, tried);
        return type !== 'applied' || (tried.level === 'low' && allowedDeliverables(coupon).includes(tried.deliverable));
      }),
    );
  });

  it('applies to the nearest choice it allows, once what was chosen is reset to it', { tags: ['§4.renew.6'] }, () => {
    fc.assert(
      fc.property(coupons, trials, (coupon, tried) => {
        const first = tryCoupon('X', coupon, tried);
        if (first.type !== 'not-applicable' || !coupon.uses.includes(useOf(tried))) return;
        const reset = resetToCoupon(coupon, tried);
        expect(tryCoupon('X', coupon, reset).type).toBe('applied');
        const sameMedium = allowedDeliverables(coupon).some((each) => mediumOf(each) === mediumOf(tried.deliverable));
        expect(mediumOf(reset.deliverable) === mediumOf(tried.deliverable)).toBe(sameMedium);
        expect(resetToCoupon(coupon, reset)).toEqual(reset);
      }),
    );
  });

  it('that forces a gift, can be used for one', () => {
    fc.assert(
      fc.property(coupons, trials, (coupon, tried) => {
        if (tryCoupon('X', coupon, tried).type !== 'forces-gift') return;
        expect(tryCoupon('X', coupon, resetToCoupon(coupon, { ...tried, purpose: 'gift' as const })).type).toBe('applied');
      }),
    );
  });
});

describe('what a coupon is limited to', () => {
  it.each<[string, Coupon, string | null, string | null]>([
    ['nothing', makeCoupon(), null, null],
    ['a medium', freeDigitalCoupon, 'For digital subscriptions only.', null],
    ['two zones', northAmericaCoupon, 'For print subscriptions only.', 'To a, b.'],
    ['one zone, beside digital', makeCoupon({ discounts: { print_intl: 500, digital: 500 } }), null, 'To c.'],
    [
      "the publisher's own words",
      makeCoupon({ category_message: 'For friends.', shipping_message: 'By pigeon.' }),
      'For friends.',
      'By pigeon.',
    ],
  ])('%s is named in its text', (_, coupon, category_message, shipping_message) => {
    expect(couponLimits(coupon, sentTo, lasting)).toEqual({
      category_message,
      shipping_message,
      term_message: null,
      quantity_message: null,
    });
  });

  it('names the terms and the quantity too', () => {
    const { term_message, quantity_message } = couponLimits(makeCoupon({ terms: ['1year', '2year'], per_order: 2 }), sentTo, lasting);
    expect([term_message, quantity_message]).toEqual(['For 1year, 2year.', 'With this coupon, at most 2 in one order.']);
    expect(couponLimits(makeCoupon({ terms: [...Term.options] }), sentTo, lasting).term_message).toBe(null);
  });
});

function useOf({ purpose, renewal }: CouponTrial): CouponUse {
  if (purpose === 'gift') return 'gift';
  return renewal ? 'renewal' : 'new';
}

describe('the messages of a coupon', () => {
  const message = (coupon: Coupon | null, tried: CouponTrial) => {
    const result = tryCoupon('NOWHERE', coupon, tried);
    return 'why' in result ? couponText(result.why) : result.type;
  };

  it("says 'Coupon Applied' when it is", { tags: ['§2.others.2'] }, () => {
    expect([message(makeCoupon(), personal), COUPON_MESSAGES.applied]).toEqual(['applied', 'Coupon Applied']);
  });

  it("says 'Unable to apply coupon' when it has no discounts", { tags: ['§5.coupons.2'] }, () => {
    expect(message(makeCoupon({ discounts: {} }), personal)).toBe('Unable to apply coupon NOWHERE');
  });

  it('tells a renewal that a coupon is for new subscriptions or gifts only', { tags: ['§5.coupons.3'] }, () => {
    expect([newCoupon, giftCoupon].map((coupon) => message(coupon, renewal))).toEqual(
      Array.from({ length: 2 }, () => 'This coupon does not apply to subscription renewals.'),
    );
  });

  it('tells a new subscription that a coupon is for renewals only', { tags: ['§5.coupons.4'] }, () => {
    expect(message(renewalCoupon, personal)).toBe('This coupon does not apply to new subscriptions.');
  });

  it('forces purpose gift when the coupon is gift-only', { tags: ['§2.builder.11'] }, () => {
    expect(message(giftCoupon, personal)).toBe('forces-gift');
  });

  it('asks to change the settings when the level is high or the deliverable has no discount', { tags: ['§5.coupons.5'] }, () => {
    expect(message(makeCoupon(), trial({ level: 'high' }))).toBe(COUPON_MESSAGES.not_this);
    expect(message(northAmericaCoupon, trial({ deliverable: 'print-c' }))).toBe(COUPON_MESSAGES.not_this);
  });

  it('names the shipping regions and the medium that a coupon is limited to', { tags: ['§5.coupons.6'] }, () => {
    const limits = couponLimits(northAmericaCoupon, sentTo, lasting);
    expect([limits.category_message, limits.shipping_message]).toEqual(['For print subscriptions only.', 'To a, b.']);
  });
});
