import { DeskFound } from '@newsstand/contracts/desk-find';
import { DeskListed } from '@newsstand/contracts/desk-lists';
import { DeskReader } from '@newsstand/contracts/desk-reader';
import { Refunded } from '@newsstand/contracts/desk-refund';
import { NewReaderComped } from '@newsstand/contracts/desk-verbs';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { apply, bring, bytesOf, check } from '../../../test/imports.ts';
import { home, writeInvoice } from '../../../test/invoice.ts';
import { giveMug, sellMugs, sendNow } from '../../../test/parcels.ts';
import { answerOf, lettersTo } from '../../../test/reader.ts';
import { buy, donate, HOME, live, makeSubscriber, subscribe } from '../../../test/subscriber.ts';
import { cancelInvoice } from '../../payments/invoices/cancel-invoice.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { adoptPurchases } from '../../readers/login/adopt-purchases.ts';

let service: DeskApp;
let ann: Browser;
let bob: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  [ann, bob] = [await service.as('publisher'), await service.as('circulation')];
});
afterAll(() => service.close());

type More = { who?: Browser; reason?: string; dry?: boolean; action?: string };
const send = (path: string, id: string, { who = ann, reason = 'asked', dry = false, action = uuidv7() }: More = {}) =>
  who.post(`/api/desk/readers/${id}/${path}${dry ? '?dry' : ''}`, { action, reason });
const ask = (id: string, more?: More) => send('erasure', id, more);
const erase = (id: string, more?: More) => send('erase', id, more);

/** A reader with a term, an address, a monthly donation and a paid order, of whom somebody noted something. */
async function anna() {
  const reader = await makeSubscriber(service, { name: 'Zephyrine Quill' });
  await live(service, reader.id);
  await subscribe(service, reader.id);
  await donate(service, reader.id);
  await buy(service, reader.id);
  await bob.post(`/api/desk/readers/${reader.id}/notes`, { action: uuidv7(), text: 'Zephyrine moved to Ohio' });
  return reader;
}
const waitsFor = async (who: Browser, id: string) => {
  const { waiting } = v.parse(DeskListed, await (await who.get('/api/desk/lists/to-erase')).json());
  return waiting.some(({ owner }) => owner === id);
};
const erasureOf = async (who: Browser, id: string) => v.parse(DeskReader, await (await who.get(`/api/desk/readers/${id}`)).json()).erasure;
const isThere = async (id: string) => (await service.deps.db.account.count({ where: { id } })) > 0;

test('one person asks, another erases: tried first, then once; papers stay, the reader is told, and the history names nobody', async () => {
  const reader = await anna();
  const plan = { terms: 1, donations: 1, orders: 1, goods: [], invoices: [] };
  expect((await erase(reader.id)).status).toBe(409);
  expect(await answerOf(await ask(reader.id))).toEqual([200, { ...plan, letter: null }]);
  expect((await ask(reader.id, { who: bob })).status).toBe(409);
  // Not the same person, whatever their role.
  expect(await answerOf(await erase(reader.id))).toMatchObject([409, { errors: expect.stringContaining('another person') }]);
  expect(await answerOf(await erase(reader.id, { who: bob, dry: true }))).toEqual([200, { ...plan, letter: reader.email }]);
  expect([await isThere(reader.id), await lettersTo(service, reader.email)]).toEqual([true, []]);
  // It waits for whoever may do it, and for nobody else; whoever asked is told so where they would do it.
  expect([await waitsFor(ann, reader.id), await waitsFor(bob, reader.id)]).toEqual([false, true]);
  expect([await erasureOf(ann, reader.id), await erasureOf(bob, reader.id)]).toEqual([
    { by: 'Ann', own: true },
    { by: 'Ann', own: false },
  ]);

  const action = uuidv7();
  const answers = await Promise.all([erase(reader.id, { who: bob, action }), erase(reader.id, { who: bob, action })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await waitsFor(bob, reader.id)).toBe(false);
  expect([await isThere(reader.id), await lettersTo(service, reader.email)]).toEqual([false, ['account-deleted']]);
  expect((await reader.browser.get('/api/account/subscriber')).status).toBe(401);
  const { db } = service.deps;
  expect(await db.order.count({ where: { ownerId: reader.id, state: 'paid' } })).toBe(1);
  expect(await db.donation.count({ where: { ownerId: reader.id, ended: null } })).toBe(0);
  const rows = await db.staffAction.findMany({ where: { ownerId: reader.id } });
  expect(rows.map(({ verb }) => verb).toSorted()).toEqual(['askToErase', 'eraseReader', 'writeNote']);
  for (const text of ['Zephyrine', 'Quill', 'Ohio', reader.email]) expect(JSON.stringify(rows)).not.toContain(text);
});

/** The tables, the queue's too, that say one of the words in any of their columns. */
async function tablesThatSay(words: readonly string[]): Promise<string[]> {
  const { db } = service.deps;
  const tables = await db.$queryRaw<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss') order by 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await db.$queryRawUnsafe<{ says: boolean }[]>(
      `select exists (select from ${name} t where exists (select from unnest($1::text[]) w where t::text ilike '%' || w || '%')) as says`,
      words,
    );
    if (row?.says === true) found.push(name);
  }
  return found;
}

test('after everything that staff do for a reader, erasing leaves no name, mailbox or street of theirs in any table but the papers of what was paid', async () => {
  const reader = await makeSubscriber(service, { name: 'Ottoline Vexworth', email: 'ottoline@vexworth.example' });
  const path = `/api/desk/readers/${reader.id}`;
  await live(service, reader.id);
  await subscribe(service, reader.id);
  await buy(service, reader.id);
  await donate(service, reader.id);
  const page = async () => v.parse(DeskReader, await (await ann.get(path)).json());
  const doIt = async (at: string, body: object, base = path) => {
    const answer = await ann.post(`${base}${at}`, { action: uuidv7(), reason: 'asked', ...body });
    expect([at, answer.status, answer.status === 200 ? '' : await answer.text()]).toEqual([at, 200, '']);
  };
  const { state_name: _, country_code, country_name: _name, ...typed } = HOME;
  for (const line1 of ['7 Vexworth Lane', '8 Vexworth Lane'])
    await doIt('/address/a', {
      version: (await page()).addresses[0]?.version ?? 'none',
      address: { ...typed, line1, country: country_code },
    });
  await doIt('/notes', { text: 'Ottoline is deaf' });
  await doIt('/comps', { deliverable: 'print-a', level: 'low', term: '1year', issues: 1, terms: (await page()).terms.length });
  await doIt('/login-letter', {});
  await doIt('/export', {});
  await doIt('/end-sessions', {});
  await doIt('/admin-view', {});
  expect((await ann.get('/api/desk/find?q=ottoline')).status).toBe(200);
  const line = { ordinal: 1, quantity: 1, amount: null, came_back: false };
  const back = { method: 'check', reference: '1041', shipping: 0, redeemed: 'keep', note: 'Ottoline moved', lines: [line] };
  const order = await service.deps.db.order.findFirstOrThrow({ where: { ownerId: reader.id, state: 'paid' } });
  const at = `/api/desk/orders/${order.id}/refunds`;
  const { plan } = v.parse(
    Refunded,
    await (await ann.post(`${at}?dry`, { action: uuidv7(), reason: 'asked', version: '', ...back })).json(),
  );
  await doIt('', { version: plan.version, ...back }, at);
  const words = ['ottoline', 'vexworth'];
  expect(await tablesThatSay(words)).toContain('public.staff_action');
  expect((await ask(reader.id)).status).toBe(200);
  expect((await erase(reader.id, { who: bob })).status).toBe(200);
  // The paper of what was paid, which the law keeps; the letter that says it is done; what counts tries, for minutes;
  // and what staff searched for, for 90 days.
  expect(await tablesThatSay(words)).toEqual(['public."order"', 'public.outbox', 'public.rate_limit', 'public.staff_search']);
  const letters = await service.deps.db.$queryRaw<{ kind: string }[]>`select kind from outbox o where o::text ilike '%vexworth%'`;
  expect(letters.map(({ kind }) => kind)).toEqual(['account-deleted']);
});

test('goods that are still to be sent are named before, are sent, and nobody is written to of them', async () => {
  const { ownerId, number, email } = await sellMugs(service, { name: 'Wanda Eight' });
  expect(await answerOf(await ask(ownerId))).toMatchObject([200, { goods: ['2 × Harbour Mug'] }]);
  expect(await answerOf(await erase(ownerId, { who: bob }))).toMatchObject([200, { goods: ['2 × Harbour Mug'] }]);
  const { letter, erased, parcel } = await sendNow(ann, number);
  expect([letter, erased, parcel.lines.map(({ quantity }) => quantity)]).toEqual([false, true, [2]]);
  expect(await lettersTo(service, email)).not.toContain('dispatched');
});

test('goods that go to others whom the erased one’s invoice names are named as well', async () => {
  const sold = await sellMugs(service, { quantity: 3, name: 'Wanda Nine' });
  for (const [at, name] of ['Dee Goods', 'Eli Holm'].entries()) await giveMug(service, sold, { ordinal: at + 1, name });
  expect(await answerOf(await ask(sold.ownerId, { dry: true }))).toMatchObject([200, { goods: ['3 × Harbour Mug'] }]);
});

test('a letter that waits to tell somebody else what was taken away of theirs goes out, and names nobody who was erased', async () => {
  const reader = await anna();
  const [mine, other] = [{ recipient: reader.email }, { recipient: `giftee-${reader.email}` }];
  const { id: action } = await service.deps.db.staffAction.findFirstOrThrow({ where: { ownerId: reader.id } });
  const letter = { publicationId: 'main', kind: 'gift-taken-back', payload: { name: 'Gil', giver: 'Zephyrine Quill', detail: 'Print' } };
  const rows = [
    { ...letter, ...mine },
    { ...letter, ...other },
    { ...letter, ...other, sent: new Date() },
    { ...letter, ...other, kind: 'subscription-cancelled', payload: { name: 'Gil', detail: 'Print' } },
  ];
  await service.deps.db.outbox.createMany({ data: rows.map((row, at) => ({ ...row, id: uuidv7(), subject: `${action}:${at}` })) });
  await ask(reader.id);
  expect((await erase(reader.id, { who: bob })).status).toBe(200);
  const left = await service.deps.db.outbox.findMany({ where: { subject: { startsWith: action } }, orderBy: { subject: 'asc' } });
  expect(left.map(({ kind, payload }) => [kind, payload])).toEqual([
    ['gift-taken-back', { name: 'Gil', giver: '', detail: 'Print' }],
    ['subscription-cancelled', { name: 'Gil', detail: 'Print' }],
  ]);
});

test('what was asked for is taken back, or too old after seven days; who died is not written to', { tags: ['ci'] }, async () => {
  const reader = await anna();
  const asked = uuidv7();
  await ask(reader.id, { action: asked });
  expect((await bob.post(`/api/desk/actions/${asked}/undo`, { action: uuidv7() })).status).toBe(200);
  expect((await erase(reader.id, { who: bob })).status).toBe(409);
  await ask(reader.id);
  expect((await erase(reader.id, { who: bob, reason: 'deceased' })).status).toBe(200);
  expect([await isThere(reader.id), await lettersTo(service, reader.email)]).toEqual([false, []]);
});

test('it waits while a payment is on its way, as for the reader', async () => {
  const reader = await anna();
  await service.deps.db.order.updateMany({ where: { ownerId: reader.id }, data: { state: 'processing' } });
  await ask(reader.id);
  for (const dry of [true, false]) expect((await erase(reader.id, { who: bob, dry })).status).toBe(409);
  expect(await isThere(reader.id)).toBe(true);
});

test('invoices for their subscription that are not paid are named before, and it waits until staff have dealt with them', async () => {
  const reader = await anna();
  const membership = { medium: 'print', level: 'low', term: '1year' } as const;
  const { invoice_no, token } = await writeInvoice(service, { giftees: [], membership, address: home(1), email: reader.email });
  expect(await answerOf(await ask(reader.id))).toMatchObject([200, { invoices: [invoice_no] }]);
  const refused = [409, { errors: `Invoices are not paid: ${invoice_no}. Record their payment or cancel them, and then erase.` }];
  for (const dry of [true, false]) expect(await answerOf(await erase(reader.id, { who: bob, dry }))).toEqual(refused);
  expect(await isThere(reader.id)).toBe(true);
  await cancelInvoice(service.deps, (await service.deps.db.invoice.findUniqueOrThrow({ where: { token } })).number);
  expect(await answerOf(await erase(reader.id, { who: bob }))).toMatchObject([200, { invoices: [] }]);
});

const isErased = async (id: string) => v.parse(DeskReader, await (await ann.get(`/api/desk/readers/${id}`)).json()).erased;

describe('whoever has no account', () => {
  const print = {
    reason: 'courtesy',
    deliverable: 'print-a',
    level: 'low',
    term: '1year',
    issues: 2,
    name: 'Zephyrine Quill',
    address: { line1: '9 Elm St', line2: '', city: 'Dayton', state: 'OH', postcode: '45402', country: 'US' },
  };
  const eraseWith = async (id: string, reason = 'asked') => {
    expect((await ask(id, { reason })).status).toBe(200);
    return answerOf(await erase(id, { who: bob, reason }));
  };
  /** What the database says of them anywhere, but for the papers of what was paid. */
  const message = async (id: string) => {
    const { db } = service.deps;
    const where = { where: { ownerId: id } };
    return JSON.stringify([
      await db.staffAction.findMany(where),
      await db.readerNote.findMany(where),
      await db.ownerAddress.findMany(where),
      await db.legacyReader.findMany(where),
      await db.postLine.findMany(where),
      await db.postCopy.findMany(where),
    ]);
  };

  test('and was given a subscription in print is erased as well: nothing is posted any more, and nobody is named', async () => {
    const answer = await ann.post('/api/desk/comps', { action: uuidv7(), ...print, email: null });
    const { owner } = v.parse(NewReaderComped, await answer.json());
    await bob.post(`/api/desk/readers/${owner}/notes`, { action: uuidv7(), text: 'Zephyrine is deaf' });
    expect(await eraseWith(owner)).toEqual([200, { terms: 1, donations: 0, orders: 0, goods: [], invoices: [], letter: null }]);
    expect(await service.deps.db.subscription.count({ where: { ownerId: owner, cancelled: null } })).toBe(0);
    for (const text of ['Zephyrine', 'Elm', 'Dayton']) expect([text, (await message(owner)).includes(text)]).toEqual([text, false]);
  });

  test('and was brought by an import is erased, and the same file brings them back no more', { tags: ['ci'] }, async () => {
    const file = bytesOf(
      'legacy_id,reader_id,name,line1,city,state,postcode,country,issues_left\n7,Q7,Quentin Quill,1 Elm St,Dayton,OH,45402,US,2',
    );
    const take = async () => apply(service, bob, await check(service, bob, await bring(bob, file, { source: 'quick' })));
    await take();
    const { ownerId } = await service.deps.db.legacyReader.findFirstOrThrow({ where: { source: 'quick', readerId: 'Q7' } });
    expect((await eraseWith(ownerId))[0]).toBe(200);
    for (const text of ['Quentin', 'Elm']) expect([text, (await message(ownerId)).includes(text)]).toEqual([text, false]);
    expect(await service.deps.db.importRow.count({ where: { import: { source: 'quick' } } })).toBe(0);
  });

  test(
    'and bought as a guest keeps the papers of it, gives no more each month, and is told where the order was mailed to',
    { tags: ['ci'] },
    async () => {
      const owner = uuidv7();
      await buy(service, owner);
      await donate(service, owner);
      await live(service, owner);
      await bob.post(`/api/desk/readers/${owner}/notes`, { action: uuidv7(), text: 'Zephyrine rang' });
      const before = (await lettersTo(service, 'ana@example.org')).length;
      const { id: orderId } = await service.deps.db.order.findFirstOrThrow({ where: { ownerId: owner, state: 'paid' } });
      const at = { created: new Date(), updated: new Date() };
      const { id: back } = await service.deps.db.moneyBack.create({
        data: { id: `re_${owner}`, orderId, state: 'failed', amount: 100, ...at },
      });
      const letter = { publicationId: 'main', kind: 'money-back', recipient: 'ana@example.org', payload: {} };
      for (const subject of [back, `${back}:failed`]) await service.deps.db.outbox.create({ data: { id: uuidv7(), ...letter, subject } });
      expect(await eraseWith(owner)).toMatchObject([200, { terms: 0, orders: 1, letter: null }]);
      expect((await lettersTo(service, 'ana@example.org')).slice(before)).toEqual(['reader-erased']);
      expect(await service.deps.db.order.count({ where: { ownerId: owner, state: 'paid' } })).toBe(1);
      expect(await service.deps.db.donation.count({ where: { ownerId: owner, ended: null } })).toBe(0);
      expect(await message(owner)).not.toContain('Zephyrine');
      // Nobody is offered to do it again before there is something new of theirs; who asks all the same is refused.
      expect(await isErased(owner)).toBe(true);
      const since = { id: uuidv7(), ...letter, subject: uuidv7(), sent: new Date() };
      await service.deps.db.outbox.create({ data: since });
      const { letters } = v.parse(DeskReader, await (await ann.get(`/api/desk/readers/${owner}`)).json());
      expect(letters.find(({ id }) => id === since.id)).toMatchObject({ again: false, why_not: 'erased' });
      // Whoever finds them by their papers is told so, before they open them.
      const mailbox = `${owner}@guest.example`;
      const foundAs = async () =>
        v.parse(DeskFound, await (await ann.get(`/api/desk/find?q=${mailbox}`)).json()).readers.map(({ erased }) => erased);
      await service.deps.db.order.updateMany({ where: { ownerId: owner }, data: { email: mailbox } });
      expect(await foundAs()).toEqual([true]);
      const wishes = {
        notes: { text: 'Zephyrine rang again' },
        'address/a': { reason: 'asked', version: 'none', address: print.address },
        comps: { ...print, terms: 0 },
        copies: { reason: 'lost', issue: 16, asked: 0 },
        [`letters/${uuidv7()}/resend`]: {},
        erasure: { reason: 'asked' },
        erase: { reason: 'asked' },
      };
      for (const [path, wish] of Object.entries(wishes)) {
        const answer = await ann.post(`/api/desk/readers/${owner}/${path}`, { action: uuidv7(), ...wish });
        expect([path, ...(await answerOf(answer))]).toMatchObject([path, 409, { errors: expect.stringContaining('was erased') }]);
      }
      expect(await message(owner)).not.toContain('Zephyrine');
      await buy(service, owner);
      expect([await isErased(owner), await foundAs()]).toEqual([false, [false]]);
      // It is not offered a second time as if somebody had just asked.
      expect((await ask(owner)).status).toBe(200);
    },
  );
});

test(
  'what the desk did for a guest goes with the account that the guest became, and what is somebody else’s by then stays',
  { tags: ['ci'] },
  async () => {
    const [reader, guest] = [await anna(), uuidv7()];
    await buy(service, guest);
    await service.deps.db.order.updateMany({ where: { ownerId: guest }, data: { email: reader.email } });
    await bob.post(`/api/desk/readers/${guest}/notes`, { action: uuidv7(), text: 'Zephyrine rang before' });
    await service.deps.db.$transaction((tx) => adoptPurchases(tx, service.deps, guest, reader.id));
    expect(await service.deps.db.order.count({ where: { ownerId: reader.id } })).toBe(2);
    const kept = uuidv7();
    await buy(service, kept);
    await service.deps.db.mergedOwner.create({ data: { publicationId: 'main', fromId: kept, toId: reader.id, at: new Date() } });
    await bob.post(`/api/desk/readers/${kept}/notes`, { action: uuidv7(), text: 'Another one rang' });
    await ask(reader.id);
    expect((await erase(reader.id, { who: bob })).status).toBe(200);
    const rows = await service.deps.db.staffAction.findMany({ where: { ownerId: { in: [reader.id, guest, kept] } } });
    expect(JSON.stringify(rows)).not.toContain('Zephyrine');
    expect(JSON.stringify(rows)).toContain('Another one rang');
    expect(await service.deps.db.readerNote.count({ where: { ownerId: guest } })).toBe(0);
  },
);

test('a monthly donation is ended for its donor once, at the amount that was shown, and they are told', async () => {
  const reader = await anna();
  const { id } = await service.deps.db.donation.findFirstOrThrow({ where: { ownerId: reader.id } });
  const end = (amount: number, { who = bob, dry = false } = {}) =>
    who.post(`/api/desk/readers/${reader.id}/donations/${id}/end${dry ? '?dry' : ''}`, { action: uuidv7(), reason: 'asked', amount });
  expect(await answerOf(await end(2500, { dry: true }))).toEqual([200, { amount: 2500, processing: false, letter: reader.email }]);
  expect((await end(3000)).status).toBe(409);
  const answers = await Promise.all([end(2500), end(2500, { who: ann })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await lettersTo(service, reader.email)).toEqual(['donation-stopped']);
  const [donation] = await service.deps.db.donation.findMany({ where: { ownerId: reader.id } });
  expect(donation?.ended).not.toBeNull();
});

test('a reader’s account is seen as they see it, once, and the history holds no key of it', async () => {
  const reader = await anna();
  const action = uuidv7();
  const see = () => bob.post(`/api/desk/readers/${reader.id}/admin-view`, { action });
  const [[status, first], second] = [await answerOf(await see()), await answerOf(await see())];
  expect([status, second]).toEqual([200, [200, first]]);
  const token = /admin-view=([\w-]+)/.exec(JSON.stringify(first))?.[1] ?? '';
  expect(token).toHaveLength(43);
  expect(JSON.stringify(await service.deps.db.staffAction.findMany({ where: { id: action } }))).not.toContain(token);
  const opened = await service.browser().post('/api/admin-view', { token });
  expect(opened.status).toBe(200);
  expect(await service.deps.db.adminView.findMany({ where: { accountId: reader.id } })).toMatchObject([
    { staff: 'bob@sample.invalid', opened: expect.any(Date) },
  ]);
  expect((await service.browser().post('/api/admin-view', { token })).status).toBe(422);
});
