import { PeopleExported } from '@newsstand/contracts/desk-export';
import { DeskReaders } from '@newsstand/contracts/desk-readers';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { makeAccount } from '../../../test/reader.ts';
import { deliver, HOME, subscribe } from '../../../test/subscriber.ts';
import { dayIn } from '../../publication/publication-day.ts';
import { keepAddress } from '../../ledger/terms/keep-address.ts';
import { markedCsv } from '../files/take-file.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { hashOf } from '../../platform/secrets.ts';

let service: DeskApp;
let bob: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  service.deps.publication.cached().settings.time_zone = 'America/New_York';
  bob = await service.as('circulation');
});
afterAll(() => service.close());

const LISTS = { of: 'lists' } as const;
const running = (segment = 'running') => ({ of: 'readers', segment });
async function taken(people: object, action = uuidv7()): Promise<PeopleExported & { cells: string[][] }> {
  const response = await bob.post('/api/desk/exports', { action, people });
  expect(response.status).toBe(200);
  const file = v.parse(PeopleExported, await response.json());
  return {
    ...file,
    cells: file.csv
      .replace('\uFEFF', '')
      .trimEnd()
      .split('\r\n')
      .map((row) => row.split(',')),
  };
}
const actions = () => service.deps.db.staffAction.findMany({ where: { verb: 'exportPeople' }, orderBy: { at: 'asc' } });

test('the readers of the segment that is shown are taken as a file, with what runs and where it goes, and a spreadsheet runs nothing of it', async () => {
  const { id, email } = await makeAccount(service, { name: '=HYPERLINK("http://evil")', password: null });
  const term = await subscribe(service, id);
  await deliver(service, term, [16]);
  await service.deps.db.subscription.updateMany({ where: { ownerId: id }, data: { copies: 5 } });
  await keepAddress(service.deps.db, { publicationId: 'main', ownerId: id, shipcode: 'a', name: 'Anna', address: HOME, now: new Date() });
  await makeAccount(service, { name: 'Nobody Yet', password: null });
  const { name, rows, cells, csv } = await taken(running());
  expect([name, rows]).toEqual([`readers-running-${dayIn('America/New_York', new Date())}.csv`, 1]);
  expect(cells[0]?.slice(0, 9)).toEqual([
    'name',
    'email',
    'email_fails',
    'gets',
    'level',
    'copies',
    'issues_left',
    'renews',
    'address_fails',
  ]);
  expect(cells[1]?.slice(0, 2)).toEqual([`"'=HYPERLINK(""http://evil"")"`, email]);
  expect(csv).toContain(`no,print-a,Standard,5,3,no,no,${HOME.line1},`);
  // What came back from there is to be known to whoever posts to these.
  await service.deps.db.ownerAddress.updateMany({ where: { ownerId: id }, data: { undeliverable: new Date() } });
  expect((await taken(running())).csv).toContain(`no,print-a,Standard,5,3,no,yes,${HOME.line1},`);
  // Who took it stands in each row.
  expect(csv).toMatch(/"Bob, \d{4}-\d\d-\d\d"\r\n$/);
  expect((await taken(running('lifetime'))).rows).toBe(0);
});

test('of who lived in several zones the file, and the list, have where copies go, not what was named last', async () => {
  const { id } = await makeAccount(service, { name: 'Moved Back', password: null });
  await subscribe(service, id);
  const kept = { publicationId: 'main', ownerId: id, name: 'Moved Back' };
  await keepAddress(service.deps.db, { ...kept, shipcode: 'a', address: HOME, now: new Date('2026-01-01T10:00:00Z') });
  const canada = { ...HOME, line1: '7 Rue Clark', city: 'Toronto', state: 'ON', country_code: 'CA', country_name: 'Canada' };
  await keepAddress(service.deps.db, { ...kept, shipcode: 'b', address: canada, now: new Date('2026-02-01T10:00:00Z') });
  const { cells } = await taken(running());
  expect(cells.find(([name]) => name === 'Moved Back')?.slice(9, 12)).toEqual([HOME.line1, '', HOME.city]);
  const { readers } = v.parse(DeskReaders, await (await bob.get('/api/desk/readers?segment=running')).json());
  expect(readers.find(({ name }) => name === 'Moved Back')?.town).toContain(HOME.city);
});

test('who is on the mailing lists is taken with when they consented, by the publisher’s clock; who left is not', async () => {
  const row = { publicationId: 'main', tag: 'newsletter', created: new Date('2026-02-03T10:00:00Z') };
  await service.deps.db.listSignup.createMany({
    data: [
      { ...row, email: 'asked@example.org', asked: new Date('2026-02-03T09:00:00Z') },
      { ...row, email: 'before@example.org', created: new Date('2026-01-01T00:00:00Z') },
      { ...row, email: 'left@example.org', left: new Date() },
    ],
  });
  const { cells } = await taken(LISTS);
  // Each has the link by which they leave, which whoever mails to them puts into each letter: a mail program's own
  // button posts to it.
  const [head, , asked] = cells;
  expect(head?.[5]).toBe('unsubscribe');
  const { pathname, search } = new URL(asked?.[5] ?? '');
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const left = await service.browser().send('POST', `${pathname}${search}`, 'List-Unsubscribe=One-Click', headers);
  expect([left.status, (await taken(LISTS)).cells.map(([email]) => email)]).toEqual([200, ['email', 'before@example.org']]);
  expect(cells.map((cell) => cell.slice(0, 5))).toEqual([
    ['email', 'list', 'asked (America/New_York)', 'consent', 'joined (America/New_York)'],
    ['before@example.org', 'newsletter', '', 'joined without a letter', '2025-12-31 19:00:00'],
    ['asked@example.org', 'newsletter', '2026-02-03 04:00:00', 'confirmed by a letter', '2026-02-03 05:00:00'],
  ]);
});

test('a file that is taken in the evening is of the publisher’s day, by its name and in each row', async () => {
  const day = await markedCsv(
    { name: 'Bob' },
    { now: new Date('2026-03-04T02:30:00Z'), zone: 'America/New_York', pace: () => Promise.resolve() },
    [['email'], ['a@example.org']],
  );
  expect(day).toMatchObject({ day: '2026-03-03', csv: '\uFEFFemail,taken_by\r\na@example.org,"Bob, 2026-03-03"\r\n' });
});

test('a file that is taken stands in the history once, with its rows and hash and nobody’s name; under its id no other file is had', async () => {
  const before = (await actions()).length;
  const action = uuidv7();
  const { csv, rows } = await taken(LISTS, action);
  await taken(LISTS, action);
  const [row, ...more] = (await actions()).slice(before);
  expect([row?.subject, row?.to, more]).toEqual(['the mailing lists', { rows, hash: hashOf(csv) }, []]);
  expect(JSON.stringify(row)).not.toContain('@example.org');
  await service.deps.db.listSignup.create({ data: { publicationId: 'main', tag: 'newsletter', email: 'later@example.org' } });
  expect((await bob.post('/api/desk/exports', { action, people: LISTS })).status).toBe(409);
});

test('somebody takes ten files a day', async () => {
  const { id } = await service.deps.db.staff.findFirstOrThrow({ where: { name: 'Bob' } });
  await service.deps.db.rateLimit.update({ where: { key: `desk-export:${id}` }, data: { points: 10 } });
  expect((await bob.post('/api/desk/exports', { action: uuidv7(), people: LISTS })).status).toBe(429);
});
