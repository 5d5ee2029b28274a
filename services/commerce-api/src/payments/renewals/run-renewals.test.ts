import { startStripeEmulator } from '@newsstand/dev-services/stripe-emulator';
import { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  addTo,
  CARD,
  donate,
  expectCharged,
  giveCard,
  lettersTo,
  openMagazine,
  paidBy,
  release,
  settled,
  subscribe,
  type Magazine,
  comeOut,
} from '../../../test/timed-magazine.ts';
import { startJobs } from '../../jobs/start-jobs.ts';
import { reopenDonation, reopenRenewal } from '../../ledger/planned-charges/reopen-charge.ts';
import { followAutorenew } from '../../ledger/planned-charges/follow-autorenew.ts';
import { openStripe } from '../provider/open-stripe.ts';
import { keepSetup } from '../webhooks/keep-setup.ts';
import { chargeAtOnce } from './charge-at-once.ts';
import { runRenewals } from './run-renewals.ts';

let magazine: Magazine;
beforeAll(async () => {
  magazine = await openMagazine();
});
afterAll(() => magazine.close());
afterEach(async () => {
  await settled(magazine);
  await expectCharged(magazine);
  await leaveAlone();
});

/**
 * Whoever a test brought is charged no more by those after it, or each issue and each month of theirs would renew all
 * of them.
 */
async function leaveAlone(): Promise<void> {
  const { db, clock } = magazine.deps;
  await db.account.updateMany({ where: { autorenewSince: { not: null } }, data: { autorenewSince: null } });
  await db.donation.updateMany({ where: { ended: null }, data: { ended: clock() } });
  await db.subscription.updateMany({ where: { cancelled: null }, data: { cancelled: clock() } });
}

const chargesOf = (ownerId: string) =>
  magazine.deps.db.charge.findMany({
    where: { ownerId },
    orderBy: { cycle: 'asc' },
    include: { attempts: { orderBy: { attempt: 'asc' } } },
  });
const termsOf = (ownerId: string) =>
  magazine.deps.db.subscription.findMany({ where: { ownerId }, orderBy: { cycle: 'asc' }, include: { tokens: true } });
const switchAutorenew = (ownerId: string, autorenewSince: Date | null) =>
  magazine.deps.db.$transaction(async (tx) => {
    await tx.account.update({ where: { id: ownerId }, data: { autorenewSince } });
    await followAutorenew(tx, magazine.deps, ownerId);
  });
/** A new card on record, and what it pays at once. */
const replaceCard = async (id: string, customer: string, card: string = CARD.good) => {
  const held = await giveCard(magazine, customer, card);
  const keys = await magazine.deps.db.$transaction(async (tx) => {
    await tx.account.update({ where: { id }, data: held });
    return reopenRenewal(tx, magazine.deps, id);
  });
  return Promise.all(keys.map((key) => chargeAtOnce(magazine.deps, key)));
};

describe('a renewal by itself', () => {
  test('is told of when the last issue is out, and charged 30 days later with its term and its receipt', async () => {
    const reader = await subscribe(magazine, { deliverable: 'print-c', copies: 2 });
    await release(magazine, 3);
    await magazine.live(2);
    expect([await chargesOf(reader.id), await lettersTo(magazine, reader.email)]).toEqual([[], []]);
    await release(magazine);
    const [charge] = await chargesOf(reader.id);
    const due = new Date(magazine.now().getTime() + 30 * 86_400_000);
    const { prices } = magazine.deps.publication.cached();
    const amount = (prices.base['print-low']['1year'] + prices.shipping['1year'].c) * 2;
    expect(charge).toMatchObject({ kind: 'renewal', subject: reader.subscription, cycle: 2, amount, due, state: 'open' });
    const notice = await magazine.deps.db.outbox.findFirstOrThrow({ where: { recipient: reader.email, kind: 'renewal-notice' } });
    expect(notice).toMatchObject({
      kind: 'renewal-notice',
      payload: { amount, due: due.toISOString(), detail: 'Print, Standard, 1 year (4 issues)' },
    });
    await magazine.live(29);
    expect(paidBy(magazine, reader.customer)).toEqual([]);
    await magazine.live(1);
    await magazine.live(3);
    expect(paidBy(magazine, reader.customer)).toEqual([amount]);
    expect(await termsOf(reader.id)).toMatchObject([
      { cycle: 1 },
      { cycle: 2, phase: 'renewal', term: '1year', setDeliverable: 'print-c', copies: 2 },
    ]);
    expect((await termsOf(reader.id))[1]?.tokens).toHaveLength(4);
    expect(await lettersTo(magazine, reader.email)).toEqual(['renewal-notice', 'receipt']);
  });

  test('does not happen without autorenew, nor after a cancellation', async () => {
    const [off, cancelled] = [await subscribe(magazine, { autorenew: false }), await subscribe(magazine)];
    await release(magazine, 2);
    await magazine.deps.db.subscription.updateMany({ where: { ownerId: cancelled.id }, data: { cancelled: magazine.now() } });
    magazine.travel(1);
    await release(magazine, 2);
    expect([...(await chargesOf(off.id)), ...(await chargesOf(cancelled.id))]).toEqual([]);
  });

  test('that is switched on after the last issue is told of then, and charged 30 days after that', { tags: ['ci'] }, async () => {
    const reader = await subscribe(magazine, { autorenew: false });
    await release(magazine, 4);
    await magazine.live(60);
    await switchAutorenew(reader.id, magazine.now());
    await switchAutorenew(reader.id, (await magazine.deps.db.account.findUniqueOrThrow({ where: { id: reader.id } })).autorenewSince);
    expect(await lettersTo(magazine, reader.email)).toEqual(['renewal-notice']);
    await magazine.live(29);
    expect(paidBy(magazine, reader.customer)).toEqual([]);
    await magazine.live(1);
    expect(paidBy(magazine, reader.customer)).toHaveLength(1);
  });

  test('that is switched off is not charged; switched on again it has a new notice and a new date', async () => {
    const reader = await subscribe(magazine);
    await release(magazine, 4);
    await magazine.live(20);
    await switchAutorenew(reader.id, null);
    expect(await chargesOf(reader.id)).toMatchObject([{ state: 'stopped', why: 'not-wanted' }]);
    await magazine.live(20);
    expect(paidBy(magazine, reader.customer)).toEqual([]);
    await switchAutorenew(reader.id, magazine.now());
    await magazine.live(29);
    expect([paidBy(magazine, reader.customer), await lettersTo(magazine, reader.email)]).toEqual([
      [],
      ['renewal-notice', 'renewal-notice'],
    ]);
    await magazine.live(1);
    expect(paidBy(magazine, reader.customer)).toHaveLength(1);
  });

  test('is not needed once the reader has renewed', async () => {
    const reader = await subscribe(magazine);
    await release(magazine, 4);
    await addTo(magazine, reader.id, '1year');
    expect(await chargesOf(reader.id)).toMatchObject([{ state: 'stopped', why: 'renewed' }]);
    await magazine.live(40);
    expect(paidBy(magazine, reader.customer)).toEqual([]);
  });
});

describe('a card that does not pay', () => {
  test('is tried on days 0, 3, 7 and 14 and no more, with a letter each time', async () => {
    const reader = await subscribe(magazine, { card: CARD.declines });
    await release(magazine, 4);
    await magazine.live(80);
    const [charge] = await chargesOf(reader.id);
    const days = charge?.attempts.map(({ started }) => (started.getTime() - charge.due.getTime()) / 86_400_000);
    expect([charge?.state, charge?.why, days]).toEqual(['stopped', 'exhausted', [0, 3, 7, 14]]);
    expect(await lettersTo(magazine, reader.email)).toEqual([
      'renewal-notice',
      'charge-trying-again',
      'charge-trying-again',
      'charge-trying-again',
      'charge-replace-card',
    ]);
    const open = magazine.emulator.control
      .state()
      .payment_intents.filter(({ customer, status }) => customer === reader.customer && status !== 'canceled');
    expect(open).toEqual([]);
  });

  test('is not tried again when the bank says so', { tags: ['ci'] }, async () => {
    const reader = await subscribe(magazine);
    await release(magazine, 4);
    await magazine.live(29);
    // The others, whose cards were good enough in the tests before, are not asked in between.
    await magazine.deps.db.account.updateMany({ where: { id: { not: reader.id } }, data: { autorenewSince: null } });
    magazine.emulator.control.switch({ decline: { times: 1, code: 'lost_card' } });
    await magazine.live(30);
    expect(await chargesOf(reader.id)).toMatchObject([
      { why: 'do-not-try-again', attempts: [{ outcome: 'stop', advice: 'do_not_try_again' }] },
    ]);
    expect(await lettersTo(magazine, reader.email)).toEqual(['renewal-notice', 'charge-replace-card']);
  });

  test.each(['lost_card', 'authentication_required'] as const)(
    'is tried on the day that a new notice names, where autorenew was switched off and on again after %s',
    { tags: ['ci'] },
    async (code) => {
      const reader = await subscribe(magazine);
      await release(magazine, 4);
      await magazine.live(29);
      await magazine.deps.db.account.updateMany({ where: { id: { not: reader.id } }, data: { autorenewSince: null } });
      magazine.emulator.control.switch({ decline: { times: 1, code } });
      await magazine.live(2);
      await switchAutorenew(reader.id, null);
      await switchAutorenew(reader.id, magazine.now());
      await magazine.live(29);
      expect(paidBy(magazine, reader.customer)).toEqual([]);
      await magazine.live(2);
      expect(paidBy(magazine, reader.customer)).toHaveLength(1);
      expect((await lettersTo(magazine, reader.email)).filter((kind) => kind === 'renewal-notice')).toHaveLength(2);
    },
  );

  test('is replaced by one that pays at once', { tags: ['ci'] }, async () => {
    const reader = await subscribe(magazine, { card: CARD.declines });
    await release(magazine, 4);
    await magazine.live(31);
    expect(await replaceCard(reader.id, reader.customer)).toMatchObject([{ type: 'paid' }]);
    expect(paidBy(magazine, reader.customer)).toHaveLength(1);
    expect(await termsOf(reader.id)).toHaveLength(2);
  });

  test('is replaced after its last attempt, but not long after', { tags: ['ci'] }, async () => {
    const [soon, late] = [await subscribe(magazine, { card: CARD.declines }), await subscribe(magazine, { card: CARD.declines })];
    await release(magazine, 4);
    await magazine.live(50);
    expect(await replaceCard(soon.id, soon.customer)).toMatchObject([{ type: 'paid' }]);
    await magazine.live(15);
    expect(await replaceCard(late.id, late.customer)).toEqual([]);
    expect(paidBy(magazine, late.customer)).toEqual([]);
  });

  test(
    'is replaced on the account’s page, which pays at once, though the page asks again and the provider tells of it too',
    { tags: ['ci'] },
    async () => {
      const reader = await subscribe(magazine, { card: CARD.declines });
      await release(magazine, 4);
      await magazine.live(31);
      const setup = await magazine.deps.stripe.setupIntents.create({
        customer: reader.customer,
        payment_method: CARD.other,
        confirm: true,
        metadata: { account: reader.id },
        allowed_payment_method_types: ['card'],
      });
      const holder = { kind: 'account', id: reader.id } as const;
      await Promise.all([keepSetup(magazine.deps, holder, setup.id, null), keepSetup(magazine.deps, holder, setup.id, null)]);
      await settled(magazine);
      expect(paidBy(magazine, reader.customer)).toHaveLength(1);
      expect(await termsOf(reader.id)).toHaveLength(2);
    },
  );

  test('is replaced before its day, and nothing is charged before it', { tags: ['ci'] }, async () => {
    const reader = await subscribe(magazine);
    await release(magazine, 4);
    expect(await replaceCard(reader.id, reader.customer, CARD.other)).toEqual([]);
    await magazine.live(30);
    expect(paidBy(magazine, reader.customer)).toHaveLength(1);
  });

  test('that was detached at the provider’s asks for another', { tags: ['ci'] }, async () => {
    const reader = await subscribe(magazine);
    await release(magazine, 4);
    const { method } = await magazine.deps.db.account.findUniqueOrThrow({ where: { id: reader.id } });
    await magazine.deps.stripe.paymentMethods.detach(method ?? '');
    await magazine.live(30);
    expect(await chargesOf(reader.id)).toMatchObject([{ state: 'stopped', why: 'not-wanted' }]);
    expect(await lettersTo(magazine, reader.email)).toEqual(['renewal-notice', 'card-removed']);
  });

  test(
    'whose reader the provider never had is not declined: the run fails, nobody is written to, and the right provider is paid once',
    { tags: ['ci'] },
    async () => {
      const readers = [await subscribe(magazine), await subscribe(magazine)];
      await release(magazine, 4);
      magazine.travel(30);
      const { deps } = magazine;
      const elsewhere = await startStripeEmulator({ port: 0, secretKey: 'sk_test_newsstand', publishableKey: 'pk_test_newsstand' });
      const stripe = openStripe({ ...deps.config.stripe, apiBase: elsewhere.url });
      await expect(runRenewals({ ...deps, stripe })).rejects.toThrow('charges met with trouble');
      await elsewhere.close();
      for (const { id, email } of readers) {
        expect(await chargesOf(id)).toMatchObject([{ state: 'open', attempts: [{ outcome: 'started' }] }]);
        expect(await lettersTo(magazine, email)).toEqual(['renewal-notice']);
      }
      await magazine.live(1);
      for (const { customer } of readers) expect(paidBy(magazine, customer)).toHaveLength(1);
    },
  );

  test('of a customer who was deleted at the provider’s asks for another', { tags: ['ci'] }, async () => {
    const reader = await subscribe(magazine);
    await release(magazine, 4);
    magazine.emulator.control.switch({ drop: true });
    await magazine.deps.stripe.customers.del(reader.customer);
    await magazine.live(30);
    magazine.emulator.control.switch({ drop: false });
    expect(await chargesOf(reader.id)).toMatchObject([{ state: 'stopped', why: 'do-not-try-again' }]);
  });

  test('and whose autorenew is switched off between two attempts is let be', { tags: ['ci'] }, async () => {
    const reader = await subscribe(magazine, { card: CARD.declines });
    await release(magazine, 4);
    await magazine.live(31);
    await magazine.deps.db.account.update({ where: { id: reader.id }, data: { autorenewSince: null } });
    await magazine.live(10);
    expect(await chargesOf(reader.id)).toMatchObject([{ state: 'stopped', why: 'not-wanted', attempts: [{ attempt: 1 }] }]);
    expect((await lettersTo(magazine, reader.email)).at(-1)).toBe('charge-trying-again');
  });
});

describe('a monthly donation', () => {
  test(
    'is charged each month on its day, or the last of a shorter month, with a receipt each time',
    { tags: ['§4.donation-card.3'] },
    async () => {
      magazine.travel('2032-01-31T09:30:00Z');
      const donor = await donate(magazine);
      await magazine.live(122);
      expect(paidBy(magazine, donor.customer)).toEqual([2500, 2500, 2500, 2500]);
      const charges = await chargesOf(donor.ownerId);
      expect(charges.map(({ due }) => due.toISOString().slice(0, 10))).toEqual([
        '2032-02-29',
        '2032-03-31',
        '2032-04-30',
        '2032-05-31',
        '2032-06-30',
      ]);
      expect(await lettersTo(magazine, donor.email)).toEqual(['receipt', 'receipt', 'receipt', 'receipt']);
    },
  );

  const comesOnItsDay = async (_: string, first: string, zone: string, days: readonly string[]): Promise<void> => {
    const before = process.env['TZ'];
    process.env['TZ'] = zone;
    try {
      expect(new Date('2027-07-01T00:00:00Z').getTimezoneOffset(), 'the server stands there').not.toBe(0);
      magazine.travel(first);
      const donor = await donate(magazine);
      const time = first.slice(10);
      for (const day of days) {
        magazine.travel(new Date(Date.parse(`${day}${time}`) - 1000).toISOString());
        // Months that nobody ran in between are let go (decision 010), the one before this day apart.
        await runRenewals(magazine.deps);
        const paid = paidBy(magazine, donor.customer).length;
        magazine.travel(`${day}${time}`);
        await Promise.all([runRenewals(magazine.deps), runRenewals(magazine.deps)]);
        expect(paidBy(magazine, donor.customer), day).toHaveLength(paid + 1);
        const [latest] = (await chargesOf(donor.ownerId)).filter(({ state }) => state === 'paid').toReversed();
        expect(latest?.due.toISOString()).toBe(new Date(`${day}${time}`).toISOString());
      }
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  };
  test.each([
    ['that began on a leap day', '2032-02-29T06:30:00Z', 'America/New_York', ['2032-03-29', '2032-04-29', '2033-02-28', '2036-02-29']],
  ] as const)(
    '%s is charged on its day at that moment and not before, wherever the server stands',
    { tags: ['§4.donation-card.3'] },
    comesOnItsDay,
  );
  test.each([
    ['that began as clocks went forward', '2027-03-28T01:00:00Z', 'Europe/Berlin', ['2027-04-28', '2027-10-28', '2028-03-28']],
    ['that began in the hour that came twice', '2027-10-31T00:30:00Z', 'Europe/Berlin', ['2027-11-30', '2028-02-29', '2028-10-31']],
    [
      'that began on the last of January',
      '2027-01-31T23:30:00Z',
      'Pacific/Auckland',
      ['2027-02-28', '2027-03-31', '2028-02-29', '2028-03-31'],
    ],
  ] as const)(
    '%s is charged on its day at that moment and not before, wherever the server stands',
    { tags: ['ci', '§4.donation-card.3'] },
    comesOnItsDay,
  );

  test('whose card fails waits for another, which pays the latest month once', { tags: ['ci'] }, async () => {
    const donor = await donate(magazine, { card: CARD.declines });
    await magazine.live(50);
    const where = { id: donor.id };
    expect(await magazine.deps.db.donation.findFirstOrThrow({ where })).toMatchObject({ failing: true, paidPeriod: 0 });
    expect((await lettersTo(magazine, donor.email)).at(-1)).toBe('charge-replace-card');
    await magazine.live(30);
    const held = await giveCard(magazine, donor.customer, CARD.good);
    const keys = await magazine.deps.db.$transaction(async (tx) => {
      await tx.donation.updateMany({ where, data: held });
      return reopenDonation(tx, magazine.deps, donor);
    });
    expect(await Promise.all(keys.map((key) => chargeAtOnce(magazine.deps, key)))).toMatchObject([{ type: 'paid' }]);
    expect(await magazine.deps.db.donation.findFirstOrThrow({ where })).toMatchObject({ failing: false, paidPeriod: 2 });
    expect(paidBy(magazine, donor.customer)).toEqual([2500]);
    await magazine.live(31);
    expect(paidBy(magazine, donor.customer)).toEqual([2500, 2500]);
  });

  test('is charged for one month after an outage of several, and the amount that it has by then', async () => {
    const donor = await donate(magazine);
    magazine.travel(100);
    await magazine.deps.db.donation.updateMany({ where: { id: donor.id }, data: { amount: 4000 } });
    await runRenewals(magazine.deps);
    await runRenewals(magazine.deps);
    expect(paidBy(magazine, donor.customer)).toEqual([4000]);
  });

  test('that has ended is not charged any more', async () => {
    const donor = await donate(magazine);
    await magazine.deps.db.donation.updateMany({ where: { id: donor.id }, data: { ended: magazine.now() } });
    await magazine.live(40);
    expect([paidBy(magazine, donor.customer), await lettersTo(magazine, donor.email)]).toEqual([[], []]);
  });
});

test('the schedule gives what has come out and makes the renewal run, on one replica', { tags: ['ci'] }, async () => {
  const reader = await subscribe(magazine);
  await release(magazine, 4);
  magazine.travel(30);
  const waiting = await subscribe(magazine);
  const issue = await comeOut(magazine);
  const replicas = await Promise.all([startJobs(magazine.deps), startJobs((await magazine.replica()).deps)]);
  const boss = new PgBoss({ connectionString: magazine.databaseUrl, max: 1 });
  await boss.start();
  expect((await boss.getSchedules()).map(({ name, cron }) => [name, cron])).toEqual(
    expect.arrayContaining([
      ['calendar', '*/10 * * * *'],
      ['card-expiry', '40 6 * * *'],
    ]),
  );
  await boss.send('calendar', {});
  await expect.poll(() => paidBy(magazine, reader.customer), { timeout: 20_000 }).toHaveLength(1);
  expect(await magazine.deps.db.issueToken.count({ where: { ownerId: waiting.id, issue } })).toBe(1);
  await boss.stop({ graceful: false });
  for (const { stop } of replicas) await stop();
});
