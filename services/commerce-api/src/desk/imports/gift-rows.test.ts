// @module-tag ci
import type { DeskImport } from '@newsstand/contracts/desk-imports';
import { Address } from '@newsstand/contracts/address';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { apply, bring, bytesOf, check } from '../../../test/imports.ts';
import { answerOf, logInWith, makeAccount } from '../../../test/reader.ts';
import { HOME, live } from '../../../test/subscriber.ts';

// Gifts of another system, and who has moved: whose account a subscription comes into, by the file and by what is here.
let service: DeskApp;
let bob: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  bob = await service.as('circulation');
});
afterAll(() => service.close());

const checked = async (source: string, rows: readonly string[]) =>
  check(service, bob, await bring(bob, bytesOf(rows.join('\n')), { source }));

/** In whose account each subscription of a system is, by its number; null: in nobody's. */
async function accountsOf(source: string): Promise<Record<string, string | null>> {
  const { db } = service.deps;
  const terms = await db.legacyTerm.findMany({ where: { source } });
  const accounts = await db.account.findMany({ where: { id: { in: terms.map(({ ownerId }) => ownerId) } } });
  const emails = new Map(accounts.map(({ id, email }) => [id, email]));
  return Object.fromEntries(terms.map(({ legacyId, ownerId }) => [legacyId, emails.get(ownerId) ?? null]));
}

/** Takes a file over, and looks at what the check said of it: how many mailboxes, and how many in nobody's account. */
async function taken(source: string, rows: readonly string[]) {
  const before = await accountsOf(source);
  const found = await apply(service, bob, await checked(source, rows));
  const after = await accountsOf(source);
  const fresh = Object.keys(after).filter((number) => !(number in before));
  const led = fresh.filter((number) => after[number] !== null).length;
  expect(found.counts).toMatchObject({ new: fresh.length, mailboxes: led });
  return { found, accounts: after };
}
const countsOf = ({ counts }: DeskImport) => [counts?.apart, counts?.unsure, counts?.unsure_rows, counts?.moved];

const SHOP =
  'subscription_id,subscription_status,customer_id,customer_email,end_date,billing_first_name,billing_last_name,billing_address_1,billing_postcode,billing_city,billing_state,billing_country,shipping_first_name,shipping_last_name,shipping_address_1,shipping_postcode,shipping_city,shipping_state,shipping_country,order_items';
const PAYER = (name: string) => `${name},Payer,1 Dock Lane,04101,Portland,ME,US`;
const inShop = (number: number, name: string, to: string, status = 'wc-active', item = 'Print') =>
  `${number},${status},c-${name},${name.toLowerCase()}@payers.example,2027-11-01,${PAYER(name)},${to},name:${item}`;
const AUNT = 'Aunt,Gisela,3 Hill Rd,97301,Salem,OR,US';
const EMILE = 'Émile,Gagnon,55 Rue St-Paul,H2X 1Y4,Montréal,QC,CA';

test('a gift is in nobody’s account, whatever became of its payer’s own: refused and mended later, ended, read in files, in none of the files, or of another zone', async () => {
  const rows = [
    inShop(1, 'Paul', PAYER('Paul').replace('ME', 'Mane')),
    inShop(2, 'Paul', AUNT),
    inShop(3, 'Ended', PAYER('Ended'), 'wc-cancelled'),
    inShop(4, 'Ended', AUNT),
    inShop(5, 'Only', AUNT),
    inShop(6, 'Gretel', PAYER('Gretel')),
    inShop(7, 'Gretel', EMILE.replace('QC', 'Quebeck')),
    inShop(8, 'Files', ',,,,,,', 'wc-active', 'Digital'),
    inShop(9, 'Files', AUNT),
  ];
  const first = await taken('shop', [SHOP, ...rows]);
  expect(countsOf(first.found)).toEqual([4, 0, [], 0]);
  expect(first.accounts).toEqual({ 2: null, 4: null, 5: null, 6: 'gretel@payers.example', 8: 'files@payers.example', 9: null });
  const { accounts } = await taken('shop', [SHOP, inShop(1, 'Paul', PAYER('Paul')), inShop(7, 'Gretel', EMILE)]);
  expect(accounts).toMatchObject({ 1: 'paul@payers.example', 7: null });
  expect(await service.deps.db.account.findFirst({ where: { email: 'paul@payers.example' } })).toMatchObject({ name: 'Paul Payer' });
});

test('the recipient of a gift that was taken over adds it to their account by its number and postal code', async () => {
  await taken('given', [SHOP, inShop(701, 'Giver', PAYER('Giver')), inShop(702, 'Giver', EMILE)]);
  const { email } = await makeAccount(service, { email: 'emile@example.org' });
  const browser = service.browser();
  expect((await logInWith(browser, email)).status).toBe(200);
  expect(await answerOf(await browser.post('/api/account/claim', { number: '702', postcode: 'h2x1y4' }))).toEqual([
    200,
    { subscriptions: 1 },
  ]);
  expect(await accountsOf('given')).toEqual({ 701: 'giver@payers.example', 702: email });
});

const LIST = 'legacy_id,reader_id,name,email,status,plan,line1,city,state,postcode,country,issues_left';
const onList = (number: number, who: string, name: string, to: string, status = 'active', plan = 'print') =>
  `${number},${who},${name},${who}@lists.example,${status},${plan},${to},2`;
const DOCK = '1 Dock Lane,Portland,ME,04101,US';
const HILL = '3 Hill Rd,Salem,OR,97301,US';

test(
  'where a file does not say who pays, the first row of somebody is theirs, also where it is refused or has ended, and the check says of which rows that was guessed',
  { tags: ['ci'] },
  async () => {
    const rows = [
      onList(1, 'rae', 'Rae Payer', DOCK.replace('ME', 'Mane')),
      onList(2, 'rae', 'Aunt Gisela', HILL),
      onList(3, 'eve', 'Eve Payer', DOCK, 'expired'),
      onList(4, 'eve', 'Aunt Gisela', HILL),
      onList(5, 'moe', 'Moe Payer', DOCK, 'expired'),
      onList(6, 'moe', 'M. Payer', HILL),
      onList(7, 'fia', 'Fia Payer', ',,,,', 'active', 'digital'),
      onList(8, 'fia', 'Aunt Gisela', HILL),
      onList(9, 'lib', 'City Library', DOCK),
      onList(10, 'lib', 'City Library', HILL),
      onList(11, 'sol', 'Sol Alone', HILL),
    ];
    const first = await taken('list', [LIST, ...rows]);
    expect(countsOf(first.found)).toEqual([4, 4, [3, 5, 9, 11], 0]);
    const of = (who: string) => `${who}@lists.example`;
    expect(first.accounts).toEqual({ 2: null, 4: null, 6: of('moe'), 7: of('fia'), 8: null, 9: of('lib'), 10: null, 11: of('sol') });
    const second = await taken('list', [
      LIST,
      onList(1, 'rae', 'Rae Payer', DOCK),
      onList(12, 'fia', 'Cora', HILL),
      onList(13, 'lib', 'Library', HILL),
    ]);
    expect(countsOf(second.found)).toEqual([2, 2, [3, 4], 0]);
    expect(second.accounts).toMatchObject({ 1: of('rae'), 12: null, 13: null });
  },
);

test(
  'whoever has an account here under the same name and another address has moved; one of another name gives, which the check counts before it is so',
  { tags: ['ci'] },
  async () => {
    const { db } = service.deps;
    const account = async (who: string, name: string, verified = true) => {
      const { id } = await makeAccount(service, { email: `${who}@lists.example`, name, verified });
      await live(service, id);
      await db.ownerAddress.updateMany({ where: { ownerId: id }, data: { name } });
      return id;
    };
    const moved = await account('ann', 'Ann Mover');
    await account('gil', 'Gil Giver');
    const stranger = await account('uma', 'First Come', false);
    await makeAccount(service, { email: 'zed@lists.example', name: 'zed42' });
    const rows = [
      onList(1, 'ann', 'A. Mover', HILL),
      onList(2, 'gil', 'Aunt Gisela', HILL),
      onList(3, 'uma', 'Uma Payer', HILL),
      onList(4, 'zed', 'Zoë Doe', HILL),
    ];
    const found = await checked('movers', [LIST, ...rows]);
    expect(found.counts).toMatchObject({ new: 4, mailboxes: 3, accounts: 2, unproved: 1 });
    expect(countsOf(found)).toEqual([1, 1, [3], 1]);
    await apply(service, bob, found);
    expect(await accountsOf('movers')).toEqual({ 1: 'ann@lists.example', 2: null, 3: null, 4: 'zed@lists.example' });
    expect(await db.ownerAddress.findMany({ where: { ownerId: moved } })).toMatchObject([{ address: { line1: HOME.line1 } }]);
    // Theirs waits for the proof, whoever has signed up with their address.
    expect(await db.legacyReader.findFirst({ where: { source: 'movers', readerId: 'uma' } })).toMatchObject({ email: 'uma@lists.example' });
    expect(await db.subscription.count({ where: { ownerId: stranger } })).toBe(0);
    // What came since a file was checked counts, too: another file, taken over meanwhile.
    const [one, other] = [
      await checked('first-of-two', [LIST, onList(1, 'two', 'Two Payer', DOCK)]),
      await checked('second-of-two', [LIST, onList(1, 'two', 'Aunt Gisela', HILL)]),
    ];
    for (const file of [one, other]) await apply(service, bob, file);
    expect(await accountsOf('second-of-two')).toEqual({ 1: null });
  },
);

const AKRON = '3 Third St,Akron,OH,44301,US';
const addressesOf = async (source: string): Promise<Record<string, string>> => {
  const { db } = service.deps;
  const terms = await db.legacyTerm.findMany({ where: { source } });
  const addresses = await db.ownerAddress.findMany({ where: { ownerId: { in: terms.map(({ ownerId }) => ownerId) } } });
  const found = new Map(addresses.map(({ ownerId, name, address }) => [ownerId, `${name}, ${v.parse(Address, address).line1}`]));
  return Object.fromEntries(terms.map(({ legacyId, ownerId }) => [legacyId, found.get(ownerId) ?? 'nowhere']));
};

test('two readers with one mailbox at one address go on having a copy each, and one who moves takes nobody along', async () => {
  const smith = (number: number, name: string, to: string) => onList(number, '', `"Smith, ${name}"`, to).replace(',@', ',smiths@');
  const john = smith(1, 'John', AKRON);
  const mary = (to: string) => smith(2, 'Mary', to);
  const first = await taken('galley', [LIST, john, mary(AKRON)]);
  expect(countsOf(first.found)).toEqual([1, 1, [3], 0]);
  expect(first.accounts).toEqual({ 1: 'smiths@lists.example', 2: null });
  await taken('galley', [LIST, john, mary(AKRON.replace('3 Third', '77 New'))]);
  expect(await addressesOf('galley')).toEqual({ 1: 'Smith, John, 3 Third St', 2: 'Smith, Mary, 77 New St' });
});

test('of two subscriptions of one reader, one alone moves nothing, which the check says; both together do, and so does the last that runs', async () => {
  const both = (one: string, other: string) => [LIST, onList(1, 'ida', 'Ida Two', one), onList(2, 'ida', 'I. Two', other)];
  await taken('second', both(DOCK, DOCK));
  const found = await checked('second', both(DOCK, HILL));
  expect(found.counts).toMatchObject({ changed: 0, same: 1, refused: 1 });
  expect(found.mistakes.map(({ text }) => text)).toEqual([
    'Its reader’s other subscription, 1, goes to another name or address: change it on their page.',
  ]);
  expect((await taken('second', both(HILL, HILL))).found.counts).toMatchObject({ changed: 2, refused: 0 });
  expect(await addressesOf('second')).toMatchObject({ 1: expect.stringContaining('3 Hill Rd') });
  await service.deps.db.subscription.updateMany({ where: { source: 'import:second:1' }, data: { cancelled: service.deps.clock() } });
  expect((await taken('second', [LIST, onList(2, 'ida', 'I. Two', AKRON)])).found.counts).toMatchObject({ changed: 1, refused: 0 });
  expect(await addressesOf('second')).toMatchObject({ 2: 'I. Two, 3 Third St' });
});

test('the address that somebody had here before they were taken over stays, also when a later file changes theirs', async () => {
  const { id } = await makeAccount(service, { email: 'kay@lists.example', name: 'Kay Kept' });
  await live(service, id);
  await taken('kept', [LIST, onList(1, 'kay', 'Kay Kept', HILL)]);
  await taken('kept', [LIST, onList(1, 'kay', 'Kay Kept', AKRON)]);
  expect(await addressesOf('kept')).toEqual({ 1: expect.stringContaining(HOME.line1) });
});
