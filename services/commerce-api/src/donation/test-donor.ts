// What the tests of monthly donations share: somebody who gives $5.00 each month.
import type { Reader, Shop } from '../checkout/test-shop.ts';

/** The donation of a reader who has just given for the first time, as it is stored. */
export async function giveMonthly({ deps }: Pick<Shop, 'deps'>, reader: Reader, number?: string) {
  const body = {
    cart: { donation: { process: 'monthly-init', dollars: 5 } },
    form: { name: 'Dora Donor', email: 'dora@example.org', total: 500 },
    shipcode: 'c',
  };
  const response = await reader.browser.post(`/api/donate?captcha=${await reader.browser.captcha()}`, body);
  const started: { intent: string; keys: { secret: string } } = await response.json();
  const payment = { intent: started.intent, secret: started.keys.secret };
  if ((await reader.pay(payment, number)) === 'requires_action') await reader.authenticate(payment);
  await reader.status(started.intent);
  const { id } = await deps.db.order.findUniqueOrThrow({ where: { intentId: started.intent } });
  return deps.db.donation.findFirstOrThrow({ where: { orderId: id } });
}
