// @module-tag ci
import { DeskClosing, DeskClosings, DeskReport, MonthClosed, type ReportCell } from '@newsstand/contracts/desk-reports';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import {
  bought,
  LINE,
  openDeskMoney,
  payBack,
  put,
  readRefunded,
  subscribed,
  SUBSCRIPTION,
  upgrade,
  type DeskMoney,
} from '../../../test/desk-money.ts';
import { apply, bring, bytesOf, check } from '../../../test/imports.ts';
import { answerOf } from '../../../test/reader.ts';
import { release, settled } from '../../../test/timed-magazine.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

let shop: DeskMoney;
let ann: Browser;
beforeAll(async () => {
  shop = await openDeskMoney();
  ann = await shop.as('publisher');
});
afterAll(() => shop.close());

const answered = async <Schema extends v.GenericSchema>(schema: Schema, answer: Response): Promise<v.InferOutput<Schema>> => {
  const body: unknown = await answer.json();
  expect([answer.status, body]).toEqual([200, expect.anything()]);
  return v.parse(schema, body);
};
const read = async (name: string, query: string) => answered(DeskReport, await ann.get(`/api/desk/reports/${name}?${query}`));
const readMonth = async (month: string) => answered(DeskClosing, await ann.get(`/api/desk/closings/${month}`));
const readMonths = async () => (await answered(DeskClosings, await ann.get('/api/desk/closings'))).months;
const close = (month: string, version: string, { who = ann, action = uuidv7(), dry = false } = {}) =>
  who.post(`/api/desk/closings/${month}${dry ? '?dry' : ''}`, { action, version });
const sum = (rows: readonly (readonly ReportCell[])[], column: number) => rows.reduce((all, row) => all + Number(row[column]), 0);

const DECEMBER = 'from=2026-12-01&until=2026-12-31';
const OLD =
  'legacy_id,name,line1,city,state,postcode,country,medium,issues_left,value_left\n81,Old Reader,1 Elm St,Dayton,OH,45402,US,print,3,39.00\n';

test('what is not served goes from one end of a month to the other to the cent: sold, taken over, served, paid back and forfeited', async () => {
  const gift = { deliverable: 'digital', level: 'low', term: '1year', quantity: 1, coupon: null };
  const stays = await subscribed(shop);
  const gone = await subscribed(shop);
  const elsewhere = await subscribed(shop);
  const [disputed, given] = [await subscribed(shop), await subscribed(shop)];
  const ended = await bought(shop, (who) => put(who, { subscription: { ...SUBSCRIPTION, level: 'high' } }));
  const gifts = await bought(shop, (who) => put(who, { giftsubs: [gift, { ...gift, term: '2year' }] }));
  const better = await subscribed(shop);
  await upgrade(shop, better);
  const service = shop;
  await apply(service, ann, await check(service, ann, await bring(ann, bytesOf(OLD), { source: 'old' })));
  await release(shop, 1);
  const paid = await payBack(ann, gone.order, { lines: LINE });
  expect((await payBack(ann, gifts.order, { lines: LINE })).status).toBe(200);
  expect((await payBack(ann, stays.order, { lines: LINE.map((line) => ({ ...line, quantity: 0, amount: 100 })) })).status).toBe(200);
  expect(paid.status).toBe(200);
  // All of it went back in the provider's dashboard, or a bank took it, and what is left is taken away: paid back, and
  // not forfeited.
  const { control } = shop.emulator;
  const [taken, won] = [control.dispute(disputed.intent), control.dispute(given.intent)];
  for (const back of [control.refund(elsewhere.intent), taken, won]) {
    await settled(shop);
    const decide = `/api/desk/money-back/${back}/decide`;
    const wish = { action: uuidv7(), reason: 'asked', lines: [{ ordinal: 0, quantity: 1 }] };
    const { plan } = await readRefunded(await ann.post(`${decide}?dry`, { ...wish, version: '' }));
    expect((await ann.post(decide, { ...wish, version: plan.version })).status).toBe(200);
  }
  // What the bank gives back is with the magazine, and what it had paid for has ended.
  control.closeDispute(taken, 'lost');
  control.closeDispute(won, 'won');
  await settled(shop);
  const term = await shop.deps.db.subscription.findFirstOrThrow({ where: { ownerId: ended.id } });
  const cancelled = { action: uuidv7(), reason: 'asked', served: 1 };
  expect((await ann.post(`/api/desk/readers/${ended.id}/subscriptions/${term.id}/cancel`, cancelled)).status).toBe(200);

  const { rows, total } = await read('roll-forward', DECEMBER);
  for (const [what, opening = 0, sold = 0, served = 0, back = 0, forfeited = 0, closing = 0] of rows) {
    expect([what, Number(opening) + Number(sold) - Number(served) - Number(back) - Number(forfeited)]).toEqual([what, closing]);
  }
  expect(rows.map(([what]) => what)).toEqual(['1 year', 'Gifts', 'Taken over', 'Upgrades']);
  const revenue = await read('revenue', DECEMBER);
  const subscriptions = revenue.rows.filter((row) => ['Subscriptions', 'Gifts', 'Upgrades'].includes(String(row[1])));
  expect(sum(rows, 2) - 3900).toBe(sum(subscriptions, 5));
  const back = await shop.deps.db.refund.aggregate({ _sum: { amount: true } });
  const left = ({ total: paid }: { total: number }) => paid - Math.floor(paid / 4);
  // Of the 100 cents a quarter had been served, and of what went back elsewhere as well.
  expect(sum(rows, 4)).toBe((back._sum.amount ?? 0) - 25 - elsewhere.total + left(elsewhere) + left(disputed));
  expect(sum(rows, 5)).toBe(left(ended) + left(given));
  expect([sum(rows, 6), total?.[6]]).toEqual([sum((await read('unserved', 'until=2026-12-31')).rows, 4), sum(rows, 6)]);
  expect(rows.find(([what]) => what === 'Taken over')).toEqual(['Taken over', 0, 3900, 1300, 0, 0, 2600, 'taken-over']);

  shop.travel('2027-01-05T10:00:00Z');
  ann = await shop.as('publisher');
  await subscribed(shop);
  const january = await read('roll-forward', 'from=2027-01-01&until=2027-01-31');
  expect(sum(january.rows, 1)).toBe(sum(rows, 6));
});

test('a month is closed once, with the numbers that were shown, by whoever keeps the books', async () => {
  expect(await readMonths()).toEqual([{ month: '2026-12', closed: null }]);
  const shown = await readMonth('2026-12');
  expect(shown.reports.map(({ report, kept }) => [report.name, kept])).toEqual([
    ['revenue', null],
    ['roll-forward', null],
  ]);
  expect((await close('2026-12', shown.version, { who: await shop.as('circulation') })).status).toBe(403);
  expect(await answerOf(await close('2027-01', ''))).toEqual([404, { errors: '1.2027 is not over, or nothing was sold by then.' }]);
  expect((await close('2026-12', 'other')).status).toBe(409);
  const felix = await shop.as('accountant');
  const tried = await answered(MonthClosed, await close('2026-12', shown.version, { who: felix, dry: true }));
  expect((await readMonths())[0]?.closed).toBeNull();
  const action = uuidv7();
  const answers = await Promise.all([
    close('2026-12', shown.version, { who: felix, action }),
    close('2026-12', shown.version, { who: felix, action }),
    close('2026-12', shown.version),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
  expect(await shop.deps.db.closing.count()).toBe(1);
  const revenue = sum(shown.reports[0]?.report.rows ?? [], 5);
  expect(tried).toEqual({ month: '2026-12', came_in: revenue, unserved: sum(shown.reports[1]?.report.rows ?? [], 6) });
});

test('what is found out after a month was closed is shown beside what was handed over, which stays', async () => {
  const before = await readMonth('2026-12');
  expect(before.reports.map(({ report, kept }) => [report.name, kept])).toEqual(
    before.reports.map(({ report: { name, rows } }) => [name, rows]),
  );
  const { id } = await shop.deps.db.order.findFirstOrThrow({ where: { total: { gt: 0 } }, orderBy: { created: 'asc' } });
  await shop.deps.db.moneyBack.create({
    data: { id: 'dp_late', orderId: id, state: 'open', amount: 111, created: new Date('2026-12-30T10:00:00Z'), updated: shop.now() },
  });
  const { reports, closed } = await readMonth('2026-12');
  expect(closed).not.toBeNull();
  const [revenue] = reports;
  expect(sum(revenue?.kept ?? [], 5) - sum(revenue?.report.rows ?? [], 5)).toBe(111);
});

test('days sum to a report of all of them, also where money went back before an issue came and after it', async () => {
  const [early, both] = [await subscribed(shop), await subscribed(shop)];
  const gift = { deliverable: 'print-a', level: 'low', term: '1year', quantity: 2, coupon: null };
  const gifts = await bought(shop, (who) => put(who, { giftsubs: [gift] }));
  const part = async ({ order }: { order: string }, amount: number) =>
    expect((await payBack(ann, order, { lines: LINE.map((line) => ({ ...line, quantity: 0, amount })) })).status).toBe(200);
  shop.travel('2027-01-12T10:00:00Z');
  ann = await shop.as('publisher');
  await part(early, 1000);
  await part(both, 500);
  await part(gifts, 700);
  shop.travel('2027-01-20T10:00:00Z');
  await release(shop, 2);
  ann = await shop.as('publisher');
  const january = await read('roll-forward', 'from=2027-01-01&until=2027-01-31');
  shop.travel('2027-02-03T10:00:00Z');
  ann = await shop.as('publisher');
  await part(both, 333);
  expect((await payBack(ann, both.order, { lines: LINE })).status).toBe(200);

  const all = await read('roll-forward', 'from=2027-01-01&until=2027-02-28');
  const spans = ['from=2027-01-01&until=2027-01-12', 'from=2027-01-13&until=2027-01-31', 'from=2027-02-01&until=2027-02-28'];
  const rows = (await Promise.all(spans.map((span) => read('roll-forward', span)))).flatMap((report) => report.rows);
  const moved = ['1 year', 'Gifts', 'Taken over', 'Upgrades'].map((what) => [
    what,
    ...[2, 3, 4, 5].map((column) => ofKind(rows, what, column)),
  ]);
  expect(moved).toEqual(all.rows.map((row) => [row[0], ...row.slice(2, 6)]));
  // Nothing had come of them as the money went back: all of it was still owed.
  expect(sum(january.rows, 4)).toBe(2200);
});

const ofKind = (rows: readonly (readonly ReportCell[])[], what: string, column: number) =>
  sum(
    rows.filter(([kind]) => kind === what),
    column,
  );
