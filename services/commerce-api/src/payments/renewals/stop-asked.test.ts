// @module-tag ci
import { ChargeStatus } from '@newsstand/contracts/charge';
import { fromBrowser } from '@newsstand/dev-services/stripe/testing';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  addTo,
  CARD,
  donate,
  expectCharged,
  lettersTo,
  openMagazine,
  paidBy,
  release,
  settled,
  subscribe,
  type Magazine,
} from '../../../test/timed-magazine.ts';
import { loginTo, makeAccount, PASSWORD } from '../../../test/reader.ts';
import { stopDonation } from '../../account/change-donation.ts';
import { deleteAccount } from '../../account/delete-account.ts';
import { switchAutorenew } from '../../account/switch-autorenew.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { openStripe } from '../provider/open-stripe.ts';
import { newToken } from '../../platform/secrets.ts';
import { redeem } from '../../shop/redeem/redeem.ts';
import { deleteCard } from '../cards/delete-card.ts';
import { settle, settleGratis } from '../settle/settle.ts';
import { runRenewals } from './run-renewals.ts';
import { settleCharge } from '../settle/settle-charge.ts';

// What a bank asks about, stopped in one tab while another has its page open.
let magazine: Magazine;
beforeAll(async () => {
  magazine = await openMagazine();
});
afterAll(() => magazine.close());
afterEach(async () => {
  magazine.emulator.control.switch({ drop: false });
  await settled(magazine);
  await expectCharged(magazine);
});

type Asking = Extract<ChargeStatus, { status: 'authorize-card' }>;
type Asked = { id: string; email: string; customer: string; token: string; page: Asking; stop: () => Promise<unknown> };

async function look(token: string): Promise<ChargeStatus> {
  return v.parse(ChargeStatus, await (await magazine.browser().get(`/api/charges/${token}`)).json());
}

/** What a page does that was loaded while the bank asked. */
async function confirm({ page: { keys, intent, method } }: Asked): Promise<string> {
  const secret = { client_secret: keys.secret };
  const { body } = await fromBrowser(magazine.emulator, `/v1/payment_intents/${intent}/confirm`, { ...secret, payment_method: method });
  if (body.status === 'requires_action') await fromBrowser(magazine.emulator, '/v1/3ds2/authenticate', { ...secret, outcome: 'succeeded' });
  return body.status ?? body.error.code;
}

async function waiting(ownerId: string): Promise<{ token: string; page: Asking }> {
  const { token } = await magazine.deps.db.charge.findFirstOrThrow({ where: { ownerId, state: 'open' } });
  const page = await look(token);
  return page.status === 'authorize-card' ? { token, page } : expect.unreachable(`the charge is ${page.status}`);
}

async function renewer(): Promise<Asked> {
  const reader = await subscribe(magazine, { card: CARD.asks });
  await release(magazine, 4);
  await magazine.live(30);
  return {
    ...reader,
    ...(await waiting(reader.id)),
    stop: async () => switchAutorenew(magazine.deps, await loginTo(magazine.deps, reader.id), false),
  };
}

async function donor(): Promise<Asked> {
  const who = await donate(magazine, { card: CARD.asks });
  await magazine.live(32);
  await makeAccount(magazine, { id: who.ownerId, email: who.email });
  const reader = { ...(await loginTo(magazine.deps, who.ownerId)), since: magazine.now(), name: 'Dora Donor', email: who.email };
  return { ...who, ...(await waiting(who.ownerId)), stop: () => stopDonation(magazine.deps, reader, who.token) };
}

const statusOf = async ({ page }: Asked) => (await magazine.deps.stripe.paymentIntents.retrieve(page.intent)).status;
const away = () => ({ ...magazine.deps, stripe: openStripe({ ...magazine.deps.config.stripe, apiBase: 'http://127.0.0.1:9' }) });

describe.each([
  ['a renewal', renewer],
  ['a month of a donation', donor],
])('%s that the bank asks about', (_, ask) => {
  test('is canceled as soon as it is stopped, so that a page which is still open pays nothing, and says that it was stopped', async () => {
    const who = await ask();
    magazine.emulator.control.switch({ drop: true });
    await who.stop();
    expect(await statusOf(who)).toBe('canceled');
    expect(await confirm(who)).toBe('payment_intent_unexpected_state');
    expect(await look(who.token)).toMatchObject({ status: 'stopped' });
    expect(paidBy(magazine, who.customer)).toEqual([]);
  });

  test('and that was paid in the moment before it was stopped is paid, and its page says so', async () => {
    const who = await ask();
    magazine.emulator.control.switch({ drop: true });
    await confirm(who);
    await who.stop();
    expect(await look(who.token)).toMatchObject({ status: 'completed', receipt: expect.any(String) });
    expect(paidBy(magazine, who.customer)).toHaveLength(1);
    expect(await lettersTo(magazine, who.email)).toContain('receipt');
  });
});

describe('a renewal that was switched off while the provider was away', () => {
  const off = async () => {
    const who = await renewer();
    magazine.emulator.control.switch({ drop: true });
    await switchAutorenew(away(), await loginTo(magazine.deps, who.id), false);
    expect(await statusOf(who)).toBe('requires_payment_method');
    return who;
  };

  test('and that a page paid nevertheless is said to be paid, not stopped', async () => {
    const who = await off();
    await confirm(who);
    expect(await look(who.token)).toMatchObject({ status: 'completed' });
    expect(await lettersTo(magazine, who.email)).toContain('receipt');
  });

  test('is canceled by the page that says it was stopped', async () => {
    const who = await off();
    expect(await look(who.token)).toMatchObject({ status: 'stopped' });
    expect(await statusOf(who)).toBe('canceled');
  });

  test('is canceled by the renewal run, though it was switched on again since', async () => {
    const who = await off();
    await switchAutorenew(away(), await loginTo(magazine.deps, who.id), true);
    await runRenewals(magazine.deps);
    expect(await statusOf(who)).toBe('canceled');
    expect(await look(who.token)).toMatchObject({ status: 'in-progress' });
    expect((await lettersTo(magazine, who.email)).filter((kind) => !/^(renewal-notice|autorenew-o\w+)$/.test(kind))).toEqual([
      'charge-authenticate',
    ]);
  });

  test('and whose money is on its way nevertheless is looked after until it arrives', async () => {
    const who = await off();
    const intent = await magazine.deps.stripe.paymentIntents.retrieve(who.page.intent);
    await settleCharge(magazine.deps, { ...intent, status: 'processing' });
    expect(await magazine.deps.db.charge.findUniqueOrThrow({ where: { token: who.token } })).toMatchObject({ state: 'open' });
    await confirm(who);
    magazine.travel(1);
    await runRenewals(magazine.deps);
    expect(await look(who.token)).toMatchObject({ status: 'completed' });
  });
});

test.each([
  ['its card is deleted', async ({ id }: Asked) => deleteCard(magazine.deps, await loginTo(magazine.deps, id))],
  ['its card is let go at the provider’s', ({ page }: Asked) => magazine.deps.stripe.paymentMethods.detach(page.method)],
])('a renewal that the bank asks about is canceled when %s', async (_, stop) => {
  const who = await renewer();
  await stop(who);
  await expect.poll(() => statusOf(who)).toBe('canceled');
  expect(await look(who.token)).toMatchObject({ status: 'stopped' });
});

test('a month of a donation that the bank asks about is canceled when the account of its donor is deleted', async () => {
  const { db } = magazine.deps;
  const [{ id, email }, given] = [await makeAccount(magazine), await donate(magazine, { card: CARD.asks })];
  await db.donation.updateMany({ where: { id: given.id }, data: { ownerId: id } });
  await db.charge.updateMany({ where: { subject: given.id }, data: { ownerId: id } });
  await magazine.live(32);
  const { page } = await waiting(id);
  magazine.emulator.control.switch({ drop: true });
  const reader = { ...(await loginTo(magazine.deps, id)), since: magazine.now(), name: 'Ana Reader', email };
  await deleteAccount(magazine.deps, reader, {
    proof: { type: 'password', password: PASSWORD },
    network: 'here',
    version: undefined,
    session: null,
  });
  expect((await magazine.deps.stripe.paymentIntents.retrieve(page.intent)).status).toBe('canceled');
});

/** Buys a year as the page of renewing does, and pays `total` cents for it. */
async function renew({ id: ownerId, email, customer }: Asked, total: number): Promise<void> {
  const { db, stripe } = magazine.deps;
  const id = uuidv7();
  const sums = { goods: total, shipping: 0, discount: 0, waived: 0, total };
  const times = { created: magazine.now(), updated: magazine.now() };
  const place = { publicationId: 'main', cartVersion: 0, shipcode: 'a', receiptToken: newToken() };
  await db.order.create({ data: { id, ownerId, state: 'started', name: 'Ana Reader', email, ...place, ...sums, ...times } });
  const choice = { type: 'subscription', deliverable: 'digital', level: 'low', term: '1year', coupon: null, renewal: true };
  const line = { type: 'personal-subscription', ref: 'digital/low/1year', name: 'Renewal', detail: '', quantity: 1, price: total };
  await db.orderLine.create({ data: { orderId: id, ordinal: 1, ...line, discount: 0, shipping: 0, choice } });
  if (total === 0) return settleGratis(magazine.deps, { id, total });
  const allowed = { allowed_payment_method_types: ['card' as const] };
  const card = await stripe.paymentMethods.attach(CARD.other, { customer });
  const paying = { amount: total, currency: 'usd', customer, payment_method: card.id, confirm: true, metadata: { order: id }, ...allowed };
  const intent = await stripe.paymentIntents.create({ ...paying, off_session: true });
  await db.order.update({ where: { id }, data: { intentId: intent.id } });
  await settle(magazine.deps, intent.id);
}

async function redeemGift({ id, email }: Asked): Promise<void> {
  const { db } = magazine.deps;
  const token = newToken();
  const [order, giver] = [await db.order.findFirstOrThrow({ select: { id: true } }), crypto.randomUUID()];
  const gift = { deliverable: 'digital', level: 'low', term: '1year', ordinal: 1, number: 77 };
  await db.gift.create({ data: { publicationId: 'main', ownerId: giver, id: uuidv7(), token, orderId: order.id, ...gift } });
  const redemption = { token, deliverable: 'digital', name: 'Ana', email, address: null, shipcode: 'a' } as const;
  expect(await redeem(magazine.deps, redemption, { account: id, makeAccount: () => Promise.resolve(id) })).toEqual({ type: 'redeemed' });
}

test.each([
  ['buys it', (who: Asked) => renew(who, 2800)],
  ['buys it for nothing', (who: Asked) => renew(who, 0)],
  ['redeems a gift', redeemGift],
])('a renewal that the bank asks about is canceled when its reader %s meanwhile', async (_, go) => {
  const who = await renewer();
  magazine.emulator.control.switch({ drop: true });
  await go(who);
  expect(await magazine.deps.db.subscription.count({ where: { ownerId: who.id } })).toBe(2);
  expect(await statusOf(who)).toBe('canceled');
  expect(await look(who.token)).toMatchObject({ status: 'stopped' });
});

test('a renewal that its reader has bought meanwhile is canceled by its own page', async () => {
  const who = await renewer();
  await addTo(magazine, who.id, '1year');
  expect(await look(who.token)).toMatchObject({ status: 'stopped' });
  expect(await statusOf(who)).toBe('canceled');
});

test('the page of a renewal that is tried again says when', async () => {
  const reader = await subscribe(magazine, { card: CARD.declines });
  await release(magazine, 4);
  await magazine.live(31);
  const { token, nextAttempt, due } = await magazine.deps.db.charge.findFirstOrThrow({ where: { ownerId: reader.id } });
  expect(nextAttempt).not.toEqual(due);
  expect(await look(token)).toMatchObject({ status: 'in-progress', due: nextAttempt?.toISOString() });
});
