// @module-tag ci
import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address } from '@newsstand/contracts/address';
import type { Deliverable } from '@newsstand/contracts/cart';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programEnv } from '../../../test/program-env.ts';
import { HOME } from '../../../test/subscriber.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { adoptPurchases } from '../../readers/login/adopt-purchases.ts';
import { addTerm } from '../terms/add-term.ts';
import { keepAddress } from '../terms/keep-address.ts';
import { exportPostList } from './export-post-list.ts';
import { freezePostList } from './freeze-post-list.ts';
import { readLabels } from './post-labels.ts';
import { runRelease } from './run-release.ts';

let service: TestApp;
let other: TestApp;
const now = new Date('2026-11-01T12:00:00Z');
const clock = () => now;
beforeAll(async () => {
  service = await createTestApp({ clock });
  other = await service.replica();
});
afterAll(() => Promise.all([service.close(), other.close()]));

const publicationId = 'main';
let latest = 400;

async function release(): Promise<number> {
  const number = ++latest;
  const names = { ref: `iss:${number}`, title: 'T', slug: `issue-${number}`, summary: '', cover: {} };
  await service.deps.db.issue.create({ data: { publicationId, number, ...names, released: new Date('2026-10-01') } });
  await runRelease(service.deps, number);
  return number;
}

type Wishes = { deliverable?: Deliverable; copies?: number; source?: string; ownerId?: string };

/** A reader whose issues are posted. */
async function subscriber({ deliverable = 'print-b', copies = 1, source, ownerId = randomUUID() }: Wishes = {}): Promise<string> {
  const id = uuidv7();
  const deliverables = { set: deliverable, active: deliverable };
  const bought = { id, source: source ?? `test:${id}`, term: '1year', level: 'low', deliverables, copies, at: now } as const;
  await service.deps.db.$transaction((tx) => addTerm(tx, { publicationId, ownerId, ...bought }));
  return ownerId;
}

const ADDRESS: Address = {
  line1: '1 Pier, left',
  line2: '',
  city: 'Gander',
  state: 'NL',
  state_name: 'Newfoundland',
  postcode: 'A1V',
  country_code: 'CA',
  country_name: 'Canada',
};

const settle = (ownerId: string, name: string, shipcode: Shipcode = 'b') =>
  keepAddress(service.deps.db, { publicationId, ownerId, shipcode, name, address: ADDRESS, now });

/** Each list's names and copies, in their order. */
async function postLists(issue: number, { late = false, deps = service.deps } = {}) {
  const { lists, ...rest } = await exportPostList(deps, { issue, shipcode: 'b', late });
  const lines = lists.map(({ csv }) =>
    csv
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.replace(/,"1 Pier.*Canada,(\d+),.*/, ' $1')),
  );
  return { lines, ...rest };
}

test('the list of what must be posted names each reader once, and stays as it was first exported', async () => {
  const [one, two] = [await subscriber({ copies: 2 }), await subscriber(), await subscriber()];
  await settle(one, 'Ada, Reader');
  await settle(two, '=cmd()');
  await expect(exportPostList(service.deps, { issue: latest + 1, shipcode: 'b' })).rejects.toThrow('is not released to everybody yet.');
  const wanted = { issue: await release(), shipcode: 'b' } as const;
  const [first, same] = await Promise.all([exportPostList(service.deps, wanted), exportPostList(other.deps, wanted)]);
  expect(same).toEqual(first);
  expect(first).toMatchObject({ lists: [{ part: 1, copies: 3 }], late: 0, without: 1 });
  expect(first.lists[0]?.csv.split('\r\n').slice(0, 3)).toEqual([
    'name,line1,line2,city,state,postcode,country,copies,label,number,country_code,zip,zip4,issues_left',
    `'=cmd(),"1 Pier, left",,Gander,NL,A1V,Canada,1,401-B1-000001,1,CA,,,3`,
    '"Ada, Reader","1 Pier, left",,Gander,NL,A1V,Canada,2,401-B1-000002,2,CA,,,3',
  ]);
  await settle(one, 'Ada Moved');
  expect(await exportPostList(service.deps, wanted)).toEqual(first);
});

test('who names an address after the list was frozen is on a further one, once, and nobody else is', async () => {
  const [early, later, last] = [await subscriber(), await subscriber({ copies: 3 }), await subscriber()];
  await settle(early, 'Early');
  const issue = await release();
  const before = (await postLists(issue)).lines;
  expect(before.flat()).toContain('Early 1');
  // Nobody is late yet: no list is written.
  expect((await postLists(issue, { late: true })).lines).toEqual(before);

  await settle(later, 'Later');
  await settle(last, 'Elsewhere', 'c');
  const { lines, late, without } = await postLists(issue);
  expect([lines, late]).toEqual([before, 1]);
  expect(await postLists(issue, { late: true })).toEqual({ lines: [...before, ['Later 3']], late: 0, held: 0, without });

  await settle(last, 'Last');
  await settle(early, 'Early Moved');
  const all = [...before, ['Later 3'], ['Last 1']];
  expect(await postLists(issue, { late: true })).toEqual({ lines: all, late: 0, held: 0, without: without - 1 });
  expect((await postLists(issue)).lines).toEqual(all);
});

test('without a list before, what would be late is on the first one', async () => {
  await settle(await subscriber(), 'Prompt');
  const issue = await release();
  expect((await postLists(issue, { late: true })).lines).toEqual([expect.arrayContaining(['Prompt 1'])]);
});

test('a list that is written in slices has each label once, in the post’s order, with further copies among them', async () => {
  const readers: string[] = [];
  for (let n = 0; n < 7; n++) readers.push(await subscriber());
  for (const [n, reader] of readers.entries()) await settle(reader, `Sliced ${n}`);
  const [posted = '', ...waiting] = readers;
  const issue = await release();
  const { db } = service.deps;
  const { subscriptionId } = await db.issueToken.findFirstOrThrow({ where: { ownerId: posted, issue } });
  const further = {
    publicationId,
    ownerId: posted,
    id: uuidv7(),
    issue,
    shipcode: 'b',
    subscriptionId: subscriptionId,
    copies: 1,
    asked: now,
  };
  await db.postCopy.create({ data: further });
  await db.$transaction((tx) => freezePostList(tx, service.deps, { issue, shipcode: 'b', slice: 3 }));
  const all = await readLabels(db, publicationId, { issue, shipcode: 'b', part: 1 });
  const own = all.filter(({ owner }) => readers.includes(owner));
  expect(own.map(({ owner }) => owner)).toEqual([posted, posted, ...waiting]);
  expect([own.map(({ left }) => left), all.map(({ number }) => number)]).toEqual([own.map(() => 3), all.map((_, n) => n + 1)]);
});

/** Makes all lists of so many issues; answers how each was given to a reader, and on which list it is. */
async function posted(ownerId: string, issues: number): Promise<string[]> {
  const went: string[] = [];
  for (let n = 0; n < issues; n++) {
    const issue = await release();
    const token = await service.deps.db.issueToken.findFirstOrThrow({ where: { ownerId, issue } });
    for (const shipcode of ['a', 'b', 'c'] as const) await exportPostList(service.deps, { issue, shipcode });
    const line = await service.deps.db.postLine.findFirst({ where: { ownerId, issue } });
    went.push(`${token.deliverable} to ${line?.shipcode ?? 'nowhere'}`);
  }
  return went;
}
const keepHome = (ownerId: string) =>
  keepAddress(service.deps.db, { publicationId, ownerId, shipcode: 'a', name: 'Ana', address: HOME, now });
const YEAR_AT_HOME = Array.from({ length: 4 }, () => 'print-a to a');

test('the last issue of a year goes where that year’s went, though the next one was bought for another zone', async () => {
  const ana = await subscriber({ deliverable: 'print-a' });
  await keepHome(ana);
  await settle(ana, 'Ana');
  await subscriber({ ownerId: ana });
  expect(await posted(ana, 5)).toEqual([...YEAR_AT_HOME, 'print-b to b']);
});

test('nor does it wait for an address of the next year’s zone', async () => {
  const ana = await subscriber({ deliverable: 'print-a' });
  await keepHome(ana);
  await subscriber({ ownerId: ana });
  expect(await posted(ana, 4)).toEqual(YEAR_AT_HOME);
});

test('it goes to the next year’s zone where its own has no good address', async () => {
  const ana = await subscriber({ deliverable: 'print-a' });
  await settle(ana, 'Ana');
  await subscriber({ ownerId: ana });
  expect((await posted(ana, 4)).at(-1)).toBe('print-a to b');
});

test('late copies are posted once, however many export them at once, while addresses come in', async () => {
  const readers: string[] = [];
  for (let n = 0; n < 12; n++) readers.push(await subscriber());
  const issue = await release();
  await postLists(issue);
  const exports = [service, other, service, other].map(({ deps }) => postLists(issue, { late: true, deps }));
  await Promise.all([...readers.map((reader, n) => settle(reader, `Reader ${n}`)), ...exports]);
  const { lines, late } = await postLists(issue, { late: true });
  expect(late).toBe(0);
  const posted = lines.flat().filter((line) => line.startsWith('Reader '));
  expect(posted.toSorted()).toEqual(readers.map((_, n) => `Reader ${n} 1`).toSorted());
});

test('what was posted to a guest is not posted again to the account that has it now', async () => {
  const { db } = service.deps;
  const guest = randomUUID();
  const order = uuidv7();
  const email = 'guest@example.org';
  const money = { goods: 0, shipping: 0, discount: 0, waived: 0, total: 0 };
  await db.order.create({
    data: {
      id: order,
      publicationId,
      ownerId: guest,
      state: 'fulfilled',
      cartVersion: 1,
      name: 'Guest',
      email,
      shipcode: 'b',
      ...money,
      receiptToken: order,
    },
  });
  const choice = { type: 'subscription', deliverable: 'print-b', level: 'low', term: '1year' };
  await db.orderLine.create({
    data: { orderId: order, ordinal: 1, type: 'personal-subscription', ref: 'x', name: 'x', quantity: 1, price: 0, choice },
  });
  await subscriber({ ownerId: guest, source: `order:${order}:1` });
  await settle(guest, 'Guest');
  const issue = await release();
  const before = await postLists(issue);
  expect(before.lines.flat()).toContain('Guest 1');

  const account = uuidv7();
  await db.account.create({ data: { id: account, publicationId, email, name: 'Guest', verified: now, created: now } });
  await db.$transaction((tx) => adoptPurchases(tx, service.deps, null, account));
  expect(await db.issueToken.count({ where: { ownerId: account, issue } })).toBe(1);
  expect(await postLists(issue, { late: true })).toEqual(before);
  expect(await db.postLine.count({ where: { ownerId: account, issue } })).toBe(1);
});

test('staff write the lists of an issue again and again, and with --late a further one beside them', async () => {
  const [here, late] = [await subscriber(), await subscriber()];
  await settle(here, 'Here');
  const issue = await release();
  const folder = await mkdtemp(join(tmpdir(), 'post-'));
  const first = await program(String(issue), '--csv', folder);
  expect(first).toMatch(/Are owed a copy, and have no address of Canada: [1-9]/);
  expect(await readdir(folder)).toEqual(['a', 'b', 'c'].map((zone) => `issue-${issue}-ship-${zone}.csv`));
  await settle(late, 'Late');
  expect(await program(String(issue), '--csv', folder)).toContain(
    'Have named an address of Canada since, or are sent another copy: 1. --late',
  );
  for (let run = 0; run < 2; run++) await program(String(issue), '--csv', folder, '--late');
  expect((await readdir(folder)).filter((file) => file.includes('late'))).toEqual([`issue-${issue}-ship-b-late-1.csv`]);
  const csv = await readFile(join(folder, `issue-${issue}-ship-b-late-1.csv`), 'utf8');
  expect(csv.split('\r\n').slice(1)).toEqual([`Late,"1 Pier, left",,Gander,NL,A1V,Canada,1,${issue}-B2-000001,1,CA,,,3`, '']);
});

/** `npm run release-issue`, as staff starts it; answers what it says. */
async function program(...args: string[]): Promise<string> {
  const env = programEnv({ DATABASE_URL: service.databaseUrl });
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../main/release-issue-main.ts'), '--yes', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let message = '';
  child.stdout.on('data', (chunk) => (message += String(chunk)));
  expect(await once(child, 'exit')).toEqual([0, null]);
  return message;
}
