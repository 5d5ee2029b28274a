import { SubscriberAnswer } from '@newsstand/contracts/account';
import type { CheckoutInput } from '@newsstand/contracts/checkout';
import { SubscriptionSettings } from '@newsstand/contracts/upgrade-endpoints';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  CARD,
  donate,
  giveCard,
  lettersTo,
  openMagazine,
  paidBy,
  release,
  settled,
  subscribe,
  type Magazine,
} from '../../../test/timed-magazine.ts';
import { putCard, subscriber, type Subscriber } from '../../../test/card-reader.ts';
import { ACCOUNT, giveAccount, takeBankDebits } from '../../../test/debit.ts';
import { startPay, writeInvoice } from '../../../test/invoice.ts';
import { pagesOf } from '../../../test/pdf.ts';
import { logInWith } from '../../../test/reader.ts';
import { ADDRESS, Reader, stock } from '../../../test/shop.ts';
import { readReceipt } from '../../files/read-receipt.ts';
import { moneyBackLetter, MoneyBackLetter } from '../../letters/money-back-letter.ts';
import { wording } from '../../publication/texts/letter-texts.ts';
import { readInvoice } from '../invoices/read-invoice.ts';

let shop: Magazine & { reader: () => Reader };
beforeAll(async () => {
  const magazine = await openMagazine();
  shop = { ...magazine, reader: () => new Reader(magazine.browser(), magazine.emulator) };
  await takeBankDebits(shop.deps);
});
afterAll(() => shop.close());
afterEach(async () => {
  shop.emulator.control.switch({ duplicate: false, reverse: false, hold: false });
  await settled(shop);
  expect(shop.emulator.control.state().violations).toEqual([]);
});

const SUBSCRIPTION = { renewal: false, medium: 'digital', level: 'low', term: '1year', coupon: null };
const put = ({ reader }: Pick<Subscriber, 'reader'>, item: object) => reader.browser.post('/api/cart', { type: 'membership', item });

/**
 * A reader who bought a subscription that renews by itself, with whatever else `fill` puts into the cart. Answers the
 * order's intent as well.
 */
async function renewing(fill: (who: Subscriber) => Promise<unknown> = async () => undefined) {
  const who = await subscriber(shop);
  await put(who, { subscription: SUBSCRIPTION });
  await fill(who);
  return { ...who, intent: await pay(who, { autorenew: true }) };
}

async function pay({ reader, email }: Subscriber, form: Partial<CheckoutInput> = {}): Promise<string> {
  const begun = await reader.start({ email, ...form });
  await reader.pay(begun);
  await reader.status(begun.intent);
  await settled(shop);
  return begun.intent;
}

async function refund(intent: string, amount?: number, how?: { isPending: boolean }): Promise<string> {
  const id = shop.emulator.control.refund(intent, amount, how);
  await settled(shop);
  return id;
}

const accountOf = ({ id }: { id: string }) => shop.deps.db.account.findUniqueOrThrow({ where: { id } });
const isOn = async (who: { id: string }) => (await accountOf(who)).autorenewSince !== null;
const shown = async ({ reader }: Pick<Subscriber, 'reader'>) =>
  v.parse(SubscriberAnswer, await (await reader.browser.get('/api/account/subscriber')).json()).subscriber;
const orderOf = (intentId: string) => shop.deps.db.order.findUniqueOrThrow({ where: { intentId } });
/** What an order's line cost, in cents, without its postage. */
const costOf = async (intentId: string, type: string): Promise<number> => {
  const { price, quantity, discount } = await shop.deps.db.orderLine.findFirstOrThrow({ where: { type, order: { intentId } } });
  return price * quantity - discount;
};
const receiptOf = async (intent: string) => readReceipt(shop.deps, (await orderOf(intent)).receiptToken);
const renewals = (ownerId: string) =>
  shop.deps.db.charge.findMany({ where: { ownerId, kind: 'renewal' }, orderBy: { cycle: 'asc' }, select: { state: true, why: true } });
/** What the letters about money say. */
const lettersSay = async (recipient: string): Promise<string> => {
  const letters = await shop.deps.db.outbox.findMany({ where: { recipient, kind: 'money-back' } });
  const sender = { name: 'Exclave', support: 'help@exclave.example', url: 'https://exclave.example', paths: {} };
  return JSON.stringify(
    letters.map(({ payload }) => moneyBackLetter(v.parse(MoneyBackLetter, payload), { sender, say: wording({}), api: sender.url })),
  );
};
/** The provider's payment of what came last of a customer by itself. */
const lastIntent = (customer: string): string =>
  shop.emulator.control.state().payment_intents.find((intent) => intent.customer === customer && intent.status === 'succeeded')?.id ?? '';

describe('a subscription that is refunded in full', () => {
  test('renews by itself no more: account, receipt, invoice, export and letter say so, and nothing is charged', async () => {
    const who = await renewing();
    await release(shop, 4);
    expect(await renewals(who.id)).toEqual([{ state: 'open', why: null }]);
    await refund(who.intent);
    expect(await renewals(who.id)).toEqual([{ state: 'stopped', why: 'not-wanted' }]);
    const order = await orderOf(who.intent);
    const { account, receipts } = await shown(who);
    expect(account).toMatchObject({ autorenew: false, autorenew_stopped: { number: order.number, how: 'refund' } });
    const back = [{ state: 'refunded', amount: order.total, created: expect.any(String), updated: expect.any(String) }];
    expect(receipts).toMatchObject([{ number: order.number, money_back: back }]);
    expect(await receiptOf(who.intent)).toMatchObject({ money_back: back, stopped: ['autorenew'] });
    expect(await readInvoice(shop.deps, order.receiptToken)).toMatchObject({ money_back: back });
    const file = await (await who.reader.browser.get('/api/account/export')).json();
    expect(file.orders).toMatchObject([{ number: order.number, money_back: back, stopped: ['autorenew'] }]);
    expect(file.subscriber.account.autorenew_stopped).toEqual({ number: order.number, how: 'refund' });
    expect(await lettersSay(who.email)).toContain('autorenew is off, and no renewal is planned');
    const { customer } = await accountOf(who);
    await shop.live(45);
    expect(paidBy(shop, customer ?? '')).toEqual([order.total]);
  });

  test('renews again once its reader says so: with a new notice, and whatever comes of that refund later', { tags: ['ci'] }, async () => {
    const who = await renewing();
    await release(shop, 4);
    const id = await refund(who.intent, undefined, { isPending: true });
    expect(await isOn(who)).toBe(false);
    shop.travel(1);
    expect((await who.reader.browser.post('/api/account/autorenew', { autorenew: true })).status).toBe(200);
    expect((await shown(who)).account).toMatchObject({ autorenew: true, autorenew_stopped: null });
    expect(await receiptOf(who.intent)).not.toHaveProperty('stopped');
    expect(await renewals(who.id)).toEqual([{ state: 'open', why: null }]);
    expect((await lettersTo(shop, who.email)).filter((kind) => kind === 'renewal-notice')).toHaveLength(2);
    // The refund arrives, and its first word comes once more.
    shop.emulator.control.endRefund(id, 'succeeded');
    const { data } = await shop.deps.stripe.events.list({ type: 'charge.refunded', limit: 1 });
    await shop.deps.db.webhookEvent.updateMany({ where: { id: data[0]?.id ?? '' }, data: { processed: null } });
    shop.emulator.control.resend(data[0]?.id ?? '');
    await settled(shop);
    expect([await isOn(who), await renewals(who.id)]).toEqual([true, [{ state: 'open', why: null }]]);
    expect((await lettersTo(shop, who.email)).filter((kind) => kind === 'money-back')).toHaveLength(1);
  });

  test.each([
    ['in two parts', async (intent: string, total: number) => [await refund(intent, 500), await refund(intent, total - 500)]],
    ['in one', async (intent: string) => [await refund(intent)]],
  ])('%s with whatever else was in its order stops as the last cent goes', { tags: ['ci'] }, async (_, give) => {
    const who = await renewing(async ({ reader }) => reader.add(await stock(shop.deps.db, `prd:${crypto.randomUUID()}`, 5, 1200)));
    const { total } = await orderOf(who.intent);
    const given = await give(who.intent, total);
    expect(await isOn(who)).toBe(false);
    const receipt = await receiptOf(who.intent);
    expect(receipt?.money_back).toHaveLength(given.length);
    expect(receipt?.stopped).toEqual(['autorenew']);
  });

  test(
    'by as much as it cost in a larger order stops as well: nobody can tell that it was for something else',
    { tags: ['ci'] },
    async () => {
      const who = await renewing(async ({ reader }) => reader.add(await stock(shop.deps.db, `prd:${crypto.randomUUID()}`, 5, 9900)));
      await release(shop, 4);
      const cost = await costOf(who.intent, 'personal-subscription');
      await refund(who.intent, cost - 1);
      expect([await isOn(who), await renewals(who.id)]).toEqual([true, [{ state: 'open', why: null }]]);
      await refund(who.intent, 1);
      expect([await isOn(who), await renewals(who.id)]).toEqual([false, [{ state: 'stopped', why: 'not-wanted' }]]);
      const { number } = await orderOf(who.intent);
      expect((await shown(who)).account).toMatchObject({ autorenew: false, autorenew_stopped: { number, how: 'refund' } });
      expect(await receiptOf(who.intent)).toMatchObject({ stopped: ['autorenew'] });
      const letters = await lettersSay(who.email);
      expect(letters).toContain('autorenew is off, and no renewal is planned');
      expect(letters).toContain('switch autorenew on in your account');
      // Its reader begins again; more of the order goes back, and then the last of it, with which all that it was for
      // is gone.
      expect((await who.reader.browser.post('/api/account/autorenew', { autorenew: true })).status).toBe(200);
      await refund(who.intent, 100);
      expect(await isOn(who)).toBe(true);
      await refund(who.intent);
      expect(await isOn(who)).toBe(false);
    },
  );

  test('without its postage stops it too', { tags: ['ci'] }, async () => {
    const posted = await subscriber(shop);
    await put(posted, { subscription: { ...SUBSCRIPTION, medium: 'print', shipcode: 'c' } });
    const address = { ...ADDRESS, country: 'DE', state: '', postcode: '28195' };
    const { totals } = await posted.reader.cart();
    const intent = await pay(posted, { autorenew: true, address, total: totals.c.total });
    const { shipping } = await shop.deps.db.orderLine.findFirstOrThrow({ where: { order: { intentId: intent } } });
    expect(shipping).toBeGreaterThan(0);
    await refund(intent, (await costOf(intent, 'personal-subscription')) - 1);
    expect(await isOn(posted)).toBe(true);
    await refund(intent, 1);
    expect(await isOn(posted)).toBe(false);
  });

  test('that cost nothing goes on where something else of its order is refunded in part', { tags: ['ci'] }, async () => {
    const who = await renewing(async ({ reader }) => reader.add(await stock(shop.deps.db, `prd:${crypto.randomUUID()}`, 5, 9900)));
    await shop.deps.db.$executeRaw`
      update order_line l set discount = l.price * l.quantity from "order" o
      where o.id = l.order_id and o.intent_id = ${who.intent} and l.type = 'personal-subscription'`;
    await refund(who.intent, 9900 / 2);
    expect(await isOn(who)).toBe(true);
  });

  test('for a part only goes on; the receipt tells of the part', async () => {
    const who = await renewing();
    await refund(who.intent, 500);
    expect(await isOn(who)).toBe(true);
    const receipt = await receiptOf(who.intent);
    expect(receipt).toMatchObject({ money_back: [{ state: 'refunded', amount: 500 }] });
    expect(receipt).not.toHaveProperty('stopped');
  });

  test('is told as one that failed where the refund comes back, and its money counts as paid again', { tags: ['ci'] }, async () => {
    const who = await renewing();
    const id = await refund(who.intent);
    shop.emulator.control.switch({ duplicate: true, reverse: true });
    shop.emulator.control.endRefund(id, 'failed');
    await settled(shop);
    expect(await receiptOf(who.intent)).toMatchObject({ money_back: [{ state: 'failed' }], stopped: ['autorenew'] });
    expect(await lettersSay(who.email)).toContain('could not be paid out, and came back to us');
    expect((await lettersTo(shop, who.email)).filter((kind) => kind === 'money-back')).toHaveLength(2);
    // Staff refund it once more: that is another refund.
    shop.emulator.control.switch({ duplicate: false, reverse: false });
    await refund(who.intent);
    const back = (await receiptOf(who.intent))?.money_back ?? [];
    expect(back.map(({ state }) => state).toSorted()).toEqual(['failed', 'refunded']);
  });

  test('before we were told that it was paid stops what its payment had just switched on', { tags: ['ci'] }, async () => {
    const who = await subscriber(shop);
    await put(who, { subscription: SUBSCRIPTION });
    shop.emulator.control.switch({ hold: true });
    const begun = await who.reader.start({ email: who.email, autorenew: true });
    await who.reader.pay(begun);
    shop.emulator.control.refund(begun.intent);
    shop.emulator.control.release({ reverse: true });
    await settled(shop);
    expect(await receiptOf(begun.intent)).toMatchObject({ money_back: [{ state: 'refunded' }], stopped: ['autorenew'] });
    expect([await isOn(who), await shop.deps.db.subscription.count({ where: { ownerId: who.id } })]).toEqual([false, 1]);
    await release(shop, 4);
    expect(await renewals(who.id)).toEqual([]);
  });

  test(
    'in part, and taken back by a bank for the rest, is counted as gone once: it stops with the second, and not again',
    { tags: ['ci'] },
    async () => {
      const who = await renewing();
      await putCard(shop, who, '5555555555554444');
      const { total, number } = await orderOf(who.intent);
      shop.emulator.control.switch({ duplicate: true });
      // So much that it would be all if it counted twice.
      await refund(who.intent, total - 500);
      expect(await isOn(who)).toBe(true);
      const dispute = shop.emulator.control.dispute(who.intent);
      await settled(shop);
      expect((await shown(who)).account).toMatchObject({ autorenew: false, autorenew_stopped: { number, how: 'dispute' } });
      const back = async () => (await receiptOf(who.intent))?.money_back?.map(({ state, amount }) => [amount, state]).toSorted();
      expect(await back()).toEqual([
        [total - 500, 'refunded'],
        [500, 'open'],
      ]);
      expect(await receiptOf(who.intent)).toMatchObject({ stopped: ['autorenew'] });
      expect((await lettersTo(shop, who.email)).filter((kind) => kind === 'money-back')).toHaveLength(2);
      // The reader begins again; that the bank keeps what it took is no news of more.
      expect((await who.reader.browser.post('/api/account/autorenew', { autorenew: true })).status).toBe(200);
      shop.emulator.control.closeDispute(dispute, 'lost');
      await settled(shop);
      expect(await isOn(who)).toBe(true);
      expect(await back()).toEqual([
        [total - 500, 'refunded'],
        [500, 'lost'],
      ]);
    },
  );

  test('by a bank stops too, though another card pays by now, and stays off where the dispute is won', { tags: ['ci'] }, async () => {
    const who = await renewing();
    await putCard(shop, who, '5555555555554444');
    const dispute = shop.emulator.control.dispute(who.intent);
    await settled(shop);
    expect((await shown(who)).account).toMatchObject({ autorenew: false, autorenew_stopped: { how: 'dispute' } });
    expect(await receiptOf(who.intent)).toMatchObject({ money_back: [{ state: 'open' }], stopped: ['autorenew'] });
    shop.emulator.control.closeDispute(dispute, 'won');
    await settled(shop);
    expect(await receiptOf(who.intent)).toMatchObject({ money_back: [{ state: 'won' }] });
    expect(await isOn(who)).toBe(false);
    expect(await lettersSay(who.email)).toContain('autorenew is off');
  });
});

describe('a renewal by itself that is refunded in full', () => {
  test('stops the one after it, and one that a bank is at already goes on', { tags: ['ci'] }, async () => {
    const reader = await subscribe(shop);
    await shop.deps.db.account.update({ where: { id: reader.id }, data: await giveAccount(shop.deps, reader.customer, ACCOUNT.pays) });
    await release(shop, 4);
    await shop.live(31);
    shop.emulator.control.settleBankDebits();
    await settled(shop);
    const first = lastIntent(reader.customer);
    await release(shop, 4);
    await shop.live(31);
    expect(await renewals(reader.id)).toMatchObject([{ state: 'paid' }, { state: 'open' }]);
    await refund(first);
    const browser = shop.browser();
    await logInWith(browser, reader.email);
    expect([await isOn(reader), await renewals(reader.id)]).toEqual([
      false,
      [
        { state: 'paid', why: null },
        { state: 'open', why: null },
      ],
    ]);
    shop.emulator.control.settleBankDebits();
    await settled(shop);
    expect(await renewals(reader.id)).toMatchObject([{ state: 'paid' }, { state: 'paid' }]);
    await release(shop, 4);
    await shop.live(35);
    expect(await renewals(reader.id)).toHaveLength(2);
  });

  test('before we were told that the bank had paid it is noted all the same', { tags: ['ci'] }, async () => {
    const reader = await subscribe(shop);
    await shop.deps.db.account.update({ where: { id: reader.id }, data: await giveAccount(shop.deps, reader.customer, ACCOUNT.pays) });
    await release(shop, 4);
    await shop.live(31);
    shop.emulator.control.switch({ hold: true });
    shop.emulator.control.settleBankDebits();
    const intent = lastIntent(reader.customer);
    shop.emulator.control.refund(intent);
    shop.emulator.control.release({ reverse: true });
    await settled(shop);
    expect(await receiptOf(intent)).toMatchObject({ money_back: [{ state: 'refunded' }], stopped: ['autorenew'] });
    expect(await isOn(reader)).toBe(false);
  });

  test('while a bank asks about the next one leaves nothing to confirm', { tags: ['ci'] }, async () => {
    const reader = await subscribe(shop);
    await release(shop, 4);
    await shop.live(31);
    const first = lastIntent(reader.customer);
    await shop.deps.db.account.update({ where: { id: reader.id }, data: await giveCard(shop, reader.customer, CARD.asks) });
    await release(shop, 4);
    await shop.live(31);
    const [attempt] = await shop.deps.db.chargeAttempt.findMany({ where: { ownerId: reader.id, outcome: 'authentication-required' } });
    await refund(first);
    const { status } = await shop.deps.stripe.paymentIntents.retrieve(attempt?.intentId ?? '');
    expect([status, await renewals(reader.id)]).toEqual([
      'canceled',
      [
        { state: 'paid', why: null },
        { state: 'stopped', why: 'not-wanted' },
      ],
    ]);
  });
});

describe('what is no subscription of the reader’s own', () => {
  test(
    'a gift that is refunded leaves the purchaser’s autorenew as it is, and its receipt says what went back',
    { tags: ['ci'] },
    async () => {
      const who = await renewing();
      await put(who, { giftsubs: [{ deliverable: 'digital', level: 'low', term: '1year', quantity: 1, coupon: null }] });
      const begun = await pay(who);
      await refund(begun);
      expect(await isOn(who)).toBe(true);
      const receipt = await receiptOf(begun);
      expect(receipt?.gifts).toHaveLength(1);
      expect(receipt).toMatchObject({ money_back: [{ state: 'refunded' }] });
      expect(receipt).not.toHaveProperty('stopped');
    },
  );

  test('a month of a donation that is refunded ends the donation: the first one, and a later one', async () => {
    const donor = await donate(shop);
    await shop.live(32);
    const intent = lastIntent(donor.customer);
    await refund(intent);
    const { number } = await orderOf(intent);
    expect(await shop.deps.db.donation.findFirstOrThrow({ where: { id: donor.id }, include: { endedByOrder: true } })).toMatchObject({
      ended: expect.any(Date),
      endedByOrder: { number },
    });
    expect(await receiptOf(intent)).toMatchObject({ stopped: ['donation'] });
    expect(await lettersSay(donor.email)).toContain('your monthly donation has ended');
    await shop.live(62);
    expect(paidBy(shop, donor.customer)).toEqual([2500]);

    const who = await subscriber(shop);
    await put(who, { donation: { process: 'monthly-init', dollars: 25 } });
    const first = await pay(who);
    await refund(first);
    expect((await shown(who)).donations).toMatchObject([{ next_charge: null, ended_by: (await orderOf(first)).number }]);
  });

  test('a monthly donation ends where as much as its first month goes back of a larger order', { tags: ['ci'] }, async () => {
    const who = await subscriber(shop);
    await who.reader.add(await stock(shop.deps.db, `prd:${crypto.randomUUID()}`, 5, 9900));
    await put(who, { donation: { process: 'monthly-init', dollars: 25 } });
    const first = await pay(who);
    await refund(first, 2499);
    expect((await shown(who)).donations).toMatchObject([{ ended: null }]);
    await refund(first, 1);
    expect((await shown(who)).donations).toMatchObject([{ next_charge: null, ended_by: (await orderOf(first)).number }]);
    const letters = await lettersSay(who.email);
    expect(letters).toContain('your monthly donation has ended');
    expect(letters).toContain('https://exclave.example/donate');
  });

  test('something of the store that is refunded changes nothing else', { tags: ['ci'] }, async () => {
    const who = await renewing();
    await who.reader.add(await stock(shop.deps.db, `prd:${crypto.randomUUID()}`, 5, 1200));
    const intent = await pay(who);
    await refund(intent);
    expect(await isOn(who)).toBe(true);
  });
});

test('an upgrade that is refunded in full stops the renewal, which would cost what the upgrade made of it', { tags: ['ci'] }, async () => {
  const who = await renewing();
  const { token } = await shop.deps.db.subscription.findFirstOrThrow({ where: { ownerId: who.id } });
  const { upgrade } = v.parse(SubscriptionSettings, await (await who.reader.browser.get(`/api/account/subscriptions/${token}`)).json());
  const answer = await who.reader.browser.post(`/api/account/subscriptions/update?captcha=${await who.reader.browser.captcha()}`, {
    form: { name: 'Ana Reader', email: who.email, address: ADDRESS, total: upgrade.options.low_prices.a.amount, customer: 'use-card' },
    shipcode: 'a',
    subscription: { token, deliverable: 'print-a', level: 'low' },
  });
  expect(answer.status).toBe(200);
  await settled(shop);
  const order = await shop.deps.db.order.findFirstOrThrow({
    where: { ownerId: who.id, lines: { some: { type: 'subscription-upgrade' } } },
  });
  await who.reader.status(order.intentId ?? '');
  await settled(shop);
  await refund(order.intentId ?? '');
  expect(await isOn(who)).toBe(false);
  expect(await receiptOf(order.intentId ?? '')).toMatchObject({ stopped: ['autorenew'] });
});

test('an invoice that was paid by card says what was refunded, in its page’s data and in its PDF', { tags: ['ci'] }, async () => {
  const invoice = await writeInvoice(shop, { email_to: 'accounts-refund@example.org' });
  const begun = await startPay(shop.reader(), invoice);
  await shop.reader().pay(begun);
  await settled(shop);
  await refund(begun.intent, 700);
  expect(await readInvoice(shop.deps, invoice.token)).toMatchObject({ money_back: [{ state: 'refunded', amount: 700 }] });
  const pdf = await shop.browser().get(`/api/invoice/${invoice.token}/pdf`);
  const words = (await pagesOf(Buffer.from(await pdf.arrayBuffer()))).join(' ').replaceAll(/\s+/g, ' ');
  expect(words).toMatch(/Refunded on [\d.]+ \$7\.00/);
  expect(await lettersTo(shop, 'accounts-refund@example.org')).toContain('money-back');
});
