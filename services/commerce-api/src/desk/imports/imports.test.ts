import { DeskImports, ImportApplied, RefusedTaken, type DeskImport } from '@newsstand/contracts/desk-imports';
import { DeskReader } from '@newsstand/contracts/desk-reader';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { apply, askToApply, bring, bytesOf, check, listOf, readImport, sample, upload } from '../../../test/imports.ts';
import { compose, joinPath } from '../../../test/letter.ts';
import { answerOf, codeFor, lettersTo, logInWith, makeAccount } from '../../../test/reader.ts';
import { deliver } from '../../../test/subscriber.ts';
import { letterText } from '../../letters/letter-text.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { DAY } from '../../platform/duration.ts';
import { hashOf } from '../../platform/secrets.ts';
import { runImports } from '../../readers/imports/run-imports.ts';
import { askToJoin } from '../../readers/join-list.ts';

let service: DeskApp;
let bob: Browser;
let late = 0;
beforeAll(async () => {
  service = await createDeskTestApp({ clock: () => new Date(Date.parse('2026-11-24T12:00:00Z') + late) });
  bob = await service.as('circulation');
});
afterAll(() => service.close());
/** Nobody stays signed in for as long. */
async function later(time: number): Promise<void> {
  late += time;
  bob = await service.as('circulation');
}

const taken = async (source: string) => {
  const rows = await service.deps.db.subscription.findMany({
    where: { source: { startsWith: `import:${source}:` } },
    include: { tokens: true },
    orderBy: { source: 'asc' },
  });
  return rows.map(({ source: from, term, level, activeDeliverable, copies, tokens }) => [
    from.split(':')[2],
    term,
    level,
    activeDeliverable,
    copies,
    tokens.length,
  ]);
};
const problemsOf = ({ mistakes }: DeskImport) =>
  Object.fromEntries(mistakes.map(({ field, text, rows }) => [`${field} ${rows.join()}`, text]));
const refusedOf = async (id: string) =>
  v.parse(RefusedTaken, await (await bob.post(`/api/desk/imports/${id}/refused`, { action: uuidv7() })).json()).csv;

test('a fulfilment house’s list, as Excel wrote it, is looked through row by row, and what is well is taken over', async () => {
  const id = await bring(bob, await sample('fulfilment-house'), { source: 'house' });
  const before = await readImport(bob, id);
  expect(before).toMatchObject({
    state: 'columns',
    rows: 15,
    remembered: false,
    columns: { country: '', fields: { legacy_id: 'ACCT NO', plan: 'VERSION' } },
  });
  expect(before.columns.plans).toEqual([
    { value: 'P', medium: 'print', level: 'low' },
    { value: 'D', medium: 'digital', level: 'low' },
  ]);
  expect(before.sample[2]?.slice(0, 3)).toEqual(['00020115', 'Château', 'Café “Noël”']);
  const found = await check(service, bob, id, { country: 'US' });
  expect(found.counts).toMatchObject({
    new: 7,
    ended: 1,
    refused: 7,
    same: 0,
    mailboxes: 5,
    printed: 6,
    copies: 11,
    lifetimes: 1,
    value: 23_800,
  });
  expect(problemsOf(found)).toEqual({
    'copies 14': "'none' copies: write a number from 1 to 500.",
    'country 13': "Nothing is posted to 'Antarctica Base': no zone has that country.",
    'email 11': 'Enter an email address such as name@example.org.',
    'email 16': 'What is read in files needs an e-mail address.',
    'expires 15': 'Nothing says what is owed: neither a day of its end nor issues left.',
    'name 12': 'Must not be blank.',
    'state 10': 'Must not be blank.',
  });
  expect(await taken('house')).toEqual([]);

  const applied = await apply(service, bob, found);
  expect(applied).toMatchObject({ state: 'applied', brought: 7, withdrawable: true });
  expect(await taken('house')).toEqual([
    ['00020113', '1year', 'low', 'print-a', 1, 3],
    ['00020114', '1year', 'high', 'print-a', 1, 4],
    ['00020115', '1year', 'low', 'print-c', 5, 2],
    ['00020116', '1year', 'low', 'print-b', 1, 1],
    ['00020117', '1year', 'low', 'digital', 1, 6],
    ['00020119', 'lifetime', 'high', 'print-a', 2, 0],
    ['00020120', '1year', 'low', 'print-a', 1, 5],
  ]);
  const { db } = service.deps;
  const anna = await db.account.findFirstOrThrow({ where: { email: 'anna.kowalska@example.org' } });
  expect(anna).toMatchObject({ name: 'Anna Kowalska', verified: null, passwordHash: null });
  expect(await db.ownerAddress.findFirst({ where: { ownerId: anna.id } })).toMatchObject({
    shipcode: 'a',
    name: 'Anna Kowalska',
    address: { line1: '14 Elm St', state: 'OH', country_code: 'US', postcode: '45402' },
  });
  // Bo has no mailbox, and a ZIP code whose zero a spreadsheet took away.
  const bo = await db.legacyReader.findFirstOrThrow({ where: { readerId: '#00020114' } });
  expect(await db.ownerAddress.findFirst({ where: { ownerId: bo.ownerId } })).toMatchObject({ address: { postcode: '04101' } });
  expect(await lettersTo(service, 'anna.kowalska@example.org')).toEqual([]);
  const done = await db.staffAction.findMany({ where: { verb: 'applyImport' } });
  expect(done).toMatchObject([{ subject: 'readers.csv', to: { import: id, source: 'house', new: 7 } }]);
});

test('the same file again changes nothing; what was refused is mended in its own file, and brought again leaves none', async () => {
  const again = await check(service, bob, await bring(bob, await sample('fulfilment-house'), { source: 'house' }));
  // What was said of the columns is remembered.
  expect(again).toMatchObject({ remembered: true, counts: { new: 0, same: 7, ended: 1, refused: 7 } });
  expect((await askToApply(bob, again)).status).toBe(422);
  const refused = await refusedOf(again.id);
  expect(refused.split('\r\n')).toHaveLength(9);
  // It is a file of people like any other: the history has it, and nobody's name.
  const [took] = await service.deps.db.staffAction.findMany({ where: { verb: 'takeRefused' } });
  expect(took?.to).toEqual({ rows: 7, hash: hashOf(refused) });
  expect(refused).toContain('"E-mail: Enter an email address such as name@example.org."'.replaceAll('"', ''));
  const mended = refused
    .replace('Springfield;', 'Springfield;')
    .replace('3 Main St,,Springfield,,', '3 Main St,,Springfield,IL,')
    .replace('jo@example,', 'jo@example.org,')
    .replace('00020123,,,', '00020123,Lee,Named,')
    .replaceAll('Antarctica Base', 'France')
    .replace(',none,', ',1,')
    .replace('00020126,Max,Nothing,3 Fir St,,Bend,OR,97701,,,P,,A,1,,,', '00020126,Max,Nothing,3 Fir St,,Bend,OR,97701,,,P,,A,1,2,,')
    .replace('Ned,Files,,,,,,,,', 'Ned,Files,,,,,,,ned@example.org,');
  const found = await check(service, bob, await bring(bob, bytesOf(mended), { source: 'house' }));
  expect(found).toMatchObject({ remembered: true, counts: { new: 7, refused: 0 }, mistakes: [] });
  // What was wrong of it before is none of its columns.
  expect([found.header, found.sample[0]?.length]).toEqual([again.header, again.header.length]);
  await apply(service, bob, found);
  expect(await taken('house')).toHaveLength(14);
  expect((await check(service, bob, await bring(bob, bytesOf(mended), { source: 'house' }))).counts).toMatchObject({ new: 0, same: 7 });
});

test(
  'WooCommerce’s export is taken over by its own columns: a gift stays its recipient’s, and what renewed by card is owed until its day',
  { tags: ['ci'] },
  async () => {
    const id = await bring(bob, await sample('woocommerce-subscriptions'), { source: 'woocommerce' });
    const before = await readImport(bob, id);
    expect(before.columns.plans).toEqual([
      { value: 'Print, Standard', medium: 'print', level: 'low' },
      { value: 'Digital edition', medium: 'digital', level: 'low' },
      { value: 'Print, Solidarity', medium: 'print', level: 'high' },
    ]);
    const found = await check(service, bob, id);
    expect(found.counts).toMatchObject({ new: 5, ended: 2, refused: 3, apart: 1, mailboxes: 4 });
    expect(problemsOf(found)).toMatchObject({
      'legacy_id 10': 'Row 2 has the same number.',
      'email 11': expect.stringContaining('needs an e-mail'),
    });
    await apply(service, bob, found);
    expect(await taken('woocommerce')).toEqual([
      ['5101', '1year', 'low', 'print-a', 1, 4],
      ['5102', '1year', 'low', 'print-a', 1, 3],
      ['5103', '1year', 'high', 'print-c', 1, 2],
      ['5104', '1year', 'low', 'digital', 1, 2],
      ['5107', '1year', 'low', 'print-a', 2, 4],
    ]);
    const { db } = service.deps;
    const marge = await db.legacyTerm.findFirstOrThrow({ where: { legacyId: '5102' } });
    expect(await db.ownerAddress.findMany({ where: { ownerId: marge.ownerId } })).toMatchObject([
      { name: 'Aunt Marge', address: { city: 'Salem' } },
    ]);
    expect(await db.account.count({ where: { id: marge.ownerId } })).toBe(0);
    // The very spelling of addresses that logins know.
    expect(await db.account.count({ where: { email: 'di.vance@example.org' } })).toBe(1);
  },
);

test(
  'a row of which name or address are others changes these alone, and not where its reader has named another since',
  { tags: ['ci'] },
  async () => {
    const list = (street: (n: number) => string) => bytesOf(listOf(1, 2).replaceAll(/(\d) Elm St/g, (_, n) => street(Number(n))));
    await apply(
      service,
      bob,
      await check(
        service,
        bob,
        await bring(
          bob,
          list((n) => `${n} Elm St`),
          { source: 'moved' },
        ),
      ),
    );
    const { db } = service.deps;
    const [one, two] = await db.legacyTerm.findMany({ where: { source: 'moved' }, orderBy: { legacyId: 'asc' } });
    await later(DAY);
    await db.ownerAddress.updateMany({
      where: { ownerId: two?.ownerId ?? '' },
      data: { name: 'Their own', updated: service.deps.clock() },
    });
    const found = await check(
      service,
      bob,
      await bring(
        bob,
        list((n) => `${n} Oak St`),
        { source: 'moved' },
      ),
    );
    expect(found.counts).toMatchObject({ new: 0, changed: 2 });
    await apply(service, bob, found);
    expect(await db.ownerAddress.findFirst({ where: { ownerId: one?.ownerId ?? '' } })).toMatchObject({ address: { line1: '1 Oak St' } });
    expect(await db.ownerAddress.findFirst({ where: { ownerId: two?.ownerId ?? '' } })).toMatchObject({
      name: 'Their own',
      address: { line1: '2 Elm St' },
    });
    expect(await taken('moved')).toHaveLength(2);
  },
);

test(
  'the page of a reader says which files brought and changed them, who took these over and when, and that one was taken back',
  { tags: ['ci'] },
  async () => {
    const who = { name: 'Ada Thornbury', email: 'ada@house.test' };
    const rows = (street: string) =>
      bytesOf(listOf(1, 2, (n) => (n === 1 ? who.email : '')).replaceAll(/(\d) Elm St/g, (_, n) => `${n} ${street}`));
    const take = async (street: string) =>
      apply(service, bob, await check(service, bob, await bring(bob, rows(street), { source: 'paged' })));
    const brought = await take('Elm St');
    await later(DAY);
    const moved = await take('Oak St');
    const { db } = service.deps;
    const { ownerId } = await db.legacyTerm.findFirstOrThrow({ where: { source: 'paged', legacyId: '1' } });
    const historyOf = async () => {
      const { history } = v.parse(DeskReader, await (await bob.get(`/api/desk/readers/${ownerId}`)).json());
      const kept = v.object({ import: v.string(), reader: v.optional(v.string()) });
      return history.map(({ who: by, verb, subject, at, to, undone }) => ({ by, verb, subject, at, undone, ...v.parse(kept, to) }));
    };
    const done = { by: 'Bob', verb: 'applyImport', subject: 'readers.csv', undone: false };
    expect(await historyOf()).toMatchObject([
      { ...done, import: moved.id, reader: 'changed', at: service.deps.clock().toISOString() },
      { ...done, import: brought.id, reader: 'brought' },
    ]);
    // It is theirs by now, and stays.
    await db.account.updateMany({ where: { email: who.email }, data: { verified: service.deps.clock() } });
    await bob.post(`/api/desk/imports/${brought.id}/withdraw`, { action: uuidv7() });
    await runImports(service.deps);
    expect(await historyOf()).toMatchObject([
      { verb: 'withdrawImport', import: brought.id },
      { ...done, import: moved.id },
      { ...done, import: brought.id, undone: true },
    ]);
    const { ownerId: other } = await db.importReader.findFirstOrThrow({
      where: { ownerId: { not: ownerId }, changed: true },
      orderBy: { ownerId: 'desc' },
    });
    expect((await bob.get(`/api/desk/readers/${other}`)).status, 'of whom nothing is left').toBe(404);
  },
);

test('an import is taken back whole, but for what has been used since, which is said before; brought again it is all there', async () => {
  const file = bytesOf(listOf(1, 300, (n) => (n % 3 === 0 ? `back${n}@example.org` : '')));
  const applied = await apply(service, bob, await check(service, bob, await bring(bob, file, { source: 'back' })));
  expect(applied.brought).toBe(300);
  const { db } = service.deps;
  const termOf = async (n: number) => db.subscription.findFirstOrThrow({ where: { source: `import:back:${n}` } });
  // One had an issue, one came and proved the mailbox, of one staff noted something, and of another they changed the
  // address; of the next they took that back.
  await deliver(service, (await termOf(1)).token, [16]);
  late += 1000;
  await db.account.update({
    where: { email: 'back3@example.org', publicationId_email: { publicationId: 'main', email: 'back3@example.org' } },
    data: { verified: service.deps.clock() },
  });
  const { ownerId: noted } = await termOf(5);
  expect((await bob.post(`/api/desk/readers/${noted}/notes`, { action: uuidv7(), text: 'Called twice.' })).status).toBe(200);
  const moved = { line1: '99 New Rd', line2: '', city: 'Dayton', state: 'OH', postcode: '45402', country: 'US' };
  for (const n of [7, 8]) {
    const { ownerId } = await termOf(n);
    const { addresses } = v.parse(DeskReader, await (await bob.get(`/api/desk/readers/${ownerId}`)).json());
    const change = { action: uuidv7(), reason: 'asked', address: moved, version: addresses[0]?.version };
    expect((await bob.post(`/api/desk/readers/${ownerId}/address/a`, change)).status).toBe(200);
    if (n === 8) expect((await bob.post(`/api/desk/actions/${change.action}/undo`, { action: uuidv7() })).status).toBe(200);
  }
  const withdraw = (dry = false, action = uuidv7()) => bob.post(`/api/desk/imports/${applied.id}/withdraw${dry ? '?dry' : ''}`, { action });
  expect(await answerOf(await withdraw(true))).toEqual([200, { untouched: 296, used: 4, mailed: 0, stopped: 0 }]);
  expect(await db.subscription.count({ where: { source: { startsWith: 'import:back:' } } })).toBe(300);
  const action = uuidv7();
  const answers = await Promise.all([withdraw(false, action), withdraw(false, action), withdraw()]);
  // Whichever of the two wishes is first.
  expect([
    [200, 200, 409],
    [200, 409, 409],
  ]).toContainEqual(answers.map(({ status }) => status).toSorted());
  await runImports(service.deps);
  expect((await readImport(bob, applied.id)).state).toBe('withdrawn');
  expect((await taken('back')).map(([number]) => number)).toEqual(['1', '3', '5', '7']);
  expect(v.parse(DeskReader, await (await bob.get(`/api/desk/readers/${noted}`)).json()).notes).toMatchObject([{ text: 'Called twice.' }]);
  expect(await db.account.findMany({ where: { email: { startsWith: 'back' } }, select: { email: true } })).toEqual([
    { email: 'back3@example.org' },
  ]);
  expect(await db.legacyReader.count({ where: { source: 'back' } })).toBe(4);
  expect(
    await db.ownerAddress.count({ where: { name: { startsWith: 'Reader ' }, address: { path: ['line1'], equals: '9 Elm St' } } }),
  ).toBe(0);
  const again = await apply(service, bob, await check(service, bob, await bring(bob, file, { source: 'back' })));
  expect([again.counts, again.brought]).toMatchObject([{ new: 296, same: 4 }, 296]);
  expect(await taken('back')).toHaveLength(300);
});

test(
  'who is billed for a move of what an import brought keeps it, and the invoice, when the import is taken back',
  { tags: ['ci'] },
  async () => {
    const file = bytesOf(listOf(1, 2, (n) => `moves${n}@example.org`));
    const applied = await apply(service, bob, await check(service, bob, await bring(bob, file, { source: 'moves' })));
    const { ownerId } = await service.deps.db.subscription.findFirstOrThrow({ where: { source: 'import:moves:1' } });
    const address = { line1: '5 King St', line2: '', city: 'Toronto', state: 'ON', postcode: 'M5H 1A1', country: 'CA' };
    const move = { action: uuidv7(), reason: 'asked', version: 'none', address, move: 'billed' };
    expect((await answerOf(await bob.post(`/api/desk/readers/${ownerId}/address/b`, move)))[0]).toBe(200);
    const withdrawn = await bob.post(`/api/desk/imports/${applied.id}/withdraw?dry`, { action: uuidv7() });
    expect(await answerOf(withdrawn)).toMatchObject([200, { untouched: 1, used: 1 }]);
  },
);

test('what a subscription owes by a later file is not taken over, and the check says of which it is more or less; of an unchanged one it says nothing, however late', async () => {
  const header = 'subscription_id,name,email,country,plan,issues_left,next_payment_date';
  const fileOf = (...rows: string[]) =>
    bytesOf([header, ...rows.map((row) => row.replace(',', ',Ada,ada@example.org,,Digital,'))].join('\n'));
  const look = async (...rows: string[]) => check(service, bob, await bring(bob, fileOf(...rows), { source: 'renewing' }));
  const first = ['a1,,2027-09-30', 'a2,,2027-09-30', 'a3,4,', 'a4,4,', 'a5,lifetime,', 'a6,2,'];
  await apply(service, bob, await look(...first));
  expect((await look(...first)).counts).toMatchObject({ same: 6, more: 0, less: 0, otherwise: [] });
  await later(200 * DAY);
  expect((await look(...first)).counts).toMatchObject({ same: 6, more: 0, less: 0 });
  const { counts } = await look('a1,,2028-09-30', 'a2,,2027-09-30', 'a3,3,', 'a4,8,', 'a5,lifetime,', 'a6,lifetime,');
  expect(counts).toMatchObject({ new: 0, same: 6, changed: 0, more: 3, less: 1 });
  expect(counts?.otherwise).toEqual([
    { row: 2, number: 'a1', had: 4, says: 8 },
    { row: 5, number: 'a4', had: 4, says: 8 },
    { row: 7, number: 'a6', had: 2, says: null },
    { row: 4, number: 'a3', had: 4, says: 3 },
  ]);
  expect((await taken('renewing')).map(([number, , , , , tokens]) => [number, tokens])).toEqual([
    ['a1', 4],
    ['a2', 4],
    ['a3', 4],
    ['a4', 4],
    ['a5', 0],
    ['a6', 2],
  ]);
});

test('after 30 days an import is not taken back any more', { tags: ['ci'] }, async () => {
  const applied = await apply(service, bob, await check(service, bob, await bring(bob, bytesOf(listOf(1, 1)), { source: 'old' })));
  await later(31 * DAY);
  expect((await readImport(bob, applied.id)).withdrawable).toBe(false);
  expect((await bob.post(`/api/desk/imports/${applied.id}/withdraw`, { action: uuidv7() })).status).toBe(409);
});

test('whoever has an account that is proved has what is owed behind what they have; what is owed to a mailbox whose account nobody has proved comes with the proof', async () => {
  const proved = await makeAccount(service, { email: 'proved@example.org' });
  const squatter = await makeAccount(service, { email: 'squatted@example.org', verified: false });
  const list = listOf(1, 2, (n) => (n === 1 ? 'proved@example.org' : 'squatted@example.org'));
  const found = await check(service, bob, await bring(bob, bytesOf(list), { source: 'known' }));
  expect(found.counts).toMatchObject({ new: 2, accounts: 1, unproved: 1 });
  await apply(service, bob, found);
  const { db } = service.deps;
  expect(await db.subscription.findMany({ where: { ownerId: { in: [proved.id, squatter.id] } } })).toMatchObject([
    { ownerId: proved.id, source: 'import:known:1', cycle: 1 },
  ]);
  expect(await db.ownerAddress.count({ where: { ownerId: squatter.id } })).toBe(0);
  expect(await db.account.findUniqueOrThrow({ where: { id: proved.id } })).toMatchObject({ name: proved.name });
  // Whoever signed up with it comes and goes, and has nothing; whose mailbox it is has it with the first proof.
  expect((await logInWith(service.browser(), squatter.email)).status).toBe(200);
  expect(await db.subscription.count({ where: { ownerId: squatter.id } })).toBe(0);
  const owner = service.browser();
  const { token } = v.parse(
    v.object({ token: v.string() }),
    await (await owner.post('/api/access/signin', { email: squatter.email })).json(),
  );
  const code = await codeFor(service, squatter.email);
  expect((await owner.post('/api/access/signin/verify', { token, password: code })).status).toBe(200);
  expect(await db.subscription.findMany({ where: { ownerId: squatter.id } })).toMatchObject([{ source: 'import:known:2' }]);
  expect(await db.ownerAddress.findMany({ where: { ownerId: squatter.id } })).toMatchObject([{ address: { line1: '2 Elm St' } }]);
  expect(await db.legacyTerm.findFirst({ where: { source: 'known', legacyId: '2' } })).toMatchObject({ ownerId: squatter.id });
});

test(
  'a number that two systems have is two subscriptions; the letters of one person in one file are one person’s',
  { tags: ['ci'] },
  async () => {
    const rows =
      'legacy_id,reader_id,name,email,plan,issues_left\n1,A,Ana,ana.two@example.org,digital,2\n2,A,Ana,ana.two@example.org,digital,3\n3,B,Ana,ana.two@example.org,digital,1\n';
    for (const source of ['one', 'two']) await apply(service, bob, await check(service, bob, await bring(bob, bytesOf(rows), { source })));
    const { id } = await service.deps.db.account.findFirstOrThrow({ where: { email: 'ana.two@example.org' } });
    const terms = await service.deps.db.subscription.findMany({
      where: { ownerId: id },
      orderBy: { cycle: 'asc' },
      include: { tokens: true },
    });
    expect(terms.map(({ source, cycle, phase, tokens }) => [source, cycle, phase, tokens.length])).toEqual([
      ['import:one:1', 1, 'introductory', 2],
      ['import:one:2', 2, 'renewal', 3],
      ['import:one:3', 3, 'renewal', 1],
      ['import:two:1', 4, 'renewal', 2],
      ['import:two:2', 5, 'renewal', 3],
      ['import:two:3', 6, 'renewal', 1],
    ]);
  },
);

test('what is no such file is refused and leaves nothing', { tags: ['ci'] }, async () => {
  const before = await service.deps.db.import.count();
  const refusal = async (text: string) => answerOf(await upload(bob, bytesOf(text), { source: 'bad' }));
  expect(await refusal('')).toEqual([422, { errors: { file: 'There is no row below the heading.' } }]);
  expect(await refusal('name,legacy_id\n')).toMatchObject([422, { errors: { file: expect.stringContaining('no row below') } }]);
  expect(await refusal('Ana,Elm St\nBo,Oak St\n')).toMatchObject([422, { errors: { file: expect.stringContaining('name the columns') } }]);
  expect(await refusal('name,legacy_id\nAna,"1\nBo,2\n')).toMatchObject([
    422,
    { errors: { file: 'It cannot be read as a table: a cell begins with a quotation mark, and none ends it.' } },
  ]);
  expect(await refusal(`name,legacy_id\nAna,1\nBo,"${'x,'.repeat(60_000)}"\n`)).toEqual([
    422,
    { errors: { file: 'It cannot be read as a table: a row has more than 100,000 characters (line 3). Is a quotation mark missing?' } },
  ]);
  expect((await upload(bob, new Uint8Array(51 * 1024 * 1024), { source: 'bad' })).status).toBe(413);
  const json = bob.send('POST', '/api/desk/imports?action=x&name=x&source=x', '{}', { 'Content-Type': 'application/json' });
  expect([415, 422]).toContain((await json).status);
  expect(await service.deps.db.import.count()).toBe(before);
});

test('a file that was brought twice with one click is there once; one that was not applied is thrown away', async () => {
  const action = uuidv7();
  const file = bytesOf(listOf(1, 5));
  const answers = await Promise.all([1, 2].map(() => upload(bob, file, { source: 'twice', action })));
  expect(answers.map(({ status }) => status).toSorted()).not.toContain(500);
  expect((await upload(bob, file, { source: 'twice', action })).status).toBe(200);
  expect(await service.deps.db.import.count({ where: { source: 'twice' } })).toBe(1);
  const discard = () => bob.post(`/api/desk/imports/${action}/discard`, { action: action.replace(/^./, '9') });
  expect([(await discard()).status, (await discard()).status]).toEqual([200, 200]);
  expect([
    await service.deps.db.importRow.count({ where: { importId: action } }),
    (await bob.get(`/api/desk/imports/${action}`)).status,
  ]).toEqual([0, 404]);
});

test('an import that is applied twice at once is applied once; who has seen another check is told', async () => {
  const found = await check(service, bob, await bring(bob, bytesOf(listOf(1, 450)), { source: 'once' }));
  expect((await bob.post(`/api/desk/imports/${found.id}/apply`, { action: uuidv7(), rows: 3 })).status).toBe(409);
  const answers = await Promise.all([askToApply(bob, found), askToApply(bob, found)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const ann = await service.as('publisher');
  expect(await (await askToApply(ann, found)).json()).toMatchObject({
    errors: 'Bob has gone on with this file meanwhile. Look at it again.',
  });
  // Two replicas take it up.
  await Promise.all([runImports(service.deps), runImports(service.deps)]);
  expect(await readImport(bob, found.id)).toMatchObject({ state: 'applied', brought: 450 });
  expect(v.is(v.object({ history: v.unknown() }), found)).toBe(false);
});

test(
  'an import goes on at its pace: each batch says how long it may take, so that 100,000 rows are checked in less than 40 seconds and taken over in less than five minutes',
  { tags: ['ci'] },
  async () => {
    const id = await bring(bob, bytesOf(listOf(1, 250)), { source: 'paced' });
    const { columns } = await readImport(bob, id);
    expect((await bob.post(`/api/desk/imports/${id}/check`, { action: uuidv7(), columns })).status).toBe(200);
    const told: number[] = [];
    const pace = async (allowed: number) => void told.push(allowed);
    await runImports(service.deps, undefined, pace);
    expect((await askToApply(bob, await readImport(bob, id))).status).toBe(200);
    await runImports(service.deps, undefined, pace);
    expect((await bob.post(`/api/desk/imports/${id}/withdraw`, { action: uuidv7() })).status).toBe(200);
    await runImports(service.deps, undefined, pace);
    const row = { check: 40_000 / 100_000, takeOver: 300_000 / 100_000 };
    const takeOver = [100, 100, 50, 0].map((rows) => rows * row.takeOver);
    const bars = [...[250, 0].map((rows) => rows * row.check), ...takeOver, ...takeOver];
    expect(told.map((allowed, at) => allowed <= (bars[at] ?? 0) && allowed >= (bars[at] ?? 0) * 0.8)).toEqual(bars.map(() => true));
  },
);

test('an import that is held does nothing more until somebody lets it go on, and says so', { tags: ['ci'] }, async () => {
  const found = await check(service, bob, await bring(bob, bytesOf(listOf(1, 450)), { source: 'held' }));
  expect((await askToApply(bob, found)).status).toBe(200);
  const pause = (paused: boolean) => bob.post(`/api/desk/imports/${found.id}/pause`, { action: uuidv7(), paused });
  const held = { ...service.deps, reached: (step: string) => void (step === 'import-batch' && stopping.abort()) };
  const stopping = new AbortController();
  await runImports(held, stopping.signal);
  expect((await pause(true)).status).toBe(200);
  expect((await pause(true)).status).toBe(409);
  await runImports(service.deps);
  expect(await readImport(bob, found.id)).toMatchObject({ state: 'applying', done: 100, brought: 100, paused: true });
  expect((await pause(false)).status).toBe(200);
  await runImports(service.deps);
  expect(await readImport(bob, found.id)).toMatchObject({ state: 'applied', brought: 450, paused: false });
  expect((await pause(true)).status).toBe(409);
});

test(
  'what the other system noted comes along, and its mailing lists only where their readers had agreed; both go with the import',
  { tags: ['ci'] },
  async () => {
    const { db } = service.deps;
    await db.listSignup.create({ data: { publicationId: 'main', email: 'left@example.org', tag: 'newsletter', left: new Date() } });
    const file = bytesOf(
      [
        'legacy_id,name,email,plan,issues_left,list,note',
        '1,Ana,list1@example.org,digital,2,newsletter events,Prefers letters',
        '2,Bo,left@example.org,digital,2,newsletter,',
        '3,Cy,list3@example.org,digital,2,no,',
        '4,Di,list4@example.org,digital,2,Our News!,',
      ].join('\n'),
    );
    const id = await bring(bob, file, { source: 'lists' });
    const { columns } = await readImport(bob, id);
    const refused = await bob.post(`/api/desk/imports/${id}/check`, { action: uuidv7(), columns });
    expect(await answerOf(refused)).toMatchObject([422, { errors: { consented: expect.stringContaining('had agreed') } }]);
    const found = await check(service, bob, id, { consented: true });
    expect(found.counts).toMatchObject({ new: 3, refused: 1, lists: 2, notes: 1 });
    const applied = await apply(service, bob, found);
    const members = () =>
      db.listSignup.findMany({
        where: { OR: [{ brought: 'lists' }, { email: 'left@example.org' }] },
        orderBy: [{ email: 'asc' }, { tag: 'asc' }],
      });
    expect(await members()).toMatchObject([
      { email: 'left@example.org', left: expect.any(Date), brought: null },
      { email: 'list1@example.org', tag: 'events', asked: null, brought: 'lists' },
      { email: 'list1@example.org', tag: 'newsletter', asked: null, brought: 'lists' },
    ]);
    const { id: ownerId } = await db.account.findFirstOrThrow({ where: { email: 'list1@example.org' } });
    expect(await db.readerNote.findMany({ where: { ownerId } })).toMatchObject([{ text: 'lists: Prefers letters' }]);
    expect((await bob.post(`/api/desk/imports/${applied.id}/withdraw`, { action: uuidv7() })).status).toBe(200);
    await runImports(service.deps);
    expect(await members()).toMatchObject([{ email: 'left@example.org' }]);
    expect(await db.readerNote.count({ where: { ownerId } })).toBe(0);
    // Of the next file with these columns everything is known but that its people had agreed.
    const next = await readImport(
      bob,
      await bring(bob, Buffer.concat([file, Buffer.from('\n5,Ed,list5@example.org,digital,2,newsletter,')]), { source: 'lists' }),
    );
    expect(next).toMatchObject({ remembered: true, columns: { consented: false } });
  },
);

test('a territory of the United States is of their zone, whether a shop has it as a country or as a state; and it is said whom nothing is posted to', async () => {
  const id = await bring(
    bob,
    bytesOf(
      [
        'legacy_id,name,email,plan,issues_left,address,city,state,zip,country',
        '1,Ana,pr1@example.org,Print + Digital,2,1 Calle Sol,San Juan,,901,PR',
        '2,Bo,pr2@example.org,Print + Digital,2,2 Calle Sol,San Juan,PR,00901,US',
        '3,Cy,pr3@example.org,Print + Digital,2,3 Marine Dr,Tamuning,,96913,Guam',
        '4,Di,pr4@example.org,Digital,2,4 Elm St,Dayton,OH,45402,US',
        '5,Ed,pr5@example.org,Digital,2,,,,,',
      ].join('\n'),
    ),
    { source: 'territories' },
  );
  const found = await check(service, bob, id);
  expect(found.counts).toMatchObject({ new: 5, refused: 0, printed: 3, unposted: 1 });
  await apply(service, bob, found);
  expect((await taken('territories')).map((row) => row[3])).toEqual(['print-a', 'print-a', 'print-a', 'digital', 'digital']);
});

test(
  'who opts in here whom an import had put on a list has asked for it, and stays on it when the import is taken back; so does who came by a subscription that stays',
  { tags: ['ci'] },
  async () => {
    const { db } = service.deps;
    const rows = [
      '1,Ada,opts@example.org,digital,2,newsletter',
      '2,Bea,twice@example.org,digital,2,newsletter',
      '3,Cy,goes@example.org,digital,2,newsletter',
    ];
    const fileOf = (lines: readonly string[]) => bytesOf(['legacy_id,name,email,plan,issues_left,list', ...lines].join('\n'));
    const brought = async (lines: readonly string[]) => {
      const found = await check(service, bob, await bring(bob, fileOf(lines), { source: 'opting' }), { consented: true });
      return apply(service, bob, found);
    };
    const takeBack = async ({ id }: DeskImport) => {
      expect((await bob.post(`/api/desk/imports/${id}/withdraw`, { action: uuidv7() })).status).toBe(200);
      await runImports(service.deps);
    };
    const members = async () => {
      const found = await db.listSignup.findMany({ where: { brought: 'opting' }, orderBy: { email: 'asc' } });
      return found.map(({ email, asked, left }) => [email, asked !== null, left !== null]);
    };
    const first = await brought(rows);
    const email = 'opts@example.org';
    await askToJoin(service.deps, { email, tags: ['newsletter'], network: '203.0.113.7' });
    await service.app.request(await joinPath(service.deps, email), { method: 'POST' });
    expect(await members()).toEqual([
      ['goes@example.org', false, false],
      ['opts@example.org', true, false],
      ['twice@example.org', false, false],
    ]);
    // Whoever leaves is put back by no file.
    await db.listSignup.updateMany({ where: { email: 'goes@example.org' }, data: { left: service.deps.clock() } });
    const second = await brought(['4,Bea,twice@example.org,digital,1,newsletter', '5,Cy,goes@example.org,digital,1,newsletter']);
    await takeBack(second);
    const rest = [
      ['goes@example.org', false, true],
      ['opts@example.org', true, false],
    ];
    expect(await members()).toEqual([...rest, ['twice@example.org', false, false]]);
    await takeBack(first);
    expect(await members()).toEqual(rest);
  },
);

test('readers whom an import brought are written to when somebody says so: each once, thirty a minute from ten minutes on, and the rest can be stopped', async () => {
  const source = 'invited';
  const { db } = service.deps;
  const bring70 = bytesOf(listOf(1, 70, (n) => (n % 7 === 0 ? '' : `invited${n % 35}@example.org`)));
  const found = await check(service, bob, await bring(bob, bring70, { source }));
  const ask = (readers: number | null, { action = uuidv7(), dry = false } = {}) =>
    bob.post(`/api/desk/imports/${found.id}/letters${dry ? '?dry' : ''}`, { action, readers });
  expect((await ask(null, { dry: true })).status).toBe(409);
  await apply(service, bob, found);
  // Nobody is written to by being taken over.
  const letters = () => db.outbox.findMany({ where: { kind: 'imported' }, orderBy: { created: 'asc' } });
  expect(await letters()).toEqual([]);
  // One of them has been here, and the mail of another comes back.
  await db.account.updateMany({ where: { email: 'invited1@example.org' }, data: { verified: new Date() } });
  await db.account.updateMany({ where: { email: 'invited2@example.org' }, data: { emailFailing: new Date() } });
  expect(await (await ask(null, { dry: true })).json()).toEqual({ letters: 28, minutes: 1 });
  expect((await ask(29)).status).toBe(409);
  const action = uuidv7();
  const both = await Promise.all([ask(28, { action }), ask(28)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const written = await letters();
  const [first, last] = [written[0]?.created.getTime() ?? 0, written.at(-1)?.created.getTime() ?? 0];
  expect([written.length, new Set(written.map(({ recipient }) => recipient)).size, last - first]).toEqual([28, 28, 54_000]);
  expect(first - service.deps.clock().getTime()).toBeGreaterThan(9 * 60_000);
  const letter = await compose(service.deps, written[0] ?? expect.unreachable());
  expect(letterText(letter ?? expect.unreachable())).toMatch(/log in with the e-mail address that this letter went to/);
  // Of many letters the last goes out hours later: whoever has come by themselves, or whose mail came back, is not
  // written to any more.
  for (const [now, was] of [
    [{ verified: new Date() }, { verified: null }],
    [{ emailFailing: new Date() }, { emailFailing: null }],
  ]) {
    const where = { email: written[1]?.recipient ?? '' };
    await db.account.updateMany({ where, data: now ?? {} });
    expect(await compose(service.deps, written[1] ?? expect.unreachable())).toBeNull();
    await db.account.updateMany({ where, data: was ?? {} });
  }
  // Whoever wrote to them finds on the file's page what stops the rest: the whole history is not for their role.
  const [done, ...others] = (await readImport(bob, found.id)).letters;
  expect([done, others]).toMatchObject([{ verb: 'writeToImported', undo: true }, []]);
  await db.outbox.updateMany({ where: { id: written[0]?.id ?? '' }, data: { queued: new Date() } });
  expect((await bob.post(`/api/desk/actions/${done?.id}/undo`, { action: uuidv7() })).status).toBe(200);
  expect(await letters()).toHaveLength(1);
  // Who was written to is not written to again; the others are, if somebody says so again.
  expect(await (await ask(null, { dry: true })).json()).toEqual({ letters: 27, minutes: 1 });
});

test(
  'readers of a second file are written to behind those of the first: thirty a minute over all files, and it is said when they begin',
  { tags: ['ci'] },
  async () => {
    const { db, clock } = service.deps;
    await db.outbox.deleteMany({ where: { kind: 'imported' } });
    const bringOne = async (source: string) =>
      apply(
        service,
        bob,
        await check(service, bob, await bring(bob, bytesOf(listOf(1, 40, (n) => `${source}${n}@example.org`)), { source })),
      );
    const [one, other] = [await bringOne('pacea'), await bringOne('paceb')];
    const ask = (id: string, readers: number | null) =>
      bob.post(`/api/desk/imports/${id}/letters${readers === null ? '?dry' : ''}`, { action: uuidv7(), readers });
    expect((await Promise.all([ask(one.id, 40), ask(other.id, 40)])).map(({ status }) => status)).toEqual([200, 200]);
    const due = (await db.outbox.findMany({ where: { kind: 'imported' } }))
      .map(({ created }) => created.getTime())
      .toSorted((a, b) => a - b);
    expect(due).toHaveLength(80);
    for (const [index, at] of due.entries()) expect((due[index + 30] ?? Infinity) - at).toBeGreaterThanOrEqual(60_000);
    expect((due[0] ?? 0) - clock().getTime()).toBeLessThanOrEqual(10 * 60_000);
    const third = await bringOne('pacec');
    expect(await (await ask(third.id, null)).json()).toEqual({ letters: 40, minutes: 2, begins: 13 });
    await db.outbox.deleteMany({ where: { kind: 'imported' } });
  },
);

test(
  'whoever was written to that their subscription is here is said before it is taken back, and a letter that waits is not sent',
  { tags: ['ci'] },
  async () => {
    const file = bytesOf(listOf(1, 3, (n) => `told${n}@example.org`));
    const applied = await apply(service, bob, await check(service, bob, await bring(bob, file, { source: 'told' })));
    const { db } = service.deps;
    const letters = { kind: 'imported', recipient: { startsWith: 'told' } };
    const written = await bob.post(`/api/desk/imports/${applied.id}/letters`, { action: uuidv7(), readers: 3 });
    expect([written.status, await db.outbox.count({ where: letters })]).toEqual([200, 3]);
    await db.outbox.updateMany({ where: { ...letters, recipient: 'told1@example.org' }, data: { queued: service.deps.clock() } });
    const withdraw = (dry: boolean) => bob.post(`/api/desk/imports/${applied.id}/withdraw${dry ? '?dry' : ''}`, { action: uuidv7() });
    for (const dry of [true, false])
      expect(await answerOf(await withdraw(dry))).toEqual([200, { untouched: 3, used: 0, mailed: 1, stopped: 2 }]);
    await runImports(service.deps);
    expect(await db.outbox.findMany({ where: letters, select: { recipient: true } })).toEqual([{ recipient: 'told1@example.org' }]);
  },
);

test('whoever takes over is told of an issue that begins within a week: who comes before it is given it', { tags: ['ci'] }, async () => {
  const { db } = service.deps;
  const found = await check(service, bob, await bring(bob, bytesOf(listOf(1, 2)), { source: 'soon' }));
  const told = async () => {
    const answer = await bob.post(`/api/desk/imports/${found.id}/apply?dry`, { action: uuidv7(), rows: 2 });
    return v.parse(ImportApplied, await answer.json()).soon;
  };
  expect(await told()).toBeNull();
  const names = { ref: 'iss:900', title: 'T', slug: 'soon', summary: '', cover: {} };
  const day = new Date(service.deps.clock().getTime() + 6 * DAY);
  await db.issue.create({ data: { publicationId: 'main', number: 900, ...names, released: new Date(day.toISOString().slice(0, 10)) } });
  expect(await told()).toEqual({ issue: 900, at: `${day.toISOString().slice(0, 10)}T00:00:00.000Z` });
  await db.releasePlan.create({ data: { publicationId: 'main', issue: 900, at: day, updated: day } });
  expect(await told()).toEqual({ issue: 900, at: day.toISOString() });
  await db.releasePlan.updateMany({ data: { held: true } });
  expect(await told()).toBeNull();
  await db.releasePlan.deleteMany({ where: { issue: 900 } });
  await db.issue.deleteMany({ where: { number: 900 } });
});

test('mistakes that differ are quoted by none of them, and a mailing list on which nobody is yet is named before it is made', async () => {
  const head = `${listOf(1, 0).split('\n')[0]},list`;
  const [, one = ''] = listOf(1, 1, () => 'newlist@example.org').split('\n');
  const row = (number: string, left: string) => `${one.replace(/^1,/, `${number},`).replace(/,[^,]*$/, `,${left}`)},harbour-letters`;
  const brought = await bring(bob, bytesOf([head, row('1', '4.5'), row('2', '-3'), row('3', '2')].join('\n')), { source: 'named' });
  const found = await check(service, bob, brought, { consented: true });
  expect(found.mistakes).toMatchObject([
    { field: 'issues_left', text: "'…' issues left: write a number from 1 to 80, or lifetime.", count: 2 },
  ]);
  expect(found.counts).toMatchObject({ new: 1, lists: 1, new_lists: ['harbour-letters'] });
});

test('what was refused goes through a spreadsheet with its zeros: numbers that labels have, postal codes, days', async () => {
  const head = 'ACCT NO,NAME,ADDR1,CITY,ST,ZIP,COUNTRY,VERSION,ISSUES REMAINING';
  const file = [head, '00047114,Zero First,2/4,Boston,,02134,US,01,3', '1E5,Expo Nent,9 Elm St,Boston,,02134,US,01,3'].join('\n');
  const found = await check(service, bob, await bring(bob, bytesOf(file), { source: 'zeros', name: 'zeros.csv' }));
  const refused = await refusedOf(found.id);
  expect(refused).toContain("'00047114,Zero First,'2/4,Boston,,'02134,US,'01,3");
  const mended = refused.replaceAll(',Boston,,', ',Boston,MA,');
  const again = await check(service, bob, await bring(bob, bytesOf(mended), { source: 'zeros', name: 'refused.csv' }));
  expect(again).toMatchObject({ counts: { new: 2, refused: 0 }, mistakes: [] });
  const rows = await service.deps.db.importRow.findMany({ where: { importId: again.id }, orderBy: { row: 'asc' } });
  expect(rows.map(({ legacyId }) => legacyId)).toEqual(['00047114', '1E5']);
  expect(rows[0]?.data).toMatchObject({ address: { line1: '2/4', postcode: '02134' } });
});

test('a whole file that a spreadsheet saved is said to have numbers of an earlier one without their zeros', { tags: ['ci'] }, async () => {
  const file = (numbers: string[]) =>
    `legacy_id,name,email,medium,issues_left\n${numbers.map((number) => `${number},Ada,ada.${number}@zeros.example,digital,2`).join('\n')}\n`;
  const checked = async (numbers: string[], source: string) => check(service, bob, await bring(bob, bytesOf(file(numbers)), { source }));
  const first = await checked(['00017', '00018', 'A-007', '0'], 'saved');
  expect(first.counts?.without_zeros).toBe(0);
  await apply(service, bob, first);
  expect((await checked(['17', '18', 'A-7', '19', '0'], 'saved')).counts).toMatchObject({ new: 4, same: 1, without_zeros: 2 });
  // Another system's numbers are its own.
  expect((await checked(['17', '18'], 'other-than-saved')).counts).toMatchObject({ new: 2, without_zeros: 0 });
});

test(
  'the same file under another system’s name is said to have the numbers, mailboxes, and names with addresses of the one before; two systems with the same numbers are not',
  { tags: ['ci'] },
  async () => {
    const list = bytesOf(listOf(31_001, 5, (n) => (n === 31_005 ? '' : `renamed${n}@example.org`)));
    const first = await check(service, bob, await bring(bob, list, { source: 'quick' }));
    expect(first.counts?.taken_before).toEqual([]);
    await apply(service, bob, first);
    const again = await check(service, bob, await bring(bob, list, { source: 'quick-fill' }));
    expect(again.counts).toMatchObject({ new: 5, taken_before: [{ source: 'quick', numbers: 5, mailboxes: 4, people: 5 }] });
    expect((await check(service, bob, await bring(bob, list, { source: 'quick' }))).counts?.taken_before).toEqual([]);
    const others = bytesOf(listOf(31_001, 5).replaceAll('Elm St', 'Other St'));
    expect((await check(service, bob, await bring(bob, others, { source: 'numbers' }))).counts?.taken_before).toEqual([]);
    const { sources } = v.parse(DeskImports, await (await bob.get('/api/desk/imports')).json());
    expect(sources.filter((source) => ['numbers', 'quick', 'quick-fill'].includes(source))).toEqual(['numbers', 'quick', 'quick-fill']);
  },
);

test('a row that is refused is found in a spreadsheet by its number, behind empty lines too', { tags: ['ci'] }, async () => {
  const file = 'legacy_id,name,email,medium,issues_left\n1,Ada,ada.row@example.org,digital,2\n\n\n2,Bo,bo.row,digital,2\n';
  const found = await check(service, bob, await bring(bob, bytesOf(file), { source: 'rows', name: 'rows.csv' }));
  expect(found).toMatchObject({ rows: 2, total: 2, counts: { new: 1, refused: 1 }, mistakes: [{ field: 'email', rows: [5] }] });
});
