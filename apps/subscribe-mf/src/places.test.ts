import { expect, test } from 'vitest';
import { placeIn } from './places.ts';

test.each([
  ['item.donation.dollars', 'donation'],
  ['amount', 'donation'],
  ['item.giftsubs.0.coupon', 'coupon'],
  ['item.giftsubs.0.level', 'gifts'],
  ['captcha', undefined],
])('what is wrong with %s stands beside: %s', (name, place) => {
  expect(placeIn({ coupon: ['coupon'], donation: ['donation', 'amount'], gifts: ['giftsubs'] })(name)).toBe(place);
});
