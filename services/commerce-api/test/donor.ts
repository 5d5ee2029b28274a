// What the tests of monthly donations share: somebody who gives $5.00 each month.
import { CheckoutResult } from '@newsstand/contracts/checkout';
import * as v from 'valibot';
import type { Reader, Shop } from './shop.ts';

/**
 * The donation of a reader who has just given for the first time, as it is stored; `number` may be the card on record.
 */
export async function giveMonthly({ deps }: Pick<Shop, 'deps'>, reader: Reader, number?: string) {
  const onRecord = number === 'on record';
  const body = {
    cart: { donation: { process: 'monthly-init', dollars: 5 } },
    form: { name: 'Dora Donor', email: 'dora@example.org', total: 500, customer: onRecord ? 'use-card' : 'add-card' },
    shipcode: 'c',
  };
  const response = await reader.browser.post(`/api/donate?captcha=${await reader.browser.captcha()}`, body);
  const result = v.parse(CheckoutResult, await response.json());
  if (result.type === 'gratis') throw new Error('a donation costs what it gives');
  if (result.type === 'started') {
    const payment = { intent: result.intent, secret: result.keys.secret };
    if ((await reader.pay(payment, number)) === 'requires_action') await reader.authenticate(payment);
  }
  await reader.status(result.intent);
  const { id } = await deps.db.order.findUniqueOrThrow({ where: { intentId: result.intent } });
  return deps.db.donation.findFirstOrThrow({ where: { orderId: id } });
}
