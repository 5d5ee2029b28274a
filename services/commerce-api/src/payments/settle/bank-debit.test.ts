import { startMailbox, type Mailbox } from '@newsstand/dev-services/mailbox';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { keepCard, setupSecret, setupIntentOf, subscriber } from '../../../test/card-reader.ts';
import { ACCOUNT, debit, setPaymentMethods, takeBankDebits } from '../../../test/debit.ts';
import { startPay, writeInvoice } from '../../../test/invoice.ts';
import { sendLetter } from '../../../test/letter.ts';
import { expectBalanced, openShop, stock, stockOf, type Reader, type Shop } from '../../../test/shop.ts';
import { subscriberAt } from '../../../test/subscriber.ts';
import { readInvoice } from '../invoices/read-invoice.ts';
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
afterEach(() => expectBalanced(shop.deps.db, shop.emulator, initial));

async function order(email: string): Promise<{ reader: Reader; ref: string; intent: string; secret: string }> {
  const ref = await stock(shop.deps.db, `prd:debit-${++count}`, 5, 900);
  initial[ref] = 5;
  const reader = shop.reader();
  await reader.add(ref);
  return { reader, ref, ...(await reader.start({ email })) };
}

const orderOf = (intentId: string) => shop.deps.db.order.findUniqueOrThrow({ where: { intentId } });
const lettersTo = async (recipient: string) =>
  (await shop.deps.db.outbox.findMany({ where: { recipient }, orderBy: { created: 'asc' } })).map(({ kind }) => kind);

async function post(recipient: string, kind: string): Promise<string> {
  const { id } = await shop.deps.db.outbox.findFirstOrThrow({ where: { recipient, kind } });
  const mailer = openMailer(mailbox.smtpUrl);
  await sendLetter(shop.deps, mailer, id);
  mailer.close();
  return (await mailbox.next(recipient, { timeout: 5000 })).text;
}

describe('a publication that takes bank debits', () => {
  test('offers them with each payment, verified at once, and what arrives days later pays the order, once', async () => {
    const { reader, ref, ...begun } = await order('late@example.org');
    const { payment_method_types } = await shop.deps.stripe.paymentIntents.retrieve(begun.intent);
    expect(payment_method_types).toEqual(['card', 'us_bank_account']);
    expect(await debit(shop.emulator, begun, ACCOUNT.pays)).toBe('processing');
    expect(await reader.status(begun.intent)).toMatchObject({ status: 'processing' });
    expect([await stockOf(shop.deps.db, ref), await lettersTo('late@example.org')]).toEqual([4, []]);
    shop.emulator.control.settleBankDebits();
    await expect.poll(async () => (await orderOf(begun.intent)).state).toBe('paid');
    expect(await reader.status(begun.intent)).toMatchObject({ status: 'completed' });
    expect(await orderOf(begun.intent)).toMatchObject({ card: { type: 'bank_account', last_four: '6789' } });
    expect(await lettersTo('late@example.org')).toEqual(['receipt']);
  });

  test('gives what a debit pays for when it has arrived, and not before', async () => {
    const reader = shop.reader();
    const subscription = { renewal: false, medium: 'digital', level: 'low', term: '1year', coupon: null };
    await reader.browser.post('/api/cart', { type: 'membership', item: { subscription } });
    const begun = await reader.start({ address: null, autorenew: true });
    await debit(shop.emulator, begun, ACCOUNT.pays);
    await reader.status(begun.intent);
    const { ownerId, receiptToken } = await orderOf(begun.intent);
    expect(await readInvoice(shop.deps, receiptToken)).toMatchObject({ agreed: { autorenew: true } });
    expect(await shop.deps.db.subscription.count({ where: { ownerId } })).toBe(0);
    shop.emulator.control.settleBankDebits();
    await expect.poll(() => shop.deps.db.subscription.count({ where: { ownerId } })).toBe(1);
    // From here on its receipt says so.
    expect(await readInvoice(shop.deps, receiptToken)).not.toHaveProperty('agreed');
  });

  test('tells by mail whose debit fails days later that nothing was charged, and gives nothing', async () => {
    const { reader, ...begun } = await order('failed@example.org');
    expect(await debit(shop.emulator, begun, ACCOUNT.fails)).toBe('processing');
    expect(await reader.status(begun.intent)).toMatchObject({ status: 'processing' });
    shop.emulator.control.settleBankDebits();
    await expect.poll(async () => (await orderOf(begun.intent)).state).toBe('started');
    // However often it is told.
    await reader.status(begun.intent);
    expect(await lettersTo('failed@example.org')).toEqual(['payment-failed']);
    const text = await post('failed@example.org', 'payment-failed');
    expect(text).toContain('Nothing was charged.');
    expect(text).toContain('/store');
    // Who is still there pays in another way.
    await reader.pay(begun);
    expect((await reader.status(begun.intent)).status).toBe('completed');
  });

  test('sends whose debit for an invoice fails back to its page', async () => {
    const invoice = await writeInvoice(shop, { email_to: 'accounts-ach@example.org' });
    const payer = shop.reader();
    const begun = await startPay(payer, invoice);
    expect(await debit(shop.emulator, begun, ACCOUNT.fails)).toBe('processing');
    await expect.poll(async () => (await orderOf(begun.intent)).state).toBe('processing');
    shop.emulator.control.settleBankDebits();
    await expect.poll(() => lettersTo('accounts-ach@example.org')).toEqual(['invoice', 'payment-failed']);
    expect(await post('accounts-ach@example.org', 'payment-failed')).toContain(`/invoice/${invoice.token}`);
  });

  test('takes an account on record, to be charged when nobody is there', { tags: ['§3.payment.1', '§3.payment.2'] }, async () => {
    const who = await subscriber(shop);
    const secret = await setupSecret(who.reader.browser);
    expect(await debit(shop.emulator, { intent: setupIntentOf(secret), secret }, ACCOUNT.pays)).toBe('succeeded');
    expect((await keepCard(who, secret)).status).toBe(200);
    const { payment } = await shop.deps.db.account.findUniqueOrThrow({ where: { id: who.id } });
    expect(payment).toMatchObject({ card: null, ach: { last_four: '6789' } });
    expect((await subscriberAt(who.reader.browser)).payment_info).toEqual({
      card: null,
      ach: { bank_name: 'STRIPE TEST BANK', last_four: '6789', routing_number: '110000000' },
    });
  });

  test('that switches them off takes none any more', async () => {
    await setPaymentMethods(shop.deps, ['card']);
    const { reader, ...begun } = await order('cards-only@example.org');
    expect(await debit(shop.emulator, begun, ACCOUNT.pays)).toBe('payment_intent_invalid_parameter');
    await takeBankDebits(shop.deps);
    expect((await reader.status(begun.intent)).status).toBe('in-progress');
  });
});
