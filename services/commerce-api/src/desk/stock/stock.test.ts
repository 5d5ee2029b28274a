import { DeskGood, DeskStock, StockMoved } from '@newsstand/contracts/desk-stock';
import { DeskToday } from '@newsstand/contracts/desk-reader';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { sellMugs, sendNow } from '../../../test/parcels.ts';
import { ledgerOf, stock, stockOf } from '../../../test/shop.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { DAY } from '../../platform/duration.ts';

let service: DeskApp;
let dev: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  dev = await service.as('shop');
});
afterAll(() => service.close());

const path = (ref: string) => `/api/desk/stock/basic-product/${encodeURIComponent(ref)}`;
const readGood = async (ref: string) => v.parse(DeskGood, await (await dev.get(path(ref))).json());
type Wish = { kind: string; pieces: number; stock?: number; held?: number; last?: string | null; note?: string; action?: string };
const move = (ref: string, wish: Wish, dry = false) =>
  dev.post(`${path(ref)}/moves${dry ? '?dry' : ''}`, { action: uuidv7(), stock: 0, held: 0, note: '', ...wish });
const moved = async (response: Response) => v.parse(StockMoved, await response.json());
const undo = (done: string) => dev.post(`/api/desk/actions/${done}/undo`, { action: uuidv7() });

test('a good’s ledger says what moved it, who did, and what there was after; it is taken back by the move the other way', async () => {
  const { ref, number } = await sellMugs(service, { quantity: 2 });
  const action = uuidv7();
  expect(await moved(await move(ref, { kind: 'restock', pieces: 40, note: 'Invoice 17' }, true))).toEqual({ from: 8, to: 48 });
  expect(await stockOf(service.deps.db, ref)).toBe(8);
  expect(await moved(await move(ref, { action, kind: 'restock', pieces: 40, note: 'Invoice 17' }))).toEqual({ from: 8, to: 48 });
  const { good, moves, balanced } = await readGood(ref);
  expect([good, balanced]).toMatchObject([{ stock: 48, held: 2, sold: 2, low: false }, true]);
  expect(moves.map(({ why, quantity, left }) => [why, quantity, left])).toEqual([
    ['restock', 40, 48],
    ['sold', -2, 8],
    ['start', 10, 10],
  ]);
  expect(moves).toMatchObject([{ who: 'Dev', note: 'Invoice 17', undo: true }, { order: number, undo: false }, { undo: false }]);
  expect((await undo(action)).status).toBe(200);
  expect([await stockOf(service.deps.db, ref), await ledgerOf(service.deps.db, ref), (await undo(action)).status]).toEqual([8, 8, 409]);
  expect((await readGood(ref)).moves.map(({ why, undo: can }) => [why, can])).toContainEqual(['restock', false]);
});

test('what was counted is all that lies in the house; whoever counted while something was sold or sent is told', async () => {
  const { ref, number } = await sellMugs(service, { quantity: 3 });
  // Ten were there, 3 are sold and not sent yet: 9 lie there, so one is missing.
  expect(await moved(await move(ref, { kind: 'count', pieces: 9, stock: 7, held: 3 }))).toEqual({ from: 7, to: 6 });
  await sendNow(dev, number);
  expect((await move(ref, { kind: 'count', pieces: 9, stock: 6, held: 3 })).status).toBe(409);
  expect(await moved(await move(ref, { kind: 'count', pieces: 6, stock: 6, held: 0 }))).toEqual({ from: 6, to: 6 });
  expect((await move(ref, { kind: 'count', pieces: 2, stock: 6, held: 0 })).status).toBe(200);
  expect((await readGood(ref)).moves.slice(0, 3).map(({ why, quantity, left }) => [why, quantity, left])).toEqual([
    ['count', -4, 2],
    ['count', 0, 6],
    ['count', -1, 6],
  ]);
});

test('of two who restock the same delivery, or write off the same pieces, the second is told of the first, and goes on once that was seen', async () => {
  const { ref } = await sellMugs(service);
  const none = (await readGood(ref)).last;
  expect(none).toEqual({ restock: null, loss: null });
  const action = uuidv7();
  expect((await move(ref, { action, kind: 'restock', pieces: 40, last: null, note: 'Invoice 17' })).status).toBe(200);
  const second = await move(ref, { kind: 'restock', pieces: 40, last: null });
  expect([second.status, (await second.json()).errors]).toEqual([409, 'Dev added 40 a moment ago. Look at it again.']);
  expect((await readGood(ref)).last).toMatchObject({ restock: { action, pieces: 40, who: 'Dev', note: 'Invoice 17' }, loss: null });
  expect((await move(ref, { kind: 'loss', pieces: 2, last: null })).status).toBe(200);
  expect((await move(ref, { kind: 'loss', pieces: 2, last: null })).status).toBe(409);
  // Another delivery.
  expect((await move(ref, { kind: 'restock', pieces: 12, last: action })).status).toBe(200);
  expect((await undo((await readGood(ref)).last?.restock?.action ?? '')).status).toBe(200);
  expect((await move(ref, { kind: 'restock', pieces: 12, last: action })).status).toBe(200);
});

test('nothing falls below what is sold', async () => {
  const { ref } = await sellMugs(service, { quantity: 8 });
  const lost = await move(ref, { kind: 'loss', pieces: 3 });
  expect([lost.status, await lost.text()]).toEqual([422, expect.stringContaining('only 2')]);
  expect((await move(ref, { kind: 'count', pieces: 7, stock: 2, held: 8 })).status).toBe(422);
  expect((await move(ref, { kind: 'restock', pieces: 0 })).status).toBe(422);
  expect([await stockOf(service.deps.db, ref), await ledgerOf(service.deps.db, ref)]).toEqual([2, 2]);
});

test('many who write off and restock at once leave what they said, and no less than nothing', async () => {
  const ref = await stock(service.deps.db, `prd:pin-${uuidv7()}`, 10);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => move(ref, n % 4 === 0 ? { kind: 'restock', pieces: 1 } : { kind: 'loss', pieces: 2 })),
  );
  const lost = answers.filter(({ status }, n) => n % 4 !== 0 && status === 200).length;
  expect(await stockOf(service.deps.db, ref)).toBe(10 + 5 - 2 * lost);
  expect(await ledgerOf(service.deps.db, ref)).toBe(10 + 5 - 2 * lost);
});

test('few are left of what has five or fewer, or less than a month sells; Today counts them as the list does', async () => {
  const [few, fast] = [await stock(service.deps.db, `prd:few-${uuidv7()}`, 5), await sellMugs(service, { quantity: 9 })];
  await service.deps.db.good.updateMany({ where: { ref: fast.ref }, data: { stock: 3 } });
  const { goods } = v.parse(DeskStock, await (await dev.get('/api/desk/stock')).json());
  const low = goods.filter((good) => good.low).map(({ ref }) => ref);
  expect([low.includes(few), low.includes(fast.ref)]).toEqual([true, true]);
  const today = v.parse(DeskToday, await (await dev.get('/api/desk/today')).json());
  expect(today.work.find(({ list }) => list === 'low-stock')).toEqual({ list: 'low-stock', count: low.length, oldest: null });
  // What was moved by hand, past the ledger, is said.
  expect((await readGood(fast.ref)).balanced).toBe(false);
});

test('a good that is not counted, or not known, has no ledger', async () => {
  const ref = await stock(service.deps.db, `prd:file-${uuidv7()}`, null);
  expect([
    (await dev.get(path(ref))).status,
    (await move(ref, { kind: 'restock', pieces: 1 })).status,
    (await dev.get(path('prd:none'))).status,
  ]).toEqual([404, 404, 404]);
});

test('what was sold before a good had a ledger came from what that begins with, which is before all else', async () => {
  const { ref } = await sellMugs(service, { quantity: 2, paid: new Date(Date.now() - 35 * DAY) });
  const { moves, year = [] } = await readGood(ref);
  const [sold, start] = moves;
  expect(moves.map(({ why, left }) => [why, left])).toEqual([
    ['sold', 8],
    ['start', 10],
  ]);
  expect([start?.at, year[0]?.left, year.at(-1)?.left]).toEqual([sold?.at, 8, 8]);
});

test('a year of a good says month by month what was sold and what was left at its end, since its ledger began', async () => {
  const { ref } = await sellMugs(service, { quantity: 2, paid: new Date(Date.now() - 35 * DAY) });
  const { good, year = [] } = await readGood(ref);
  await service.deps.db.stockMove.updateMany({ where: { ref }, data: { at: new Date(Date.now() - 70 * DAY) } });
  // A ledger that begins this month has one month, and one of 70 days has three or four.
  expect(year.at(-1)).toMatchObject({ left: good.stock });
  expect((await move(ref, { kind: 'restock', pieces: 40, stock: 8, held: 2 })).status).toBe(200);
  const { year: months = [], good: now } = await readGood(ref);
  expect([3, 4]).toContain(months.length);
  expect(months.reduce((sum, { sold }) => sum + sold, 0)).toBe(2);
  expect([months[0]?.left, months.at(-2)?.left, months.at(-1)?.left]).toEqual([months[0]?.sold === 0 ? 10 : 8, 8, now.stock]);
  expect(months.map(({ month }) => month)).toEqual(months.map(({ month }) => month).toSorted());
});
