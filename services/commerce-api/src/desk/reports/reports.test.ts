// @module-tag ci
import { DeskIssue, DeskIssues, printedCopies, printRunOf } from '@newsstand/contracts/desk-issues';
import { DESK_REPORTS, DeskReport, DeskReportName, isOfPeople, type ReportCell } from '@newsstand/contracts/desk-reports';
import { DESK_ROLES, mayDo } from '@newsstand/contracts/desk-roles';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import {
  askRefundOf,
  bought,
  LINE,
  openDeskMoney,
  payBack,
  put,
  readRefunded,
  subscribed,
  SUBSCRIPTION,
  upgrade,
  type Bought,
  type DeskMoney,
} from '../../../test/desk-money.ts';
import { answerOf } from '../../../test/reader.ts';
import { stock } from '../../../test/shop.ts';
import { addTo, release, settled, subscribe } from '../../../test/timed-magazine.ts';
import { readGivers } from '../donations/read-donations.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

let shop: DeskMoney;
let ann: Browser;
beforeAll(async () => {
  shop = await openDeskMoney();
});
beforeEach(async () => {
  ann = await shop.as('publisher');
});
afterAll(() => shop.close());

async function read(name: DeskReportName, query = '', who = ann): Promise<DeskReport> {
  const response = await who.get(`/api/desk/reports/${name}?${query}`);
  const body: unknown = await response.json();
  expect([response.status, body]).toEqual([200, expect.anything()]);
  return v.parse(DeskReport, body);
}
const sum = (rows: readonly (readonly ReportCell[])[], column: number) => rows.reduce((all, row) => all + Number(row[column]), 0);
const GIFT = { deliverable: 'digital', level: 'low', term: '1year', quantity: 1, coupon: null };
const day = () => shop.now().toISOString().slice(0, 10);

describe('what came in', () => {
  test('sums, kind by kind, to all that was charged less all that went back, whoever paid it back', async () => {
    const anna = await subscribed(shop);
    await bought(shop, (who) => put(who, { giftsubs: [GIFT, GIFT] }));
    const donor = await bought(shop, (who) => put(who, { donation: { process: 'onetime', dollars: 300 } }));
    const ref = await stock(shop.deps.db, `prd:mug-${uuidv7()}`, 10, 500);
    await bought(shop, ({ reader }) => reader.add(ref, 2));
    expect((await payBack(ann, anna.order, { lines: LINE.map((line) => ({ ...line, quantity: 0, amount: 321 })) })).status).toBe(200);
    shop.emulator.control.refund(donor.intent, 1000);
    await settled(shop);
    const { rows, total, from, until, time_zone } = await read('revenue');
    expect([from, until, time_zone]).toEqual([`${day().slice(0, 4)}-01-01`, day(), 'UTC']);
    const { _sum: charged } = await shop.deps.db.order.aggregate({ where: { number: { not: null } }, _sum: { total: true } });
    const { _sum: back } = await shop.deps.db.moneyBack.aggregate({ _sum: { amount: true } });
    expect(back.amount).toBe(1321);
    expect(sum(rows, 5)).toBe((charged.total ?? 0) - (back.amount ?? 0));
    expect(total).toEqual([null, null, sum(rows, 2), sum(rows, 3), sum(rows, 4), sum(rows, 5)]);
    const kinds = rows.map((row) => row[1]);
    expect(kinds).toEqual(expect.arrayContaining(['Subscriptions', 'Gifts', 'Donations', 'Goods', 'Money back']));
    const month = day().slice(0, 7);
    expect(rows.map((row) => row[0])).toEqual(kinds.map(() => month));
    expect(rows.find((row) => row[1] === 'Donations')).toEqual([month, 'Donations', 30_000, 0, 0, 30_000, 'donations']);
  });

  test('what another process applied to the publication is what the desk says with the next request, though no reader comes', async () => {
    const apply = (zone: string | null) => shop.deps.db.$executeRaw`
      update publication set revision = revision + 1, data = jsonb_set(data, '{settings}', (data -> 'settings') - 'time_zone'
        || case when ${zone}::text is null then '{}' else jsonb_build_object('time_zone', ${zone}::text) end)`;
    await apply('Asia/Tokyo');
    try {
      expect((await read('revenue')).time_zone).toBe('Asia/Tokyo');
    } finally {
      await apply(null);
    }
    expect((await read('revenue')).time_zone).toBe('UTC');
  });

  test.each([
    { zone: 'America/New_York', paid: '2026-11-01T03:30:00Z', day: '2026-10-31', utc: '2026-11-01' },
    // Thirteen hours before, and a year that begins sooner.
    { zone: 'Pacific/Auckland', paid: '2026-12-31T11:30:00Z', day: '2027-01-01', utc: '2026-12-31' },
  ])(
    'a day is the publisher’s own: what was paid in the night of $zone is of its day, in a report and in a letter to donors',
    async ({ zone, paid, day: own, utc }) => {
      const { settings } = shop.deps.publication.cached();
      const { order } = await bought(shop, (who) => put(who, { donation: { process: 'onetime', dollars: 40 } }));
      await shop.deps.db.order.update({ where: { id: order }, data: { paid: new Date(paid) } });
      const ofDay = (one: string) => read('revenue', `from=${one}&until=${one}`);
      expect((await ofDay(own)).rows).toEqual([]);
      settings.time_zone = zone;
      try {
        const { rows, time_zone } = await ofDay(own);
        expect([rows, time_zone]).toEqual([[[own.slice(0, 7), 'Donations', 4000, 0, 0, 4000, 'donations']], zone]);
        expect((await ofDay(utc)).rows).toEqual([]);
        const givers = await readGivers(shop.deps, own.slice(0, 4));
        expect(givers.flatMap(({ donations }) => donations).filter(({ day: given }) => given === own)).toMatchObject([{ cents: 4000 }]);
      } finally {
        delete settings.time_zone;
      }
    },
  );

  test('donors are listed by mailbox with what they gave less what went back, the largest first', async () => {
    const anna = await bought(shop, (who) => put(who, { donation: { process: 'onetime', dollars: 250 } }));
    const bob = await bought(shop, (who) => put(who, { donation: { process: 'onetime', dollars: 900 } }));
    const gone = await bought(shop, (who) => put(who, { donation: { process: 'onetime', dollars: 70 } }));
    const part = [{ ordinal: 0, quantity: 0, amount: 10_000, came_back: false }];
    expect((await payBack(ann, bob.order, { lines: part })).status).toBe(200);
    shop.emulator.control.refund(gone.intent, 7000);
    await settled(shop);
    const { rows } = await read('donors');
    const mine = rows.filter((row) => [anna, bob, gone].some(({ email }) => email === row[1]));
    expect(mine.map((row) => row.slice(1))).toEqual([
      [bob.email, 1, 80_000, 80_000],
      [anna.email, 1, 25_000, 25_000],
    ]);
  });

  test('what went back elsewhere of a donation was not given, before and after somebody decided what it was for', async () => {
    const { intent, order, email } = await bought(shop, (who) => put(who, { donation: { process: 'onetime', dollars: 300 } }));
    shop.emulator.control.refund(intent, 10_000);
    await settled(shop);
    const given = async () => (await read('donors')).rows.find((row) => row[1] === email)?.slice(2);
    expect(await given()).toEqual([1, 20_000, 20_000]);
    const back = await shop.deps.db.moneyBack.findFirstOrThrow({ where: { orderId: order } });
    const decide = (version: string, dry = '') =>
      ann.post(`/api/desk/money-back/${back.id}/decide${dry}`, { action: uuidv7(), reason: 'asked', version, lines: [], redeemed: 'keep' });
    const { plan } = await readRefunded(await decide('', '?dry'));
    expect((await decide(plan.version)).status).toBe(200);
    expect(await given()).toEqual([1, 20_000, 20_000]);
  });
});

describe('who subscribes', () => {
  test('what is not served is, to the cent, what paying all of it back would pay, and nothing is left once that was done', async () => {
    for (const unlisted of await shop.deps.db.order.findMany({ where: { lines: { some: { type: { contains: 'subscription' } } } } })) {
      for (const _piece of [1, 2]) await payBack(ann, unlisted.id, { lines: LINE, redeemed: 'end' });
    }
    await settled(shop);
    expect(sum((await read('unserved')).rows, 4)).toBe(0);
    const all: Bought[] = [
      await subscribed(shop),
      await bought(shop, (who) => put(who, { subscription: { ...SUBSCRIPTION, medium: 'print', term: '3year' } })),
      await bought(shop, (who) => put(who, { subscription: { ...SUBSCRIPTION, level: 'high', term: 'lifetime' } })),
      await bought(shop, (who) => put(who, { giftsubs: [GIFT] })),
    ];
    const [first] = all;
    if (!first) throw new Error('nobody');
    await release(shop, 1);
    expect((await payBack(ann, first.order, { lines: LINE.map((line) => ({ ...line, quantity: 0, amount: 7 })) })).status).toBe(200);
    await settled(shop);
    const { rows, total } = await read('unserved');
    let owed = 0;
    for (const { order } of all) owed += (await readRefunded(await askRefundOf(ann, order, { lines: LINE }, true))).plan.amount;
    expect(rows.map(([what, terms, left]) => [what, terms, left])).toEqual([
      ['1 year', 1, 3],
      ['3 years', 1, 11],
      ['Gifts, to be redeemed', 1, 4],
      ['Lifetime', 1, 59],
    ]);
    expect([sum(rows, 4), total?.[4]]).toEqual([owed, owed]);
    // The same sum, by the issue with which each share is earned.
    const { rows: byIssue, total: allIssues } = await read('unserved-by-issue');
    // A term is in the row of each issue that it is owed: their sum would be of nothing.
    expect(allIssues).toEqual([null, null, owed]);
    const next = Math.max(...(await shop.deps.db.release.findMany()).map(({ issue }) => issue)) + 1;
    expect([sum(byIssue, 2), byIssue.length]).toEqual([owed, 14]);
    expect(byIssue.map(([what, terms]) => [what, terms]).slice(0, 5)).toEqual([
      [`Issue ${next}`, 3],
      [`Issue ${next + 1}`, 3],
      [`Issue ${next + 2}`, 3],
      [`Issue ${next + 3}`, 2],
      [`Issue ${next + 4}`, 2],
    ]);
    expect(byIssue.slice(-3).map(([what, terms, , ...is]) => [what, terms, ...is])).toEqual([
      [`Issue ${next + 11}`, 1, 'issue', next + 11],
      ['Later issues', 1, 'later', null],
      ['Gifts, to be redeemed', 1, 'gifts-to-redeem', null],
    ]);
    // A lifetime that is reckoned at fewer issues is earned sooner, in the books and in what is paid back.
    const { id: life } = await shop.deps.db.subscription.findFirstOrThrow({ where: { term: 'lifetime', cancelled: null } });
    const lifeOrder = all[2]?.order ?? '';
    const lifeOwed = async () => (await read('unserved')).rows.find(([what]) => what === 'Lifetime');
    const paysBack = async () => (await readRefunded(await askRefundOf(ann, lifeOrder, { lines: LINE }, true))).plan.amount;
    expect([life.length, (await lifeOwed())?.[4]]).toEqual([36, await paysBack()]);
    await shop.deps.db.$executeRaw`update publication set data = jsonb_set(data, '{settings,lifetime_issues}', '20')`;
    expect([(await lifeOwed())?.[2], (await lifeOwed())?.[4]]).toEqual([19, await paysBack()]);
    await shop.deps.db.$executeRaw`update publication set data = data #- '{settings,lifetime_issues}'`;
    for (const { order } of all) expect((await payBack(ann, order, { lines: LINE })).status).toBe(200);
    await settled(shop);
    expect((await read('unserved')).rows).toEqual([]);
  });

  test('a term that renewed by itself, a redeemed gift and an upgrade are not served for what paying them back would pay', async () => {
    const before = sum((await read('unserved')).rows, 4);
    const ada = await bought(shop, (who) => put(who, { giftsubs: [{ ...GIFT, term: '3year' }] }));
    const { token } = await shop.deps.db.gift.findFirstOrThrow({ where: { orderId: ada.order } });
    const bob = await subscribe(shop, { autorenew: false, term: '3year' });
    await shop.deps.db.gift.update({ where: { token }, data: { redeemed: shop.now(), redeemedBy: bob.id } });
    await shop.deps.db.subscription.updateMany({ where: { ownerId: bob.id }, data: { source: `gift:${token}` } });
    const cleo = await subscribe(shop);
    const dora = await bought(shop, (who) => put(who, { subscription: { ...SUBSCRIPTION, term: '2year' } }));
    await upgrade(shop, dora);
    await bought(shop, (who) => put(who, { subscription: SUBSCRIPTION }));
    await release(shop, 4);
    await shop.live(40);
    ann = await shop.as('publisher');
    await release(shop, 1);
    const renewed = await shop.deps.db.order.findFirstOrThrow({ where: { ownerId: cleo.id, state: 'paid' } });
    const worth = async (order: string, asked: object = {}) =>
      (await readRefunded(await askRefundOf(ann, order, { lines: LINE, ...asked }, true))).plan.amount;
    const renewal = [{ ordinal: 1, quantity: 1, amount: null, came_back: false }];
    const upgraded = await shop.deps.db.order.findFirstOrThrow({ where: { ownerId: dora.id, id: { not: dora.order } } });
    const owed = [
      await worth(ada.order, { redeemed: 'end' }),
      await worth(renewed.id, { lines: renewal }),
      await worth(dora.order),
      await worth(upgraded.id),
    ];
    expect(owed.every((cents) => cents > 0)).toBe(true);
    const { rows } = await read('unserved');
    expect(rows.map((row) => row[0])).toEqual(expect.arrayContaining(['1 year', '2 years', 'Gifts', 'Upgrades']));
    expect(sum(rows, 4) - before).toBe(owed.reduce((all, cents) => all + cents, 0));
    // A term of which all came is none of them: each that is counted is owed the next issue, but for gifts that wait.
    const owedNext = (await read('unserved-by-issue')).rows.filter((_, at, all) => at === 0 || all[at]?.[3] === 'gifts-to-redeem');
    expect(sum(rows, 1)).toBe(sum(owedNext, 1));
    // Of an upgrade that was paid back and taken away nothing is owed, whatever of it had come before.
    expect((await payBack(ann, upgraded.id, { lines: LINE })).status).toBe(200);
    await settled(shop);
    expect((await read('unserved')).rows.map((row) => row[0])).not.toContain('Upgrades');
  });

  test('the print run counts whom the release then gives the issue, and who has no address', async () => {
    await bought(shop, (who) => put(who, { subscription: { ...SUBSCRIPTION, medium: 'print' } }));
    const lost = await bought(shop, (who) => put(who, { subscription: { ...SUBSCRIPTION, medium: 'print' } }));
    await shop.deps.db.ownerAddress.deleteMany({ where: { ownerId: lost.id } });
    await subscribed(shop);
    const { rows, total } = await read('print-run');
    const { issues } = v.parse(DeskIssues, await (await ann.get('/api/desk/issues')).json());
    const next = issues.findLast(({ state }) => state !== 'out' && state !== 'begun');
    const preview = v.parse(DeskIssue, await (await ann.get(`/api/desk/issues/${next?.number}`)).json());
    expect(total?.at(-1)).toBe(printRunOf(printedCopies(preview.counts)));
    const before = await shop.deps.db.issueToken.groupBy({ by: ['deliverable'], where: { delivered: { not: null } }, _count: true });
    await release(shop, 1);
    const after = await shop.deps.db.issueToken.groupBy({ by: ['deliverable'], where: { delivered: { not: null } }, _count: true });
    const given = after.map(({ deliverable, _count }) => [
      deliverable,
      _count - (before.find((was) => was.deliverable === deliverable)?._count ?? 0),
    ]);
    const byName = new Map([
      ['digital', 'Digital'],
      ['print-a', 'Print, United States'],
    ]);
    expect(rows.map((row) => [row[0], row[1]]).toSorted()).toEqual(
      given
        .filter(([, count]) => count !== 0)
        .map(([deliverable, count]) => [byName.get(String(deliverable)), count])
        .toSorted(),
    );
    // Whoever has no address, and what the press spoils: rounded up to ten once, whatever the zones are.
    const us = rows.find((row) => row[0] === 'Print, United States');
    expect(us?.slice(3)).toEqual([0, 1, Math.ceil(Number(us?.[2]) * 1.03)]);
  });

  test('everybody is counted once, by what runs at the end of a day: before somebody came, and after they ended, they are not', async () => {
    const before = await read('subscribers');
    const day0 = day();
    shop.travel(1);
    ann = await shop.as('publisher');
    const anna = await bought(shop, (who) => put(who, { subscription: { ...SUBSCRIPTION, level: 'high' } }));
    const count = async (until: string) =>
      (await read('subscribers', `until=${until}`)).rows.find((row) => row[1] === 'Solidarity')?.[3] ?? 0;
    const high = before.rows.find((row) => row[1] === 'Solidarity')?.[3] ?? 0;
    expect([await count(day0), await count(day())]).toEqual([high, Number(high) + 1]);
    shop.travel(1);
    ann = await shop.as('publisher');
    expect((await payBack(ann, anna.order, { lines: LINE })).status).toBe(200);
    const ended = day();
    shop.travel(1);
    ann = await shop.as('publisher');
    expect([await count(day0), await count(ended)]).toEqual([high, high]);
  });

  test('a running term is worth in a year what its issues cost four times, upgrades with it; lifetimes and free copies nothing', async () => {
    const solidarity = async () =>
      (await read('annual-value')).rows.find(([gets, level]) => gets === 'Digital' && level === 'Solidarity') ?? ['', '', 0, 0];
    const before = await solidarity();
    const two = await bought(shop, (who) => put(who, { subscription: { ...SUBSCRIPTION, level: 'high', term: '2year' } }));
    const { total } = await shop.deps.db.order.findUniqueOrThrow({ where: { id: two.order } });
    const after = await solidarity();
    expect([Number(after[2]) - Number(before[2]), Number(after[3]) - Number(before[3])]).toEqual([1, total / 2]);
    await bought(shop, (who) => put(who, { subscription: { ...SUBSCRIPTION, level: 'high', term: 'lifetime' } }));
    expect(await solidarity()).toEqual(after);
    expect((await payBack(ann, two.order, { lines: LINE })).status).toBe(200);
    expect(await solidarity()).toEqual(before);
  });

  test('of whose last issue it was those are renewed who had a new term before the next issue came', async () => {
    const [stays, comes, goes] = [await subscribed(shop), await subscribed(shop), await subscribed(shop)];
    for (const { id } of [stays, comes, goes]) {
      const tokens = await shop.deps.db.issueToken.findMany({ where: { ownerId: id }, orderBy: { ordinal: 'asc' } });
      for (const { subscriptionId, ordinal } of tokens.slice(1)) {
        await shop.deps.db.issueToken.deleteMany({ where: { ownerId: id, subscriptionId, ordinal } });
      }
    }
    await shop.deps.db.subscription.updateMany({ where: { ownerId: goes.id }, data: { source: 'import:quickfill:1' } });
    await release(shop, 1);
    const last = Math.max(...(await shop.deps.db.release.findMany()).map(({ issue }) => issue));
    shop.travel(2);
    ann = await shop.as('publisher');
    const renew = ({ id }: Bought) => addTo(shop, id, '1year');
    await renew(stays);
    shop.travel(1);
    await release(shop, 1);
    shop.travel(2);
    await renew(comes);
    shop.travel(1);
    ann = await shop.as('publisher');
    const { rows } = await read('renewals', `from=${day().slice(0, 4)}-01-01`);
    expect(rows.filter((row) => row[0] === last)).toEqual([
      [last, 'A subscription', 2, 1, 1, 50],
      [last, 'Taken over', 1, 0, 0, 0],
    ]);
  });

  test('the yearly statement has the copies of the newest issue and the average of twelve months: paid, free, sent again, online, and what came back', async () => {
    const { db } = shop.deps;
    // Two years later: nothing of what other tests gave is within the twelve months.
    shop.travel(800);
    ann = await shop.as('publisher');
    expect((await read('circulation')).rows).toEqual([]);
    const [print, online] = [
      await bought(shop, (who) => put(who, { subscription: { ...SUBSCRIPTION, medium: 'print', term: '3year' } })),
      await subscribed(shop),
    ];
    const free = uuidv7();
    await release(shop, 2);
    const [newest, before] = await db.release.findMany({ orderBy: { issue: 'desc' }, take: 2 });
    const issues = [before, newest].map((one) => one?.issue ?? 0);
    const { id: term } = await db.subscription.findFirstOrThrow({ where: { ownerId: print.id } });
    await db.subscription.create({
      data: {
        ...(await db.subscription.findFirstOrThrow({ where: { ownerId: print.id } })),
        id: free,
        ownerId: free,
        token: free,
        source: `comp:${free}`,
        settingsMedium: 'print',
      },
    });
    for (const issue of issues) {
      await db.postList.createMany({
        data: ['a', 'b'].map((shipcode) => ({ publicationId: 'main', issue, shipcode, part: 1, frozen: shop.now() })),
      });
      const line = { publicationId: 'main', issue, part: 1, name: 'Ana', address: {}, copies: 1 };
      await db.postLine.create({
        data: { ...line, shipcode: 'a', ownerId: print.id, subscriptionId: term, number: 1, copies: issue === newest?.issue ? 5 : 2 },
      });
      await db.postLine.create({ data: { ...line, shipcode: 'b', ownerId: free, subscriptionId: free, number: 1 } });
    }
    const back = { publicationId: 'main', ownerId: print.id, id: uuidv7(), issue: newest?.issue ?? 0, shipcode: 'a', part: 1, number: 1 };
    await db.postReturn.create({ data: { ...back, subscriptionId: term, marked: true, returned: shop.now() } });
    // What was sent again came back as well.
    const again = { ...back, id: uuidv7(), number: 2, subscriptionId: term };
    await db.postCopy.create({ data: { ...again, copies: 3, asked: shop.now(), name: 'Ana', address: {} } });
    await db.postReturn.create({ data: { ...again, id: uuidv7(), marked: false, returned: shop.now() } });
    shop.travel(1);
    ann = await shop.as('publisher');
    const { rows, total } = await read('circulation');
    // Its rows are of different things: a row without one number would stand below them.
    expect(total).toBeNull();
    const [digital, both] = await Promise.all([
      db.issueToken.count({ where: { issue: newest?.issue ?? 0, deliverable: 'digital' } }),
      db.issueToken.count({ where: { issue: { in: issues }, deliverable: 'digital' } }),
    ]);
    expect(digital).toBeGreaterThanOrEqual(1);
    expect(rows.map(([what, average, last]) => [what, average, last])).toEqual([
      ['Paid, by post: United States', 4, 5],
      ['Paid, by post: elsewhere', 0, 0],
      ['Paid, single copies', 0, 0],
      ['Free, by post', 1, 1],
      ['Sent again', 2, 3],
      ['Paid, read online', Math.round(both / 2), digital],
      ['Free, read online', 0, 0],
      // Copies, as all other rows: a label of five and one of three.
      ['Came back', 4, 8],
    ]);
    expect(online.id).toHaveLength(36);
    await db.subscription.deleteMany({ where: { ownerId: free } });
  });
});

describe('who reads them', () => {
  test.each(DESK_ROLES)('%s reads the reports of their roles and no others', async (role) => {
    const who = await shop.as(role);
    for (const [name, { verb }] of Object.entries(DESK_REPORTS)) {
      expect([name, (await who.get(`/api/desk/reports/${name}`)).status]).toEqual([name, mayDo([role], verb) ? 200 : 403]);
    }
  });

  test('days that are none, that end before they begin, and reports that there are none of are refused', async () => {
    const statusOf = async (path: string) => (await ann.get(`/api/desk/reports/${path}`)).status;
    expect(await Promise.all(['revenue?from=2026-13-01', 'revenue?from=2026-05-01&until=2026-04-30', 'nothing'].map(statusOf))).toEqual([
      422, 422, 404,
    ]);
    for (const [asked, field] of [
      ['revenue?until=2026-06-31', 'until'],
      ['revenue?from=2026-02-30', 'from'],
      ['unserved?until=9999-12-31', 'until'],
    ]) {
      expect(await answerOf(await ann.get(`/api/desk/reports/${asked}`))).toMatchObject([
        422,
        { errors: { [field ?? '']: expect.any(String) } },
      ]);
    }
    const donors = { action: uuidv7(), records: { of: 'donors', from: '2026-02-30', until: '2026-03-31' } };
    expect(await answerOf(await ann.post('/api/desk/exports/records', donors))).toMatchObject([
      422,
      { errors: { 'records.from': expect.any(String) } },
    ]);
    expect((await ann.get('/api/desk/orders?since=2026-02-30T00:00:00.000Z')).status).toBe(422);
  });

  test('a report names nobody outside of the columns that say so: its file wants a passkey', async () => {
    await bought(shop, (who) => put(who, { donation: { process: 'onetime', dollars: 25 } }));
    const orders = await shop.deps.db.order.findMany({ select: { email: true, name: true } });
    const people = new Set(orders.flatMap(({ email, name }) => [email, name]));
    const named = await Promise.all(
      DeskReportName.options.map(async (name) => {
        const { rows } = await read(name, 'from=2020-01-01');
        const cells = rows.flatMap((row) => row.map((cell, index) => ({ cell, unit: DESK_REPORTS[name].columns[index]?.unit })));
        const found = cells.filter(({ cell }) => typeof cell === 'string' && people.has(cell));
        expect([name, found.filter(({ unit }) => unit !== 'person')]).toEqual([name, []]);
        return found.length > 0 ? [name] : [];
      }),
    );
    expect(named.flat()).toEqual(DeskReportName.options.filter(isOfPeople));
  });

  test.each(Object.keys(DESK_REPORTS) as DeskReportName[])(
    'each row of %s has a cell for each of its columns, and says what it is',
    async (name) => {
      const { rows, total } = await read(name);
      const report = DESK_REPORTS[name];
      const [columns, behind] = [report.columns.length, 'behind' in report ? report.behind.length : 0];
      for (const row of rows) expect(row).toHaveLength(columns + behind);
      if (total) expect(total).toHaveLength(columns);
    },
  );
});
