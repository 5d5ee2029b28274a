import { DeskImport } from '@newsstand/contracts/desk-imports';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { apply, askToApply, bring, bytesOf, check, listOf, readImport } from '../../../test/imports.ts';
import { makeAccount } from '../../../test/reader.ts';
import { forgetDeskRecords } from '../../account/forget-desk-records.ts';
import { cleanUp } from '../../jobs/clean-up.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { DAY, MINUTE } from '../../platform/duration.ts';
import { runImports } from '../../readers/imports/run-imports.ts';

// Whose a row becomes, whatever else the file, another file or another publication says.
let service: DeskApp;
let bob: Browser;
let late = 0;
beforeAll(async () => {
  service = await createDeskTestApp({ clock: () => new Date(Date.parse('2026-11-24T12:00:00Z') + late) });
  bob = await service.as('circulation');
});
afterAll(() => service.close());
async function later(time: number): Promise<void> {
  late += time;
  bob = await service.as('circulation');
}

const HEAD = 'legacy_id,reader_id,name,email,line1,city,state,postcode,country,issues_left';
const row = (id: number, reader: string, email: string, street = '1 Elm St') =>
  `${id},${reader},Reader ${reader},${email},${street},Dayton,OH,45402,US,2`;
const fileOf = (...rows: string[]) => bytesOf([HEAD, ...rows].join('\n'));
const take = async (source: string, ...rows: string[]) =>
  apply(service, bob, await check(service, bob, await bring(bob, fileOf(...rows), { source })));
const ownersOf = async (source: string) => {
  const terms = await service.deps.db.legacyTerm.findMany({ where: { source }, orderBy: { legacyId: 'asc' } });
  return terms.map(({ ownerId }) => ownerId);
};
const accountOf = async (email: string) => (await service.deps.db.account.findFirst({ where: { email } }))?.id;

test('a file of one publication is taken over by that publication alone, where several share a database', async () => {
  const found = await check(service, bob, await bring(bob, fileOf(row(1, 'A', '')), { source: 'ours' }));
  expect((await askToApply(bob, found)).status).toBe(200);
  const other = { ...service.deps, config: { ...service.deps.config, publicationId: 'other' } };
  await runImports(other);
  expect(await readImport(bob, found.id)).toMatchObject({ state: 'applying', done: 0 });
  expect(await service.deps.db.legacyTerm.count({ where: { publicationId: 'other' } })).toBe(0);
  await runImports(service.deps);
  expect((await readImport(bob, found.id)).state).toBe('applied');
});

test('a person of whom one row has an e-mail address and the next has none, or another, has the first', { tags: ['ci'] }, async () => {
  const both = await take('both', row(1, '17', 'seventeen@example.org'), row(2, '17', ''));
  expect(both).toMatchObject({ state: 'applied', brought: 2, failure: null });
  const [one, two] = await ownersOf('both');
  expect([one, two]).toEqual([await accountOf('seventeen@example.org'), one]);
  await take('xy', row(1, '18', 'x@example.org'), row(2, '18', 'y@example.org'));
  const [x, y] = await ownersOf('xy');
  expect([x, y, await accountOf('y@example.org')]).toEqual([await accountOf('x@example.org'), x, undefined]);
});

test('an e-mail address that a later row of a person has is theirs, in the same file and in the next one', { tags: ['ci'] }, async () => {
  await take('late', row(1, '21', ''), row(2, '21', 'late@example.org'));
  const [one, two] = await ownersOf('late');
  expect([one, two]).toEqual([await accountOf('late@example.org'), one]);
  await take('next', row(1, '22', ''));
  await take('next', row(1, '22', ''), row(2, '22', 'next@example.org'));
  const [first, second] = await ownersOf('next');
  expect([first, second]).toEqual([await accountOf('next@example.org'), first]);
  expect(await service.deps.db.legacyReader.findFirst({ where: { source: 'next' } })).toMatchObject({ made: true, email: null });
  // Where somebody has an account with it, it waits for their next proof.
  await makeAccount(service, { email: 'has@example.org' });
  await take('has', row(1, '23', ''), row(2, '23', 'has@example.org'));
  expect(await service.deps.db.legacyReader.findFirst({ where: { source: 'has' } })).toMatchObject({
    made: false,
    email: 'has@example.org',
  });
});

test('a copy that goes elsewhere leaves its payer’s mailbox to the account that proved it', async () => {
  const { id } = await makeAccount(service, { email: 'payer@example.org' });
  await take('payer', row(1, '31', 'payer@example.org', '1 Elm St'));
  await take('other', row(1, '41', 'payer@example.org', '9 Far St'), row(2, '42', 'payer@example.org', '9 Far St'));
  await take('third', row(1, '51', 'payer@example.org', '9 Far St'));
  // What is read in files goes nowhere: it is the account's, also behind a copy that went elsewhere.
  const file = bytesOf(
    ['legacy_id,reader_id,name,email,plan,line1,city,state,postcode,country,issues_left']
      .concat('1,61,Aunt,payer@example.org,print,9 Far St,Dayton,OH,45402,US,2', '2,62,Payer,payer@example.org,digital,,,,,,2')
      .join('\n'),
  );
  await apply(service, bob, await check(service, bob, await bring(bob, file, { source: 'mixed' })));
  const [copy, files] = await ownersOf('mixed');
  expect([copy === id, files]).toEqual([false, id]);
});

const SHOP =
  'subscription_id,customer_id,customer_email,' +
  ['billing', 'shipping']
    .map((of) => ['first_name', 'last_name', 'address_1', 'city', 'state', 'postcode', 'country'].map((part) => `${of}_${part}`))
    .join() +
  ',order_items,issues_left';
const AT = { dayton: '1 Elm St,Dayton,OH,45402,US', salem: '3 Hill Rd,Salem,OR,97301,US', laval: '5 Rue Bord,Laval,QC,H7A 0A1,CA' };
const sold = (id: number, person: number, who: string, to: string, plan = 'Print, Standard') =>
  `${id},${person},payer${person}@example.org,${who},${AT.dayton},${to},"product_id:1|name:${plan}|quantity:1",4`;
const takeSold = async (source: string, ...rows: string[]) => {
  const found = await check(service, bob, await bring(bob, bytesOf([SHOP, ...rows].join('\n')), { source }));
  return apply(service, bob, found);
};

test.each([
  [
    'refused',
    [sold(1, 81, 'Pia,Payer', `Pia,Payer,${AT.dayton}`).replaceAll('OH', 'Mane'), sold(2, 81, 'Pia,Payer', `Aunt,Gisela,${AT.salem}`)],
  ],
  ['alone', [sold(2, 82, 'Pia,Payer', `Niece,Nele,${AT.salem}`)]],
  ['zone', [sold(1, 83, 'Pia,Payer', `Pia,Payer,${AT.dayton}`), sold(2, 83, 'Pia,Payer', `Uncle,Émile,${AT.laval}`)]],
  ['files', [sold(1, 84, 'Pia,Payer', ',,,,,,', 'Digital'), sold(2, 84, 'Pia,Payer', `Cousin,Cora,${AT.salem}`)]],
])('a gift that a shop sold is of who gets it, and in nobody’s account: %s', async (title, rows) => {
  await takeSold(title, ...rows);
  const gift = await service.deps.db.legacyTerm.findFirstOrThrow({ where: { source: title, legacyId: '2' } });
  expect(await service.deps.db.account.count({ where: { id: gift.ownerId } })).toBe(0);
  expect(await service.deps.db.legacyReader.findFirst({ where: { ownerId: gift.ownerId } })).toMatchObject({ readerId: '#2', email: null });
});

test('who has their copy sent elsewhere than the bill has it in their account', async () => {
  await takeSold('moved', sold(1, 85, 'Pia,Payer', `PIA,Payer,${AT.salem}`));
  expect(await ownersOf('moved')).toEqual([await accountOf('payer85@example.org')]);
});

test(
  'who has moved has what is brought behind what they have: it is their name; what goes to another name and address is said before to come to nobody’s account',
  { tags: ['ci'] },
  async () => {
    const { db } = service.deps;
    await take('first', row(1, '86', 'moved@example.org'));
    await db.account.updateMany({ where: { email: 'moved@example.org' }, data: { verified: service.deps.clock() } });
    const file = fileOf(row(1, '86', 'moved@example.org', '7 New Rd'), row(2, '87', 'moved@example.org', '9 Far St'));
    const found = await check(service, bob, await bring(bob, file, { source: 'second' }));
    expect(found.counts).toMatchObject({ new: 2, mailboxes: 1, accounts: 1, apart: 1 });
    await apply(service, bob, found);
    const [moved, other] = await ownersOf('second');
    expect([moved, other === moved]).toEqual([await accountOf('moved@example.org'), false]);
  },
);

test('a copy that a later file sends to another zone is of who gets it', async () => {
  await take('zones', row(1, '91', 'zones@example.org'));
  await take('zones', `2,91,Émile,zones@example.org,5 Rue Bord,Laval,QC,H7A 0A1,CA,2`);
  const [own, gift] = await ownersOf('zones');
  expect([own, gift === own]).toEqual([await accountOf('zones@example.org'), false]);
});

test('what a reader has used stays when its file is taken back, though a later file mended their address; so does an address of their own', async () => {
  const { db } = service.deps;
  const first = await take('used', row(1, '71', 'used@example.org'), row(2, '72', 'own@example.org'));
  const used = (await accountOf('used@example.org')) ?? '';
  const own = (await accountOf('own@example.org')) ?? '';
  await later(DAY);
  await db.account.update({ where: { id: used }, data: { verified: service.deps.clock() } });
  await db.ownerAddress.updateMany({ where: { ownerId: own }, data: { name: 'Their own', updated: service.deps.clock() } });
  for (const street of ['2 Oak St', '3 Ash St']) {
    await later(DAY);
    await take('used', row(1, '71', 'used@example.org', street), row(2, '72', 'own@example.org', street));
  }
  expect(await db.ownerAddress.findFirst({ where: { ownerId: used } })).toMatchObject({ address: { line1: '3 Ash St' } });
  expect(await db.ownerAddress.findFirst({ where: { ownerId: own } })).toMatchObject({ name: 'Their own', address: { line1: '1 Elm St' } });
  const answer = await bob.post(`/api/desk/imports/${first.id}/withdraw?dry`, { action: uuidv7() });
  expect(await answer.json()).toEqual({ untouched: 0, used: 2, mailed: 0, stopped: 0 });
});

test('whoever is erased is in no row of any file that is kept: refused, ended, unchecked, or still to be taken over', async () => {
  const { db } = service.deps;
  await take('gone', row(1, '81', 'gone@example.org'), row(2, '82', 'stays@example.org'));
  const ownerId = (await accountOf('gone@example.org')) ?? '';
  // Refused, ended, and one that has their number alone.
  await check(
    service,
    bob,
    await bring(bob, fileOf(row(5, '81', 'Gone@Example.org', ''), row(6, '81', ' gone@example.org').replace(/2$/, '0'), row(7, '81', '')), {
      source: 'gone',
    }),
  );
  await bring(bob, fileOf(row(8, '81', 'gone@example.org'), row(9, '83', 'stays@example.org')), { source: 'unchecked' });
  const fresh = await check(service, bob, await bring(bob, fileOf(row(1, '1', 'gone@example.org')), { source: 'fresh' }));
  await db.$transaction((tx) => forgetDeskRecords(tx, 'main', ownerId));
  const left = await db.$queryRaw`
    select r.cells ->> 3 as email from import_row r join import i on i.id = r.import_id
    where i.source in ('gone', 'unchecked', 'fresh') order by 1`;
  expect(left).toEqual([{ email: 'stays@example.org' }, { email: 'stays@example.org' }]);
  expect(fresh.counts?.new).toBe(1);
});

test('a status that only has a word for an end in it is asked about, and no end', async () => {
  const messages = ['Extended', 'Unexpired', 'Never suspended', 'wc-cancelled', 'On hold', 'Expired', 'X', 'active'];
  const rows = messages.map((status, at) => `${at + 1},Reader,status${at}@example.org,digital,${status},2`);
  const file = bytesOf(['legacy_id,name,email,plan,status,issues_left', ...rows].join('\n'));
  const found = await check(service, bob, await bring(bob, file, { source: 'status' }));
  expect(found.counts).toMatchObject({ refused: 3, ended: 4, new: 1 });
});

test('an import that is being taken back keeps its rows until it is, however late that is', async () => {
  const done = await take('slow', row(1, '91', ''));
  await later(29 * DAY);
  expect((await bob.post(`/api/desk/imports/${done.id}/withdraw`, { action: uuidv7() })).status).toBe(200);
  await later(2 * DAY);
  await cleanUp(service.deps);
  await runImports(service.deps);
  expect([(await readImport(bob, done.id)).state, await ownersOf('slow')]).toEqual(['withdrawn', []]);
  await cleanUp(service.deps);
  expect(await service.deps.db.importRow.count({ where: { importId: done.id } })).toBe(0);
});

test('an import that fails again and again is given up: the desk says so, and what came so far is taken back', async () => {
  const { db } = service.deps;
  const failing = async (reached: (step: string) => void) => {
    for (let time = 0; time < 12; time += 1) {
      late += 2 * MINUTE;
      await runImports({ ...service.deps, reached });
    }
    bob = await service.as('circulation');
  };
  const found = await check(service, bob, await bring(bob, bytesOf(listOf(1, 250)), { source: 'fails' }));
  expect((await askToApply(bob, found)).status).toBe(200);
  // The first batch comes to its end, however often a busy machine lets it begin.
  let isOneDone = false;
  await failing((step) => {
    if (isOneDone) throw new Error('a fault of ours');
    isOneDone = step === 'import-batch';
  });
  const stopped = await readImport(bob, found.id);
  expect(stopped).toMatchObject({
    state: 'stopped',
    brought: 100,
    withdrawable: true,
    failure: expect.stringContaining('part of the way'),
  });
  await runImports(service.deps);
  expect(await ownersOf('fails')).toHaveLength(100);
  expect((await bob.post(`/api/desk/imports/${found.id}/withdraw`, { action: uuidv7() })).status).toBe(200);
  await runImports(service.deps);
  expect(await readImport(bob, found.id)).toMatchObject({ state: 'withdrawn', failure: null });
  expect(await ownersOf('fails')).toEqual([]);
  // One that cannot even be checked is thrown away.
  const { columns } = found;
  const id = await bring(bob, bytesOf(listOf(1, 1)), { source: 'unread' });
  expect((await bob.post(`/api/desk/imports/${id}/check`, { action: uuidv7(), columns })).status).toBe(200);
  await db.import.update({ where: { id }, data: { columns: {} } });
  await failing(() => undefined);
  await db.import.update({ where: { id }, data: { columns } });
  expect(await readImport(bob, id)).toMatchObject({ state: 'columns', failure: expect.stringContaining('could not be checked') });
  expect((await bob.post(`/api/desk/imports/${id}/discard`, { action: uuidv7() })).status).toBe(200);
});

test('a column of plans has few different cells: one of names or e-mail addresses is not listed as such', async () => {
  const id = await bring(bob, bytesOf(listOf(1, 60, (n) => `plan${n}@example.org`)), { source: 'plans' });
  const plansIn = async (column: string) =>
    v.parse(DeskImport, await (await bob.get(`/api/desk/imports/${id}?plan=${column}`)).json()).plans;
  expect([await plansIn('email'), await plansIn('city')]).toEqual([[], [{ value: 'Dayton', count: 60 }]]);
});
