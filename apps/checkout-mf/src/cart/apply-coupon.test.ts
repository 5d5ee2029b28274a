import { subscriptionCart } from '@newsstand/contracts/fixtures/cart';
import { COUPON_MESSAGES, couponText } from '@newsstand/contracts/coupon';
import * as coupons from '@newsstand/contracts/fixtures/subscribe';
import { describe, expect, it } from 'vitest';
import { tryOnCart } from './apply-coupon.ts';

const { subscription } = subscriptionCart;

describe('a coupon tried on the cart', () => {
  it.each([
    ['applies to a subscription', coupons.makeCoupon(), subscription, 'applied'],
    [
      'for other countries does not fit one that is posted within the United States',
      coupons.makeCoupon({ discounts: { print_intl: 500 } }),
      subscription,
      /^Coupon does not apply to this subscription\./,
    ],
    [
      'for other countries fits one that was chosen for them',
      coupons.makeCoupon({ discounts: { print_intl: 500 } }),
      subscription && { ...subscription, shipcode: 'c' as const },
      'applied',
    ],
    ['that nobody knows cannot be applied', null, subscription, 'Unable to apply coupon CODE'],
    ['has nothing to be put on in a cart of goods', coupons.makeCoupon(), null, 'Unable to apply coupon CODE'],
    ['for gifts only asks for other settings', coupons.giftCoupon, subscription, COUPON_MESSAGES.not_this],
    ['for renewals only says so', coupons.renewalCoupon, subscription, 'This coupon does not apply to new subscriptions.'],
    [
      'for new subscriptions only says so to a renewal',
      coupons.newCoupon,
      subscription && { ...subscription, renewal: true },
      'This coupon does not apply to subscription renewals.',
    ],
    [
      'for the digital edition does not fit print',
      coupons.freeDigitalCoupon,
      subscription,
      /^Coupon does not apply to this subscription\./,
    ],
  ])('%s', (_, coupon, chosen, message) => {
    const tried = tryOnCart('CODE', coupon, { subscription: chosen });
    const text = 'why' in tried ? couponText(tried.why) : tried.type;
    expect(text).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });
});
