import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Coupon } from '@newsstand/contracts/coupon';
import { Pricing, subscriptionPrice } from '@newsstand/contracts/pricing';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Coupons } from '../../publication/coupon-schema.ts';
import { Prices } from '../../publication/prices-schema.ts';
import { findCoupon, giftCoupon } from './coupon-rules.ts';

const published = async (file: string): Promise<unknown> =>
  JSON.parse(await readFile(join(import.meta.dirname, '../../../publication', file), 'utf8'));

test('the prices of the publication are what pages are told', async () => {
  const prices = v.parse(Prices, await published('prices.json'));
  expect(v.parse(Pricing, prices)).toEqual(prices);
});

test('the coupons of the publication are what pages are told', async () => {
  const coupons = v.parse(Coupons, await published('coupons.json'));
  expect(v.parse(v.array(Coupon), coupons)).toEqual(coupons);
});

test('a gift to Canada with a postcard from the publication costs its price and shipping without the discount', async () => {
  const prices = v.parse(Prices, await published('prices.json'));
  const coupons = v.parse(Coupons, await published('coupons.json'));
  const gift = { deliverable: 'print-b', level: 'low', term: '1year', coupon: 'postcard' } as const;
  expect(findCoupon(coupons, gift.coupon)?.applied).toBe('gift');
  expect(subscriptionPrice(prices, gift, giftCoupon(coupons, gift, 1))).toEqual({
    price: 5600,
    shipping: 1200,
    discount: 1000,
    total: 5800,
  });
});
