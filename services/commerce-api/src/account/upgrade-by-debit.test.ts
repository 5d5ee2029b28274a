// @module-tag ci
import { SubscriptionSettings } from '@newsstand/contracts/upgrade-endpoints';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putCard, subscriber } from '../../test/card-reader.ts';
import { ACCOUNT, debit, takeBankDebits } from '../../test/debit.ts';
import { answerOf } from '../../test/reader.ts';
import { ADDRESS, openShop, type Shop } from '../../test/shop.ts';
import { PaymentFailed, paymentFailedLetter } from '../letters/payment-failed-letter.ts';
import { wording } from '../publication/texts/letter-texts.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await takeBankDebits(shop.deps);
});
afterAll(() => shop.close());

/**
 * A reader with a card on record whose upgrade to print is debited from one of Stripe's test accounts, days from now.
 */
async function debited(account: string) {
  const { reader, email, id } = await subscriber(shop);
  const subscription = { renewal: false, medium: 'digital', level: 'low', term: '1year', coupon: null };
  await reader.browser.post('/api/cart', { type: 'membership', item: { subscription } });
  const bought = await reader.start({ email, autorenew: false });
  await reader.pay(bought);
  await reader.status(bought.intent);
  const { token } = await shop.deps.db.subscription.findFirstOrThrow({ where: { ownerId: id } });
  await putCard(shop, { reader, email, id });
  const page = async () =>
    v.parse(SubscriptionSettings, await (await reader.browser.get(`/api/account/subscriptions/${token}`)).json()).upgrade;
  const total = (await page()).options.low_prices.a.amount;
  const upgrade = async (customer: 'add-card' | 'use-card') =>
    answerOf(
      await reader.browser.post(`/api/account/subscriptions/update?captcha=${await reader.browser.captcha()}`, {
        form: { name: 'Ana Reader', email, address: ADDRESS, total, customer },
        shipcode: 'a',
        subscription: { token, deliverable: 'print-a', level: 'low' },
      }),
    );
  const [, begun] = await upgrade('add-card');
  const { intent, keys } = v.parse(
    v.object({ checkout: v.object({ intent: v.string(), keys: v.object({ secret: v.string() }) }) }),
    begun,
  ).checkout;
  await debit(shop.emulator, { intent, secret: keys.secret }, account);
  const order = () => shop.deps.db.order.findUniqueOrThrow({ where: { intentId: intent } });
  await expect.poll(async () => (await order()).state).toBe('processing');
  return { page, upgrade, order, email, token };
}

test('while an upgrade is debited from a bank, its page leads to what is on its way, and it is not paid a second time', async () => {
  const { page, upgrade, order } = await debited(ACCOUNT.pays);
  expect((await page()).processing).toBe((await order()).receiptToken);
  const before = shop.emulator.control.state().captured;
  expect(await upgrade('use-card')).toEqual([
    409,
    {
      type: 'upgrade-failed',
      errors: { general: 'A payment for this subscription is on its way. As soon as it has arrived, it is updated.' },
    },
  ]);
  expect((await upgrade('add-card'))[0]).toBe(409);
  expect(shop.emulator.control.state().captured).toBe(before);
  shop.emulator.control.settleBankDebits();
  await expect.poll(async () => (await order()).state).toBe('paid');
  expect(await page()).toMatchObject({ processing: null, subscription: { deliverables: { set: 'print-a' } } });
});

test('an upgrade whose debit failed can be paid in another way', async () => {
  const { page, upgrade } = await debited(ACCOUNT.fails);
  shop.emulator.control.settleBankDebits();
  await expect.poll(async () => (await page()).processing).toBe(null);
  expect(await upgrade('use-card')).toMatchObject([200, { type: 'upgrade-checkout' }]);
  await expect.poll(async () => (await page()).subscription.deliverables.set).toBe('print-a');
});

test('who is told by mail that a debit for an upgrade failed is led to the subscription', async () => {
  const { email, token } = await debited(ACCOUNT.fails);
  shop.emulator.control.settleBankDebits();
  const letter = () => shop.deps.db.outbox.findFirst({ where: { recipient: email, kind: 'payment-failed' } });
  await expect.poll(letter).not.toBe(null);
  const sender = { name: 'Exclave', support: 'help@example.org', url: 'https://magazine.example', paths: {} };
  const { blocks } = paymentFailedLetter(v.parse(PaymentFailed, (await letter())?.payload), sender, wording({}));
  expect(blocks).toContainEqual({
    type: 'button',
    text: 'Go to your subscription',
    url: `https://magazine.example/account/subscriptions/${token}`,
  });
});
