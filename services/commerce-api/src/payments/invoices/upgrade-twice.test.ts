import { SubscriptionSettings } from '@newsstand/contracts/upgrade-endpoints';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putCard, subscriber, type Subscriber } from '../../../test/card-reader.ts';
import { ACCOUNT, debit, takeBankDebits } from '../../../test/debit.ts';
import { home, pressPay, startPay, writeBeside, writeInvoice } from '../../../test/invoice.ts';
import { answerOf } from '../../../test/reader.ts';
import { ADDRESS, openShop, type Shop } from '../../../test/shop.ts';
import { settle } from '../settle/settle.ts';
import type { Created } from './create-invoice.ts';
import { readInvoice } from './read-invoice.ts';
import { recordPayment } from './record-payment.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await takeBankDebits(shop.deps);
});
afterAll(() => shop.close());

const PRINT = { medium: 'print', level: 'low' } as const;
const NOTHING_LEFT = expect.stringContaining('nothing is left to upgrade');
/** A reader with a digital subscription, a card on record, and an invoice of staff's that upgrades it to print. */
async function invoiced() {
  const who = await subscriber(shop);
  const subscription = { renewal: false, medium: 'digital', level: 'low', term: '1year', coupon: null };
  await who.reader.browser.post('/api/cart', { type: 'membership', item: { subscription } });
  const bought = await who.reader.start({ email: who.email, autorenew: false });
  await who.reader.pay(bought);
  await who.reader.status(bought.intent);
  await putCard(shop, who);
  const { token } = await shop.deps.db.subscription.findFirstOrThrow({ where: { ownerId: who.id } });
  const invoice = await writeInvoice(shop, upgradeOf(who));
  return { who, token, invoice };
}
const upgradeOf = ({ email }: Subscriber) => ({ giftees: [], email, address: home(1), upgrade: PRINT });

/** Presses the button of the account's page, for the upgrade that the invoice is for. */
const update = async ({ reader, email }: Subscriber, token: string, total: number, customer: 'use-card' | 'add-card' = 'use-card') =>
  answerOf(
    await reader.browser.post(`/api/account/subscriptions/update?captcha=${await reader.browser.captcha()}`, {
      form: { name: 'Ana Reader', email, address: ADDRESS, total, customer },
      shipcode: 'a',
      subscription: { token, deliverable: 'print-a', level: 'low' },
    }),
  );
const started = (answer: unknown) => {
  const Answer = v.object({ checkout: v.object({ intent: v.string(), keys: v.object({ secret: v.string() }) }) });
  const { intent, keys } = v.parse(Answer, answer).checkout;
  return { intent, secret: keys.secret };
};
const page = async ({ reader }: Subscriber, token: string) =>
  v.parse(SubscriptionSettings, await (await reader.browser.get(`/api/account/subscriptions/${token}`)).json()).upgrade;
const captured = () => shop.emulator.control.state().captured;
const paidChanges = ({ id }: Subscriber) => shop.deps.db.subscriptionChange.count({ where: { ownerId: id, paid: true } });
const superseded = async ({ token }: Created) => (await readInvoice(shop.deps, token))?.superseded;
const settled = async (intent: string) => settle(shop.deps, intent);

test(
  'the page of a subscription names an unpaid invoice that upgrades it, until there is nothing left to upgrade',
  { tags: ['ci'] },
  async () => {
    const { who, token, invoice } = await invoiced();
    const { invoice_no, total, due_date } = invoice;
    expect((await page(who, token)).invoices).toEqual([{ invoice_no, token: invoice.token, total, due_date }]);
    expect((await update(who, token, total))[0]).toBe(200);
    expect((await page(who, token)).invoices).toEqual([]);
  },
);

test('an invoice whose upgrade was paid in the account since says so, and takes no card and no check', { tags: ['ci'] }, async () => {
  const { who, token, invoice } = await invoiced();
  expect(await superseded(invoice)).toBe(null);
  expect((await update(who, token, invoice.total))[0]).toBe(200);
  expect(await superseded(invoice)).toBe('done');

  const before = captured();
  expect(await answerOf(await pressPay(shop.reader(), invoice))).toEqual([409, { errors: { general: NOTHING_LEFT } }]);
  const [, refused] = await answerOf(await pressPay(who.reader, invoice, { customer: 'use-card' }));
  expect(JSON.stringify(refused)).toContain(shop.deps.publication.cached().settings.support_address);
  const { number } = await shop.deps.db.invoice.findUniqueOrThrow({ where: { token: invoice.token } });
  const check = { number, amount: invoice.total, method: 'check' as const, received: new Date().toISOString().slice(0, 10) };
  await expect(recordPayment(shop.deps, { ...check, reference: null, recordedBy: null })).rejects.toMatchObject({ message: NOTHING_LEFT });
  expect(captured()).toBe(before);
  expect(await paidChanges(who)).toBe(1);
});

test('a second invoice for an upgrade that one asks for is refused, and names it, until that is cancelled', async () => {
  const { who, invoice } = await invoiced();
  await expect(writeInvoice(shop, upgradeOf(who))).rejects.toThrow(`${invoice.invoice_no} is open for a change of this subscription`);
  await shop.deps.db.order.updateMany({ where: { invoice: { token: invoice.token } }, data: { state: 'cancelled' } });
  await writeInvoice(shop, upgradeOf(who));
});

test('of two invoices for one upgrade the second cannot be paid', async () => {
  const { who, invoice } = await invoiced();
  const second = await writeBeside(shop, invoice, upgradeOf(who));
  const begun = await startPay(shop.reader(), invoice);
  await shop.reader().pay(begun);
  await settled(begun.intent);
  expect(await superseded(second)).toBe('done');
  expect((await pressPay(shop.reader(), second)).status).toBe(409);
  expect(await paidChanges(who)).toBe(1);
});

test('a dearer upgrade than the one that was paid for meanwhile is not paid in full by an older invoice', { tags: ['ci'] }, async () => {
  const { who, token, invoice } = await invoiced();
  const dearer = await writeBeside(shop, invoice, { ...upgradeOf(who), upgrade: { medium: 'print', level: 'high' } });
  expect((await update(who, token, invoice.total))[0]).toBe(200);
  expect(await superseded(dearer)).toBe('done');
  expect((await pressPay(shop.reader(), dearer)).status).toBe(409);
});

test(
  'a form of the invoice that was open before is worth nothing once the upgrade is begun in the account, and the other way round',
  { tags: ['ci'] },
  async () => {
    const { who, token, invoice } = await invoiced();
    const payer = shop.reader();
    const onInvoice = await startPay(payer, invoice);
    const [, answer] = await update(who, token, invoice.total, 'add-card');
    expect(await payer.pay(onInvoice)).toBe('payment_intent_unexpected_state');
    const again = await startPay(payer, invoice);
    expect(await who.reader.pay(started(answer))).toBe('payment_intent_unexpected_state');
    expect(await payer.pay(again)).toBe('succeeded');
    await settled(again.intent);
    expect(await paidChanges(who)).toBe(1);
  },
);

test('money that was on its way when the other page asked counts, and is not asked for twice', { tags: ['ci'] }, async () => {
  const { who, token, invoice } = await invoiced();
  const payer = shop.reader();
  const onInvoice = await startPay(payer, invoice);
  const before = captured();
  // Paid, and nobody has told us yet.
  shop.emulator.control.switch({ hold: true });
  await payer.pay(onInvoice);
  const [status] = await update(who, token, invoice.total);
  shop.emulator.control.switch({ hold: false });
  expect(status).toBe(409);
  expect(captured() - before).toBe(invoice.total);
  expect(await paidChanges(who)).toBe(1);
});

test('while a bank debits an invoice, its upgrade is not paid in the account, and the other way round', { tags: ['ci'] }, async () => {
  const one = await invoiced();
  const begun = await startPay(shop.reader(), one.invoice);
  await debit(shop.emulator, begun, ACCOUNT.pays);
  await settled(begun.intent);
  expect((await page(one.who, one.token)).processing).toBe(one.invoice.token);
  expect((await update(one.who, one.token, one.invoice.total))[0]).toBe(409);

  const other = await invoiced();
  const [, answer] = await update(other.who, other.token, other.invoice.total, 'add-card');
  await debit(shop.emulator, started(answer), ACCOUNT.pays);
  await settled(started(answer).intent);
  expect(await superseded(other.invoice)).toBe('on-its-way');
  expect(await answerOf(await pressPay(shop.reader(), other.invoice))).toEqual([
    409,
    { errors: { general: expect.stringContaining('on its way') } },
  ]);
  shop.emulator.control.settleBankDebits();
  await expect.poll(() => paidChanges(other.who)).toBe(1);
  await expect.poll(() => paidChanges(one.who)).toBe(1);
});

const ONCE = 'two invoices and the account, paid at one moment with the card on record, take the money once';
const takesOnce = async () => {
  const { who, token, invoice } = await invoiced();
  const second = await writeBeside(shop, invoice, upgradeOf(who));
  const before = captured();
  await Promise.all([
    update(who, token, invoice.total),
    pressPay(who.reader, invoice, { customer: 'use-card' }),
    pressPay(who.reader, second, { customer: 'use-card' }),
    update(who, token, invoice.total),
  ]);
  // Whoever lost may try again.
  await pressPay(who.reader, invoice, { customer: 'use-card' });
  expect(captured() - before).toBe(invoice.total);
  expect(await paidChanges(who)).toBe(1);
  expect(await shop.deps.db.subscription.findFirst({ where: { token } })).toMatchObject({ setDeliverable: 'print-a' });
};
test(ONCE, takesOnce);
test.each([2, 3, 4])(`${ONCE} (%i)`, { tags: ['ci'] }, takesOnce);

test('a check that is recorded while a card is typed in the account closes that payment', { tags: ['ci'] }, async () => {
  const { who, token, invoice } = await invoiced();
  const [, answer] = await update(who, token, invoice.total, 'add-card');
  const { number } = await shop.deps.db.invoice.findUniqueOrThrow({ where: { token: invoice.token } });
  const received = new Date().toISOString().slice(0, 10);
  await recordPayment(shop.deps, { number, amount: invoice.total, method: 'check', received, reference: null, recordedBy: null });
  expect(await who.reader.pay(started(answer))).toBe('payment_intent_unexpected_state');
  expect(await paidChanges(who)).toBe(1);
});

test('of two forms that are opened at one moment, in the account and on the invoice, one can be paid', { tags: ['ci'] }, async () => {
  for (let round = 0; round < 6; round++) {
    const { who, token, invoice } = await invoiced();
    const payer = shop.reader();
    const [[, answer], onInvoice] = await Promise.all([update(who, token, invoice.total, 'add-card'), startPay(payer, invoice)]);
    const paid = await Promise.all([who.reader.pay(started(answer)), payer.pay(onInvoice)]);
    expect(paid.toSorted()).toEqual(['payment_intent_unexpected_state', 'succeeded']);
    await expect.poll(() => paidChanges(who)).toBe(1);
  }
});

test(
  'an invoice that cannot be paid any more does not keep its reader from deleting the account, and nobody can pay it afterwards',
  { tags: ['ci'] },
  async () => {
    const { who, token, invoice } = await invoiced();
    const preview = async () => (await who.reader.browser.get('/api/account/delete')).json();
    expect(await preview()).toMatchObject({ blocked: true, owed: [invoice.invoice_no] });
    expect((await update(who, token, invoice.total))[0]).toBe(200);
    expect(await preview()).toMatchObject({ blocked: false, owed: [] });
    await shop.deps.db.invoice.updateMany({ where: { token: invoice.token }, data: { subscriberId: null } });
    expect(await superseded(invoice)).toBe('done');
    const before = captured();
    expect(await answerOf(await pressPay(shop.reader(), invoice))).toEqual([409, { errors: { general: NOTHING_LEFT } }]);
    expect(captured()).toBe(before);
  },
);
