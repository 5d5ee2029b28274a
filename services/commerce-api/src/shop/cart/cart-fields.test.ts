import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from '../../../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test(
  'a cart has each field of section 3, with what was chosen and what it costs',
  {
    tags: [
      '§3.cart.1',
      '§3.cart.4',
      '§3.cart.5',
      '§3.cart.6',
      '§3.cart.7',
      '§3.cart.8',
      '§3.cart.9',
      '§3.line.1',
      '§3.line.3',
      '§3.good.1',
      '§3.subscription-item.1',
      '§3.gift-item.1',
      '§7.calls.8',
    ],
  },
  async () => {
    const reader = shop.reader();
    await reader.add('prd:harbour-mug', 2);
    const subscription = { renewal: false, medium: 'print', level: 'high', term: '2year', coupon: null, shipcode: 'b' };
    const giftsub = { deliverable: 'digital', level: 'low', term: '1year', coupon: 'POSTCARD' };
    const item = { subscription, giftsubs: [giftsub, giftsub], donation: { process: 'monthly-init', dollars: 25 } };
    expect((await reader.browser.post('/api/cart', { type: 'membership', item })).status).toBe(200);

    const { billing, ...cart } = await reader.cart();
    expect(cart).toMatchObject({
      items: [{ item: 'basic-product', quantity: 2, ref: 'prd:harbour-mug' }],
      giftsubs: [giftsub, giftsub],
      subscription,
      donation: { process: 'monthly-init', dollars: 25, amount: 2500 },
      goods: [
        { name: 'Harbour Mug', medium: 'print', qty: 2, ref: 'prd:harbour-mug', outlays: { amount: 3600, shipping: 0, discount: 0 } },
      ],
      membership: {
        type: 'subscription',
        item: { phase: 'introductory', medium: 'print', level: 'high', term: '2year', copies: 1, coupon: null, deliverable: 'print-b' },
      },
    });
    const line = (type: string, ref: string, quantity: number, medium?: string) => ({
      id: `${type}/${ref}`,
      cart: { type, ref, item: medium === undefined ? null : { medium }, qty: quantity },
      quantity,
    });
    for (const [zone, shipping] of [
      ['a', 0],
      ['b', 2400],
      ['c', 4800],
    ] as const) {
      const one = { shipcode: zone, discount: 0, shipping: 0 };
      expect(billing[zone]).toMatchObject([
        {
          ...one,
          ...line('personal-subscription', 'print/high/2year', 1, 'print'),
          name: 'Subscription',
          change_quantity: false,
          price: 16800,
          shipping,
        },
        {
          ...one,
          ...line('gift-subscription', 'digital/low/1year/POSTCARD', 2, 'digital'),
          name: 'Gift subscription',
          change_quantity: true,
          price: 2800,
          discount: 1200,
        },
        { ...one, ...line('donation-item', 'monthly-init', 1), name: 'Monthly donation', change_quantity: false, price: 2500 },
        { ...one, ...line('basic-product', 'prd:harbour-mug', 2, 'print'), name: 'Harbour Mug', change_quantity: true, price: 1800 },
      ]);
    }
  },
);
