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
  openCalendar,
  paidBy,
  release,
  settled,
  subscribe,
  type Calendar,
  comeOut,
} from './test-calendar.ts';
import { bringUpDonation, bringUpRenewal } from './bring-up.ts';
import { chargeAtOnce } from './charge-at-once.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import { openStripe } from '../open-stripe.ts';
import { keepSetup } from '../card/keep-setup.ts';
import { followAutorenew } from './follow-autorenew.ts';
import { runCalendar } from './run-calendar.ts';

let calendar: Calendar;
beforeAll(async () => {
  calendar = await openCalendar();
});
afterAll(() => calendar.close());
afterEach(async () => {
  await settled(calendar);
  await expectCharged(calendar);
});

const chargesOf = (ownerId: string) =>
  calendar.deps.db.charge.findMany({
    where: { ownerId },
    orderBy: { cycle: 'asc' },
    include: { attempts: { orderBy: { attempt: 'asc' } } },
  });
const termsOf = (ownerId: string) =>
  calendar.deps.db.subscription.findMany({ where: { ownerId }, orderBy: { cycle: 'asc' }, include: { tokens: true } });
const switchAutorenew = (ownerId: string, autorenewSince: Date | null) =>
  calendar.deps.db.$transaction(async (tx) => {
    await tx.account.update({ where: { id: ownerId }, data: { autorenewSince } });
    await followAutorenew(tx, calendar.deps, ownerId);
  });
/** A new card on record, and what it pays at once. */
const replaceCard = async (id: string, customer: string, card: string = CARD.good) => {
  const held = await giveCard(calendar, customer, card);
  const keys = await calendar.deps.db.$transaction(async (tx) => {
    await tx.account.update({ where: { id }, data: held });
    return bringUpRenewal(tx, calendar.deps, id);
  });
  return Promise.all(keys.map((key) => chargeAtOnce(calendar.deps, key)));
};

describe('a renewal by itself', () => {
  test('is told of when the last issue is out, and charged 30 days later with its term and its receipt', async () => {
    const reader = await subscribe(calendar, { deliverable: 'print-c', copies: 2 });
    await release(calendar, 3);
    await calendar.live(2);
    expect([await chargesOf(reader.id), await lettersTo(calendar, reader.email)]).toEqual([[], []]);
    await release(calendar);
    const [charge] = await chargesOf(reader.id);
    const due = new Date(calendar.now().getTime() + 30 * 86_400_000);
    const { prices } = calendar.deps.publication.cached();
    const amount = (prices.base['print-low']['1year'] + prices.shipping['1year'].c) * 2;
    expect(charge).toMatchObject({ kind: 'renewal', subject: reader.subscription, cycle: 2, amount, due, state: 'open' });
    const notice = await calendar.deps.db.outbox.findFirstOrThrow({ where: { recipient: reader.email } });
    expect(notice).toMatchObject({
      kind: 'renewal-notice',
      payload: { amount, due: due.toISOString(), detail: 'Print, Standard, 1 year (4 issues)' },
    });
    await calendar.live(29);
    expect(paidBy(calendar, reader.customer)).toEqual([]);
    await calendar.live(1);
    await calendar.live(3);
    expect(paidBy(calendar, reader.customer)).toEqual([amount]);
    expect(await termsOf(reader.id)).toMatchObject([
      { cycle: 1 },
      { cycle: 2, phase: 'renewal', term: '1year', setDeliverable: 'print-c', copies: 2 },
    ]);
    expect((await termsOf(reader.id))[1]?.tokens).toHaveLength(4);
    expect(await lettersTo(calendar, reader.email)).toEqual(['renewal-notice', 'receipt']);
  });

  test('does not happen without autorenew, nor after a cancellation', async () => {
    const [off, cancelled] = [await subscribe(calendar, { autorenew: false }), await subscribe(calendar)];
    await release(calendar, 2);
    await calendar.deps.db.subscription.updateMany({ where: { ownerId: cancelled.id }, data: { cancelled: calendar.now() } });
    calendar.travel(1);
    await release(calendar, 2);
    expect([...(await chargesOf(off.id)), ...(await chargesOf(cancelled.id))]).toEqual([]);
  });

  test('that is switched on after the last issue is told of then, and charged 30 days after that', async () => {
    const reader = await subscribe(calendar, { autorenew: false });
    await release(calendar, 4);
    await calendar.live(60);
    await switchAutorenew(reader.id, calendar.now());
    await switchAutorenew(reader.id, (await calendar.deps.db.account.findUniqueOrThrow({ where: { id: reader.id } })).autorenewSince);
    expect(await lettersTo(calendar, reader.email)).toEqual(['renewal-notice']);
    await calendar.live(29);
    expect(paidBy(calendar, reader.customer)).toEqual([]);
    await calendar.live(1);
    expect(paidBy(calendar, reader.customer)).toHaveLength(1);
  });

  test('that is switched off is not charged; switched on again it has a new notice and a new date', async () => {
    const reader = await subscribe(calendar);
    await release(calendar, 4);
    await calendar.live(20);
    await switchAutorenew(reader.id, null);
    expect(await chargesOf(reader.id)).toMatchObject([{ state: 'stopped', why: 'not-wanted' }]);
    await calendar.live(20);
    expect(paidBy(calendar, reader.customer)).toEqual([]);
    await switchAutorenew(reader.id, calendar.now());
    await calendar.live(29);
    expect([paidBy(calendar, reader.customer), await lettersTo(calendar, reader.email)]).toEqual([
      [],
      ['renewal-notice', 'renewal-notice'],
    ]);
    await calendar.live(1);
    expect(paidBy(calendar, reader.customer)).toHaveLength(1);
  });

  test('is not needed once the reader has renewed', async () => {
    const reader = await subscribe(calendar);
    await release(calendar, 4);
    await addTo(calendar, reader.id, '1year');
    expect(await chargesOf(reader.id)).toMatchObject([{ state: 'stopped', why: 'renewed' }]);
    await calendar.live(40);
    expect(paidBy(calendar, reader.customer)).toEqual([]);
  });
});

describe('a card that does not pay', () => {
  test('is tried on days 0, 3, 7 and 14 and no more, with a letter each time', async () => {
    const reader = await subscribe(calendar, { card: CARD.declines });
    await release(calendar, 4);
    await calendar.live(80);
    const [charge] = await chargesOf(reader.id);
    const days = charge?.attempts.map(({ started }) => (started.getTime() - charge.due.getTime()) / 86_400_000);
    expect([charge?.state, charge?.why, days]).toEqual(['stopped', 'exhausted', [0, 3, 7, 14]]);
    expect(await lettersTo(calendar, reader.email)).toEqual([
      'renewal-notice',
      'charge-trying-again',
      'charge-trying-again',
      'charge-trying-again',
      'charge-replace-card',
    ]);
    const open = calendar.emulator.control
      .state()
      .payment_intents.filter(({ customer, status }) => customer === reader.customer && status !== 'canceled');
    expect(open).toEqual([]);
  });

  test('is not tried again when the bank says so', async () => {
    const reader = await subscribe(calendar);
    await release(calendar, 4);
    await calendar.live(29);
    // The others, whose cards were good enough in the tests before, are not asked in between.
    await calendar.deps.db.account.updateMany({ where: { id: { not: reader.id } }, data: { autorenewSince: null } });
    calendar.emulator.control.switch({ decline: { times: 1, code: 'lost_card' } });
    await calendar.live(30);
    expect(await chargesOf(reader.id)).toMatchObject([
      { why: 'do-not-try-again', attempts: [{ outcome: 'stop', advice: 'do_not_try_again' }] },
    ]);
    expect(await lettersTo(calendar, reader.email)).toEqual(['renewal-notice', 'charge-replace-card']);
  });

  test.each(['lost_card', 'authentication_required'] as const)(
    'is tried on the day that a new notice names, where autorenew was switched off and on again after %s',
    async (code) => {
      const reader = await subscribe(calendar);
      await release(calendar, 4);
      await calendar.live(29);
      await calendar.deps.db.account.updateMany({ where: { id: { not: reader.id } }, data: { autorenewSince: null } });
      calendar.emulator.control.switch({ decline: { times: 1, code } });
      await calendar.live(2);
      await switchAutorenew(reader.id, null);
      await switchAutorenew(reader.id, calendar.now());
      await calendar.live(29);
      expect(paidBy(calendar, reader.customer)).toEqual([]);
      await calendar.live(2);
      expect(paidBy(calendar, reader.customer)).toHaveLength(1);
      expect((await lettersTo(calendar, reader.email)).filter((kind) => kind === 'renewal-notice')).toHaveLength(2);
    },
  );

  test('is replaced by one that pays at once', async () => {
    const reader = await subscribe(calendar, { card: CARD.declines });
    await release(calendar, 4);
    await calendar.live(31);
    expect(await replaceCard(reader.id, reader.customer)).toMatchObject([{ type: 'paid' }]);
    expect(paidBy(calendar, reader.customer)).toHaveLength(1);
    expect(await termsOf(reader.id)).toHaveLength(2);
  });

  test('is replaced after its last attempt, but not long after', async () => {
    const [soon, late] = [await subscribe(calendar, { card: CARD.declines }), await subscribe(calendar, { card: CARD.declines })];
    await release(calendar, 4);
    await calendar.live(50);
    expect(await replaceCard(soon.id, soon.customer)).toMatchObject([{ type: 'paid' }]);
    await calendar.live(15);
    expect(await replaceCard(late.id, late.customer)).toEqual([]);
    expect(paidBy(calendar, late.customer)).toEqual([]);
  });

  test('is replaced on the account’s page, which pays at once, though the page asks again and the provider tells of it too', async () => {
    const reader = await subscribe(calendar, { card: CARD.declines });
    await release(calendar, 4);
    await calendar.live(31);
    const setup = await calendar.deps.stripe.setupIntents.create({
      customer: reader.customer,
      payment_method: CARD.other,
      confirm: true,
      metadata: { account: reader.id },
      allowed_payment_method_types: ['card'],
    });
    const holder = { kind: 'account', id: reader.id } as const;
    await Promise.all([keepSetup(calendar.deps, holder, setup.id, null), keepSetup(calendar.deps, holder, setup.id, null)]);
    await settled(calendar);
    expect(paidBy(calendar, reader.customer)).toHaveLength(1);
    expect(await termsOf(reader.id)).toHaveLength(2);
  });

  test('is replaced before its day, and nothing is charged before it', async () => {
    const reader = await subscribe(calendar);
    await release(calendar, 4);
    expect(await replaceCard(reader.id, reader.customer, CARD.other)).toEqual([]);
    await calendar.live(30);
    expect(paidBy(calendar, reader.customer)).toHaveLength(1);
  });

  test('that was detached at the provider’s asks for another', async () => {
    const reader = await subscribe(calendar);
    await release(calendar, 4);
    const { method } = await calendar.deps.db.account.findUniqueOrThrow({ where: { id: reader.id } });
    await calendar.deps.stripe.paymentMethods.detach(method ?? '');
    await calendar.live(30);
    expect(await chargesOf(reader.id)).toMatchObject([{ state: 'stopped', why: 'not-wanted' }]);
    expect(await lettersTo(calendar, reader.email)).toEqual(['renewal-notice', 'card-removed']);
  });

  test('whose reader the provider never had is not declined: the run fails, nobody is written to, and the right provider is paid once', async () => {
    const readers = [await subscribe(calendar), await subscribe(calendar)];
    await release(calendar, 4);
    calendar.travel(30);
    const { deps } = calendar;
    const elsewhere = await startStripeEmulator({ port: 0, secretKey: 'sk_test_newsstand', publishableKey: 'pk_test_newsstand' });
    const stripe = openStripe({ ...deps.config.stripe, apiBase: elsewhere.url });
    await expect(runCalendar({ ...deps, stripe })).rejects.toThrow('charges met with trouble');
    await elsewhere.close();
    for (const { id, email } of readers) {
      expect(await chargesOf(id)).toMatchObject([{ state: 'open', attempts: [{ outcome: 'started' }] }]);
      expect(await lettersTo(calendar, email)).toEqual(['renewal-notice']);
    }
    await calendar.live(1);
    for (const { customer } of readers) expect(paidBy(calendar, customer)).toHaveLength(1);
  });

  test('of a customer who was deleted at the provider’s asks for another', async () => {
    const reader = await subscribe(calendar);
    await release(calendar, 4);
    calendar.emulator.control.switch({ drop: true });
    await calendar.deps.stripe.customers.del(reader.customer);
    await calendar.live(30);
    calendar.emulator.control.switch({ drop: false });
    expect(await chargesOf(reader.id)).toMatchObject([{ state: 'stopped', why: 'do-not-try-again' }]);
  });

  test('and whose autorenew is switched off between two attempts is let be', async () => {
    const reader = await subscribe(calendar, { card: CARD.declines });
    await release(calendar, 4);
    await calendar.live(31);
    await calendar.deps.db.account.update({ where: { id: reader.id }, data: { autorenewSince: null } });
    await calendar.live(10);
    expect(await chargesOf(reader.id)).toMatchObject([{ state: 'stopped', why: 'not-wanted', attempts: [{ attempt: 1 }] }]);
    expect((await lettersTo(calendar, reader.email)).at(-1)).toBe('charge-trying-again');
  });
});

describe('a monthly donation', () => {
  test('is charged each month on its day, or the last of a shorter month, with a receipt each time', async () => {
    calendar.travel('2032-01-31T09:30:00Z');
    const donor = await donate(calendar);
    await calendar.live(122);
    expect(paidBy(calendar, donor.customer)).toEqual([2500, 2500, 2500, 2500]);
    const charges = await chargesOf(donor.ownerId);
    expect(charges.map(({ due }) => due.toISOString().slice(0, 10))).toEqual([
      '2032-02-29',
      '2032-03-31',
      '2032-04-30',
      '2032-05-31',
      '2032-06-30',
    ]);
    expect(await lettersTo(calendar, donor.email)).toEqual(['receipt', 'receipt', 'receipt', 'receipt']);
  });

  test.each([
    ['that began on a leap day', '2032-02-29T06:30:00Z', 'America/New_York', ['2032-03-29', '2032-04-29', '2033-02-28', '2036-02-29']],
    ['that began as clocks went forward', '2027-03-28T01:00:00Z', 'Europe/Berlin', ['2027-04-28', '2027-10-28', '2028-03-28']],
    ['that began in the hour that came twice', '2027-10-31T00:30:00Z', 'Europe/Berlin', ['2027-11-30', '2028-02-29', '2028-10-31']],
    [
      'that began on the last of January',
      '2027-01-31T23:30:00Z',
      'Pacific/Auckland',
      ['2027-02-28', '2027-03-31', '2028-02-29', '2028-03-31'],
    ],
  ])('%s is charged on its day at that moment and not before, wherever the server stands', async (_, first, zone, days) => {
    const before = process.env['TZ'];
    process.env['TZ'] = zone;
    try {
      expect(new Date('2027-07-01T00:00:00Z').getTimezoneOffset(), 'the server stands there').not.toBe(0);
      calendar.travel(first);
      const donor = await donate(calendar);
      const time = first.slice(10);
      for (const day of days) {
        calendar.travel(new Date(Date.parse(`${day}${time}`) - 1000).toISOString());
        // Months that nobody ran in between are let go (decision 010), the one before this day apart.
        await runCalendar(calendar.deps);
        const paid = paidBy(calendar, donor.customer).length;
        calendar.travel(`${day}${time}`);
        await Promise.all([runCalendar(calendar.deps), runCalendar(calendar.deps)]);
        expect(paidBy(calendar, donor.customer), day).toHaveLength(paid + 1);
        const [latest] = (await chargesOf(donor.ownerId)).filter(({ state }) => state === 'paid').toReversed();
        expect(latest?.due.toISOString()).toBe(new Date(`${day}${time}`).toISOString());
      }
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });

  test('whose card fails waits for another, which pays the latest month once', async () => {
    const donor = await donate(calendar, { card: CARD.declines });
    await calendar.live(50);
    const where = { id: donor.id };
    expect(await calendar.deps.db.donation.findFirstOrThrow({ where })).toMatchObject({ failing: true, paidPeriod: 0 });
    expect((await lettersTo(calendar, donor.email)).at(-1)).toBe('charge-replace-card');
    await calendar.live(30);
    const held = await giveCard(calendar, donor.customer, CARD.good);
    const keys = await calendar.deps.db.$transaction(async (tx) => {
      await tx.donation.updateMany({ where, data: held });
      return bringUpDonation(tx, calendar.deps, donor);
    });
    expect(await Promise.all(keys.map((key) => chargeAtOnce(calendar.deps, key)))).toMatchObject([{ type: 'paid' }]);
    expect(await calendar.deps.db.donation.findFirstOrThrow({ where })).toMatchObject({ failing: false, paidPeriod: 2 });
    expect(paidBy(calendar, donor.customer)).toEqual([2500]);
    await calendar.live(31);
    expect(paidBy(calendar, donor.customer)).toEqual([2500, 2500]);
  });

  test('is charged for one month after an outage of several, and the amount that it has by then', async () => {
    const donor = await donate(calendar);
    calendar.travel(100);
    await calendar.deps.db.donation.updateMany({ where: { id: donor.id }, data: { amount: 4000 } });
    await runCalendar(calendar.deps);
    await runCalendar(calendar.deps);
    expect(paidBy(calendar, donor.customer)).toEqual([4000]);
  });

  test('that has ended is not charged any more', async () => {
    const donor = await donate(calendar);
    await calendar.deps.db.donation.updateMany({ where: { id: donor.id }, data: { ended: calendar.now() } });
    await calendar.live(40);
    expect([paidBy(calendar, donor.customer), await lettersTo(calendar, donor.email)]).toEqual([[], []]);
  });
});

test('the schedule gives what has come out and runs the calendar, on one replica', async () => {
  const reader = await subscribe(calendar);
  await release(calendar, 4);
  calendar.travel(30);
  const waiting = await subscribe(calendar);
  const issue = await comeOut(calendar);
  const replicas = await Promise.all([startJobs(calendar.deps), startJobs((await calendar.replica()).deps)]);
  const boss = new PgBoss({ connectionString: calendar.databaseUrl, max: 1 });
  await boss.start();
  expect((await boss.getSchedules()).map(({ name, cron }) => [name, cron])).toEqual(
    expect.arrayContaining([
      ['calendar', '*/10 * * * *'],
      ['card-expiry', '40 6 * * *'],
    ]),
  );
  await boss.send('calendar', {});
  await expect.poll(() => paidBy(calendar, reader.customer), { timeout: 20_000 }).toHaveLength(1);
  expect(await calendar.deps.db.issueToken.count({ where: { ownerId: waiting.id, issue } })).toBe(1);
  await boss.stop({ graceful: false });
  for (const { stop } of replicas) await stop();
}, 60_000);
