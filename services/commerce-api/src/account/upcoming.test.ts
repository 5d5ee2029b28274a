import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliver, donate, makeSubscriber, subscribe, subscriberAt } from '../../test/subscriber.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { DAY } from '../platform/duration.ts';
import { monthOf } from '../ledger/planned-charges/renewal-charge.ts';

let service: TestApp;
let now = new Date('2026-11-21T12:00:00Z');
beforeAll(async () => {
  service = await createTestApp({ clock: () => now });
});
afterAll(() => service.close());

const VISA = { card: { type: 'visa', last_four: '4242', exp_month: 4, exp_year: 2030 }, ach: null };
const withCard = (id: string) => ({ method: `pm_${id}`, customer: `cus_${id}`, payment: VISA });

test('a subscriber sees the next issue: its number, its announced title, about when it comes, and how', async () => {
  const { browser, id } = await makeSubscriber(service);
  expect(await subscriberAt(browser)).toMatchObject({ next_issue: null, next_charges: [], renewal_charge: null });
  await deliver(service, await subscribe(service, id), [14, 15]);
  // Issue 15 came out on September 7: a quarterly's next one is three months later.
  const next = { number: 16, title: 'Ice Road', when: '2026-12', deliverable: 'print-a', copies: 1 };
  expect((await subscriberAt(browser)).next_issue).toEqual(next);
});

test('an issue whose day is set comes on that day', async () => {
  const { browser, id } = await makeSubscriber(service);
  await subscribe(service, id, { deliverable: 'digital' });
  const { db, config } = service.deps;
  const where = { publicationId_ref: { publicationId: config.publicationId, ref: 'iss:16' } };
  await db.issue.update({ where, data: { released: new Date('2026-12-07') } });
  expect((await subscriberAt(browser)).next_issue).toMatchObject({ number: 16, when: '2026-12-07', deliverable: 'digital' });
  await db.issue.update({ where, data: { released: null } });
});

test('what comes three months after the last day of November comes in February, which has fewer days', () => {
  expect(monthOf(1, '2026-11-30', '2026-11-21')).toBe('2027-02');
  expect(monthOf(1, '2027-11-30', '2026-11-21')).toBe('2028-02');
  expect([1, 2, 4].map((ahead) => monthOf(ahead, '2026-08-31', '2026-11-21'))).toEqual(['2026-11', '2027-02', '2027-08']);
});

test('an issue that is late comes at a time that nobody names', async () => {
  now = new Date('2027-02-01T12:00:00Z');
  const { browser, id } = await makeSubscriber(service);
  await subscribe(service, id);
  expect((await subscriberAt(browser)).next_issue).toMatchObject({ number: 16, when: null });
  now = new Date('2026-11-21T12:00:00Z');
});

test('while issues are left, the renewal is charged about a month after the last of them, at what the same again costs', async () => {
  const { browser, id } = await makeSubscriber(service);
  const token = await subscribe(service, id);
  await deliver(service, token, [14, 15]);
  // Issues 16 and 17 are left: December, March, and 30 days.
  const renewal = { amount: 5600, when: '2027-04', after: 17 };
  expect(await subscriberAt(browser)).toMatchObject({ next_charges: [], renewal_charge: renewal });
  await service.deps.db.account.update({ where: { id }, data: { ...withCard(id), autorenewSince: now } });
  expect(await subscriberAt(browser)).toMatchObject({ next_charges: [{ type: 'renewal', ...renewal }], renewal_charge: renewal });
});

test('once the last issue is out, it is charged on the day of its notice, and not told of any more while a bank is at it', async () => {
  const { browser, id } = await makeSubscriber(service);
  const token = await subscribe(service, id);
  await deliver(service, token, [12, 13, 14, 15]);
  await service.deps.db.account.update({ where: { id }, data: withCard(id) });
  expect(await subscriberAt(browser)).toMatchObject({
    next_charges: [],
    renewal_charge: { amount: 5600, when: '2026-12-21', after: null },
  });
  expect((await browser.post('/api/account/autorenew', { autorenew: true })).status).toBe(200);
  now = new Date(now.getTime() + 3 * DAY);
  const [charge] = (await subscriberAt(browser)).next_charges ?? [];
  expect(charge).toEqual({ type: 'renewal', amount: 5600, when: '2026-12-21', after: null });
  await service.deps.db.charge.updateMany({ where: { ownerId: id }, data: { state: 'stopped', why: 'exhausted', nextAttempt: null } });
  now = new Date('2026-12-22T12:00:00Z');
  expect((await subscriberAt(browser)).next_charges).toEqual([]);
  now = new Date('2026-11-21T12:00:00Z');
});

test('a lifetime and a cancelled subscription are charged nothing; a monthly donation is, on its day', async () => {
  const { browser, id } = await makeSubscriber(service);
  await subscribe(service, id, { term: 'lifetime' });
  await donate(service, id, { amount: 700 });
  expect(await subscriberAt(browser)).toMatchObject({
    next_issue: { number: 16 },
    renewal_charge: null,
    next_charges: [{ type: 'donation', amount: 700, when: '2026-12-21', after: null }],
  });
  const other = await makeSubscriber(service);
  const token = await subscribe(service, other.id);
  await service.deps.db.subscription.update({ where: { token }, data: { cancelled: now } });
  expect(await subscriberAt(other.browser)).toMatchObject({ next_issue: null, next_charges: [], renewal_charge: null });
});
