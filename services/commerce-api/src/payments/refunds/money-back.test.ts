import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { displayDate } from '@newsstand/contracts/display-date';
import { startMailbox, type Mailbox } from '@newsstand/dev-services/mailbox';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { settled } from '../../../test/timed-magazine.ts';
import { ACCOUNT, debit, takeBankDebits } from '../../../test/debit.ts';
import { startPay, writeInvoice } from '../../../test/invoice.ts';
import { sendLetter } from '../../../test/letter.ts';
import { makeAccount } from '../../../test/reader.ts';
import { expectBalanced, openShop, stock, type Shop } from '../../../test/shop.ts';
import { openMailer } from '../../letters/mailer.ts';

let shop: Shop;
let mailbox: Mailbox;
let count = 0;
const initial: Record<string, number> = {};
beforeAll(async () => {
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  shop = await openShop({ env: { SMTP_URL: mailbox.smtpUrl } });
  await takeBankDebits(shop.deps);
});
afterAll(async () => {
  await shop.close();
  await mailbox.close();
});
afterEach(async () => {
  shop.emulator.control.switch({ duplicate: false, reverse: false, hold: false });
  await settled(shop);
  await expectBalanced(shop.deps.db, shop.emulator, initial);
});

async function order(): Promise<{ email: string; intent: string; secret: string }> {
  const ref = await stock(shop.deps.db, `prd:back-${++count}`, 5, 900);
  initial[ref] = 5;
  const reader = shop.reader();
  await reader.add(ref);
  const email = `back-${count}@example.org`;
  return { email, ...(await reader.start({ email })) };
}

async function byDebit(): Promise<{ email: string; intent: string }> {
  const { email, intent, secret } = await order();
  await debit(shop.emulator, { intent, secret }, ACCOUNT.pays);
  shop.emulator.control.settleBankDebits();
  return { email, intent };
}

async function byCard(): Promise<{ email: string; intent: string }> {
  const { email, ...begun } = await order();
  await shop.reader().pay(begun);
  return { email, intent: begun.intent };
}

const orderOf = (intentId: string) =>
  shop.deps.db.order.findUniqueOrThrow({
    where: { intentId },
    select: { state: true, number: true, moneyBack: { orderBy: { created: 'asc' } } },
  });
const lettersTo = async (recipient: string) =>
  (await shop.deps.db.outbox.findMany({ where: { recipient }, orderBy: { created: 'asc' } })).map(({ kind }) => kind);
const counted = async (outcome: string) =>
  (await shop.deps.metrics.payments.get()).values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;

/** The latest letter of this kind, as it arrives. */
async function post(recipient: string): Promise<string> {
  const { id } = await shop.deps.db.outbox.findFirstOrThrow({ where: { recipient, kind: 'money-back' }, orderBy: { created: 'desc' } });
  const mailer = openMailer(mailbox.smtpUrl);
  const [before] = await (await fetch(new URL(`/api/mails?to=${recipient}`, mailbox.url))).json();
  await sendLetter(shop.deps, mailer, id);
  mailer.close();
  return (await mailbox.next(recipient, { after: before?.id, timeout: 5000 })).text;
}

describe('a bank that takes a payment back', () => {
  test(
    'days after its debit had arrived is noted beside the order, once, however its events come; the reader is written to and staff are told',
    { tags: ['ci'] },
    async () => {
      const { email, intent } = await byDebit();
      await settled(shop);
      const before = await counted('disputed');
      shop.emulator.control.switch({ duplicate: true, reverse: true });
      shop.emulator.control.dispute(intent);
      await settled(shop);
      const { state, number, moneyBack } = await orderOf(intent);
      expect(state).toBe('paid');
      expect(moneyBack).toMatchObject([{ state: 'lost', amount: 1400, reason: 'insufficient_funds' }]);
      expect(await lettersTo(email)).toEqual(['receipt', 'money-back']);
      expect([await counted('disputed'), await counted('dispute-lost')]).toEqual([before + 1, 1]);
      expect(shop.logs.filter((line) => line.includes('took a payment back') && line.includes(number ?? '?'))).toHaveLength(1);
      const text = await post(email);
      expect(text).toContain(`taken back $14.00 that it had paid us for your order ${number}`);
      expect(text).toContain('We will not debit this bank account again by ourselves.');
    },
  );

  test('before we were told that it had arrived leaves an order that is paid, and what was taken back beside it', async () => {
    shop.emulator.control.switch({ hold: true });
    const { email, intent } = await byDebit();
    shop.emulator.control.dispute(intent);
    shop.emulator.control.release({ reverse: true });
    await settled(shop);
    expect(await orderOf(intent)).toMatchObject({ state: 'paid', moneyBack: [{ state: 'lost' }] });
    expect((await lettersTo(email)).toSorted()).toEqual(['money-back', 'receipt']);
  });

  test('while the provider is away is asked about again, until it is noted', { tags: ['ci'] }, async () => {
    const { email, intent } = await byDebit();
    await settled(shop);
    // The SDK itself asks three times.
    shop.emulator.control.switch({ fail: { times: 4, path: '/v1/disputes' } });
    shop.emulator.control.dispute(intent);
    await settled(shop);
    expect(await orderOf(intent)).toMatchObject({ moneyBack: [{ state: 'lost' }] });
    expect(await lettersTo(email)).toEqual(['receipt', 'money-back']);
  });

  test('that a cardholder disputes gives it back where the dispute is won', { tags: ['ci'] }, async () => {
    const { email, intent } = await byCard();
    await settled(shop);
    const dispute = shop.emulator.control.dispute(intent);
    await settled(shop);
    expect(await orderOf(intent)).toMatchObject({ state: 'paid', moneyBack: [{ id: dispute, state: 'open', reason: 'fraudulent' }] });
    await expectBalanced(shop.deps.db, shop.emulator, initial);
    expect(await post(email)).toContain('We will not charge this card again by ourselves.');
    shop.emulator.control.switch({ reverse: true });
    shop.emulator.control.closeDispute(dispute, 'won');
    await settled(shop);
    expect(await orderOf(intent)).toMatchObject({ state: 'paid', moneyBack: [{ id: dispute, state: 'won' }] });
    // An event of before that comes late changes nothing.
    const { data } = await shop.deps.stripe.events.list({ type: 'charge.dispute.created', limit: 1 });
    shop.emulator.control.resend(data[0]?.id ?? '');
    await settled(shop);
    expect(await orderOf(intent)).toMatchObject({ moneyBack: [{ state: 'won' }] });
    expect(await lettersTo(email)).toEqual(['receipt', 'money-back']);
  });

  test('and keeps it, where the dispute is lost, is told to staff a second time', async () => {
    const { email, intent } = await byCard();
    await settled(shop);
    const lost = await counted('dispute-lost');
    shop.emulator.control.closeDispute(shop.emulator.control.dispute(intent), 'lost');
    await settled(shop);
    expect(await orderOf(intent)).toMatchObject({ moneyBack: [{ state: 'lost' }] });
    expect([await counted('dispute-lost'), await lettersTo(email)]).toEqual([lost + 1, ['receipt', 'money-back']]);
  });

  test('is nothing yet while it only asks; staff are told to answer', async () => {
    const { email, intent } = await byCard();
    await settled(shop);
    shop.emulator.control.dispute(intent, { inquiry: true });
    await settled(shop);
    expect(await orderOf(intent)).toMatchObject({ moneyBack: [] });
    expect(await lettersTo(email)).toEqual(['receipt']);
    expect(shop.logs.some((line) => line.includes('a bank asks about a payment'))).toBe(true);
  });

  const inquiry = async (intent: string) => {
    const rows = await shop.deps.db.bankInquiry.findMany({ where: { order: { intentId: intent } } });
    return rows.map(({ answered, closed }) => [answered, closed !== null]);
  };

  test('and is one from when the bank takes the money after all, whatever comes late', { tags: ['ci'] }, async () => {
    const { email, intent } = await byCard();
    await settled(shop);
    const asked = shop.emulator.control.dispute(intent, { inquiry: true });
    await settled(shop);
    expect(await inquiry(intent)).toEqual([[false, false]]);
    shop.emulator.control.switch({ reverse: true });
    shop.emulator.control.moveInquiry(asked, 'warning_under_review');
    await settled(shop);
    expect(await inquiry(intent)).toEqual([[true, false]]);
    shop.emulator.control.moveInquiry(asked, 'needs_response');
    await settled(shop);
    expect([await inquiry(intent), await orderOf(intent)]).toMatchObject([[[true, true]], { moneyBack: [{ id: asked, state: 'open' }] }]);
    expect(await lettersTo(email)).toEqual(['receipt', 'money-back']);
  });

  test('and is gone once the bank asks no more, also where that is told first', { tags: ['ci'] }, async () => {
    const { email, intent } = await byCard();
    await settled(shop);
    shop.emulator.control.switch({ hold: true });
    const asked = shop.emulator.control.dispute(intent, { inquiry: true });
    shop.emulator.control.moveInquiry(asked, 'warning_closed');
    shop.emulator.control.release({ reverse: true });
    shop.emulator.control.switch({ hold: false });
    await settled(shop);
    expect([await inquiry(intent), await lettersTo(email)]).toEqual([[[false, true]], ['receipt']]);
  });

  test('for an invoice writes to whom the invoice was mailed, and is among what staff list as open', { tags: ['ci'] }, async () => {
    const invoice = await writeInvoice(shop, { email_to: 'accounts-back@example.org' });
    const begun = await startPay(shop.reader(), invoice);
    await shop.reader().pay(begun);
    await settled(shop);
    shop.emulator.control.dispute(begun.intent);
    await settled(shop);
    expect(await lettersTo('accounts-back@example.org')).toContain('money-back');
    // Staff find it among what is not paid.
    const program = join(import.meta.dirname, '../../main/invoice-main.ts');
    const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: shop.databaseUrl };
    const { stdout } = await promisify(execFile)(process.execPath, [program, 'open'], { env });
    expect(stdout).toMatch(new RegExp(`^${invoice.invoice_no} .*Taken back by the bank`, 'm'));
  });

  test('that is of no order of ours is accepted, and changes nothing', async () => {
    const { id } = await shop.deps.stripe.paymentIntents.create({
      amount: 700,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      allowed_payment_method_types: ['card'],
    });
    const before = await shop.deps.db.moneyBack.count();
    const dispute = shop.emulator.control.dispute(id);
    await settled(shop);
    expect(shop.logs.some((line) => line.includes('a payment of no order of ours is disputed'))).toBe(true);
    // And so is what staff give back of it.
    shop.emulator.control.closeDispute(dispute, 'won');
    shop.emulator.control.refund(id);
    await settled(shop);
    expect(await shop.deps.db.moneyBack.count()).toBe(before);
  });
});

describe('staff who refund a payment in the provider’s dashboard', () => {
  test(
    'in two parts have each part noted beside the order, once, and the sum of them told to the reader each time',
    { tags: ['ci'] },
    async () => {
      const { email, intent } = await byCard();
      await settled(shop);
      shop.emulator.control.switch({ duplicate: true });
      shop.emulator.control.refund(intent, 300);
      await settled(shop);
      const first = await post(email);
      expect(first).toContain('We have refunded $3.00 of your order');
      expect(first).toContain(
        `on ${displayDate(shop.deps.clock().toISOString(), 'UTC')} (UTC), back to what you paid with: Visa ending in 4242.`,
      );
      shop.emulator.control.refund(intent);
      await settled(shop);
      expect(await post(email)).toContain('We have refunded $14.00 of your order');
      expect(await orderOf(intent)).toMatchObject({
        state: 'paid',
        moneyBack: [
          { state: 'refunded', amount: 300 },
          { state: 'refunded', amount: 1100 },
        ],
      });
      expect(await lettersTo(email)).toEqual(['receipt', 'money-back', 'money-back']);
    },
  );

  test('have it told to the mailbox that the reader has by then, or had last, and not to one that was given up', async () => {
    const { email, intent } = await byCard();
    await settled(shop);
    const { db } = shop.deps;
    const now = await makeAccount(shop);
    await db.order.update({ where: { intentId: intent }, data: { ownerId: now.id } });
    shop.emulator.control.refund(intent, 300);
    await settled(shop);
    expect(await lettersTo(now.email)).toEqual(['money-back']);
    const last = `last-${now.email}`;
    await db.order.update({ where: { intentId: intent }, data: { keptFor: last } });
    await db.account.delete({ where: { id: now.id } });
    shop.emulator.control.refund(intent);
    await settled(shop);
    expect(await lettersTo(last)).toEqual(['money-back']);
    expect(await lettersTo(email)).toEqual(['receipt']);
  });

  test('before we were told that it was paid leave an order that is paid, and the refund beside it', async () => {
    shop.emulator.control.switch({ hold: true });
    const { email, intent } = await byCard();
    shop.emulator.control.refund(intent);
    shop.emulator.control.release({ reverse: true });
    await settled(shop);
    expect(await orderOf(intent)).toMatchObject({ state: 'paid', moneyBack: [{ state: 'refunded', amount: 1400 }] });
    expect((await lettersTo(email)).toSorted()).toEqual(['money-back', 'receipt']);
  });
});
