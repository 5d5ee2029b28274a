import type { Address } from '@newsstand/contracts/address';
import { DeskFound } from '@newsstand/contracts/desk-find';
import { DeskIssues } from '@newsstand/contracts/desk-issues';
import { DeskPost, labelCode, LabelsExported, PostListsMade } from '@newsstand/contracts/desk-post';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { DeskSession } from '@newsstand/contracts/desk-staff';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { answerOf, makeAccount } from '../../../test/reader.ts';
import { deliver, HOME, live, subscribe } from '../../../test/subscriber.ts';
import { exportPostList } from '../../ledger/releases/export-post-list.ts';
import { findLabel, readLabels } from '../../ledger/releases/post-labels.ts';
import { runRelease } from '../../ledger/releases/run-release.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

let service: DeskApp;
let bob: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  bob = await service.as('circulation');
});
afterAll(() => service.close());

let latest = 700;
/** An issue that everybody has who is owed one. */
async function release(): Promise<number> {
  const number = ++latest;
  const names = { ref: `iss:${number}`, title: `Ice ${number}`, slug: `issue-${number}`, summary: '', cover: {} };
  await service.deps.db.issue.create({ data: { publicationId: 'main', number, ...names, released: new Date('2026-10-01') } });
  await runRelease(service.deps, number);
  return number;
}

const CANADA: Address = {
  ...HOME,
  city: 'Gander',
  state: 'NL',
  state_name: 'Newfoundland',
  postcode: 'A1V',
  country_code: 'CA',
  country_name: 'Canada',
};

/** A reader of print; without an address where none is given. */
async function reader(
  shipcode: Shipcode,
  address: Address | null = shipcode === 'a' ? HOME : CANADA,
  term: '1year' | 'lifetime' = '1year',
) {
  const account = await makeAccount(service, { name: 'Anna Kowalska' });
  await subscribe(service, account.id, { deliverable: `print-${shipcode}`, term });
  if (address !== null) await live(service, account.id, shipcode, address);
  return account;
}

const postOf = async (issue: number) => v.parse(DeskPost, await (await bob.get(`/api/desk/issues/${issue}/post`)).json());
const make = (issue: number, lists: number, { who = bob, dry = false, action = uuidv7() } = {}) =>
  who.post(`/api/desk/issues/${issue}/lists${dry ? '?dry' : ''}`, { action, lists });
const madeBy = async (response: Response) => v.parse(PostListsMade, await response.json());
const labels = (issue: number, shipcode: Shipcode, part = 1) => readLabels(service.deps.db, 'main', { issue, shipcode, part });
async function whoHas(code: string, role: 'circulation' | 'shop' = 'circulation') {
  const browser = await service.as(role);
  return v
    .parse(DeskFound, await (await browser.get(`/api/desk/find?q=${encodeURIComponent(code)}`)).json())
    .readers.map(({ owner }) => owner);
}

test('lists are made once an issue is out: each label has a number, by country and postcode, which leads to its reader and never changes', async () => {
  const [south, north] = [await reader('a', { ...HOME, postcode: '04102' }), await reader('a', { ...HOME, postcode: '04101' })];
  const [abroad, nowhere] = [await reader('b'), await reader('b', null)];
  const issue = await release();
  expect(await postOf(issue)).toMatchObject({
    out: true,
    lists: [],
    missing: [{ owner: nowhere.id, name: 'Anna Kowalska', shipcode: 'b' }],
  });
  const tried = await madeBy(await make(issue, 0, { dry: true }));
  expect((await postOf(issue)).lists).toEqual([]);
  const made = await madeBy(await make(issue, 0));
  expect(made).toEqual(tried);
  expect(made.lists).toEqual([
    { shipcode: 'a', part: 1, labels: 2, last: 2, copies: 2 },
    { shipcode: 'b', part: 1, labels: 1, last: 1, copies: 1 },
    { shipcode: 'c', part: 1, labels: 0, last: 0, copies: 0 },
  ]);
  expect(made.waiting[1]).toEqual({ shipcode: 'b', late: 0, held: 0, without: 1 });
  const first = await labels(issue, 'a');
  expect(first.map(({ number, owner, left }) => [number, owner, left])).toEqual([
    [1, north.id, 3],
    [2, south.id, 3],
  ]);
  // Where it is posted from has US Letter.
  expect(v.parse(DeskSession, await (await bob.get('/api/desk/session')).json()).sheet).toBe('5160');
  expect((await postOf(issue)).countries).toEqual([
    { shipcode: 'a', country: 'United States', labels: 2, copies: 2 },
    { shipcode: 'b', country: 'Canada', labels: 1, copies: 1 },
  ]);
  await live(service, north.id, 'a', { ...HOME, line1: '9 Elm St', postcode: '04109' });
  expect(await labels(issue, 'a')).toEqual(first);
  const code = labelCode({ issue, shipcode: 'a', part: 1, number: 2 });
  expect([
    await whoHas(code),
    await whoHas(`${issue} a1 2`),
    await whoHas(labelCode({ issue, shipcode: 'b', part: 1, number: 1 })),
  ]).toEqual([[south.id], [south.id], [abroad.id]]);
  expect([await whoHas(`${issue}-A1-000003`), await whoHas(code, 'shop')]).toEqual([[], []]);
  const history = await service.deps.db.staffAction.findMany({ where: { verb: 'makePostLists', subject: `issue ${issue}` } });
  expect(history).toHaveLength(1);
});

test('who is owed a copy since is on a late list with numbers of its own, once; then there is nothing to make', async () => {
  const [here, later, life] = [await reader('a'), await reader('a', null), await reader('a', HOME, 'lifetime')];
  const issue = await release();
  expect((await make(issue, 0)).status).toBe(200);
  expect(await answerOf(await make(issue, 3))).toEqual([
    409,
    { errors: 'Everybody who has an address is on a list of this issue already.' },
  ]);
  await live(service, later.id);
  expect((await postOf(issue)).waiting[0]).toMatchObject({ late: 1 });
  const ann = await service.as('publisher');
  expect(await answerOf(await make(issue, 0, { who: ann }))).toEqual([
    409,
    { errors: 'Bob made lists of this issue meanwhile: look at them first.' },
  ]);
  expect((await madeBy(await make(issue, 3))).lists).toEqual([{ shipcode: 'a', part: 2, labels: 1, last: 1, copies: 1 }]);
  expect(await findLabel(service.deps.db, 'main', { issue, shipcode: 'a', part: 2, number: 1 })).toMatchObject({ owner: later.id });
  expect((await labels(issue, 'a')).find(({ owner }) => owner === life.id)?.left).toBe(null);
  // Another copy, whose number stands among those of its list.
  expect((await bob.post(`/api/desk/readers/${here.id}/copies`, { action: uuidv7(), reason: 'lost', issue, asked: 0 })).status).toBe(200);
  expect((await make(issue, 4)).status).toBe(200);
  expect(await whoHas(labelCode({ issue, shipcode: 'a', part: 3, number: 1 }))).toEqual([here.id]);
});

test('what waits for a late list is said of each issue: a new address, another copy, and what a late renewal brings, until it is listed', async () => {
  const [nowhere, here, away] = [await reader('a', null), await reader('b'), await reader('a', null)];
  const renews = await makeAccount(service, { name: 'Ada Thornbury' });
  const ended = await subscribe(service, renews.id, { deliverable: 'print-a' });
  await live(service, renews.id);
  const { id } = await service.deps.db.subscription.findUniqueOrThrow({ where: { token: ended } });
  await deliver(service, ended, [601, 602, 603, 604]);
  const now = new Date();
  const notice = { publicationId: 'main', ownerId: renews.id, kind: 'renewal', subject: id, cycle: 2, token: uuidv7(), amount: 5200 };
  await service.deps.db.charge.create({ data: { ...notice, choice: {}, remind: now, due: now, nextAttempt: now } });
  const issue = await release();
  const lateOf = async () => {
    const { issues } = v.parse(DeskIssues, await (await bob.get('/api/desk/issues')).json());
    return issues.find(({ number }) => number === issue)?.late;
  };
  await live(service, nowhere.id);
  expect(await lateOf(), 'of which no list was made').toBe(0);
  await make(issue, 0);
  expect(await lateOf()).toBe(0);
  await live(service, away.id);
  expect(await lateOf()).toBe(1);
  await bob.post(`/api/desk/readers/${here.id}/copies`, { action: uuidv7(), reason: 'lost', issue, asked: 0 });
  await subscribe(service, renews.id, { deliverable: 'print-a' });
  expect(await lateOf()).toBe(3);
  const { waiting } = await postOf(issue);
  expect(waiting.reduce((sum, { late }) => sum + late, 0)).toBe(3);
  await make(issue, 3, { dry: true });
  expect(await lateOf()).toBe(3);
  await make(issue, 3);
  expect(await lateOf()).toBe(0);
});

test('a list that a reader was erased from still says its highest number, so that the last label is taken too', async () => {
  for (const postcode of ['04101', '04102', '04103']) await reader('a', { ...HOME, postcode });
  const issue = await release();
  await make(issue, 0);
  const all = await labels(issue, 'a');
  const last = all.length;
  await service.deps.db.$executeRaw`delete from post_line where issue = ${issue} and shipcode = 'a' and number = 2`;
  expect((await postOf(issue)).lists[0]).toMatchObject({ shipcode: 'a', labels: last - 1, last });
});

test('of each list it is said when its labels were taken, by whom, how and how many, and what is asked for so again is the same file', async () => {
  await reader('a');
  const issue = await release();
  await make(issue, 0);
  const all = (await labels(issue, 'a')).length;
  const printed = { shipcode: 'a', part: 1, skip: 0, dx: 0, dy: 0, from: 1 };
  const take = async (wish: object) => {
    const answer = await bob.post(`/api/desk/issues/${issue}/lists/export`, { action: uuidv7(), ...printed, ...wish });
    return v.parse(LabelsExported, await answer.json());
  };
  expect((await postOf(issue)).taken).toEqual([]);
  const sheets = await take({ as: 'L7163', to: all, skip: 3, dy: -0.5 });
  const csv = await take({ as: 'csv', to: 1 });
  expect(sheets.hash).not.toBe(csv.hash);
  const { taken = [] } = await postOf(issue);
  const of = { shipcode: 'a', part: 1, at: expect.any(String), who: 'Bob', from: 1, dx: 0 };
  expect(taken).toHaveLength(2);
  expect(taken).toEqual(
    expect.arrayContaining([
      { ...of, as: 'L7163', labels: all, to: all, skip: 3, dy: -0.5, hash: sheets.hash },
      { ...of, as: 'csv', labels: 1, to: 1, skip: 0, dy: 0, hash: csv.hash },
    ]),
  );
  const first = taken.find(({ as }) => as === 'L7163');
  const { as, from, to, skip, dx, dy } = { ...first };
  expect(await take({ as, from, to, skip, dx, dy })).toEqual(sheets);
  // A label of a reader who was erased since stands on no paper again, and the file says that it is another one.
  const [gone] = await labels(issue, 'a');
  await service.deps.db.postLine.deleteMany({ where: { issue, ownerId: gone?.owner ?? '' } });
  expect((await take({ as, from, to, skip, dx, dy })).hash).not.toBe(sheets.hash);
});

test('the labels of several lists are one file, each list from a sheet of its own, and each of them says so', async () => {
  await reader('a');
  await reader('b');
  const issue = await release();
  await make(issue, 0);
  const [a, b] = [(await labels(issue, 'a')).length, (await labels(issue, 'b')).length];
  const asked = { shipcode: 'a', part: 1, from: 1, to: 9_999_999, skip: 1, dx: 0, dy: 0, more: [{ shipcode: 'b', part: 1 }] };
  const take = async (as: string) => {
    const answer = await bob.post(`/api/desk/issues/${issue}/lists/export`, { action: uuidv7(), ...asked, as });
    return v.parse(LabelsExported, await answer.json());
  };
  const sheets = await take('5160');
  expect([sheets.name, sheets.labels, sheets.sheets]).toEqual([
    `issue-${issue}-a1-b1.pdf`,
    a + b,
    Math.ceil((a + 1) / 30) + Math.ceil(b / 30),
  ]);
  const pages = (
    Buffer.from(sheets.data, 'base64')
      .toString('latin1')
      .match(/\/Type \/Page\b/g) ?? []
  ).length;
  expect(pages).toBe(sheets.sheets);
  const csv = await take('csv');
  expect(
    Buffer.from(csv.data, 'base64')
      .toString('utf8')
      .match(new RegExp(`,${issue}-[AB]1-0`, 'g')),
  ).toHaveLength(a + b);
  const { taken = [] } = await postOf(issue);
  const one = taken.find(({ as }) => as === '5160');
  // As it is asked for again.
  expect(one).toMatchObject({
    shipcode: 'a',
    part: 1,
    labels: a,
    from: 1,
    to: a,
    skip: 1,
    hash: sheets.hash,
    more: [{ shipcode: 'b', part: 1, labels: b }],
  });
  const { subject } = await service.deps.db.staffAction.findFirstOrThrow({ where: { verb: 'exportLabels' }, orderBy: { at: 'desc' } });
  expect(subject).toBe(`issue ${issue}, zone a, zone b`);
  const missing = { ...asked, as: '5160', more: [{ shipcode: 'c', part: 7 }] };
  expect((await bob.post(`/api/desk/issues/${issue}/lists/export`, { action: uuidv7(), ...missing })).status).toBe(404);
});

test('lists are made of an issue that everybody was given, and of no other', async () => {
  const number = ++latest;
  const names = { ref: `iss:${number}`, title: 'T', slug: `issue-${number}`, summary: '', cover: {} };
  await service.deps.db.issue.create({ data: { publicationId: 'main', number, ...names, released: new Date('2026-10-01') } });
  expect([(await make(number, 0)).status, (await make(99_999, 0)).status, (await bob.get('/api/desk/issues/99999/post')).status]).toEqual([
    409, 404, 404,
  ]);
});

test('of ten who make lists at once, with the program of a shell beside them, one makes them, and each reader has one label', async () => {
  const readers: { id: string }[] = [];
  for (let n = 0; n < 6; n++) readers.push(await reader('a'));
  const issue = await release();
  const ann = await service.as('publisher');
  const program = () => exportPostList(service.deps, { issue, shipcode: 'a', late: true });
  const statuses = await Promise.all([
    ...Array.from({ length: 10 }, (_, n) => make(issue, 0, { who: n % 2 === 0 ? bob : ann }).then(({ status }) => status)),
    program().then(() => 'program'),
    program().then(() => 'program'),
  ]);
  // Where the program was first for its zone, the others' are made by one of the desk, or none.
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  const all = (await labels(issue, 'a')).filter(({ owner }) => readers.some(({ id }) => id === owner));
  expect(all.map(({ owner }) => owner).toSorted()).toEqual(readers.map(({ id }) => id).toSorted());
  const numbers = (await labels(issue, 'a')).map(({ number }) => number);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test('labels are taken as sheets and as a file for a mail house, all or one again; the same list is the same file, and the history says who took it', async () => {
  const { id } = await reader('a', { ...HOME, postcode: '00501-1234' });
  const issue = await release();
  await make(issue, 0);
  const own = (await labels(issue, 'a')).find(({ owner }) => owner === id);
  const number = own?.number ?? 0;
  const take = (wishes: object) =>
    bob.post(`/api/desk/issues/${issue}/lists/export`, {
      action: uuidv7(),
      shipcode: 'a',
      part: 1,
      as: '5160',
      from: 1,
      to: 9999,
      skip: 0,
      dx: 0,
      dy: 0,
      ...wishes,
    });
  const fileOf = async (wishes: object) => v.parse(LabelsExported, await (await take(wishes)).json());
  const [once, again] = [await fileOf({}), await fileOf({})];
  expect(again).toEqual(once);
  expect(Buffer.from(once.data, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  const csv = await fileOf({ as: 'csv', from: number, to: number });
  const code = labelCode({ issue, shipcode: 'a', part: 1, number });
  expect(Buffer.from(csv.data, 'base64').toString('utf8')).toBe(
    '\uFEFFname,line1,line2,city,state,postcode,country,copies,label,number,country_code,zip,zip4,issues_left\r\n' +
      `Ana Reader,1 Pier Road,,Portland,ME,00501-1234,United States,1,${code},${number},US,00501,1234,3\r\n`,
  );
  expect((await fileOf({ as: '5163', from: number, to: number, skip: 9 })).sheets).toBe(1);
  expect([(await take({ as: '5163', skip: 10 })).status, (await take({ from: 5000 })).status, (await take({ part: 9 })).status]).toEqual([
    422, 404, 404,
  ]);
  const rows = await service.deps.db.staffAction.findMany({ where: { verb: 'exportLabels', subject: `issue ${issue}, zone a` } });
  expect([rows.length, JSON.stringify(rows).includes('Pier Road')]).toEqual([4, false]);
});

test('of a reader whose name no PDF can write the label keeps its place by its number, whose it is is said before and behind, and the others are made', async () => {
  const { id } = await reader('a');
  await reader('a');
  await service.deps.db.ownerAddress.updateMany({ where: { ownerId: id }, data: { name: '山田 太郎' } });
  const issue = await release();
  const shown = await madeBy(await make(issue, 0, { dry: true }));
  await make(issue, 0);
  const number = (await labels(issue, 'a')).find(({ owner }) => owner === id)?.number ?? 0;
  const unprintable = { count: 1, first: [{ label: labelCode({ issue, shipcode: 'a', part: 1, number }), name: '山田 太郎', owner: id }] };
  expect(shown.lists.map((list) => list.unprintable)).toEqual([unprintable, undefined, undefined]);
  expect((await postOf(issue)).lists.map((list) => list.unprintable)).toEqual([unprintable, undefined, undefined]);
  // Whose name was read is noted; the history of what was done has none.
  expect(await service.deps.db.staffLook.count({ where: { ownerId: id } })).toBe(1);
  const take = async (as: string) => {
    const asked = { action: uuidv7(), shipcode: 'a', part: 1, as, from: 1, to: 9999, skip: 0, dx: 0, dy: 0 };
    return v.parse(LabelsExported, await (await bob.post(`/api/desk/issues/${issue}/lists/export`, asked)).json());
  };
  const [once, again, csv] = [await take('5160'), await take('5160'), await take('csv')];
  expect(once).toMatchObject({ labels: (await labels(issue, 'a')).length, unprintable });
  expect(again.hash).toBe(once.hash);
  expect(csv).not.toHaveProperty('unprintable');
  expect(Buffer.from(csv.data, 'base64').toString('utf8')).toContain('山田 太郎,1 Pier Road');
  const done = await service.deps.db.staffAction.findMany({ where: { subject: { startsWith: `issue ${issue}` } } });
  expect(JSON.stringify(done)).not.toContain('山田');
});
