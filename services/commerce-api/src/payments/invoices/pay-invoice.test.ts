import { CheckoutResult } from '@newsstand/contracts/checkout';
import { PageData } from '@newsstand/contracts/page-data';
import type { Stripe } from 'stripe';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { putCard, subscriber } from '../../../test/card-reader.ts';
import { home, NAMES, pressPay, startPay, writeInvoice } from '../../../test/invoice.ts';
import { answerOf, lastLetter, lettersTo, logInWith, makeAccount, whoIs } from '../../../test/reader.ts';
import { CARDS, expectBalanced, newcomer, openShop, stock, stockOf, type Reader, type Shop } from '../../../test/shop.ts';
import { subscribe } from '../../../test/subscriber.ts';
import { reconcile } from '../../jobs/reconcile.ts';
import { DAY } from '../../platform/duration.ts';
import { settle } from '../settle/settle.ts';
import { cancelInvoice } from './cancel-invoice.ts';
import { readInvoice } from './read-invoice.ts';
import { recordPayment } from './record-payment.ts';

let shop: Shop;
let ahead = 0;
beforeAll(async () => {
  shop = await openShop({ clock: () => new Date(Date.now() + ahead) });
});
afterEach(async () => {
  await expectBalanced(shop.deps.db, shop.emulator, {});
  // An invoice is paid or it is not, and what paid it is one payment.
  const [row] = await shop.deps.db.$queryRaw<{ wrong: bigint }[]>`
    select count(*) as wrong from invoice i join "order" o on o.id = i.order_id left join invoice_payment p on p.invoice_id = i.id
    where (i.paid is null) <> (p.id is null) or (i.paid is null) = (o.state = 'paid') or p.amount <> o.total or i.owner_id <> o.owner_id`;
  expect(row?.wrong).toBe(0n);
});
afterAll(() => shop.close());

const membership = { medium: 'print', level: 'low', term: '1year' } as const;
const numberOf = ({ invoice_no }: { invoice_no: string }) => Number(invoice_no.split('-')[1]);
const paymentOf = async (token: string) => {
  const { id } = await shop.deps.db.invoice.findUniqueOrThrow({ where: { token } });
  return shop.deps.db.invoicePayment.findFirst({ where: { invoiceId: id } });
};
const statusOf = async (invoice: { token: string }, intent: string) =>
  (await shop.reader().browser.get(`/api/checkout/${intent}?invoice=${invoice.token}`)).json();
const check = (invoice: { invoice_no: string; total: number }) => ({
  number: numberOf(invoice),
  amount: invoice.total,
  method: 'check' as const,
  received: new Date().toISOString().slice(0, 10),
  reference: '1042',
  recordedBy: 'Kit',
});

describe('an invoice paid by card', () => {
  test(
    'is paid once after a failure, however many webhooks come, and each giftee has a subscription at their address',
    { tags: ['§1.offers.17', '§3.invoice.3', '§7.calls.14', '§7.calls.15'] },
    async () => {
      const invoice = await writeInvoice(shop);
      const payer = shop.reader();
      const started = await startPay(payer, invoice);
      expect(await payer.pay(started, CARDS.declined)).toBe('card_declined');
      await settle(shop.deps, started.intent);
      expect((await readInvoice(shop.deps, invoice.token))?.failures).toEqual([{ data: { msg: 'Your card was declined.' } }]);

      shop.emulator.control.switch({ duplicate: true, reverse: true });
      const again = await startPay(payer, invoice, { invoice: started.intent });
      expect(again.intent).toBe(started.intent);
      await payer.pay(again);
      await Promise.all(Array.from({ length: 4 }, () => settle(shop.deps, again.intent)));
      expect(await statusOf(invoice, again.intent)).toEqual({ status: 'completed', receipt: expect.any(String) });
      shop.emulator.control.switch({ duplicate: false, reverse: false });

      expect((await readInvoice(shop.deps, invoice.token))?.paid).toEqual(expect.any(String));
      expect(await paymentOf(invoice.token)).toMatchObject({ method: 'card', amount: invoice.total, recordedBy: null });
      const { orderId } = await shop.deps.db.invoice.findUniqueOrThrow({ where: { token: invoice.token } });
      const gifts = await shop.deps.db.gift.findMany({ where: { orderId }, orderBy: { number: 'asc' } });
      const homes = await shop.deps.db.ownerAddress.findMany({
        where: { ownerId: { in: gifts.flatMap((gift) => gift.redeemedBy ?? []) } },
      });
      expect(homes.map(({ name }) => name).toSorted()).toEqual(NAMES.toSorted());
      expect(await shop.deps.db.issueToken.count({ where: { ownerId: { in: homes.map(({ ownerId }) => ownerId) } } })).toBe(5 * 4);
      // Nothing is left to pass on, so no letter speaks of it.
      expect(await shop.deps.db.outbox.count({ where: { kind: 'gifts', subject: orderId } })).toBe(0);
    },
  );

  test('from two tabs is one payment, and never saves the card', { tags: ['§4.method.4'] }, async () => {
    const invoice = await writeInvoice(shop);
    const [one, other] = [shop.reader(), shop.reader()];
    const [first, second] = await Promise.all([startPay(one, invoice, { save_card: true }), startPay(other, invoice)]);
    expect(first.intent).toBe(second.intent);
    expect((await shop.deps.stripe.paymentIntents.retrieve(first.intent)).setup_future_usage).toBe(null);
    await one.pay(first);
    expect(await (await pressPay(other, invoice)).json()).toEqual({ type: 'customer', intent: first.intent });
  });

  test(
    'may be the card on record of whoever is logged in: it is charged once, and nobody else is shown it',
    { tags: ['§4.method.4', '§6.subscriber.5'] },
    async () => {
      const invoice = await writeInvoice(shop);
      const who = await subscriber(shop);
      const card = await putCard(shop, who);
      const pageOf = async ({ browser }: Reader) =>
        v.parse(PageData, await (await browser.get(`/api/page/invoice?token=${invoice.token}`)).json());
      expect((await pageOf(who.reader)).payment_info?.card?.last_four).toBe('4242');
      expect((await pageOf(shop.reader())).payment_info).toBe(null);

      const result = v.parse(CheckoutResult, await (await pressPay(who.reader, invoice, { customer: 'use-card', save_card: true })).json());
      if (result.type !== 'customer') return expect.unreachable(result.type);
      expect(await (await pressPay(who.reader, invoice, { customer: 'use-card' })).json()).toEqual(result);
      expect(await statusOf(invoice, result.intent)).toMatchObject({ status: 'completed' });
      const paid = await shop.deps.stripe.paymentIntents.retrieve(result.intent);
      expect([paid.payment_method, paid.setup_future_usage, paid.amount_received]).toEqual([card, null, invoice.total]);
      expect((await shop.deps.db.account.findUniqueOrThrow({ where: { id: who.id } })).method).toBe(card);
    },
  );

  test(
    'whose holder’s bank said no leaves nothing of that card to the next payer, who has a payment of their own',
    { tags: ['ci'] },
    async () => {
      const invoice = await writeInvoice(shop);
      const who = await subscriber(shop);
      await putCard(shop, who, '4000000000000341');
      const refused = await pressPay(who.reader, invoice, { customer: 'use-card' });
      expect(await answerOf(refused)).toMatchObject([402, { checkout_errors: { require: 'replace-card' } }]);
      const first = (await shop.deps.db.order.findFirstOrThrow({ where: { invoice: { token: invoice.token } } })).intentId ?? '';

      const guest = shop.reader();
      const next = await startPay(guest, invoice, { invoice: first });
      const intent = await shop.deps.stripe.paymentIntents.retrieve(next.intent);
      expect([next.intent === first, intent.customer, intent.last_payment_error]).toEqual([false, null, null]);
      expect((await shop.deps.stripe.paymentIntents.retrieve(first)).status).toBe('canceled');
      await guest.pay(next);
      expect(await statusOf(invoice, next.intent)).toMatchObject({ status: 'completed' });
    },
  );

  test('is refused as a card on record to who is not logged in', async () => {
    const response = await pressPay(shop.reader(), await writeInvoice(shop), { customer: 'use-card' });
    expect(await answerOf(response)).toMatchObject([402, { checkout_errors: { require: 'replace-card' } }]);
  });

  test('shows nothing of its payment to who has the intent only', async () => {
    const invoice = await writeInvoice(shop);
    const { intent } = await startPay(shop.reader(), invoice);
    expect((await shop.reader().browser.get(`/api/checkout/${intent}`)).status).toBe(404);
    expect((await shop.reader().browser.get(`/api/checkout/${intent}?invoice=some-other-token`)).status).toBe(404);
    expect((await shop.reader().browser.get(`/api/page/invoice?token=${invoice.invoice_no}-guess`)).status).toBe(200);
  });

  test('asks for a new intent when the old one was canceled, and still waits weeks later', { tags: ['ci'] }, async () => {
    const invoice = await writeInvoice(shop);
    const payer = shop.reader();
    const first = await startPay(payer, invoice);
    await shop.deps.stripe.paymentIntents.cancel(first.intent);
    await settle(shop.deps, first.intent);
    const second = await startPay(payer, invoice);
    expect(second.intent).not.toBe(first.intent);
    ahead = 20 * DAY;
    await reconcile(shop.deps);
    ahead = 60 * DAY;
    await reconcile(shop.deps);
    expect(await readInvoice(shop.deps, invoice.token)).toMatchObject({ paid: null });
    await payer.pay(await startPay(payer, invoice));
    expect(await statusOf(invoice, second.intent)).toMatchObject({ status: 'completed' });
    ahead = 0;
  });
});

describe('an invoice', () => {
  test('for checks and wires only is refused a card on the server too', { tags: ['§3.invoice.4', '§4.invoice.3'] }, async () => {
    const invoice = await writeInvoice(shop, { accepted_payments: 'check-or-wire-only' });
    const response = await pressPay(shop.reader(), invoice);
    expect(await answerOf(response)).toEqual([409, { errors: { general: 'This invoice can be paid by check or wire only.' } }]);
    expect(
      (await shop.deps.db.invoice.findUniqueOrThrow({ where: { token: invoice.token }, include: { order: true } })).order.intentId,
    ).toBe(null);
  });

  test('of another price than the page showed is refused, and one that is not there is not found', async () => {
    const invoice = await writeInvoice(shop);
    expect((await pressPay(shop.reader(), { ...invoice, total: invoice.total + 1 })).status).toBe(409);
    expect((await pressPay(shop.reader(), { ...invoice, token: 'nothing-by-this-token' })).status).toBe(404);
  });

  test('is read by its token in the page’s data, with the bank lines; its number is no key', { tags: ['§3.invoice.5'] }, async () => {
    const { token, invoice_no } = await writeInvoice(shop);
    const pageAt = async (key: string) =>
      v.parse(PageData, await (await shop.reader().browser.get(`/api/page/invoice?token=${key}`)).json());
    const page = await pageAt(token);
    expect(page.invoice?.invoice_no).toBe(invoice_no);
    expect(page.business?.banking).toHaveLength(5);
    expect((await pageAt(invoice_no)).invoice).toBe(null);
  });

  test(
    'for a first subscription asks for a password, makes the account with it, and the subscription is that account’s',
    { tags: ['§5.invoice.1'] },
    async () => {
      const invoice = await writeInvoice(shop, { giftees: [], membership, address: home(3), name: 'Gil Sund', email: 'gil@example.org' });
      const payer = shop.reader();
      const refused = await pressPay(payer, invoice);
      expect(await answerOf(refused)).toEqual([
        422,
        { errors: { 'password.password': 'Choose a password: the subscription needs an account.' } },
      ]);
      const password = { password: 'a long way to the ferry', confirm: 'a long way to the ferry' };
      // Whatever the form says, the account is the one that the invoice names.
      const started = await startPay(payer, invoice, { email: 'thief@example.org', password });
      await payer.pay(started);
      expect(await statusOf(invoice, started.intent)).toMatchObject({ status: 'completed' });
      const account = await shop.deps.db.account.findFirstOrThrow({ where: { email: 'gil@example.org' } });
      expect(await shop.deps.db.subscription.findMany({ where: { ownerId: account.id } })).toMatchObject([
        { phase: 'introductory', cycle: 1 },
      ]);
      expect(await shop.deps.db.order.count({ where: { ownerId: account.id, state: 'paid' } })).toBe(1);
      expect(await shop.deps.db.account.count({ where: { email: 'thief@example.org' } })).toBe(0);

      // The next invoice is a renewal of theirs, without a password, whoever pays.
      const next = await writeInvoice(shop, {
        giftees: [],
        membership: { ...membership, copies: 3 },
        address: home(3),
        email: 'gil@example.org',
      });
      const stranger = shop.reader();
      const renewed = await startPay(stranger, next);
      await stranger.pay(renewed);
      expect(await statusOf(next, renewed.intent)).toMatchObject({ status: 'completed' });
      const terms = await shop.deps.db.subscription.findMany({ where: { ownerId: account.id }, orderBy: { cycle: 'asc' } });
      expect(terms.map(({ phase, copies }) => [phase, copies])).toEqual([
        ['introductory', 1],
        ['renewal', 3],
      ]);
      // Nobody has shown that the mailbox is theirs, so whoever chose the password is out of what somebody else has
      // paid for.
      expect(await shop.deps.db.account.findUniqueOrThrow({ where: { id: account.id } })).toMatchObject({
        passwordHash: null,
        verified: null,
      });
    },
  );

  test(
    'for a first subscription is for whoever pays it: who only begins to, with another account, takes it from nobody',
    { tags: ['ci'] },
    async () => {
      const [email, password] = [newcomer().email, { password: 'a long way to the ferry', confirm: 'a long way to the ferry' }];
      const invoice = await writeInvoice(shop, { giftees: [], membership, address: home(3), name: 'Gil Sund', email });
      const payer = shop.reader();
      const begun = await startPay(payer, invoice, { password });
      const other = await makeAccount(shop);
      const onlooker = shop.reader();
      await logInWith(onlooker.browser, other.email);
      const theirs = await startPay(onlooker, invoice);
      // What was begun for the one account pays nothing for the other.
      expect(theirs.intent).not.toBe(begun.intent);
      expect(await payer.pay(begun)).toBe('payment_intent_unexpected_state');
      const again = await startPay(payer, invoice);
      expect(await onlooker.pay(theirs)).toBe('payment_intent_unexpected_state');
      await payer.pay(again);
      expect(await statusOf(invoice, again.intent)).toMatchObject({ status: 'completed' });
      const account = await shop.deps.db.account.findFirstOrThrow({ where: { email } });
      expect(await shop.deps.db.subscription.count({ where: { ownerId: account.id } })).toBe(1);
      expect(await shop.deps.db.subscription.count({ where: { ownerId: other.id } })).toBe(0);
    },
  );

  test('for a first subscription, begun by two accounts at once, is for the one whose payment goes through', { tags: ['ci'] }, async () => {
    for (let round = 0; round < 4; round++) {
      const invoice = await writeInvoice(shop, { giftees: [], membership, address: home(3), name: 'Gil Sund', email: newcomer().email });
      const payers = [];
      for (const each of [await makeAccount(shop), await makeAccount(shop)]) {
        const reader = shop.reader();
        await logInWith(reader.browser, each.email);
        payers.push({ ...each, reader });
      }
      const begun = await Promise.all(payers.map(async (payer) => ({ ...payer, started: await startPay(payer.reader, invoice) })));
      const paid = [];
      for (const { id, reader, started } of begun) if ((await reader.pay(started)) === 'succeeded') paid.push({ id, started });
      const [one, ...none] = paid;
      if (!one) return expect.unreachable();
      expect(none).toEqual([]);
      expect(await statusOf(invoice, one.started.intent)).toMatchObject({ status: 'completed' });
      expect(await shop.deps.db.subscription.count({ where: { ownerId: one.id } })).toBe(1);
    }
  });

  test('of an address that has an account asks its owner to log in', async () => {
    const invoice = await writeInvoice(shop, { giftees: [], membership, address: home(3), email: 'known@example.org' });
    const password = { password: 'a long way to the ferry', confirm: 'a long way to the ferry' };
    await startPay(shop.reader(), invoice, { password });
    const response = await pressPay(shop.reader(), invoice, { password });
    expect(await answerOf(response)).toMatchObject([422, { errors: { email: expect.stringContaining('log in') } }]);
  });

  test(
    'whose bank takes days is processing with its own address, and may be paid again where it fails',
    { tags: ['ci', '§7.calls.15'] },
    async () => {
      const invoice = await writeInvoice(shop);
      const payer = shop.reader();
      const { intent, secret } = await startPay(payer, invoice);
      await shop.deps.stripe.paymentIntents.update(intent, { allowed_payment_method_types: ['us_bank_account'] });
      const method = await shop.deps.stripe.paymentMethods.create({
        type: 'us_bank_account',
        us_bank_account: { account_number: '000111111116', routing_number: '110000000', account_holder_type: 'company' },
        billing_details: { name: 'The Board' },
      } satisfies Stripe.PaymentMethodCreateParams);
      await shop.deps.stripe.paymentIntents.confirm(intent, { payment_method: method.id, return_url: 'http://localhost:4000/' });
      expect(await statusOf(invoice, intent)).toEqual({ status: 'processing', invoice: invoice.token });
      expect(await readInvoice(shop.deps, invoice.token)).toMatchObject({ processing: expect.any(String), paid: null });
      expect(await (await pressPay(payer, invoice)).json()).toEqual({ type: 'customer', intent });
      await expect(recordPayment(shop.deps, check(invoice))).rejects.toThrow('A bank is already moving the money');

      shop.emulator.control.settleBankDebits();
      await settle(shop.deps, intent);
      const failed = await readInvoice(shop.deps, invoice.token);
      expect([failed?.processing, failed?.failures.length]).toEqual([null, 1]);
      await shop.deps.stripe.paymentIntents.update(intent, { allowed_payment_method_types: ['card'] });
      await payer.pay({ intent, secret });
      expect(await statusOf(invoice, intent)).toMatchObject({ status: 'completed' });
    },
  );
});

test('an order of the store whose bank takes days is shown as an invoice, while it is and once it is paid', { tags: ['ci'] }, async () => {
  const reader = shop.reader();
  await reader.add(await stock(shop.deps.db, 'prd:slow-mug', 5, 900));
  const { intent } = await reader.start();
  await shop.deps.stripe.paymentIntents.update(intent, { allowed_payment_method_types: ['us_bank_account'] });
  const method = await shop.deps.stripe.paymentMethods.create({
    type: 'us_bank_account',
    us_bank_account: { account_number: '000123456789', routing_number: '110000000', account_holder_type: 'individual' },
    billing_details: { name: 'Ada Reader' },
  } satisfies Stripe.PaymentMethodCreateParams);
  await shop.deps.stripe.paymentIntents.confirm(intent, { payment_method: method.id, return_url: 'http://localhost:4000/' });
  const status = await reader.status(intent);
  const token = status.status === 'processing' ? status.invoice : '';
  expect(await readInvoice(shop.deps, token)).toMatchObject({ processing: expect.any(String), bill: { goods: [{ qty: 1, price: 900 }] } });
  shop.emulator.control.settleBankDebits();
  await settle(shop.deps, intent);
  expect(await readInvoice(shop.deps, token)).toMatchObject({ processing: null, paid: expect.any(String) });
});

describe('a check', () => {
  test('is recorded once, by however many of the staff at the same moment, and gives what was paid for', async () => {
    const mug = await stock(shop.deps.db, 'prd:check-mug', 5, 900);
    const goods = [{ item: 'basic-product', ref: mug, quantity: 2 }] as const;
    const invoice = await writeInvoice(shop, { accepted_payments: 'check-or-wire-only', goods: [...goods], address: home(1) });
    // What no card was charged for is not in the balance of cards: it is checked here.
    const replica = await shop.replica();
    await expect(recordPayment(shop.deps, { ...check(invoice), amount: invoice.total - 1 })).rejects.toThrow('asks for');
    const outcomes = await Promise.allSettled([shop, replica, shop, replica].map(({ deps }) => recordPayment(deps, check(invoice))));
    await replica.close();
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await paymentOf(invoice.token)).toMatchObject({ method: 'check', amount: invoice.total, reference: '1042', recordedBy: 'Kit' });
    const { orderId, order } = await shop.deps.db.invoice.findUniqueOrThrow({ where: { token: invoice.token }, include: { order: true } });
    expect(order).toMatchObject({ state: 'paid', card: null });
    expect(await shop.deps.db.gift.count({ where: { orderId, redeemed: { not: null } } })).toBe(5);
    expect(await stockOf(shop.deps.db, mug)).toBe(3);
    const receipt = await (await shop.reader().browser.get(`/api/receipts/${order.receiptToken}`)).json();
    expect(receipt).toMatchObject({ paid_by: 'check', card: null });
    await forget(orderId);
  });

  test('for a first subscription makes the account that its reader logs in to by code', async () => {
    const invoice = await writeInvoice(shop, { giftees: [], membership, address: home(2), name: 'Hal', email: 'Hal@Example.org' });
    await recordPayment(shop.deps, { ...check(invoice), method: 'wire' });
    const account = await shop.deps.db.account.findFirstOrThrow({ where: { email: 'hal@example.org' } });
    expect(account.passwordHash).toBe(null);
    expect(await shop.deps.db.subscription.count({ where: { ownerId: account.id } })).toBe(1);
    const welcome = await lastLetter(shop, 'hal@example.org', 'welcome');
    expect(welcome).toContain('Dear Hal,');
    expect(welcome).toContain('Your subscription to Exclave is paid, and we have made an account for it.');
    expect(welcome).toContain('we mail you a code, and no password is needed');
    expect(welcome).not.toContain('If you did not make this account');
    await forget((await shop.deps.db.invoice.findUniqueOrThrow({ where: { token: invoice.token } })).orderId);
  });

  test(
    'for a first subscription is for nobody who had signed up with its address before: what they set up is gone, and a code alone leads in',
    { tags: ['ci'] },
    async () => {
      const squatter = shop.reader();
      await squatter.browser.post('/api/cart', {
        type: 'membership',
        item: { subscription: { renewal: false, medium: 'print', level: 'low', term: '1year', coupon: null } },
      });
      const { email, password } = newcomer();
      const begun = await squatter.start({ email, password, name: 'Win at evil.example', address: home(4) });
      await squatter.browser.post('/api/account/address/a', home(4));
      const invoice = await writeInvoice(shop, { giftees: [], membership, address: home(2), name: 'Ida Real', email });
      await recordPayment(shop.deps, check(invoice));
      expect(await whoIs(squatter.browser)).toBeNull();
      expect((await logInWith(shop.browser(), email, password.password)).status).toBe(401);
      const { id, name } = await shop.deps.db.account.findFirstOrThrow({ where: { email } });
      expect(name).toBe('Ida Real');
      expect(await lettersTo(shop, email)).toEqual(expect.arrayContaining(['password-removed']));
      expect(await lastLetter(shop, email, 'password-removed')).toContain('A subscription was paid for this address');
      await squatter.pay(begun);
      await settle(shop.deps, begun.intent);
      expect(await shop.deps.db.subscription.count({ where: { ownerId: id } })).toBe(1);
      expect(await shop.deps.db.ownerAddress.findMany({ where: { ownerId: id } })).toMatchObject([{ address: { line1: home(2).line1 } }]);
      await forget((await shop.deps.db.invoice.findUniqueOrThrow({ where: { token: invoice.token } })).orderId);
    },
  );

  test('is for who has proved the address, and takes nothing from them', async () => {
    const reader = await makeAccount(shop);
    const invoice = await writeInvoice(shop, { giftees: [], membership, address: home(2), name: 'Somebody', email: reader.email });
    await recordPayment(shop.deps, check(invoice));
    expect(await shop.deps.db.subscription.count({ where: { ownerId: reader.id } })).toBe(1);
    expect((await logInWith(shop.browser(), reader.email)).status).toBe(200);
    expect(await shop.deps.db.account.findUniqueOrThrow({ where: { id: reader.id } })).toMatchObject({ name: reader.name });
    await forget((await shop.deps.db.invoice.findUniqueOrThrow({ where: { token: invoice.token } })).orderId);
  });

  test.each([
    { upgrade: { medium: 'print', level: 'low' } as const, becomes: ['print-a'] },
    { membership, becomes: ['digital', 'print-a'] },
  ])('for what goes on with what an account has bought takes nothing from its reader: $becomes', async ({ becomes, ...what }) => {
    const { id, email } = await makeAccount(shop, { verified: false });
    await subscribe(shop, id, { deliverable: 'digital' });
    const reader = shop.browser();
    await logInWith(reader, email);
    const invoice = await writeInvoice(shop, { giftees: [], ...what, address: home(2), name: 'Ana Reader', email });
    await recordPayment(shop.deps, check(invoice));
    expect(await whoIs(reader)).not.toBeNull();
    expect((await logInWith(shop.browser(), email)).status).toBe(200);
    const terms = await shop.deps.db.subscription.findMany({ where: { ownerId: id }, orderBy: { cycle: 'asc' } });
    expect(terms.map(({ setDeliverable }) => setDeliverable)).toEqual(becomes);
    expect(await lettersTo(shop, email)).not.toContain('password-removed');
    await forget((await shop.deps.db.invoice.findUniqueOrThrow({ where: { token: invoice.token } })).orderId);
  });

  test('and a card at the same moment pay it once: one of the two is refused', { tags: ['ci'] }, async () => {
    for (let round = 0; round < 6; round++) {
      const invoice = await writeInvoice(shop);
      const payer = shop.reader();
      const started = await startPay(payer, invoice);
      const [card, recorded] = await Promise.allSettled([payer.pay(started), recordPayment(shop.deps, check(invoice))]);
      await settle(shop.deps, started.intent);
      const payment = await paymentOf(invoice.token);
      const paidByCard = card.status === 'fulfilled' && card.value === 'succeeded';
      expect([payment?.method, recorded.status]).toEqual(paidByCard ? ['card', 'rejected'] : ['check', 'fulfilled']);
      if (!paidByCard) await forget((await shop.deps.db.invoice.findUniqueOrThrow({ where: { token: invoice.token } })).orderId);
    }
  });

  test('for an invoice that the card paid before is refused, and says how it was paid', async () => {
    const invoice = await writeInvoice(shop);
    const payer = shop.reader();
    await payer.pay(await startPay(payer, invoice));
    await expect(recordPayment(shop.deps, check(invoice))).rejects.toMatchObject({
      message: expect.stringMatching(/was paid by card on \d{1,2}\.\d{1,2}\.\d{4}: /),
    });
    await expect(recordPayment(shop.deps, { ...check(invoice), number: 99_999 })).rejects.toThrow('There is no invoice');
  });
});

describe('an invoice that staff give up', () => {
  test('is gone, its goods are back on the shelf, and nobody can pay for it', async () => {
    const mug = await stock(shop.deps.db, 'prd:cancel-mug', 5, 900);
    const invoice = await writeInvoice(shop, { giftees: [], goods: [{ item: 'basic-product', ref: mug, quantity: 2 }], address: home(1) });
    const payer = shop.reader();
    const started = await startPay(payer, invoice);
    await cancelInvoice(shop.deps, numberOf(invoice));
    expect(await payer.pay(started)).toBe('payment_intent_unexpected_state');
    expect(await readInvoice(shop.deps, invoice.token)).toBe(null);
    expect((await pressPay(payer, invoice)).status).toBe(404);
    expect(await stockOf(shop.deps.db, mug)).toBe(5);
  });

  test('stands when it was paid', async () => {
    const invoice = await writeInvoice(shop);
    const payer = shop.reader();
    await payer.pay(await startPay(payer, invoice));
    await expect(cancelInvoice(shop.deps, numberOf(invoice))).rejects.toThrow('it stands.');
    expect((await readInvoice(shop.deps, invoice.token))?.paid).toEqual(expect.any(String));
  });
});

/** Takes an order that no card paid out of the balance of cards, once it has been looked at. */
async function forget(orderId: string): Promise<void> {
  await shop.deps.db.$executeRaw`delete from outbox where subject = ${orderId}`;
  await shop.deps.db.$executeRaw`delete from invoice_payment where invoice_id = (select id from invoice where order_id = ${orderId}::uuid)`;
  await shop.deps.db.$executeRaw`delete from invoice where order_id = ${orderId}::uuid`;
  await shop.deps.db.$executeRaw`delete from "order" where id = ${orderId}::uuid`;
}
