import { DeskFound } from '@newsstand/contracts/desk-find';
import { DeskSearches } from '@newsstand/contracts/desk-history';
import { DeskReader } from '@newsstand/contracts/desk-reader';
import type { DeskRole } from '@newsstand/contracts/desk-roles';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { makeAccount } from '../../../test/reader.ts';
import { stock } from '../../../test/shop.ts';
import { HOME, subscribe } from '../../../test/subscriber.ts';
import { accountRef } from '../../account/account-ref.ts';
import { keepAddress } from '../../ledger/terms/keep-address.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { MINUTE } from '../../platform/duration.ts';

let service: DeskApp;
let later = 0;
const people: Partial<Record<DeskRole, Browser>> = {};
const owners = new Map<string, string>();

beforeAll(async () => {
  service = await createDeskTestApp({ clock: () => new Date(Date.now() + later) });
  for (const role of ['service', 'shop', 'developer'] as const) people[role] = await service.as(role);
  await reader('Anna Kowalska', 'anna.k@example.org', { city: 'Dayton', state: 'OH', state_name: 'Ohio', postcode: '45402' });
  await reader('Anna Kowalska', 'other.k@example.org', { city: 'Austin', state: 'TX', state_name: 'Texas', postcode: '73301' });
  await reader('Mireille Roy', 'mireille@example.org', { city: 'Montréal', state: 'QC', state_name: 'Quebec', postcode: 'H2Y 2R5' });
  await reader('Fergus Bain', 'fergus@example.org', { city: 'Edinburgh', state: '', state_name: '', postcode: 'EH1 1YZ' });
  await reader('Zoë Müller-Lüdenscheidt', 'zoe@example.org');
  await reader('Иван Петров', 'ivan@example.org');
  await reader('100% Pure_Reader', 'pure@example.org');
  await reader('Kowalskaja Olga', 'olga@example.org');
  await subscribe(service, owners.get('other.k@example.org') ?? '');
  await order('EXR-8820', 'Petra Novak', 'novak@guest.example', { city: 'Albuquerque', state_name: 'New Mexico' });
  const pittsburgh = { city: 'Pittsburgh', state: 'PA', state_name: 'Pennsylvania', postcode: '15201' };
  await reader('Pavel Novak', 'pavel@example.org', pittsburgh);
  await reader('Lena Berg', 'lena@example.org', pittsburgh);
  await legacy(owners.get('pavel@example.org') ?? '', { reader: '#00020114', term: 'QF-20113' });
  await order('EXR-8812', 'Tom Guestling', 'tom@guest.example', { city: 'Duluth', state_name: 'Minnesota' });
});
afterAll(() => service.close());

async function reader(name: string, email: string, place: Partial<typeof HOME> | null = null): Promise<void> {
  const { id } = await makeAccount(service, { name, email, password: null });
  owners.set(email, id);
  if (place === null) return;
  const now = service.deps.clock();
  await keepAddress(service.deps.db, { publicationId: 'main', ownerId: id, shipcode: 'a', name, address: { ...HOME, ...place }, now });
}

/** What another system knew them, and a subscription of theirs, as. */
async function legacy(ownerId: string, { reader: readerId, term: legacyId }: { reader: string; term: string }): Promise<void> {
  const { db } = service.deps;
  const own = { publicationId: 'main', ownerId, source: 'quickfill' };
  await subscribe(service, ownerId);
  const { id: subscriptionId } = await db.subscription.findFirstOrThrow({ where: { ownerId } });
  await db.legacyReader.create({ data: { ...own, readerId, made: true } });
  const brought = { importId: uuidv7(), deliverable: 'print-a', value: 0, fingerprint: '', applied: new Date() };
  await db.legacyTerm.create({ data: { ...own, legacyId, subscriptionId, ...brought } });
}

async function order(number: string, name: string, email: string, place: Partial<typeof HOME>, ownerId = uuidv7()): Promise<void> {
  const id = uuidv7();
  owners.set(email, ownerId);
  const sums = { goods: 5000, shipping: 500, discount: 0, waived: 0, total: 5500 };
  const data = { id, publicationId: 'main', ownerId, number, state: 'paid', cartVersion: 1, name, email, shipcode: 'a', ...sums } as const;
  await service.deps.db.order.create({
    data: { ...data, address: { ...HOME, ...place }, receiptToken: `receipt-${id}`, paid: new Date() },
  });
}

async function found(q: string, role: DeskRole = 'service'): Promise<DeskFound> {
  const response = await people[role]?.get(`/api/desk/find?q=${encodeURIComponent(q)}`);
  expect(response?.status, q).toBe(200);
  return v.parse(DeskFound, await response?.json());
}
const emails = async (q: string) => (await found(q)).readers.map(({ email }) => email);

test.each([
  ['a surname and a town', 'Kowalska Dayton', ['anna.k@example.org']],
  ['a surname and a state', 'kowalska, ohio', ['anna.k@example.org']],
  ['a caller’s own sentence', 'Kowalska, somewhere in Ohio', ['anna.k@example.org']],
  ['one with a title', 'Mrs. Kowalska from Dayton', ['anna.k@example.org']],
  ['a postcode', '45402', ['anna.k@example.org']],
  ['a ZIP code of nine digits whose five are on record', '45402-1234', ['anna.k@example.org']],
  ['a surname beside one', 'Kowalska 45402-1234', ['anna.k@example.org']],
  ['a postcode of Canada', 'H2Y 2R5', ['mireille@example.org']],
  ['the same without its space', 'h2y2r5', ['mireille@example.org']],
  ['a British one without its space', 'EH11YZ', ['fergus@example.org']],
  ['a part of an e-mail address', 'anna.k@', ['anna.k@example.org']],
  ['two mailboxes in one line', 'Anna <ANNA.K@example.org>; zoe@example.org', ['anna.k@example.org', 'zoe@example.org']],
  ['two of which nobody has one', 'nobody@example.org, zoe@example.org', ['zoe@example.org']],
  ['a whole e-mail address, in capitals', 'ZOE@EXAMPLE.ORG', ['zoe@example.org']],
  ['a name without its marks', 'muller-ludenscheidt', ['zoe@example.org']],
  ['a name of another script', 'петров', ['ivan@example.org']],
  ['a guest’s town', 'guestling duluth', ['tom@guest.example']],
  ['what means something to the database', '100%', ['pure@example.org']],
  ['the same again', 'pure_', ['pure@example.org']],
  ['nobody’s name', 'xyzzyqqq', []],
])('a reader is found by %s', async (_what, q, expected) => {
  expect(await emails(q)).toEqual(expected);
});

test('whole words come before the beginnings of longer ones, and who has a subscription that runs before who has none', async () => {
  expect(await emails('kowalska')).toEqual(['other.k@example.org', 'anna.k@example.org', 'olga@example.org']);
  const [first] = (await found('kowalska')).readers;
  expect(first).toEqual({
    owner: owners.get('other.k@example.org'),
    name: 'Anna Kowalska',
    email: 'other.k@example.org',
    town: 'Austin, TX',
    account: true,
    runs: { deliverable: 'print-a', left: 4 },
    guest: null,
    erased: false,
  });
});

test('who has an account and ordered as a guest of its mailbox, or was brought by an import with it, is one reader, and their pages lead to each other', async () => {
  await reader('Gesine Twofold', 'twofold@example.org');
  const account = owners.get('twofold@example.org') ?? '';
  await order('EXR-8830', 'G. Twofold', 'Twofold@Example.org', { city: 'Duluth', state_name: 'Minnesota' });
  const guest = owners.get('Twofold@Example.org') ?? '';
  await subscribe(service, guest);
  expect((await found('twofold')).readers).toMatchObject([
    { owner: account, name: 'Gesine Twofold', account: true, guest: 'G. Twofold', runs: { deliverable: 'print-a', left: 4 } },
  ]);
  // What only the guest is known by leads to the account, and so does a guess.
  for (const q of ['twofold duluth', 'twofodl duluth']) expect(await emails(q)).toEqual(['twofold@example.org']);
  const page = async (owner: string) => v.parse(DeskReader, await (await people.service?.get(`/api/desk/readers/${owner}`))?.json());
  const verify = (verified: Date | null) => service.deps.db.account.update({ where: { id: account }, data: { verified } });
  // Only once the mailbox is proved.
  for (const proved of [false, true]) {
    await verify(proved ? service.deps.clock() : null);
    expect((await page(account)).beside).toEqual([{ owner: guest, name: 'G. Twofold', account: false, proved }]);
    expect((await page(guest)).beside).toEqual([{ owner: account, name: 'Gesine Twofold', account: true, proved }]);
  }
  // A browser in which two bought is two readers: only a part of it would be the account's.
  await order('EXR-8831', 'Otto Twofold', 'otto@guest.example', {}, guest);
  expect(new Set(await emails('twofold'))).toEqual(new Set(['twofold@example.org', 'otto@guest.example']));
  expect((await page(guest)).beside).toMatchObject([{ owner: account, name: 'Gesine Twofold', account: true }]);
  await service.deps.db.legacyReader.create({
    data: { publicationId: 'main', ownerId: uuidv7(), source: 'quickfill', readerId: '31415', email: 'twofold@example.org', made: true },
  });
  expect((await found('31415')).readers).toMatchObject([{ owner: account }]);
});

test('a mistyped surname finds who is spelled like it, and says that it is a guess', async () => {
  const { readers, guess } = await found('Kowlaska');
  expect([guess, readers.some(({ email }) => email === 'anna.k@example.org')]).toEqual([true, true]);
  expect((await found('Kowalska')).guess).toBe(false);
});

test.each([
  ['two letters in each other’s place', 'Kowlaska', 'anna.k@example.org'],
  ['a letter too few', 'Kowalka', 'anna.k@example.org'],
  ['a letter too many', 'Kowallska', 'anna.k@example.org'],
  ['another letter', 'Kowalsky', 'anna.k@example.org'],
  ['a surname and the state', 'kowlaska ohio', 'anna.k@example.org'],
  ['a mistyped town', 'kowalska Daytn', 'anna.k@example.org'],
  ['a name of another script', 'Перов', 'ivan@example.org'],
  ['two mistyped words', 'kowlaska ohoi', 'anna.k@example.org'],
  ['a mistyped surname and a mistyped town', 'kowlaska daytno', 'anna.k@example.org'],
  ['a guest’s mistyped name and town', 'geustling dulth', 'tom@guest.example'],
  ['a guest’s mistyped name and their town', 'geustling duluth', 'tom@guest.example'],
])('a name is guessed from %s', async (_what, q, expected) => {
  const { readers, guess } = await found(q);
  expect([guess, readers.map(({ email }) => email)]).toEqual([true, expect.arrayContaining([expected])]);
});

test('a number is never guessed at, nor a town beside a guess', async () => {
  expect(await found('EXR-8813')).toEqual({ readers: [], orders: [], invoices: [], gifts: [], goods: [], guess: false });
  expect(await emails('kowlaska dayton')).toEqual(['anna.k@example.org']);
});

test.each([
  ['novac pittsburgh', 'pavel@example.org'],
  ['Pittsburgh, Novac', 'pavel@example.org'],
  ['novac from pittsburgh', 'pavel@example.org'],
  ['novac pennsylvania', 'pavel@example.org'],
  // A guest's town is known of their order alone.
  ['novac albuquerque', 'novak@guest.example'],
  ['albuquerque novac', 'novak@guest.example'],
])('of %j the mistyped surname is guessed at, and not the town', async (q, email) => {
  const { readers, guess } = await found(q);
  expect([guess, readers.map((one) => one.email)]).toEqual([true, [email]]);
});

test('a mistyped surname is guessed at where nobody of it is known in the town, and nobody for the town', async () => {
  for (const q of ['guestlink pittsburgh', 'pittsburgh guestlink']) expect(await emails(q)).toEqual(['tom@guest.example']);
});

test.each(['QF-20113', 'qf 20113', 'QF20113', 'qf-0020113', '20114', '00020114', '#20114', '(20114)', '“QF-20113”,'])(
  'a reader is found by the number that another system had for them or their subscription, typed as %j',
  async (q) => {
    expect(await emails(q)).toEqual(['pavel@example.org']);
  },
);

test.each(['EXR-8812', 'exr 8812', '8812', '#8812', '[EXR-8812]', 'Order EXR-8812.'])(
  'an order is found by its number, typed as %j',
  async (q) => {
    expect((await found(q)).orders).toMatchObject([
      { number: 'EXR-8812', name: 'Tom Guestling', total: 5500, owner: owners.get('tom@guest.example') },
    ]);
  },
);

test.each(['9400111899223197428490', '9400 1118 9922 3197 4284 90', '420454029400111899223197428490', 'no. 9400111899223197428490'])(
  'an order is found by the carrier’s number of its parcel, typed as %j, by whoever finds orders',
  async (typed) => {
    const sent = await service.deps.db.order.findFirstOrThrow({ where: { number: { not: null } }, orderBy: { id: 'asc' } });
    const parcel = { id: uuidv7(), publicationId: 'main', orderId: sent.id, created: new Date(), sent: new Date() };
    await service.deps.db.dispatch.create({ data: { ...parcel, carrier: 'USPS', tracking: '9400111899223197428490' } });
    for (const role of ['service', 'developer'] as const) {
      expect((await found(typed, role)).orders.map(({ number }) => number)).toEqual([sent.number]);
    }
    await service.deps.db.dispatch.delete({ where: { id: parcel.id } });
  },
);

test.each(['CN-31', 'cn 31', 'cn31'])(
  'an order is found by the number of its credit note, typed as %j, by whoever finds orders',
  async (q) => {
    const { db } = service.deps;
    const { id } = await db.order.findFirstOrThrow({ where: { number: 'EXR-8812' } });
    const at = new Date();
    const state = { method: 'check', amount: 500, shipping: 0, state: 'sent', untold: false, created: at, updated: at };
    const key = { publicationId: 'main', creditNumber: 31 };
    await db.refund.upsert({
      where: { publicationId_creditNumber: key },
      create: { id: uuidv7(), orderId: id, ...key, ...state },
      update: {},
    });
    for (const role of ['service', 'shop', 'developer'] as const) {
      expect((await found(q, role)).orders.map(({ number }) => number)).toEqual(['EXR-8812']);
    }
  },
);

test('a reader is found by the reference that their account has them name, and by nobody else’s', async () => {
  const { id, email } = await service.deps.db.account.findFirstOrThrow({ where: { email: 'anna.k@example.org' } });
  expect(await emails(accountRef(id))).toEqual([email]);
  expect(await emails(accountRef(id).toLowerCase().replace('-', ' '))).toEqual([email]);
  expect(await emails(accountRef(uuidv7()))).toEqual([]);
});

test('the shop finds orders and no readers’ pages; a developer finds them by number alone, and sees no name', async () => {
  const shop = await found('guestling', 'shop');
  expect([shop.readers, shop.orders]).toMatchObject([[], [{ number: 'EXR-8812', name: 'Tom Guestling', owner: null }]]);
  expect((await found('guestling', 'developer')).orders).toEqual([]);
  expect((await found('8812', 'developer')).orders).toMatchObject([{ number: 'EXR-8812', name: '', owner: null }]);
});

test('what was searched for is kept, by whom and when, and not in the log', async () => {
  await found('Lüdenscheidt');
  const searches = await service.deps.db.staffSearch.findMany({ where: { words: 'Lüdenscheidt' }, include: { staff: true } });
  expect(searches.map(({ staff }) => staff.name)).toEqual(['Cleo']);
  expect(service.logs.join('\n')).not.toContain('denscheidt');
});

test('what was searched for is read by a publisher, newest first, and by nobody else', async () => {
  await found('Lüdenscheidt');
  const ann = await service.as('publisher');
  const { searches } = v.parse(DeskSearches, await (await ann.get('/api/desk/searches')).json());
  expect(searches[0]).toMatchObject({ who: 'Cleo', words: 'Lüdenscheidt' });
  expect((await (await service.as('service')).get('/api/desk/searches')).status).toBe(403);
});

test.each(['PO-0815/26', 'po 815/26', 'purchase order 0815/26', 'Their PO 0815/26'])(
  'an invoice is found by the purchase order that it names: %s',
  async (q) => {
    if ((await service.deps.db.invoice.count({ where: { reference: 'PO-0815/26' } })) === 0) await invoice('PO-0815/26', 'Harbor Library');
    expect((await found(q)).invoices.map(({ billed_to }) => billed_to)).toEqual(['Harbor Library']);
    expect((await found('PO-0816/26')).invoices).toEqual([]);
    expect((await found(q, 'developer')).invoices).toEqual([]);
  },
);

async function invoice(reference: string, billedTo: string): Promise<void> {
  await order('EXR-8840', billedTo, 'library@guest.example', {});
  const { id: orderId, ownerId } = await service.deps.db.order.findFirstOrThrow({ where: { number: 'EXR-8840' } });
  const own = { publicationId: 'main', ownerId, id: uuidv7(), orderId, number: 4104, token: uuidv7() };
  await service.deps.db.invoice.create({ data: { ...own, term: 30, dueDate: new Date(), billedTo, acceptedPayments: 'any', reference } });
}

test('a good is found by its name and its size, by who sees the stock, and by nobody else', async () => {
  await stock(service.deps.db, 'prd:lighthouse-lamp', 7);
  await service.deps.db.good.updateMany({ where: { ref: 'prd:lighthouse-lamp' }, data: { name: 'Lighthouse Lamp', detail: 'Grün' } });
  expect((await found('lamp grun', 'shop')).goods).toMatchObject([{ ref: 'prd:lighthouse-lamp', name: 'Lighthouse Lamp', stock: 7 }]);
  expect((await found('lamp', 'service')).goods).toEqual([]);
});

test('of a word that hundreds of the newest orders have the newest are shown, and one that only an old order has is found', async () => {
  const { id } = await makeAccount(service, { name: 'Buyer', password: null });
  await service.deps.db.$executeRaw`
    insert into "order" (id, publication_id, owner_id, number, state, cart_version, name, email, shipcode, goods, shipping, discount, waived, total, receipt_token, created, paid)
    select gen_random_uuid(), 'main', ${id}::uuid, 'EXR-9' || lpad(n::text, 5, '0'), 'paid', 1, case when n = 1200 then 'Old Quokkaton' else 'Wallabyton ' || n end, 'buyer@example.org', 'a',
      5000, 0, 0, 0, 5000, 'wallaby-' || n, now() - n * interval '1 minute', now() - n * interval '1 minute'
    from generate_series(1, 1200) n`;
  const newest = (await found('wallabyton')).orders.map(({ number }) => number);
  expect(newest).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `EXR-90000${n}`));
  expect((await found('quokkaton')).orders.map(({ number }) => number)).toEqual(['EXR-901200']);
});

test('a search that looks for nothing asks the database for nothing', async () => {
  const before = service.statements.filter((sql) => sql.includes('find_text')).length;
  expect(await found('al')).toEqual({ readers: [], orders: [], invoices: [], gifts: [], goods: [], guess: false });
  expect(service.statements.filter((sql) => sql.includes('find_text'))).toHaveLength(before);
});

test('a person searches 120 times a minute, and then waits', async () => {
  later = 10 * MINUTE;
  const hasty = await service.as('accountant');
  const key = (await service.deps.db.staff.findFirstOrThrow({ where: { name: 'Felix' } })).id;
  await hasty.get('/api/desk/find?q=kowalska');
  await service.deps.db.rateLimit.update({ where: { key: `desk-find:${key}` }, data: { points: 120 } });
  expect((await hasty.get('/api/desk/find?q=kowalska')).status).toBe(429);
  later = 0;
});
