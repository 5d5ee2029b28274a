import type { Cart } from '@newsstand/contracts/cart';
import { makeCart, makeLine, mixedCart } from '@newsstand/contracts/fixtures/cart';
import type { OrderRefused } from '@newsstand/ui/send-order';
import { describe, expect, it } from 'vitest';
import type { Failed, Problem } from './checkout-flow.ts';
import { orderRefused } from './order-refused.ts';

const refused = (status: number, refusal: OrderRefused['refusal'], cart: Cart | null = mixedCart) =>
  orderRefused({ status, refusal }, { total: 6600, zone: 'a', readCart: async () => cart });
const message = (text: string): Failed => ({ type: 'failed', problem: { type: 'message', message: text } });

describe('what the check-out says of an order that was refused', () => {
  it.each<[string, number, OrderRefused['refusal'], Failed]>([
    [
      'an address that has an account',
      422,
      { errors: { email: 'This address has an account already.' }, require: 'login' },
      { type: 'failed', problem: { type: 'fields' }, errors: { email: 'This address has an account already.' }, login: true },
    ],
    ['one message', 429, { errors: 'Too many requests.' }, message('Too many requests.')],
    [
      'messages by field',
      422,
      { errors: { email: 'Must not be blank.' } },
      { type: 'failed', problem: { type: 'fields' }, errors: { email: 'Must not be blank.' } },
    ],
    [
      'a general message beside a field',
      403,
      { errors: { general: 'Please try again.', name: 'Too long.' } },
      { type: 'failed', problem: { type: 'message', message: 'Please try again.' }, errors: { name: 'Too long.' } },
    ],
    ['a line that is gone', 409, { errors: { general: 'The tee is gone.' } }, message('The tee is gone.')],
  ])('of %s it tells what it means', async (_, status, failure, expected) => {
    expect(await refused(status, failure)).toEqual(expected);
  });

  const cheaper = makeCart({ lines: [makeLine({ price: 2000 })] });
  const text = 'The price of your order is now $71.00. Please check it and confirm.';
  it.each<[string, Cart | null, Problem]>([
    ['told with both amounts', cheaper, { type: 'price-changed', before: 6600, now: 4800 }],
    ['told in the words of the server where the cart cannot be read again', null, { type: 'message', message: text }],
  ])('a changed price is %s', async (_, cart, problem) => {
    expect(await refused(409, { errors: { total: text } }, cart)).toEqual({ type: 'failed', problem });
  });
});
