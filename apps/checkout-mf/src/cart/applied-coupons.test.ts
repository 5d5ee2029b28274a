import * as carts from '@newsstand/contracts/fixtures/cart';
import { describe, expect, it } from 'vitest';
import { appliedCoupons } from './applied-coupons.ts';

describe('the coupons that are on', () => {
  it('is the one of the subscription, where it takes something off', () => {
    expect(appliedCoupons(carts.couponCart, carts.couponCart.billing.a)).toEqual(['LANDFALL']);
  });

  it('is none where the zone turns it off', () => {
    expect(appliedCoupons(carts.couponCart, [carts.subscriptionLine('b')])).toEqual([]);
  });

  it('is each code of the gifts once', () => {
    const gift = { deliverable: 'print-a', level: 'low', term: '1year', coupon: 'POSTCARD' } as const;
    expect(appliedCoupons({ subscription: null, giftsubs: [gift, gift] }, [carts.giftLine({ discount: 2000 })])).toEqual(['POSTCARD']);
  });

  it('is none for goods with a sales price', () => {
    expect(appliedCoupons(carts.discountedCart, carts.discountedCart.billing.a)).toEqual([]);
  });
});
