import { DeskIssue } from '@newsstand/contracts/desk-issues';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { openDeskMoney, subscribed, type DeskMoney } from '../../../test/desk-money.ts';
import { answerOf } from '../../../test/reader.ts';
import { subscriberAt } from '../../../test/subscriber.ts';
import { releaseDue } from '../../ledger/releases/release-due.ts';
import { applyFiles } from '../../main/apply-files.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { readIssues } from '../../shop/store/read-issues.ts';

// Issue 16 of the sample magazine, whose files do not say its day.
let shop: DeskMoney;
let edith: Browser;
beforeAll(async () => {
  shop = await openDeskMoney();
});
beforeEach(async () => {
  edith = await shop.as('editor');
});
afterAll(() => shop.close());

const MINUTES = 1 / (24 * 60);
const ISSUE = { item: 'digital-issue', ref: 'iss:16' };
const issueOf = async (number: number): Promise<DeskIssue> =>
  v.parse(DeskIssue, await (await edith.get(`/api/desk/issues/${number}`)).json());
async function plan(number: number, wish: { at?: string | null; on_sale?: boolean } = {}, query = ''): Promise<Response> {
  const { version, counts } = await issueOf(number);
  const typed = Object.fromEntries(counts.map(({ deliverable, readers }) => [deliverable, readers]));
  return edith.post(`/api/desk/issues/${number}/plan${query}`, { action: uuidv7(), version, at: null, typed, ...wish });
}
const isSold = async () => (await readIssues(shop.deps)).find(({ number }) => number === 16)?.released ?? null;
const buys = async () => (await shop.browser().post('/api/cart', { type: 'add', item: { ...ISSUE, quantity: 1 } })).status;
async function goOn(minutes: number): Promise<void> {
  shop.travel(minutes * MINUTES);
  await releaseDue(shop.deps);
  edith = await shop.as('editor');
}

test('an issue whose files do not say its day is put on sale by its plan: readers have it, the store sells it, its files are made, and files that are applied later leave it so', async () => {
  const anna = await subscribed(shop);
  expect(await answerOf(await plan(16))).toEqual([
    422,
    { errors: { on_sale: 'Its files do not say yet when it comes out. Please say that it is put on sale before.' } },
  ]);
  // Said, looked at, and stopped: nothing has come of it.
  expect((await answerOf(await plan(16, { on_sale: true }, '?dry')))[1]).toMatchObject({ on_sale: true });
  expect(await issueOf(16)).toMatchObject({ state: 'coming', on_sale: false });
  expect((await plan(16, { on_sale: true })).status).toBe(200);
  const bob = await shop.as('circulation');
  expect((await bob.post('/api/desk/issues/16/stop', { action: uuidv7() })).status).toBe(200);
  await goOn(11);
  expect([await issueOf(16), await isSold()]).toEqual([expect.objectContaining({ state: 'held', on_sale: false, day: null }), null]);

  // A page that was looked at before somebody stopped it plans nothing.
  const shown = await issueOf(16);
  const asked = { version: shown.version, at: null, typed: {}, on_sale: true };
  expect((await plan(16, { on_sale: true })).status).toBe(200);
  expect((await edith.post('/api/desk/issues/16/plan', { ...asked, action: uuidv7() })).status).toBe(409);
  expect(await issueOf(16)).toMatchObject({ state: 'planned', on_sale: true, day: null });
  await goOn(9.9);
  expect([await isSold(), await buys()]).toEqual([null, 404]);
  await goOn(0.2);
  const today = shop.now().toISOString().slice(0, 10);
  expect(await issueOf(16)).toMatchObject({ state: 'out', on_sale: false, day: today });
  expect([await isSold(), await buys()]).toEqual([today, 200]);
  const { issues } = await subscriberAt(anna.reader.browser);
  const had = issues.find(({ number }) => number === 16);
  expect([had?.released, had?.downloads.map(({ format }) => format)]).toEqual([true, ['pdf', 'epub']]);
  for (const { url } of had?.downloads ?? []) expect((await anna.reader.browser.get(url)).status).toBe(200);

  await applyFiles(shop.deps);
  expect([await isSold(), await buys()]).toEqual([today, 200]);
  // A replica of the release before writes the day of the files, too.
  await shop.deps.db.$executeRaw`update issue set released = '2027-06-01' where number = 16`;
  expect(await isSold()).toBe(today);
});

test('an issue whose day is still to come is put on sale before it, behind those before it alone', async () => {
  const next = { title: 'T', summary: '', cover: { source: '/a.svg', width: 1, height: 1 }, publicationId: 'main' };
  await shop.deps.db.issue.create({ data: { ...next, ref: 'iss:17', number: 17, slug: 'seventeen', released: new Date('2027-03-01') } });
  await shop.deps.db.issue.create({ data: { ...next, ref: 'iss:18', number: 18, slug: 'eighteen' } });
  expect(await answerOf(await plan(18, { on_sale: true }))).toEqual([
    422,
    { errors: { on_sale: 'An earlier issue has not come out yet: it goes first.' } },
  ]);
  expect(await answerOf(await plan(17, { at: '2027-02-27T08:00:00.000Z' }))).toEqual([
    422,
    { errors: { on_sale: 'Its files say that it comes out on 3.1.2027. Please say that it is put on sale before.' } },
  ]);
  // By its own day nothing has to be said, and nothing is different from before.
  expect((await answerOf(await plan(17, { at: '2027-03-01T08:00:00.000Z', on_sale: true })))[1]).toMatchObject({ on_sale: false });
  expect((await plan(17, { at: '2027-02-27T08:00:00.000Z', on_sale: true })).status).toBe(200);
  shop.travel('2027-02-27T08:00:00.000Z');
  await goOn(0);
  expect(await issueOf(17)).toMatchObject({ state: 'out', day: '2027-02-27' });
});

test('an issue whose day has come is sold from the moment at which it is given, whether or not its files are applied that day', async () => {
  const { db } = shop.deps;
  await db.issue.updateMany({ where: { number: 18 }, data: { released: new Date('2027-06-01') } });
  const good = { name: 'Issue 18', slug: 'eighteen', image: {}, price: 800, onSale: false, publicationId: 'main', ref: 'iss:18' };
  await db.good.createMany({ data: [{ ...good, type: 'digital-issue' }] });
  shop.travel('2027-06-01T00:01:00.000Z');
  await goOn(0);
  await goOn(10);
  expect(await issueOf(18)).toMatchObject({ state: 'out' });
  expect(await db.good.findMany({ where: { ref: 'iss:18' }, select: { onSale: true } })).toEqual([{ onSale: true }]);
});
