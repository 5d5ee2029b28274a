// @module-tag ci
import { DeskReaders, READER_SEGMENTS } from '@newsstand/contracts/desk-readers';
import * as v from 'valibot';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { makeAccount } from '../../../test/reader.ts';
import { deliver, HOME, subscribe } from '../../../test/subscriber.ts';
import { keepAddress } from '../../ledger/terms/keep-address.ts';

let service: DeskApp;
let cleo: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  cleo = await service.as('service');
});
afterAll(() => service.close());

async function reader(name: string, wish: Parameters<typeof subscribe>[2] | null, issues: number[] = []): Promise<string> {
  const { id } = await makeAccount(service, { name, password: null });
  if (wish !== null) await deliver(service, await subscribe(service, id, wish), issues);
  return id;
}

async function list(segment: string) {
  const readers: DeskReaders['readers'] = [];
  const counts: (number | null)[] = [];
  let after: string | null = '';
  while (after !== null) {
    const response = await cleo.get(`/api/desk/readers?segment=${segment}${after === '' ? '' : `&after=${after}`}`);
    expect(response.status).toBe(200);
    const page: DeskReaders = v.parse(DeskReaders, await response.json());
    readers.push(...page.readers);
    counts.push(page.count);
    after = page.next;
  }
  return { readers, counts };
}

const PAYMENT = { name: 'Rita Runs', card: { type: 'visa', last_four: '4242', exp_month: 4, exp_year: 2030 }, ach: null, agreed: 1 };

test('each segment has exactly the readers that it says, with what they have left', async () => {
  const { db } = service.deps;
  await reader('Nobody Yet', null);
  const running = await reader('Rita Runs', {}, [16]);
  const last = await reader('Lars Last', { deliverable: 'digital' }, [16, 17, 18]);
  await reader('Gone Lately', { deliverable: 'digital' }, [16, 17, 18, 19]);
  await reader('Gone Long', { deliverable: 'digital' }, [1, 2, 3, 4]);
  const lifer = await reader('Liv Lifetime', { term: 'lifetime', deliverable: 'digital' });
  const failing = await reader('Fay Failing', { deliverable: 'digital' });
  const free = await reader('Fred Free', { deliverable: 'digital' });
  const imported = await reader('Ira Imported', { deliverable: 'digital' });
  await db.subscription.updateMany({ where: { ownerId: imported }, data: { source: `import:old:${imported}` } });
  await db.account.update({ where: { id: failing }, data: { emailFailing: new Date() } });
  await db.subscription.updateMany({ where: { ownerId: free }, data: { source: `comp:${free}` } });
  await db.release.create({ data: { publicationId: 'main', issue: 20, released: new Date(), completed: new Date() } });
  const names = async (segment: string) => (await list(segment)).readers.map(({ name }) => name).toSorted();
  const all = Object.fromEntries(await Promise.all(READER_SEGMENTS.map(async (segment) => [segment, await names(segment)] as const)));
  expect(all).toEqual({
    running: ['Fay Failing', 'Fred Free', 'Ira Imported', 'Lars Last', 'Liv Lifetime', 'Rita Runs'],
    expiring: ['Lars Last'],
    lapsed: ['Gone Lately'],
    lifetime: ['Liv Lifetime'],
    free: ['Fred Free'],
    'no-address': ['Rita Runs'],
    undeliverable: [],
    'email-fails': ['Fay Failing'],
    'card-fails': [],
    imported: ['Ira Imported'],
    listed: [],
  });
  // Narrowed by how it comes, and at which level.
  expect([await names('running&zone=a'), await names('free&zone=a'), await names('running&zone=digital&level=high')]).toEqual([
    ['Rita Runs'],
    [],
    [],
  ]);
  expect((await names('running&zone=digital&level=low')).length).toBe(5);
  // And by what is marked of them.
  await db.account.update({
    where: { id: running },
    data: { customer: 'cus_r', method: 'pm_r', payment: PAYMENT, autorenewSince: new Date() },
  });
  await cleo.post(`/api/desk/readers/${last}/notes`, { action: uuidv7(), text: 'Calls on Mondays' });
  const marked = await Promise.all(['renews', 'email-fails', 'noted', 'undeliverable'].map((flag) => names(`running&flag=${flag}`)));
  expect(marked).toEqual([['Rita Runs'], ['Fay Failing'], ['Lars Last'], []]);
  expect((await names('running&flag=does-not-renew')).length).toBe(5);
  const { readers } = await list('running');
  const left = Object.fromEntries(readers.map((one) => [one.owner, one.runs?.left]));
  expect([left[running], left[last], left[lifer]]).toEqual([3, 1, null]);
  await keepAddress(db, { publicationId: 'main', ownerId: running, shipcode: 'a', name: 'Rita Runs', address: HOME, now: new Date() });
  expect(await names('no-address')).toEqual([]);
  expect((await list('running')).readers.find(({ owner }) => owner === running)?.town).toBe('Portland, ME');
});

test('whose renewal was given up does not renew once nothing runs, whatever their switch says', { tags: ['ci'] }, async () => {
  const { db } = service.deps;
  const [given, over] = await Promise.all([
    reader('Gil Given', { deliverable: 'digital' }),
    reader('Gil Over', { deliverable: 'digital' }, [16, 17, 18, 19]),
  ]);
  const due = new Date();
  for (const ownerId of [given, over]) {
    await db.account.update({
      where: { id: ownerId },
      data: { customer: `cus_${ownerId}`, method: 'pm_g', payment: PAYMENT, autorenewSince: due },
    });
    const key = { publicationId: 'main', ownerId, kind: 'renewal', subject: uuidv7(), cycle: 2 };
    await db.charge.create({
      data: { ...key, token: uuidv7(), amount: 5200, choice: {}, remind: due, due, state: 'stopped', why: 'exhausted' },
    });
  }
  const message = async (segment: string) =>
    (await list(segment)).readers.flatMap(({ owner, renews }) => ([given, over].includes(owner) ? renews : []));
  expect([await message('running'), await message('lapsed')]).toEqual([[true], [false]]);
  expect([await message('lapsed&flag=does-not-renew'), await message('lapsed&flag=renews')]).toEqual([[false], []]);
});

test('who is on a mailing list is a segment, and every segment is narrowed to one list', async () => {
  const { db } = service.deps;
  const [mia, max] = [await reader('Mia Mails', { deliverable: 'digital' }), await reader('Max Mails', null)];
  const mailboxOf = async (id: string) => (await db.account.findUniqueOrThrow({ where: { id } })).email;
  const sign = async (id: string, tag: string, left: Date | null = null) =>
    db.listSignup.create({ data: { publicationId: 'main', email: await mailboxOf(id), tag, left } });
  await sign(mia, 'newsletter');
  await sign(mia, 'events');
  await sign(max, 'events');
  await sign(await reader('Les Left', null), 'events', new Date());
  await db.listSignup.create({ data: { publicationId: 'main', email: 'nobody@example.org', tag: 'events' } });
  const names = async (rest: string) => (await list(rest)).readers.map(({ name }) => name);
  expect([await names('listed&sort=name'), await names('listed&tag=newsletter'), await names('running&tag=events')]).toEqual([
    ['Max Mails', 'Mia Mails'],
    ['Mia Mails'],
    ['Mia Mails'],
  ]);
  expect(v.parse(DeskReaders, await (await cleo.get('/api/desk/readers?segment=listed')).json()).tags).toEqual(['events', 'newsletter']);
  expect((await cleo.get('/api/desk/readers?tag=Robert%27)%3B--')).status).toBe(422);
});

test('whoever runs is listed once, by their newest term that runs, and is counted so, whatever terms they have: as each of their terms says', async () => {
  const { db } = service.deps;
  const made = new Date('2026-01-05T09:00:00Z').getTime();
  // Of each: terms of so many issues that were given, or null for a lifetime, by how they come; negative where it was
  // cancelled.
  const lives: [name: string | null, terms: [given: number | null, zone: 'a' | 'digital', cancelled?: true][]][] = [
    [
      'Two Run',
      [
        [1, 'a'],
        [0, 'digital'],
      ],
    ],
    [
      'Old Runs',
      [
        [3, 'a'],
        [4, 'a'],
      ],
    ],
    [
      'New Runs',
      [
        [4, 'a'],
        [2, 'digital'],
      ],
    ],
    [
      'Lifetime Besides',
      [
        [2, 'a'],
        [null, 'digital'],
      ],
    ],
    [
      'Lifetime Served',
      [
        [4, 'a'],
        [null, 'digital'],
      ],
    ],
    ['Lifetime Alone', [[null, 'a']]],
    ['Lifetime Cancelled', [[null, 'a', true]]],
    [
      'Cancelled Runs On',
      [
        [2, 'a', true],
        [2, 'a'],
      ],
    ],
    ['Cancelled', [[2, 'a', true]]],
    ['Served', [[4, 'digital']]],
    ['', [[1, 'a']]],
    [
      null,
      [
        [1, 'digital'],
        [1, 'a'],
      ],
    ],
    [null, [[4, 'a']]],
  ];
  let n = 0;
  for (const [name, terms] of lives) {
    const ownerId = name === null ? uuidv7() : await reader(name, null);
    if (name === null || name === '')
      await keepAddress(db, { publicationId: 'main', ownerId, shipcode: 'a', name: `Ohne ${n}`, address: HOME, now: new Date() });
    for (const [given, zone, cancelled] of terms) {
      const term = given === null ? 'lifetime' : '1year';
      const token = await subscribe(service, ownerId, { term, deliverable: zone === 'a' ? 'print-a' : 'digital' });
      const first = 100 + n * 4;
      if (given !== null) await deliver(service, token, [first, first + 1, first + 2, first + 3].slice(0, given));
      // Some at the same moment.
      const created = new Date(made + Math.floor(n++ / 3) * 1000);
      await db.subscription.updateMany({ where: { token }, data: { created, ...(cancelled && { cancelled: created }) } });
    }
  }
  const terms = await db.subscription.findMany({ where: { publicationId: 'main', cancelled: null }, include: { tokens: true } });
  const running = terms.filter(({ term, tokens }) => term === 'lifetime' || tokens.some(({ delivered }) => delivered === null));
  for (const zone of [null, 'a', 'digital'] as const) {
    const at = new Map<string, number>();
    for (const { ownerId, created } of running) at.set(ownerId, Math.max(at.get(ownerId) ?? 0, created.getTime()));
    const so = new Set(
      running
        .filter(({ activeDeliverable }) => zone === null || activeDeliverable === (zone === 'a' ? 'print-a' : zone))
        .map(({ ownerId }) => ownerId),
    );
    const expected = [...so].toSorted((one, other) => (at.get(other) ?? 0) - (at.get(one) ?? 0) || (one < other ? 1 : -1));
    const narrowed = zone === null ? 'running' : `running&zone=${zone}`;
    for (const [sort, owners] of [
      ['newest', expected],
      ['oldest', expected.toReversed()],
    ] as const) {
      const { readers, counts } = await list(`${narrowed}&sort=${sort}`);
      expect([zone, sort, readers.map(({ owner }) => owner), counts[0]]).toEqual([zone, sort, owners, expected.length]);
    }
    const { readers, counts } = await list(`${narrowed}&sort=name`);
    expect([readers.map(({ owner }) => owner).toSorted(), counts[0]]).toEqual([expected.toSorted(), expected.length]);
  }
});

test('a segment comes in pages: nobody twice, nobody left out, and counted once', async () => {
  for (let n = 0; n < 60; n++) await reader(`Reader ${n}`, { deliverable: 'digital' });
  const { readers, counts } = await list('running');
  expect(readers).toHaveLength(new Set(readers.map(({ owner }) => owner)).size);
  expect(counts).toEqual([readers.length, null]);
  expect(readers.length).toBeGreaterThanOrEqual(60);
  expect((await cleo.get('/api/desk/readers?segment=everybody')).status).toBe(422);
});

test('a segment is sorted by name, whatever its capitals and accents, and by who is in it longest, page by page', async () => {
  const odd = ['Zoë Last', 'élodie first', 'Elodie Second', '', 'aaron small', 'İstanbul', "O'Neil; drop", 'Zoë Last'];
  for (const name of odd) await reader(name, { deliverable: 'digital' });
  for (let n = 0; n < 55; n++) await reader(`${n % 2 ? 'b' : 'B'}ook ${n}`, { deliverable: 'digital' });
  const byName = (await list('running&sort=name')).readers;
  const ofIt = byName.map(({ name }) => name.toLowerCase());
  const expected = (await list('running')).readers;
  expect(byName.length).toBeGreaterThan(100);
  expect(byName).toHaveLength(expected.length);
  expect(new Set(byName.map(({ owner }) => owner)).size).toBe(expected.length);
  expect(ofIt).toEqual(ofIt.toSorted((one, other) => one.localeCompare(other, 'und')));
  const oldest = (await list('running&sort=oldest')).readers.map(({ owner }) => owner);
  expect(oldest).toEqual(expected.map(({ owner }) => owner).toReversed());
  // A cursor of another kind, and one that nobody gave, begin anew.
  for (const after of ['1.x', '-'.repeat(36), `1.${'-'.repeat(36)}`, `${'-'.repeat(36)}.x`, `${expected[0]?.owner}.`])
    for (const sort of ['name', 'oldest']) expect((await cleo.get(`/api/desk/readers?sort=${sort}&after=${after}`)).status).toBe(200);
});
