// @module-tag ci
import { Deliverable, Term } from '@newsstand/contracts/cart';
import { issuesOf } from '@newsstand/contracts/term';
import { fromBrowser } from '@newsstand/dev-services/stripe/testing';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  donate,
  addTo,
  CARD,
  expectCharged,
  giveCard,
  openMagazine,
  paidBy,
  release,
  settled,
  subscribe,
  type Magazine,
  type Renewer,
} from '../../../test/timed-magazine.ts';
import { manyLives, timeFor } from '../../../test/many-lives.ts';
import { expectBooks } from '../../../test/books.ts';
import { askFor } from '../../../test/desk-money.ts';
import { refundOrder } from '../../desk/refunds/refund-order.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { expectPromised, promisedNow, type Promised } from '../../../test/promised-renewals.ts';
import { reopenRenewal } from '../../ledger/planned-charges/reopen-charge.ts';
import { followAutorenew } from '../../ledger/planned-charges/follow-autorenew.ts';
import { readSubscriptions } from '../../ledger/terms/read-subscriptions.ts';
import { RenewalNotice } from '../../letters/charge-letter.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { DAY } from '../../platform/duration.ts';
import { newToken } from '../../platform/secrets.ts';
import { countIssues, deliveries, isLifetime } from '../../rules/subscriptions/subscription-rules.ts';
import { redeem } from '../../shop/redeem/redeem.ts';
import { chargeAtOnce } from './charge-at-once.ts';
import { readChargeStatus } from './read-charge-status.ts';
import { runRenewals } from './run-renewals.ts';

let magazine: Magazine;
let close: () => Promise<unknown>;
const staff = uuidv7();
async function open(): Promise<() => Promise<unknown>> {
  const opened = await openMagazine();
  magazine = opened;
  await magazine.deps.db.staff.create({
    data: { id: staff, publicationId: 'main', email: 'cleo@example.org', name: 'Cleo', roles: ['publisher'], created: magazine.now() },
  });
  // Gives each month beside all this; its order is the one that gave the gifts.
  await donate(magazine);
  return () => opened.close();
}
beforeAll(async () => {
  close = await open();
});
afterAll(() => close());

const step = fc.oneof(
  fc.record({
    does: fc.constant('buy' as const),
    term: fc.constantFrom(...Term.options),
    deliverable: fc.constantFrom(...Deliverable.options),
  }),
  fc.record({ does: fc.constant('redeem' as const), term: fc.constantFrom('1year' as const, '2year' as const), twice: fc.boolean() }),
  fc.record({
    does: fc.constant('upgrade' as const),
    deliverable: fc.constantFrom(...Deliverable.options),
    level: fc.constantFrom('low' as const, 'high' as const),
  }),
  fc.record({ does: fc.constant('cancel' as const) }),
  fc.record({ does: fc.constant('autorenew' as const), on: fc.boolean() }),
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('refund' as const),
      ends: fc.boolean(),
      cents: fc.option(fc.integer({ min: 0, max: 3000 })),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  fc.record({ does: fc.constant('card' as const), card: fc.constantFrom(...Object.values(CARD)) }),
  fc.record({ does: fc.constant('authenticate' as const), outcome: fc.constantFrom('succeeded' as const, 'failed' as const) }),
  { weight: 2, arbitrary: fc.record({ does: fc.constant('look' as const) }) },
  fc.record({ does: fc.constant('webhooks' as const), drop: fc.boolean(), duplicate: fc.boolean(), reverse: fc.boolean() }),
  { weight: 3, arbitrary: fc.record({ does: fc.constant('release' as const), issues: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('run' as const), days: fc.integer({ min: 1, max: 35 }), together: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * What the reader paid for otherwise than by renewing, and what was promised by a notice then: kept beside the service,
 * which knows nothing of it.
 */
type Ledger = { issues: number; promised: Promised[] };

async function perform(reader: Renewer, ledger: Ledger, each: Step): Promise<void> {
  const { deps, emulator } = magazine;
  const { db } = deps;
  switch (each.does) {
    case 'buy':
      ledger.issues += issuesOf(each.term) ?? 0;
      ledger.promised.push(...(await promisedNow(magazine, reader.id)));
      await addTo(magazine, reader.id, each.term, each.deliverable);
      return;
    case 'redeem': {
      const token = newToken();
      const gift = { deliverable: 'digital', level: 'low', term: each.term } as const;
      const order = await db.order.findFirstOrThrow({ select: { id: true } });
      await db.gift.create({
        data: {
          publicationId: 'main',
          ownerId: crypto.randomUUID(),
          id: uuidv7(),
          token,
          orderId: order.id,
          ordinal: 1,
          number: (gifts += 1),
          ...gift,
        },
      });
      const redemption = { token, deliverable: 'digital', name: 'Ana', email: reader.email, address: null, shipcode: 'a' } as const;
      const attempts = Array.from({ length: each.twice ? 2 : 1 }, () =>
        redeem(deps, redemption, { account: reader.id, makeAccount: () => Promise.resolve(reader.id) }),
      );
      const redeemed = (await Promise.all(attempts)).filter(({ type }) => type === 'redeemed');
      expect(redeemed).toHaveLength(1);
      ledger.issues += issuesOf(each.term) ?? 0;
      return;
    }
    case 'upgrade':
      await db.$executeRaw`
        update subscription set active_deliverable = ${each.deliverable}, settings_level = ${each.level}
        where owner_id = ${reader.id}::uuid and cancelled is null`;
      return;
    case 'cancel':
      await db.$executeRaw`
        update subscription set cancelled = ${magazine.now()} where id = (
          select id from subscription where owner_id = ${reader.id}::uuid and cancelled is null order by cycle limit 1)`;
      return;
    case 'autorenew':
      return db.$transaction(async (tx) => {
        await tx.$executeRaw`
          update account set autorenew_since = case when ${each.on} then coalesce(autorenew_since, ${magazine.now()}) end,
            autorenew_stopped_by = case when not ${each.on} then autorenew_stopped_by end where id = ${reader.id}::uuid`;
        await followAutorenew(tx, deps, reader.id);
      });
    case 'refund':
      return refund(reader, each);
    case 'card': {
      const held = await giveCard(magazine, reader.customer, each.card);
      const keys = await db.$transaction(async (tx) => {
        await tx.account.update({ where: { id: reader.id }, data: held });
        return reopenRenewal(tx, deps, reader.id);
      });
      await Promise.all(keys.map((key) => chargeAtOnce(deps, key)));
      return;
    }
    case 'authenticate': {
      const waiting = await db.chargeAttempt.findFirst({
        where: { customer: reader.customer, outcome: 'authentication-required' },
        orderBy: { started: 'desc' },
      });
      if (!waiting?.intentId) return;
      const { client_secret } = await deps.stripe.paymentIntents.retrieve(waiting.intentId);
      const secret = { client_secret: client_secret ?? '' };
      const { body } = await fromBrowser(emulator, `/v1/payment_intents/${waiting.intentId}/confirm`, {
        ...secret,
        payment_method: waiting.method,
      });
      if (body.status === 'requires_action') await fromBrowser(emulator, '/v1/3ds2/authenticate', { ...secret, outcome: each.outcome });
      return;
    }
    case 'look':
      for (const { token } of await db.charge.findMany({ where: { ownerId: reader.id } })) await readChargeStatus(deps, token);
      return;
    case 'webhooks':
      emulator.control.switch({ drop: each.drop, duplicate: each.duplicate, reverse: each.reverse });
      return;
    case 'release':
      return release(magazine, each.issues);
    case 'run':
      magazine.travel(each.days);
      await Promise.all(Array.from({ length: each.together ? 3 : 1 }, () => runRenewals(deps)));
      return;
  }
}

let gifts = 0;

type Refund = Extract<Step, { does: 'refund' }>;

/**
 * The desk pays back what the newest renewal was paid, all of it or a part, and ends it or not: pressed once, or
 * several times at one moment.
 */
async function refund(reader: Renewer, { ends, cents, times }: Refund): Promise<void> {
  const { deps } = magazine;
  const order = await deps.db.order.findFirst({
    where: { ownerId: reader.id, state: 'paid' },
    orderBy: { created: 'desc' },
    include: { lines: true },
  });
  const [line] = order?.lines ?? [];
  if (!order || !line) return;
  const lines = [{ ordinal: line.ordinal, quantity: ends ? line.quantity : 0, amount: cents, came_back: false }];
  const wish = { ...askFor({ lines }), order: order.id, network: '' };
  const person = {
    id: staff,
    name: 'Cleo',
    email: 'cleo@example.org',
    roles: ['publisher' as const],
    session: '',
    fresh: magazine.now(),
    keys: 1,
  };
  const refusedTo = (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return null;
  };
  // More than is left of it, or what was ended before.
  const tried = await refundOrder(deps, person, { ...wish, dry: true }).catch(refusedTo);
  if (tried === null || (tried.plan.amount === 0 && !ends)) return;
  const asked = { ...wish, version: tried.plan.version, dry: false };
  await Promise.all(Array.from({ length: times }, () => refundOrder(deps, person, asked)));
}

/**
 * No order gives more back than came in, what each refund is for sums to it, and each that was asked for has arrived,
 * with a credit note.
 */
async function expectPaidBack({ id }: Renewer): Promise<void> {
  const orders = await magazine.deps.db.order.findMany({
    where: { ownerId: id },
    include: { refunds: { include: { lines: true } }, moneyBack: true },
  });
  for (const { total, refunds, moneyBack } of orders) {
    const back = moneyBack.reduce((sum, { amount }) => sum + amount, 0);
    expect(back, 'no more goes back than came in').toBeLessThanOrEqual(total);
    expect(
      refunds.reduce((sum, { amount }) => sum + amount, 0),
      'what was asked for has gone back',
    ).toBe(back);
    for (const { amount, shipping, lines, state, creditNumber } of refunds) {
      expect(lines.reduce((sum, line) => sum + line.amount, shipping)).toBe(amount);
      expect([state, creditNumber !== null]).toEqual(['sent', amount > 0]);
    }
  }
}

/**
 * Nothing is tried before the day that the latest notice named, and a letter that says that the bank declined is about
 * an attempt that it did decline.
 */
async function expectTold({ id: ownerId, email }: Renewer): Promise<void> {
  const { db, stripe } = magazine.deps;
  const notices = await db.outbox.findMany({ where: { recipient: email, kind: 'renewal-notice' }, orderBy: { created: 'asc' } });
  for (const { subject, cycle, started } of await db.chargeAttempt.findMany({ where: { ownerId, kind: 'renewal' } })) {
    const notice = notices.findLast((each) => each.subject.startsWith(`renewal:${subject}:${cycle}:`) && each.created <= started);
    expect(v.parse(RenewalNotice, notice?.payload).due <= started.toISOString(), 'tried on the day of its notice, or later').toBe(true);
  }
  for (const { subject } of await db.outbox.findMany({ where: { recipient: email, kind: 'charge-trying-again' } })) {
    const [kind = '', id = '', cycle, attempt] = subject.split(':');
    const told = await db.chargeAttempt.findFirstOrThrow({ where: { kind, subject: id, cycle: Number(cycle), attempt: Number(attempt) } });
    const { last_payment_error: error } = await stripe.paymentIntents.retrieve(told.intentId ?? '');
    expect([subject, error?.code]).toEqual([subject, 'card_declined']);
  }
}

/** Issues owed are the issues paid for, and money in is money owed. */
async function expectOwed(reader: Renewer, ledger: Ledger): Promise<void> {
  const subscriptions = await readSubscriptions(magazine.deps, reader.id);
  const renewals = subscriptions.filter(({ source }) => source.startsWith('renewal:'));
  const renewed = renewals.reduce((sum, { term }) => sum + (issuesOf(term) ?? 0), 0);
  const accounts = subscriptions.filter((each) => !isLifetime(each)).map(countIssues);
  const owed = accounts.reduce((sum, { delivered, left, forfeited }) => sum + delivered + (left ?? 0) + forfeited, 0);
  expect(owed, 'issues delivered, left and forfeited are the issues paid for').toBe(ledger.issues + renewed);
  const issues = deliveries(subscriptions).map(({ issue }) => issue);
  expect(new Set(issues).size, 'no issue twice').toBe(issues.length);
  const paid = await magazine.deps.db.charge.findMany({ where: { ownerId: reader.id, state: 'paid' } });
  expect(
    paidBy(magazine, reader.customer).toSorted((a, b) => a - b),
    'what was charged is what the paid cycles cost',
  ).toEqual(paid.map(({ amount }) => amount).toSorted((a, b) => a - b));
  expect(paid).toHaveLength(renewals.length);
  await expectPromised(magazine, reader.id, ledger.promised);
  const early = paid.filter(({ remind, due }) => due.getTime() - remind.getTime() < 30 * DAY);
  expect(early, 'nobody is charged without 30 days’ notice').toEqual([]);
}

/** Issues that come out between a notice and its renewal's payment, by itself and by hand, are in every proof. */
const BETWEEN: Step[] = [
  { does: 'release', issues: 4 },
  { does: 'run', days: 10, together: false },
  { does: 'release', issues: 2 },
  { does: 'run', days: 25, together: true },
  { does: 'release', issues: 2 },
  { does: 'run', days: 10, together: false },
  { does: 'release', issues: 1 },
  { does: 'buy', term: '1year', deliverable: 'print-c' },
];

/** A renewal that is paid back in parts and in whole, and what comes after it. */
const PAID_BACK: Step[] = [
  ...BETWEEN.slice(0, 6),
  { does: 'refund', ends: false, cents: 100, times: 3 },
  { does: 'release', issues: 1 },
  { does: 'refund', ends: true, cents: null, times: 2 },
  { does: 'refund', ends: false, cents: 2000, times: 1 },
  { does: 'run', days: 35, together: true },
  { does: 'autorenew', on: true },
  { does: 'release', issues: 2 },
  { does: 'run', days: 35, together: true },
];

async function liveThem(how: fc.Parameters<[Step[]]>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      magazine.emulator.control.switch({ drop: false, duplicate: false, reverse: false });
      const reader = await subscribe(magazine);
      const ledger: Ledger = { issues: 4, promised: [] };
      for (const each of [...steps, { does: 'webhooks', drop: false, duplicate: false, reverse: false } as const])
        await perform(reader, ledger, each);
      // In the end what was lost on the way is looked up.
      await magazine.live(2);
      await settled(magazine);
      await expectOwed(reader, ledger);
      await expectPaidBack(reader);
      await expectTold(reader);
      await expectCharged(magazine);
      await expectBooks(magazine.deps);
      const stuck = await magazine.deps.db.chargeAttempt.count({ where: { outcome: 'started' } });
      expect(stuck, 'no attempt is left without an outcome').toBe(0);
    }),
    { ...how, examples: [[BETWEEN], [PAID_BACK]] },
  );
  expect(await magazine.deps.db.refund.count({ where: { amount: { gt: 0 } } }), 'money went back in some of them').toBeGreaterThan(0);
}

test(
  'whatever a reader buys, redeems, upgrades, cancels, is paid back and lets fail, whatever is released, charged and lost, issues and money agree',
  { timeout: 200_000 },
  () => liveThem({ numRuns: 12, interruptAfterTimeLimit: 150_000, markInterruptAsFailure: true }),
);

test('the same in many lives', { tags: ['long'], timeout: timeFor(100) }, () =>
  manyLives(100, open, (some) => liveThem({ ...some, endOnFailure: true })),
);
