import type { CartSubscription, Giftsub } from '@newsstand/contracts/cart';
import { freeDigitalCoupon, giftCoupon as giftOnly, newCoupon, northAmericaCoupon } from '@newsstand/contracts/fixtures/subscribe';
import { describe, expect, it } from 'vitest';
import { findCoupon, giftCoupon, isUsedUp, subscriptionCoupon } from './coupon-rules.ts';

const coupons = [giftOnly, newCoupon, freeDigitalCoupon, northAmericaCoupon];
const subscription: CartSubscription = { renewal: false, medium: 'print', level: 'low', term: '1year', coupon: 'PAPERTRAIL' };
const giftsub: Giftsub = { deliverable: 'digital', level: 'low', term: '1year', coupon: 'DIPLOMATICBAG' };

describe('a coupon in a cart', () => {
  it('is found however it is typed', () => {
    expect(findCoupon(coupons, ' papertrail ')).toBe(northAmericaCoupon);
    expect(findCoupon(coupons, 'nothing')).toBe(null);
  });

  it('is tried anew for each zone that the subscription may ship to', () => {
    expect((['a', 'b', 'c'] as const).map((zone) => subscriptionCoupon(coupons, subscription, zone, 1)?.type)).toEqual([
      'applied',
      'applied',
      'not-applicable',
    ]);
  });

  it('takes nothing off when there is none', () => {
    expect(subscriptionCoupon(coupons, { ...subscription, coupon: null }, 'a', 1)).toBe(null);
    expect(giftCoupon(coupons, { ...giftsub, coupon: null }, 1)).toBe(null);
  });

  it('for new subscriptions is refused to a renewal, whatever the page let through', () => {
    expect(subscriptionCoupon(coupons, { ...subscription, renewal: true, coupon: 'FIRSTLANDING' }, 'a', 1)).toMatchObject({
      type: 'cannot-apply',
      why: { key: 'not_renewals' },
    });
  });

  it('that nobody knows cannot be applied', () => {
    expect(giftCoupon(coupons, { ...giftsub, coupon: 'OLDNEWS' }, 1)).toMatchObject({
      why: { key: 'unable', values: { code: 'OLDNEWS' } },
    });
  });

  it('is tried on a gift by its own deliverable', () => {
    expect(giftCoupon(coupons, giftsub, 1)).toMatchObject({ type: 'applied', discount: 'free' });
    expect(giftCoupon(coupons, { ...giftsub, deliverable: 'print-a' }, 1)).toMatchObject({ type: 'not-applicable' });
  });
});

describe('a limited coupon', () => {
  it.each([
    [0, null, 20, false],
    [9, 10, 1, false],
    [10, 10, 1, true],
    [8, 10, 3, true],
    [0, 0, 1, true],
  ])('used %i of %s times is used up for %i more: %s', (used, limit, wanted, usedUp) => {
    expect(isUsedUp({ used, limit }, wanted)).toBe(usedUp);
  });
});
