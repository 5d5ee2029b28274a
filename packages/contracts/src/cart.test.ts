import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { emptyCart, makeCart, makeLine, mixedCart } from '../fixtures/cart.ts';
import { cartCount } from './cart-count.ts';
import { AddToCart, GOODS, GoodType } from './cart.ts';

const giftsub = { deliverable: 'print-a', level: 'low', term: '1year', coupon: null } as const;
const subscription = { renewal: false, medium: 'print', level: 'low', term: '1year', coupon: null } as const;
const donation = { process: 'onetime', dollars: 25, amount: 2500 } as const;

describe('cartCount', () => {
  it.each([
    ['nothing', emptyCart, 0],
    ['three goods', mixedCart, 3],
    ['four mugs', makeCart({ lines: [makeLine({ quantity: 4 })] }), 4],
    ['two gifts', makeCart({ giftsubs: [giftsub, giftsub] }), 2],
    ['a subscription', makeCart({ subscription }), 1],
    ['a donation, whatever its amount', makeCart({ donation }), 1],
    ['one of each', makeCart({ lines: [makeLine({ quantity: 2 })], giftsubs: [giftsub], subscription, donation }), 5],
  ])('the counter counts %s', { tags: ['§2.others.10'] }, (_, cart, count) => {
    expect(cartCount(cart)).toBe(count);
  });
});

describe('the ref of a good', () => {
  it('fits its type, and only that', { tags: ['§1.offers.6', '§3.line.2'] }, () => {
    fc.assert(
      fc.property(fc.constantFrom(...GoodType.options), fc.constantFrom('prd:', 'sze:', 'iss:'), (item, prefix) => {
        const { success } = v.safeParse(AddToCart, { type: 'add', item: { item, quantity: 1, ref: `${prefix}thing` } });
        return success === (GOODS[item].prefix === prefix);
      }),
    );
  });
});
