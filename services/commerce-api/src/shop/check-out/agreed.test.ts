// @module-tag ci
import type { CheckoutInput } from '@newsstand/contracts/checkout';
import { displayDate } from '@newsstand/contracts/display-date';
import { Receipt } from '@newsstand/contracts/receipt';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putCard, subscriber, type Subscriber } from '../../../test/card-reader.ts';
import { ACCOUNT, debit, setPaymentMethods, takeBankDebits } from '../../../test/debit.ts';
import { giveMonthly } from '../../../test/donor.ts';
import { compose } from '../../../test/letter.ts';
import { ADDRESS, openShop, stock, type Shop } from '../../../test/shop.ts';
import { deliver, subscribe, subscriberAt } from '../../../test/subscriber.ts';
import { chargeDate } from '../../rules/charges/monthly-rules.ts';
import { letterText } from '../../letters/letter-text.ts';

let shop: Shop;
let count = 0;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const VISA = 'Visa ending in 4242';
const SAVES = { save_card: true };
const RENEWS = { autorenew: true };
type Payment = { intent: string; secret: string };

async function chosen(who: Subscriber, term = '1year'): Promise<Subscriber> {
  const subscription = { renewal: false, medium: 'digital', level: 'low', term, coupon: null };
  await who.reader.browser.post('/api/cart', { type: 'membership', item: { subscription } });
  return who;
}

/** What the page of an order's receipt is told, and what its one letter says. */
async function toldOf(who: Subscriber, intent: string, kind = 'receipt') {
  const status = await who.reader.status(intent);
  if (status.status !== 'completed') throw new Error(`the order is ${status.status}`);
  const { id } = await shop.deps.db.order.findUniqueOrThrow({ where: { intentId: intent } });
  const [row, ...more] = await shop.deps.db.outbox.findMany({ where: { kind, subject: id } });
  const letter = row && more.length === 0 ? await compose(shop.deps, row) : null;
  const receipt = v.parse(Receipt, await (await who.reader.browser.get(`/api/receipts/${status.receipt}`)).json());
  return { agreed: receipt.agreed, letter: letter ? letterText(letter).replaceAll(/\s+/g, ' ') : '' };
}

/** Each way of ordering with a card of one's own: what begins it, up to the payment. */
const FLOWS: Record<string, (who: Subscriber, form: Partial<CheckoutInput>) => Promise<Payment>> = {
  'a check-out': async (who, form) => {
    await who.reader.add(await stock(shop.deps.db, `prd:agreed-${++count}`, 5));
    return who.reader.start(form);
  },
  'a renewal': async (who, form) => {
    await deliver(shop, await subscribe(shop, who.id, { deliverable: 'digital' }), [12, 13, 14, 15]);
    const subscription = { renewal: true, medium: 'digital', level: 'low', term: '1year', coupon: null };
    return begun(who, 'subscribe/renew?', { cart: { subscription } }, { ...form, total: 2800 });
  },
  'a gift that is redeemed in print': async (who, form) => {
    const giver = await subscriber(shop);
    const giftsubs = [{ deliverable: 'digital', level: 'low', term: '1year', coupon: null }];
    await giver.reader.browser.post('/api/cart', { type: 'membership', item: { giftsubs } });
    await giver.reader.buy();
    const { token } = await shop.deps.db.gift.findFirstOrThrow({ where: { ownerId: giver.id } });
    return begun(who, `subscribe/redeem?token=${token}&`, { subscription: { token, deliverable: 'print-a' } }, { ...form, total: 2800 });
  },
  'an upgrade': async (who, form) => {
    const token = await subscribe(shop, who.id, { deliverable: 'digital' });
    const wish = { token, deliverable: 'print-a', level: 'low' };
    return begun(who, 'account/subscriptions/update?', { subscription: wish, versions: {} }, { ...form, total: 2800 });
  },
};

async function begun({ reader, email }: Subscriber, path: string, body: object, form: Partial<CheckoutInput>): Promise<Payment> {
  const { browser } = reader;
  const sent = { ...body, form: { name: 'Ada Reader', email, address: ADDRESS, ...form }, shipcode: 'a' };
  const answer = await browser.post(`/api/${path}captcha=${await browser.captcha()}`, sent);
  const result = await answer.json();
  const { intent, keys } = result.checkout ?? result;
  if (!keys) throw new Error(JSON.stringify(result));
  return { intent, secret: keys.secret };
}

describe.each(Object.entries(FLOWS))('%s', (_, begin) => {
  test('that keeps its card says so, on the receipt’s page and in the order’s letter', async () => {
    const who = await subscriber(shop);
    const payment = await begin(who, SAVES);
    await who.reader.pay(payment);
    const { agreed, letter } = await toldOf(who, payment.intent);
    expect(agreed).toEqual({ kept: true });
    expect(letter).toContain(`${VISA} is on record in your account from now on, as you chose.`);
    expect(letter).toContain('/account');
  });

  test('that keeps none says nothing of it', async () => {
    const who = await subscriber(shop);
    const payment = await begin(who, {});
    await who.reader.pay(payment);
    const { agreed, letter } = await toldOf(who, payment.intent);
    expect(agreed).toBeUndefined();
    expect(letter).not.toMatch(/as you chose/i);
  });
});

describe('a subscription that renews by itself', () => {
  test('says so with the card, the amount, about when, and where that ends', async () => {
    const who = await chosen(await subscriber(shop));
    const payment = await who.reader.start({ email: who.email, ...RENEWS });
    await who.reader.pay(payment);
    const { agreed, letter } = await toldOf(who, payment.intent);
    const { renewal_charge: next } = await subscriberAt(who.reader.browser);
    expect(next).toMatchObject({ amount: 2800, after: 19 });
    expect(agreed).toEqual({ kept: true, autorenew: true, renewal: next });
    expect(letter).toContain('your subscription renews by itself');
    expect(letter).toContain(`${VISA} is kept in your account to pay for it`);
    expect(letter).toContain(`$28.00, about ${displayDate(next?.when ?? '')}, after issue 19`);
    expect(letter).toContain('You can switch this off in your account at any time.');
  });

  test('says so where the card on record pays', async () => {
    const who = await chosen(await subscriber(shop));
    await putCard(shop, who);
    const result = await who.reader.checkOut({ customer: 'use-card', email: who.email, ...RENEWS });
    if (result.type !== 'customer') expect.unreachable(result.type);
    const { agreed, letter } = await toldOf(who, result.intent);
    expect(agreed).toMatchObject({ kept: true, autorenew: true, renewal: { amount: 2800, after: 19 } });
    expect(letter).toContain(`${VISA} is kept in your account to pay for it`);
  });

  test('is no longer said to once it was switched off, nor of a card that was deleted', async () => {
    const who = await chosen(await subscriber(shop));
    const payment = await who.reader.start({ email: who.email, ...RENEWS });
    await who.reader.pay(payment);
    await toldOf(who, payment.intent);
    await who.reader.browser.post('/api/account/autorenew', { autorenew: false });
    expect((await toldOf(who, payment.intent)).agreed).toEqual({ kept: true });
    await who.reader.browser.send('DELETE', '/api/account/card', undefined, {});
    expect((await toldOf(who, payment.intent)).agreed).toBeUndefined();
  });

  test('whose reader says no is told that nothing is charged for another term', async () => {
    const who = await chosen(await subscriber(shop));
    const payment = await who.reader.start({ email: who.email, autorenew: false });
    await who.reader.pay(payment);
    const { agreed, letter } = await toldOf(who, payment.intent);
    expect(agreed).toEqual({ autorenew: false });
    expect(letter).toContain('does not renew by itself: nothing is charged for another term');
  });

  test('of a bank account says so once the bank has paid, and of the account', async () => {
    await takeBankDebits(shop.deps);
    const who = await chosen(await subscriber(shop));
    const payment = await who.reader.start({ email: who.email, ...RENEWS });
    expect(await debit(shop.emulator, payment, ACCOUNT.pays)).toBe('processing');
    expect(await who.reader.status(payment.intent)).toMatchObject({ status: 'processing' });
    const { id } = await shop.deps.db.order.findUniqueOrThrow({ where: { intentId: payment.intent } });
    expect(await shop.deps.db.outbox.count({ where: { kind: 'receipt', subject: id } })).toBe(0);
    shop.emulator.control.settleBankDebits();
    await expect.poll(async () => (await shop.deps.db.order.findUniqueOrThrow({ where: { id } })).state).toBe('paid');
    const { agreed, letter } = await toldOf(who, payment.intent);
    expect(agreed).toMatchObject({ kept: true, autorenew: true, renewal: { amount: 2800 } });
    expect(letter).toContain('Bank Account ending in 6789 is kept in your account to pay for it');
    await setPaymentMethods(shop.deps, ['card']);
  });
});

test('a monthly donation says which card is charged, from which day on, and where it ends, to a guest as well', async () => {
  const reader = shop.reader();
  const { orderId, first } = await giveMonthly(shop, reader);
  const { intentId } = await shop.deps.db.order.findUniqueOrThrow({ where: { id: orderId } });
  const who = { reader, id: '', email: '' };
  const { agreed, letter } = await toldOf(who, intentId ?? '', 'donation');
  const when = chargeDate(first, 1).toISOString().slice(0, 10);
  expect(agreed).toEqual({ donation: { amount: 500, when, kept: true } });
  expect(letter).toContain(`We will charge $5.00 to ${VISA} each month, on day ${first.getUTCDate()}`);
  await shop.deps.db.donation.updateMany({ where: { orderId }, data: { ended: shop.deps.clock() } });
  expect((await toldOf(who, intentId ?? '')).agreed).toBeUndefined();
});
