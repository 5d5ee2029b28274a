import { Donations } from '@newsstand/contracts/account';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../test/browser.ts';
import { answerOf, lettersTo } from '../../test/reader.ts';
import { donate, makeSubscriber, subscriberAt } from '../../test/subscriber.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { writeMonth } from '../ledger/planned-charges/write-month.ts';

let service: TestApp;
const now = new Date('2026-11-21T12:00:00Z');
beforeAll(async () => {
  service = await createTestApp({ clock: () => now });
});
afterAll(() => service.close());

const change = (browser: Browser, token: string, dollars: unknown, query = '') =>
  browser.patch(`/api/account/donations/${token}${query}`, { dollars });
const stop = (browser: Browser, token: string) => browser.send('DELETE', `/api/account/donations/${token}`, undefined, {});
const answered = async (response: Response) => v.parse(Donations, await response.json()).donations;

/** The charge of the next month, as the renewal run writes it. */
async function comingMonth(token: string): Promise<{ state: string; amount: number }> {
  const { db } = service.deps;
  const { id: subject } = await db.donation.findUniqueOrThrow({ where: { token } });
  return db.charge.findFirstOrThrow({ where: { subject }, select: { state: true, amount: true } });
}

async function giver(): Promise<{ browser: Browser; email: string; token: string }> {
  const { browser, id, email } = await makeSubscriber(service);
  const token = await donate(service, id);
  const { db, config } = service.deps;
  const { id: subject } = await db.donation.findUniqueOrThrow({ where: { token } });
  const due = new Date('2026-12-21T12:00:00Z');
  await writeMonth(db, { publicationId: config.publicationId, ownerId: id, subject }, { period: 1, due, amount: 2500 });
  return { browser, email, token };
}

test('a donor changes what is given from the next charge on, and is written to', async () => {
  const { browser, email, token } = await giver();
  const [donation] = await answered(await change(browser, token, 40));
  expect(donation).toMatchObject({ token, amount: 4000, next_charge: '2026-12-21', version: '4000' });
  expect(await comingMonth(token)).toEqual({ state: 'open', amount: 4000 });
  expect(await lettersTo(service, email)).toEqual(['donation-changed']);
});

/** The card was asked for the month that comes, when it is due, and this came of it. */
async function tried(token: string, outcome: string, charged: { nextAttempt: Date | null; state?: string; why?: string }): Promise<void> {
  const { db } = service.deps;
  const { id } = await db.donation.findUniqueOrThrow({ where: { token } });
  const { publicationId, ownerId, kind, subject, cycle } = await db.charge.findFirstOrThrow({ where: { subject: id } });
  const key = { publicationId, ownerId, kind, subject, cycle };
  await db.charge.update({ where: { publicationId_ownerId_kind_subject_cycle: key }, data: charged });
  await db.chargeAttempt.create({ data: { ...key, attempt: 1, customer: 'cus_1', method: 'pm_1', started: now, outcome } });
}

test('a month that was tried keeps its amount', async () => {
  const { browser, token } = await giver();
  await tried(token, 'started', { nextAttempt: now });
  expect(await answered(await change(browser, token, 40))).toMatchObject([{ refused: null, amount_from: '2027-01-21' }]);
  expect(await comingMonth(token)).toEqual({ state: 'open', amount: 2500 });
});

test('a donor whose month was refused sees what is owed and when it is tried again, and from which day another amount counts', async () => {
  const { browser, email, token } = await giver();
  await tried(token, 'declined', { nextAttempt: new Date('2026-12-24T12:00:00Z') });
  const before = { amount: 2500, next_charge: '2026-12-24', refused: 2500, amount_from: '2027-01-21', failing: false };
  expect((await subscriberAt(browser)).donations).toMatchObject([before]);
  expect(await answered(await change(browser, token, 40))).toMatchObject([{ ...before, amount: 4000 }]);
  expect(await comingMonth(token)).toEqual({ state: 'open', amount: 2500 });
  const letter = await service.deps.db.outbox.findFirstOrThrow({ where: { recipient: email, kind: 'donation-changed' } });
  expect(letter.payload).toMatchObject({ amount: 4000, next: '2027-01-21', refused: 2500 });
});

test('a donor whose month was given up sees what is owed while it is this month’s, and that another amount counts from the next one on', async () => {
  const { browser, token } = await giver();
  await tried(token, 'stop', { state: 'stopped', why: 'do-not-try-again', nextAttempt: null });
  await service.deps.db.donation.update({ where: { token }, data: { failing: true } });
  expect(await answered(await change(browser, token, 40))).toMatchObject([
    { amount: 4000, next_charge: null, refused: 2500, amount_from: '2027-01-21', failing: true },
  ]);
  await service.deps.db.donation.update({ where: { token }, data: { first: new Date('2026-09-21T12:00:00Z') } });
  expect((await subscriberAt(browser)).donations).toMatchObject([{ next_charge: null, refused: null, amount_from: null, failing: true }]);
});

test.each([
  ['a bank is at is followed by the next one', 'processing', '2027-01-21', null],
  ['waits for the donor’s bank to be answered is charged on no day', 'authentication-required', null, 2500],
])('a month that %s', async (_, outcome, next_charge, refused) => {
  const { browser, token } = await giver();
  await tried(token, outcome, { nextAttempt: new Date('2026-12-22T12:00:00Z') });
  expect((await subscriberAt(browser)).donations).toMatchObject([{ next_charge, refused, amount_from: '2027-01-21' }]);
});

test('a donor ends the donation, once and for all, and nothing more is charged', async () => {
  const { browser, email, token } = await giver();
  expect(await answered(await stop(browser, token))).toMatchObject([{ ended: now.toISOString(), next_charge: null }]);
  expect((await stop(browser, token)).status).toBe(200);
  expect(await comingMonth(token)).toEqual({ state: 'stopped', amount: 2500 });
  expect(await answerOf(await change(browser, token, 40, '?version=2500'))).toEqual([
    410,
    { errors: 'This donation has ended, so its amount cannot be changed.' },
  ]);
  expect(await lettersTo(service, email)).toEqual(['donation-stopped']);
});

test.each([0, -5, 2.5, 'ten', 100_001, null])('an amount of %j is refused beside the field', async (dollars) => {
  const { browser, token } = await giver();
  expect(await answerOf(await change(browser, token, dollars))).toEqual([422, { errors: { dollars: expect.stringMatching(/^Must be /) } }]);
});

test('two tabs that change the amount lose nothing: one wins, and the other is told', async () => {
  const { browser, token } = await giver();
  const answers = await Promise.all([change(browser, token, 30, '?version=2500'), change(browser, token, 50, '?version=2500')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('another reader’s donation, and one that is given once, is not there', async () => {
  const { token } = await giver();
  const { browser, id } = await makeSubscriber(service);
  const once = await donate(service, id);
  await service.deps.db.donation.update({ where: { token: once }, data: { process: 'onetime' } });
  for (const each of [token, once, 'no-such-donation']) {
    expect(await answerOf(await change(browser, each, 40))).toEqual([404, { errors: 'Not found.' }]);
    expect(await answerOf(await stop(browser, each))).toEqual([404, { errors: 'Not found.' }]);
  }
  expect(await comingMonth(token)).toEqual({ state: 'open', amount: 2500 });
});
