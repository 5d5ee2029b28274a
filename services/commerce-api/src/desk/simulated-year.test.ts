import { RefusedTaken } from '@newsstand/contracts/desk-imports';
import { DeskIssue } from '@newsstand/contracts/desk-issues';
import { BatchMade, DeskBatch } from '@newsstand/contracts/desk-parcels';
import { DeskPost, labelCode, LabelsExported, PostListsMade, PostReturned } from '@newsstand/contracts/desk-post';
import { DeskReader } from '@newsstand/contracts/desk-reader';
import { DeskClosing, DeskReport, MonthClosed, type ReportCell } from '@newsstand/contracts/desk-reports';
import type { DeskRole } from '@newsstand/contracts/desk-roles';
import { DeskGood, StockMoved } from '@newsstand/contracts/desk-stock';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { Browser } from '../../test/browser.ts';
import {
  bought,
  LINE,
  openDeskMoney,
  payBack,
  put,
  readRefunded,
  SUBSCRIPTION,
  upgrade,
  type Bought,
  type DeskMoney,
} from '../../test/desk-money.ts';
import { subscriber } from '../../test/card-reader.ts';
import { apply, bring, bytesOf, check, readImport } from '../../test/imports.ts';
import { sendNow } from '../../test/parcels.ts';
import { answerOf } from '../../test/reader.ts';
import { stock } from '../../test/shop.ts';
import { comeOut, settled } from '../../test/timed-magazine.ts';
import { releaseDue } from '../ledger/releases/release-due.ts';
import { runRefunds } from '../payments/refunds/ask-refund.ts';
import { runRenewals } from '../payments/renewals/run-renewals.ts';
import { uuidv7 } from '../platform/db/uuidv7.ts';

/** Of each of the four quarters; a file is imported in three of them. */
type Size = { orders: number; returns: number; imported: number };
/** What somebody with a pencil would have noted, beside everything that the magazine keeps. */
type Pencil = {
  paid: number;
  back: number;
  mugs: number;
  returns: number;
  parcels: number;
  refunds: number;
  imports: number;
  /** What banks took back and kept. */
  disputed: number;
};
type Year = { shop: DeskMoney; size: Size; mug: string; pencil: Pencil };

const MINUTES = 1 / (24 * 60);
const QUARTERS = ['2027-01', '2027-04', '2027-07', '2027-10'];
const MONTHS = Array.from({ length: 12 }, (_, index) => `2027-${String(index + 1).padStart(2, '0')}`);
const GIFT = { deliverable: 'digital', level: 'low', term: '2year', quantity: 1, coupon: null };

async function answered<Schema extends v.GenericSchema>(schema: Schema, answer: Response): Promise<v.InferOutput<Schema>> {
  const body: unknown = await answer.json();
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(body)}`);
  return v.parse(schema, body);
}
const sum = (rows: readonly (readonly ReportCell[])[], column: number) => rows.reduce((all, row) => all + Number(row[column]), 0);
const sumOf = <One>(all: readonly One[], cents: (one: One) => number): number => all.reduce((whole, one) => whole + cents(one), 0);

/**
 * Somebody at the desk, a few minutes later: sessions end while a year goes by, and nobody clicks a thousand times in a
 * minute.
 */
async function at({ shop }: Year, role: DeskRole): Promise<Browser> {
  shop.travel(2 * MINUTES);
  return shop.as(role);
}

/** What the service does by itself meanwhile. */
async function until({ shop }: Year, day: string): Promise<void> {
  while (shop.now() < new Date(`${day}T15:00:00Z`)) {
    shop.travel(Math.min(7, Math.max(1 / 24, (Date.parse(`${day}T15:00:00Z`) - shop.now().getTime()) / 86_400_000)));
    await runRenewals(shop.deps);
    await runRefunds(shop.deps);
    await settled(shop);
  }
}

/** Readers buy in the store. */
async function sell({ shop, size, mug, pencil }: Year) {
  const plain = await bought(shop, (who) => put(who, { subscription: SUBSCRIPTION }), { autorenew: true });
  const print = await bought(shop, (who) => put(who, { subscription: { ...SUBSCRIPTION, medium: 'print', term: '2year' } }));
  const gone = await bought(shop, (who) => put(who, { subscription: { ...SUBSCRIPTION, medium: 'print', level: 'high' } }));
  const gift = await bought(shop, (who) => put(who, { giftsubs: [GIFT, GIFT] }));
  const donor = await bought(shop, (who) => put(who, { donation: { process: 'onetime', dollars: 300 } }));
  pencil.paid += sumOf([plain, print, gone, gift, donor], ({ total }) => total);
  const mugs: { id: string; number: string; pieces: number }[] = [];
  for (let index = 0; index < size.orders; index++) {
    const reader = shop.reader();
    const pieces = 1 + (index % 2);
    await reader.add(mug, pieces);
    const begun = await reader.start({ email: `guest-${uuidv7()}@example.org` });
    await reader.pay(begun);
    await reader.status(begun.intent);
    const { id, number, total } = await shop.deps.db.order.findUniqueOrThrow({ where: { intentId: begun.intent } });
    pencil.paid += total;
    pencil.mugs -= pieces;
    mugs.push({ id, number: number ?? '', pieces });
  }
  await settled(shop);
  return { plain, gone, gift, donor, mugs };
}

/** A file of another system's readers, print and owed some issues; one row of each is wrong at first, and mended. */
async function takeOver(year: Year, source: string): Promise<void> {
  const { shop, size, pencil } = year;
  const bob = await at(year, 'circulation');
  const head = 'legacy_id,name,line1,city,state,postcode,country,medium,issues_left,value_left';
  const row = (index: number, state = 'OH') =>
    `${index + 1},Reader ${source} ${index},${index} Elm St,Dayton,${state},45402,US,print,${4 + (index % 5)},${13 * (4 + (index % 5))}.00`;
  const rows = Array.from({ length: size.imported }, (_, index) => row(index, index === 1 ? '' : 'OH'));
  const found = await check(shop, bob, await bring(bob, bytesOf([head, ...rows].join('\n')), { source, name: `${source}.csv` }));
  expect(found.counts).toMatchObject({ new: size.imported - 1, refused: 1 });
  await apply(shop, bob, found);
  const { csv: refused } = await answered(RefusedTaken, await bob.post(`/api/desk/imports/${found.id}/refused`, { action: uuidv7() }));
  const mended = await bring(bob, bytesOf(refused.replace(',Dayton,,', ',Dayton,OH,')), { source, name: 'refused.csv' });
  const again = await check(shop, bob, mended);
  expect(again.counts).toMatchObject({ new: 1, refused: 0 });
  expect((await readImport(bob, (await apply(shop, bob, again)).id)).brought).toBe(1);
  pencil.imports += 1;
}

/** An issue is planned, and given as its preview said; its labels are printed. */
async function giveOut(year: Year): Promise<number> {
  const { shop } = year;
  const number = await comeOut(shop);
  const bob = await at(year, 'circulation');
  const shown = await answered(DeskIssue, await bob.get(`/api/desk/issues/${number}`));
  const typed = Object.fromEntries(shown.counts.map(({ deliverable, readers }) => [deliverable, readers]));
  const plan = { action: uuidv7(), version: shown.version, at: null, typed };
  expect((await bob.post(`/api/desk/issues/${number}/plan`, plan)).status).toBe(200);
  shop.travel(10 * MINUTES);
  await releaseDue(shop.deps);
  const after = await answered(DeskIssue, await (await at(year, 'circulation')).get(`/api/desk/issues/${number}`));
  const told = (issue: DeskIssue) => issue.counts.filter(({ readers }) => readers > 0);
  expect([after.state, told(after), after.last, after.lifetimes]).toEqual(['out', told(shown), shown.last, shown.lifetimes]);
  await list(year, number);
  return number;
}

/** What is to be posted of an issue goes on lists, and its labels are taken; answers how many there were. */
async function list(year: Year, number: number): Promise<number> {
  const bob = await at(year, 'circulation');
  const { lists } = await answered(DeskPost, await bob.get(`/api/desk/issues/${number}/post`));
  const made = await answered(PostListsMade, await bob.post(`/api/desk/issues/${number}/lists`, { action: uuidv7(), lists: lists.length }));
  for (const { shipcode, part, labels, last } of made.lists.filter((one) => one.labels > 0)) {
    const sheet = { action: uuidv7(), shipcode, part, as: '5160', from: 1, to: last, skip: 0, dx: 0, dy: 0 };
    const file = await answered(LabelsExported, await bob.post(`/api/desk/issues/${number}/lists/export`, sheet));
    expect(file.labels).toBe(labels);
  }
  return sumOf(made.lists, ({ labels }) => labels);
}

/** Copies come back; of all but two the new address is found, and they go out again, once. */
async function takeReturns(year: Year, issue: number): Promise<void> {
  const { size, pencil } = year;
  let bob = await at(year, 'circulation');
  const owners: string[] = [];
  for (let index = 1; index <= size.returns; index++) {
    const label = labelCode({ issue, shipcode: 'a', part: 1, number: index });
    const back = await answered(PostReturned, await bob.post('/api/desk/post/returned', { action: uuidv7(), label }));
    expect([back.label, back.marked]).toEqual([label, true]);
    owners.push(back.owner);
    pencil.returns += 1;
  }
  const moved = owners.slice(2);
  bob = await at(year, 'circulation');
  for (const owner of moved) {
    const { addresses } = await answered(DeskReader, await bob.get(`/api/desk/readers/${owner}`));
    const address = { line1: `${issue} Oak Ave`, line2: '', city: 'Akron', state: 'OH', postcode: '44301', country: 'US' };
    const change = { action: uuidv7(), reason: 'came-back', version: addresses[0]?.version ?? '', address };
    const answer = await bob.post(`/api/desk/readers/${owner}/address/a`, change);
    expect([answer.status, answer.status === 200 ? '' : await answer.text()]).toEqual([200, '']);
  }
  // Those, each once, and of earlier issues nobody again.
  expect(await list(year, issue)).toBe(moved.length);
}

/** A gift's link is opened by somebody with an account, who reads from then on. */
async function redeem({ shop }: Year, { order }: Bought): Promise<void> {
  const { token } = await shop.deps.db.gift.findFirstOrThrow({ where: { orderId: order, redeemed: null }, orderBy: { number: 'asc' } });
  const { id, email, reader } = await subscriber(shop);
  const body = { form: { name: 'Ana Reader', email, total: 0 }, shipcode: 'a', subscription: { token, deliverable: 'digital' } };
  const captcha = await reader.browser.captcha();
  const [status, answer] = await answerOf(await reader.browser.post(`/api/subscribe/redeem?token=${token}&captcha=${captcha}`, body));
  expect([status, answer]).toEqual([200, expect.anything()]);
  expect((await shop.deps.db.gift.findFirstOrThrow({ where: { token } })).redeemedBy).toBe(id);
}

/** A reader pays for print instead of what is read online. */
async function improve({ shop, pencil }: Year, reader: Bought): Promise<void> {
  await upgrade(shop, reader);
  await settled(shop);
  const lines = { some: { type: 'subscription-upgrade' as const } };
  const { total } = await shop.deps.db.order.findFirstOrThrow({ where: { ownerId: reader.id, state: 'paid', lines } });
  expect(total).toBeGreaterThan(0);
  pencil.paid += total;
}

/**
 * A bank takes back what was paid for a subscription, and keeps it: the desk ends what it was for. Of a donation it
 * gives back what it took.
 */
async function dispute(year: Year): Promise<void> {
  const { shop, pencil } = year;
  const lost = await bought(shop, (who) => put(who, { subscription: SUBSCRIPTION }), { autorenew: true });
  const won = await bought(shop, (who) => put(who, { donation: { process: 'onetime', dollars: 60 } }));
  pencil.paid += lost.total + won.total;
  const { control } = shop.emulator;
  const [taken, given] = [control.dispute(lost.intent), control.dispute(won.intent)];
  await settled(shop);
  control.closeDispute(given, 'won');
  control.closeDispute(taken, 'lost');
  await settled(shop);
  const cleo = await at(year, 'service');
  const decide = (asked: object, dry = false) =>
    cleo.post(`/api/desk/money-back/${taken}/decide${dry ? '?dry' : ''}`, { action: uuidv7(), reason: 'asked', version: '', ...asked });
  const lines = [{ ordinal: 0, quantity: 1 }];
  const { plan } = await readRefunded(await decide({ lines }, true));
  expect((await decide({ lines, version: plan.version })).status).toBe(200);
  pencil.disputed += lost.total;
  pencil.back += lost.total;
}

/** All that is open is packed and sent, one slip after the other. */
async function sendParcels(year: Year): Promise<void> {
  for (;;) {
    const dev = await at(year, 'shop');
    const answer = await dev.post('/api/desk/parcels/batches', { action: uuidv7(), most: 100 });
    if (answer.status === 409) return;
    const { number } = await answered(BatchMade, answer);
    const { parcels } = await answered(DeskBatch, await dev.get(`/api/desk/parcels/batches/${number}`));
    for (const { code } of parcels) {
      const { fulfilled } = await sendNow(dev, code, { carrier: 'USPS', tracking: `9400 ${number} ${code.slice(-4)}` });
      expect(fulfilled).toBe(true);
      year.pencil.parcels += 1;
    }
  }
}

/** Pays back, with another person where it is more than one may. */
async function refund(year: Year, order: string, asked: Parameters<typeof payBack>[2]): Promise<void> {
  const { pencil } = year;
  const { plan, refund: made } = await readRefunded(await payBack(await at(year, 'service'), order, asked));
  if (made?.state === 'to-approve') {
    const allowed = await (await at(year, 'accountant')).post(`/api/desk/refunds/${made.id}/approve`, { action: uuidv7(), approved: true });
    expect(allowed.status).toBe(200);
  }
  await settled(year.shop);
  pencil.back += plan.amount;
  pencil.refunds += 1;
  pencil.mugs += plan.happens.restocked;
}

const readGood = async (year: Year) =>
  answered(DeskGood, await (await at(year, 'shop')).get(`/api/desk/stock/basic-product/${encodeURIComponent(year.mug)}`));

async function moveMugs(year: Year, kind: 'restock' | 'loss', pieces: number): Promise<void> {
  const { good } = await readGood(year);
  const move = { action: uuidv7(), kind, pieces, stock: good.stock, held: good.held, note: '' };
  const path = `/api/desk/stock/basic-product/${encodeURIComponent(year.mug)}/moves`;
  await answered(StockMoved, await (await at(year, 'shop')).post(path, move));
  year.pencil.mugs += kind === 'restock' ? pieces : -pieces;
}

const read = async (year: Year, name: string, from: string, to: string) =>
  answered(DeskReport, await (await at(year, 'accountant')).get(`/api/desk/reports/${name}?from=${from}&until=${to}`));
const lastDay = (month: string) => new Date(Date.UTC(2027, Number(month.slice(5)), 0)).toISOString().slice(0, 10);
const rolled = (year: Year, month: string) => read(year, 'roll-forward', `${month}-01`, lastDay(month));

async function live(size: Size): Promise<Year> {
  const shop = await openDeskMoney();
  shop.travel('2027-01-04T15:00:00Z');
  const mug = await stock(shop.deps.db, 'prd:year-mug', 0, 500);
  const pencil = { paid: 0, back: 0, mugs: 0, returns: 0, parcels: 0, refunds: 0, imports: 0, disputed: 0 };
  const year: Year = { shop, size, mug, pencil };
  await moveMugs(year, 'restock', 8 * size.orders);
  for (const [index, quarter] of QUARTERS.entries()) {
    await until(year, `${quarter}-04`);
    const sold = await sell(year);
    if (index < 3) await takeOver(year, `house-${index}`);
    // Once in the year each: what readers and banks do by themselves.
    if (index === 0) await redeem(year, sold.gift);
    if (index === 1) await improve(year, sold.plain);
    if (index === 2) await dispute(year);
    const [unsent, sent] = sold.mugs;
    // One is paid back before it was packed, and one after it was sent, and came back.
    await refund(year, unsent?.id ?? '', { lines: LINE.map((line) => ({ ...line, quantity: unsent?.pieces ?? 0 })) });
    await sendParcels(year);
    await until(year, `${quarter}-15`);
    const issue = await giveOut(year);
    await until(year, `${quarter}-28`);
    await takeReturns(year, issue);
    await refund(year, sent?.id ?? '', { lines: LINE.map((line) => ({ ...line, quantity: sent?.pieces ?? 0, came_back: true })) });
    await refund(year, sold.gone.order, { lines: LINE });
    await refund(year, sold.gift.order, { lines: LINE });
    // More than one person may pay back alone, by check.
    await refund(year, sold.donor.order, { lines: LINE, method: 'check', reference: `C-${index}` });
    await moveMugs(year, 'loss', 1);
    if (index === 1) await closeJanuary(year);
  }
  await until(year, '2028-01-10');
  return year;
}

async function closeJanuary(year: Year): Promise<void> {
  const felix = await at(year, 'accountant');
  const { version } = await answered(DeskClosing, await felix.get('/api/desk/closings/2027-01'));
  await answered(MonthClosed, await felix.post('/api/desk/closings/2027-01', { action: uuidv7(), version }));
}

/**
 * What the desk says at the end of the year, what the provider has, what lies on the shelf, and what the pencil noted
 * are one (desk.md, section 7).
 */
async function expectBooks(year: Year): Promise<void> {
  const { shop, pencil } = year;
  const { db } = shop.deps;
  const orders = await db.order.findMany({ where: { state: { in: ['paid', 'fulfilled'] } }, include: { lines: true } });
  const backs = await db.moneyBack.findMany({ where: { state: { not: 'won' } } });
  const refunds = await db.refund.findMany({ include: { lines: true } });
  // What renewed by itself nobody had to note.
  const renewed = sumOf(
    orders.filter(({ lines }) =>
      lines.some(({ type, choice }) => type === 'personal-subscription' && JSON.stringify(choice).includes('"renewal":true')),
    ),
    ({ total }) => total,
  );
  expect(renewed).toBeGreaterThan(0);
  const [paid, back] = [sumOf(orders, ({ total }) => total), sumOf(backs, ({ amount }) => amount)];
  expect([paid - renewed, back]).toEqual([pencil.paid, pencil.back]);

  // 1: what each kind brought sums to all that was paid less all that went back; and so it is at the provider, but for
  // checks.
  expect(sum((await read(year, 'revenue', '2027-01-01', '2028-01-31')).rows, 5)).toBe(paid - back);
  const { captured, refunded, disputed } = shop.emulator.control.state();
  const checks = sumOf(
    refunds.filter(({ method }) => method === 'check'),
    ({ amount }) => amount,
  );
  expect([captured, refunded, disputed]).toEqual([paid, back - checks - pencil.disputed, pencil.disputed]);

  // 2: of no order more went back than came in, and a refund is the sum of what it is for.
  for (const { id, total } of orders)
    expect(
      sumOf(
        backs.filter(({ orderId }) => orderId === id),
        ({ amount }) => amount,
      ),
    ).toBeLessThanOrEqual(total);
  for (const { amount, shipping, lines } of refunds) expect(sumOf(lines, (line) => line.amount) + shipping).toBe(amount);

  // 3: the ledger of the shelf adds up, and is what the pencil has.
  const { good, balanced } = await readGood(year);
  expect([balanced, good.stock, good.held]).toEqual([true, pencil.mugs, 0]);

  // 4: an order with goods is through where each piece was sent or taken out, and nowhere else.
  for (const { state, lines } of orders) {
    const held = lines.filter((line) => line.held);
    if (held.length > 0) expect(state === 'fulfilled').toBe(held.every(({ quantity, sent, dropped }) => sent + dropped === quantity));
  }

  // 5: what is not served goes from month to month to the cent, and what was paid back, or a bank took, is owed no
  // more, and forfeited by nobody.
  let closing = 0;
  const moved = [0, 0, 0, 0];
  for (const month of MONTHS) {
    const { rows } = await rolled(year, month);
    for (const [what, opening, sold, served, gone, forfeited, left] of rows) {
      expect([month, what, Number(opening) + Number(sold) - Number(served) - Number(gone) - Number(forfeited)]).toEqual([
        month,
        what,
        left,
      ]);
    }
    expect([month, sum(rows, 1), sum(rows, 5)]).toEqual([month, closing, 0]);
    closing = sum(rows, 6);
    for (const at of moved.keys()) moved[at] = (moved[at] ?? 0) + sum(rows, 2 + at);
  }
  expect(sum((await read(year, 'unserved', '2027-01-01', '2027-12-31')).rows, 4)).toBe(closing);
  const sold = (await read(year, 'roll-forward', '2027-01-01', '2027-12-31')).rows;
  expect(moved.map((_, at) => sum(sold, 2 + at))).toEqual(moved);
  const revenue = (await read(year, 'revenue', '2027-01-01', '2027-12-31')).rows;
  const taken = sumOf(await db.legacyTerm.findMany(), ({ value }) => value);
  const kinds = ['Subscriptions', 'Renewals', 'Gifts', 'Upgrades'];
  expect(sum(sold, 2) - taken).toBe(
    sum(
      revenue.filter(([, kind]) => kinds.includes(String(kind))),
      5,
    ),
  );

  // 6: of each term what came, what is to come and what was forfeited is what was paid for.
  const terms = await db.subscription.findMany({ include: { tokens: true } });
  for (const { term, issues, tokens } of terms) {
    expect(tokens.length).toBe(issues ?? 4 * Number(term.slice(0, 1)));
    expect(new Set(tokens.flatMap(({ issue }) => (issue === null ? [] : [issue]))).size).toBe(
      tokens.filter(({ delivered }) => delivered).length,
    );
  }

  // The gift that was redeemed, the upgrade and both disputes happened, and everything owed to their readers came or
  // ended.
  expect(await db.gift.count({ where: { redeemedBy: { not: null } } })).toBe(1);
  expect(await db.subscriptionChange.count({ where: { paid: true } })).toBe(1);
  expect(pencil.disputed).toBeGreaterThan(0);

  // 8: nothing of it was done without a row of the history. (7 was asked at each release.)
  const actions = new Set((await db.staffAction.findMany({ select: { id: true } })).map(({ id }) => id));
  const moves = await db.stockMove.findMany({ where: { why: { notIn: ['start'] } } });
  const sent = await db.dispatch.findMany({ where: { sent: { not: null } } });
  for (const id of [...refunds.map((one) => one.id), ...moves.map((one) => one.action), ...sent.map((one) => one.action)]) {
    expect(id === null ? 'nobody' : actions.has(id)).toBe(true);
  }

  // What was handed over in spring is still what the books say of January.
  const { reports } = await answered(DeskClosing, await (await at(year, 'accountant')).get('/api/desk/closings/2027-01'));
  for (const { report, kept } of reports) expect([report.name, kept]).toEqual([report.name, report.rows]);
}

test(
  'a year run from the desk alone: ledger, provider and stock agree to the cent and the piece',
  { tags: ['long'], timeout: 300_000 },
  async () => {
    const year = await live({ orders: 3, returns: 3, imported: 4 });
    await expectBooks(year);
    expect(year.pencil).toMatchObject({ returns: 12, parcels: 8, refunds: 20, imports: 3 });
    await year.shop.close();
  },
);

test('the same of four issues, 60 returns, 200 parcels, 3 imports and 20 refunds', { tags: ['long'], timeout: 1_800_000 }, async () => {
  const year = await live({ orders: 51, returns: 15, imported: 20 });
  await expectBooks(year);
  expect(year.pencil).toMatchObject({ returns: 60, parcels: 200, refunds: 20, imports: 3 });
  await year.shop.close();
});
