// What the tests of the renewal run share: a magazine whose clock is moved by hand, the emulator with the same clock,
// and readers whom it charges.
import type { Deliverable, Term } from '@newsstand/contracts/cart';
import { fromBrowser } from '@newsstand/dev-services/stripe/testing';
import { startStripeEmulator, type StripeEmulator } from '@newsstand/dev-services/stripe-emulator';
import { expect } from 'vitest';
import { writeMonth } from '../src/ledger/planned-charges/write-month.ts';
import { runRelease } from '../src/ledger/releases/run-release.ts';
import { addTerm } from '../src/ledger/terms/add-term.ts';
import { runRenewals } from '../src/payments/renewals/run-renewals.ts';
import { uuidv7 } from '../src/platform/db/uuidv7.ts';
import { DAY } from '../src/platform/duration.ts';
import { listen } from '../src/platform/http/listen.ts';
import { newToken } from '../src/platform/secrets.ts';
import { planDonation } from '../src/rules/charges/monthly-rules.ts';
import { makeAccount } from './reader.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** Ready-made cards of the provider's test mode. */
export const CARD = {
  good: 'pm_card_visa',
  other: 'pm_card_mastercard',
  declines: 'pm_card_chargeCustomerFail',
  asks: 'pm_card_authenticationRequired',
} as const;

export type Magazine = TestApp & {
  emulator: StripeEmulator;
  /** Sets the clock of the service and the provider, by an ISO instant or by days from now. */
  travel(to: string | number): void;
  now(): Date;
  /** Goes on a day at a time, and makes the renewal run each day. */
  live(days: number): Promise<void>;
};

type Opened = { env?: Record<string, string>; start?: string; reached?: (step: string) => void };

/** Real keys are forgotten by the emulator after a day of this clock, as by the provider. */
export async function openMagazine({ env, start = '2026-12-01T09:30:00Z', reached }: Opened = {}): Promise<Magazine> {
  const time = { now: Date.parse(start) };
  const clock = () => new Date(time.now);
  const emulator = await startStripeEmulator({
    port: 0,
    secretKey: 'sk_test_newsstand',
    publishableKey: 'pk_test_newsstand',
    now: () => time.now,
  });
  const app = await createTestApp({ clock, ...(reached && { reached }), env: { STRIPE_API_BASE: emulator.url, ...env } });
  const server = await listen(app.app, { port: 0, host: '127.0.0.1' });
  emulator.control.setWebhook({ url: `http://127.0.0.1:${server.port}/api/webhooks/stripe`, secret: app.deps.config.stripe.webhookSecret });
  const travel = (to: string | number) => {
    time.now = typeof to === 'string' ? Date.parse(to) : time.now + to * DAY;
  };
  return {
    ...app,
    emulator,
    travel,
    now: clock,
    live: async (days) => {
      for (let day = 0; day < days; day++) {
        travel(1);
        await runRenewals(app.deps);
        // A webhook that is still under way holds its charge, and the run leaves it to the next one.
        await settled({ emulator });
      }
    },
    close: async () => {
      await emulator.close();
      await server.stop();
      await app.close();
    },
  };
}

/** Puts a card on record at the provider, set up for later. Answers what is stored of it. */
export async function giveCard({ deps, emulator }: Pick<Magazine, 'deps' | 'emulator'>, customer: string, card: string, exp = [12, 2035]) {
  const attached = await deps.stripe.paymentMethods.attach(card, { customer });
  const setup = await deps.stripe.setupIntents.create({
    customer,
    payment_method: attached.id,
    confirm: true,
    allowed_payment_method_types: ['card'],
  });
  if (setup.status === 'requires_action') {
    await fromBrowser(emulator, '/v1/3ds2/authenticate', { client_secret: setup.client_secret ?? '', outcome: 'succeeded' });
  }
  const [exp_month = 0, exp_year = 0] = exp;
  const { brand = '', last4 = '' } = attached.card ?? {};
  return {
    customer,
    method: attached.id,
    payment: { name: 'Ana Reader', card: { type: brand, last_four: last4, exp_month, exp_year }, ach: null, agreed: 0 },
  };
}

type Wishes = { card?: string; exp?: number[]; term?: Term; deliverable?: Deliverable; autorenew?: boolean; copies?: number };
export type Renewer = { id: string; email: string; subscription: string; customer: string };

/** A reader with an account, a card on record and one subscription. */
export async function subscribe(magazine: Magazine, wishes: Wishes = {}): Promise<Renewer> {
  const { card = CARD.good, exp, term = '1year', deliverable = 'digital', autorenew = true, copies = 1 } = wishes;
  const { deps } = magazine;
  const { id, email } = await makeAccount(magazine, { password: null });
  const { id: customer } = await deps.stripe.customers.create({ email });
  const autorenewSince = autorenew ? deps.clock() : null;
  await deps.db.account.update({ where: { id }, data: { ...(await giveCard(magazine, customer, card, exp)), autorenewSince } });
  const subscription = await addTo(magazine, id, term, deliverable, copies);
  return { id, email, subscription, customer };
}

/** One more term for an owner, as an order would have brought it. */
export async function addTo(
  { deps }: Magazine,
  ownerId: string,
  term: Term,
  deliverable: Deliverable = 'digital',
  copies = 1,
): Promise<string> {
  const id = uuidv7();
  const deliverables = { set: deliverable, active: deliverable };
  const bought = { id, source: `test:${id}`, term, level: 'low', deliverables, copies, at: deps.clock() } as const;
  await deps.db.$transaction((tx) => addTerm(tx, { publicationId: 'main', ownerId, ...bought }));
  return id;
}

let latestIssue = 1000;

/** Lets issues come out now, one after the other. */
export async function release(magazine: Magazine, count = 1): Promise<void> {
  for (let index = 0; index < count; index++) await runRelease(magazine.deps, await comeOut(magazine));
}

/** An issue whose day has come, and that nobody was given yet. */
export async function comeOut({ deps }: Magazine): Promise<number> {
  latestIssue += 1;
  const names = {
    ref: `iss:${latestIssue}`,
    title: 'T',
    slug: `issue-${latestIssue}`,
    summary: '',
    cover: { source: '/a.svg', width: 1, height: 1 },
  };
  await deps.db.issue.create({
    data: { publicationId: 'main', number: latestIssue, ...names, released: new Date(deps.clock().getTime() - DAY) },
  });
  return latestIssue;
}

/** A donor who gave the first month just now: a guest, as a donor may be. */
export async function donate(magazine: Magazine, { card = CARD.good, amount = 2500 }: { card?: string; amount?: number } = {}) {
  const { deps } = magazine;
  const [ownerId, orderId, id] = [crypto.randomUUID(), uuidv7(), uuidv7()];
  const email = `donor-${id}@example.org`;
  const first = deps.clock();
  const { id: customer } = await deps.stripe.customers.create({ email });
  const payer = await giveCard(magazine, customer, card);
  const sums = { goods: amount, shipping: 0, discount: 0, waived: 0, total: amount };
  const times = { created: first, updated: first, paid: first };
  await deps.db.order.create({
    data: {
      id: orderId,
      publicationId: 'main',
      ownerId,
      state: 'paid',
      cartVersion: 0,
      name: 'Dora Donor',
      email,
      shipcode: 'a',
      ...sums,
      receiptToken: newToken(),
      ...times,
    },
  });
  const token = newToken();
  await deps.db.donation.create({
    data: { publicationId: 'main', ownerId, id, token, orderId, process: 'monthly-init', amount, first, ...payer },
  });
  const plan = planDonation({ first, paidPeriod: 0, failing: false, ended: null }, first);
  if (plan.type !== 'charge') throw new Error('a new donation has a next month');
  await writeMonth(deps.db, { publicationId: 'main', ownerId, subject: id }, { period: plan.period, due: plan.due, amount });
  return { id, ownerId, email, token, customer };
}

/** Every payment that a customer made, in cents, oldest first. */
export function paidBy({ emulator }: Magazine, customer: string): number[] {
  const { payment_intents } = emulator.control.state();
  return payment_intents
    .filter((intent) => intent.customer === customer && intent.status === 'succeeded')
    .map(({ amount_received }) => amount_received)
    .toReversed();
}

/**
 * The kinds of the letters to an address, oldest first, but for those of the issues that were released: they have tests
 * of their own.
 */
export async function lettersTo({ deps }: Magazine, email: string): Promise<string[]> {
  const rows = await deps.db.outbox.findMany({
    where: { recipient: email, kind: { not: 'issue-out' } },
    orderBy: [{ created: 'asc' }, { id: 'asc' }],
  });
  return rows.map(({ kind }) => kind);
}

/** Webhooks that are under way arrive, and none was answered with an error. */
export async function settled({ emulator }: Pick<Magazine, 'emulator'>): Promise<void> {
  const arrived = () => emulator.control.state().deliveries.every(({ status }) => status === 'delivered' || status === 'dropped');
  await expect.poll(arrived, { timeout: 20_000, interval: 5 }).toBe(true);
}

/**
 * Nothing is charged twice: what the provider took is what the paid charges cost, one payment for each subscription and
 * cycle, donation and month; each has one order with a number of its own, one receipt's letter, and what was paid for.
 */
export async function expectCharged({ deps, emulator }: Magazine): Promise<void> {
  const { db } = deps;
  const paid = await db.charge.findMany({ where: { state: 'paid' }, include: { attempts: true } });
  const { payment_intents, refunded, violations } = emulator.control.state();
  const succeeded = payment_intents.filter(({ status, metadata }) => status === 'succeeded' && metadata.charge !== undefined);
  const names = succeeded.map(({ metadata }) => metadata.charge);
  expect(names.toSorted(), 'one payment for each charge').toEqual(
    paid
      .filter(({ amount }) => amount > 0)
      .map(({ kind, subject, cycle }) => `${kind}:${subject}:${cycle}`)
      .toSorted(),
  );
  expect(new Set(names).size).toBe(names.length);
  const back = await db.refund.aggregate({ where: { method: 'card', state: 'sent' }, _sum: { amount: true } });
  expect(refunded, 'what the desk paid back, once each').toBe(back._sum.amount ?? 0);
  const orders = await db.order.findMany({ where: { intentId: { in: succeeded.map(({ id }) => id) } } });
  expect(
    orders.map(({ total }) => total).toSorted((a, b) => a - b),
    'an order for each payment, at its price',
  ).toEqual(succeeded.map(({ amount_received }) => amount_received).toSorted((a, b) => a - b));
  expect(new Set(orders.map(({ number }) => number)).size).toBe(orders.length);
  expect(await db.outbox.count({ where: { kind: 'receipt', subject: { in: orders.map(({ id }) => id) } } })).toBe(orders.length);
  const renewed = await db.subscription.findMany({ where: { source: { startsWith: 'renewal:' } }, include: { tokens: true } });
  expect(renewed.map(({ source }) => source).toSorted(), 'a term for each renewal').toEqual(
    paid
      .filter(({ kind }) => kind === 'renewal')
      .map(({ subject, cycle }) => `renewal:${subject}:${cycle}`)
      .toSorted(),
  );
  for (const { attempts } of paid) expect(attempts.filter(({ outcome }) => outcome === 'paid')).toHaveLength(1);
  expect(violations).toEqual([]);
}
