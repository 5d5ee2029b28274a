import { AddressChanged } from '@newsstand/contracts/desk-verbs';
import { DeskInvoice } from '@newsstand/contracts/desk-invoices';
import { DeskOrder } from '@newsstand/contracts/desk-orders';
import { DeskReader } from '@newsstand/contracts/desk-reader';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { expectBooks } from '../../../test/books.ts';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { askRefundOf, payBack, readRefunded } from '../../../test/desk-money.ts';
import { compose } from '../../../test/letter.ts';
import { answerOf, lettersTo, logInWith, whoIs } from '../../../test/reader.ts';
import { live, makeSubscriber, subscribe, type TestSubscriber } from '../../../test/subscriber.ts';
import { letterText } from '../../letters/letter-text.ts';
import { applyChange } from '../../ledger/terms/apply-change.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

// A caller who moves to another zone: what they are owed goes there.
let service: DeskApp;
let cleo: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  cleo = await service.as('service');
});
afterAll(() => service.close());

const TORONTO = { line1: '5 King St', line2: '', city: 'Toronto', state: 'ON', postcode: 'M5H 1A1', country: 'CA' };

async function anna(wishes: { verified?: boolean } = {}): Promise<TestSubscriber> {
  const reader = await makeSubscriber(service, { name: 'Anna Kowalska', ...wishes });
  await live(service, reader.id);
  await subscribe(service, reader.id);
  return reader;
}

type Wish = { version?: string; moved?: string | undefined; move?: 'billed' | 'waived'; action?: string; zone?: string; address?: object };
const moveTo = (
  { id }: { id: string },
  { action = uuidv7(), zone = 'b', address = TORONTO, version = 'none', ...move }: Wish = {},
  dry = false,
) => cleo.post(`/api/desk/readers/${id}/address/${zone}${dry ? '?dry' : ''}`, { action, reason: 'asked', version, address, ...move });
const read = async (response: Response) => {
  const text = await response.text();
  expect([response.status, text]).toEqual([200, text]);
  return v.parse(AddressChanged, JSON.parse(text));
};
const pageOf = async ({ id }: { id: string }) => v.parse(DeskReader, await (await cleo.get(`/api/desk/readers/${id}`)).json());
const zonesOf = async (reader: { id: string }) => {
  const { terms, addresses } = await pageOf(reader);
  return [terms.map(({ deliverable }) => deliverable), addresses.map(({ shipcode }) => shipcode).toSorted()];
};

async function payByCheck(moved: AddressChanged['moved']): Promise<void> {
  const number = moved?.invoice?.number ?? '';
  const ann = await service.as('publisher');
  const { version } = v.parse(v.object({ version: v.string() }), await (await ann.get(`/api/desk/invoices/${number}`)).json());
  const check = {
    action: uuidv7(),
    version,
    method: 'check',
    amount: moved?.invoice?.total,
    received: new Date().toISOString().slice(0, 10),
    reference: '7',
  };
  expect((await answerOf(await ann.post(`/api/desk/invoices/${number}/payment`, check)))[0]).toBe(200);
}

test('what another zone costs is said before, and waived: what is owed goes there, once, and nobody is billed', async () => {
  const reader = await anna();
  expect((await moveTo(reader)).status).toBe(422);
  const would = await read(await moveTo(reader, { move: 'waived' }, true));
  expect(would).toMatchObject({
    to: expect.arrayContaining(['5 King St']),
    letter: reader.email,
    moved: { subscriptions: 1, invoice: null },
  });
  expect(would.moved?.amount).toBeGreaterThan(0);
  expect(await zonesOf(reader)).toEqual([['print-a'], ['a']]);

  const action = uuidv7();
  const answers = await Promise.all([moveTo(reader, { move: 'waived', action }), moveTo(reader, { move: 'waived', action })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await zonesOf(reader)).toEqual([['print-b'], ['a', 'b']]);
  expect(await lettersTo(service, reader.email)).toEqual(['address-changed']);
  const [done] = (await pageOf(reader)).history;
  expect(done).toMatchObject({ verb: 'changeAddressFor', subject: 'zone b', undo: false, to: { waived: would.moved?.amount } });
  expect(await service.deps.db.invoice.count({ where: { subscriberId: reader.id } })).toBe(0);
  await expectBooks(service.deps);

  // Back to where they lived costs nothing, and is the same verb.
  const home = { line1: '9 Elm St', line2: '', city: 'Dayton', state: 'OH', postcode: '45402', country: 'US' };
  const { addresses } = await pageOf(reader);
  const version = addresses.find(({ shipcode }) => shipcode === 'a')?.version;
  const back = { action: uuidv7(), reason: 'asked', version, address: home, move: 'billed' };
  expect(await read(await cleo.post(`/api/desk/readers/${reader.id}/address/a`, back))).toMatchObject({
    moved: { amount: 0, invoice: null },
  });
  expect((await zonesOf(reader))[0]).toEqual(['print-a']);
});

test('or billed: an invoice for exactly that goes to the reader, and nothing moves before it is paid', async () => {
  const reader = await anna();
  await service.deps.db.account.update({ where: { id: reader.id }, data: { verified: new Date() } });
  const { moved: would } = await read(await moveTo(reader, { move: 'billed' }, true));
  expect(would).toMatchObject({ invoice: { number: null, total: would?.amount, letter: reader.email } });
  const { moved } = await read(await moveTo(reader, { move: 'billed' }));
  expect(await zonesOf(reader)).toEqual([['print-a'], ['a']]);
  expect(await lettersTo(service, reader.email)).toEqual(['invoice']);
  const number = moved?.invoice?.number ?? '';
  const invoice = async () =>
    v.parse(DeskInvoice, await (await (await service.as('accountant')).get(`/api/desk/invoices/${number}`)).json());
  expect((await pageOf(reader)).invoices).toEqual([
    expect.objectContaining({
      number,
      state: 'open',
      total: would?.amount,
      moves: { shipcode: 'b', lines: expect.arrayContaining(['5 King St']) },
    }),
  ]);
  expect((await invoice()).lines.map(({ name }) => name)).toEqual(['Move to Canada']);
  expect(await invoice()).toMatchObject({ reference: null, history: [{ who: 'Cleo', verb: 'changeAddressFor' }] });
  await payByCheck(moved);
  expect((await pageOf(reader)).invoices).toEqual([]);
  // What was done with it is of the invoice, of the order that it became, and of its reader.
  const { order, history } = await invoice();
  const paid = v.parse(DeskOrder, await (await cleo.get(`/api/desk/orders/${order}`)).json());
  for (const done of [history, paid.history, (await pageOf(reader)).history])
    expect(done.map(({ verb }) => verb)).toEqual(['recordPayment', 'changeAddressFor']);
  expect(await zonesOf(reader)).toEqual([['print-b'], ['a', 'b']]);
  await expectBooks(service.deps);
});

test('a move that is paid back and undone says where copies go from then on, before and in its letter', async () => {
  const reader = await anna();
  const { db } = service.deps;
  await db.account.update({ where: { id: reader.id }, data: { verified: new Date() } });
  const { moved } = await read(await moveTo(reader, { move: 'billed' }));
  await payByCheck(moved);
  const { id: order } = await db.order.findFirstOrThrow({
    where: { ownerId: reader.id, number: { not: null } },
    orderBy: { created: 'desc' },
  });
  const lines = [{ ordinal: 0, quantity: 1, amount: null, came_back: false }];
  const tried = async (asked: object) =>
    (await readRefunded(await askRefundOf(cleo, order, { method: 'check', reference: '7', ...asked }, true))).plan;
  // Money alone moves nothing.
  expect((await tried({ lines: [{ ...lines[0], quantity: 0 }] })).posted).toEqual([]);
  const [home] = (await pageOf(reader)).addresses.filter(({ shipcode }) => shipcode === 'a');
  const plan = await tried({ lines });
  expect([plan.happens.downgrades, plan.posted]).toEqual([1, [home?.lines]]);
  await db.ownerAddress.updateMany({ where: { ownerId: reader.id, shipcode: 'a' }, data: { undeliverable: new Date() } });
  expect((await tried({ lines })).posted).toEqual([null]);
  expect((await payBack(cleo, order, { method: 'check', reference: '7', lines })).status).toBe(200);
  expect((await zonesOf(reader))[0]).toEqual(['print-a']);
  const [letter] = await db.outbox.findMany({ where: { kind: 'money-back', recipient: reader.email } });
  const written = letter && (await compose(service.deps, letter));
  const text = written ? letterText(written).replaceAll(/\s+/g, ' ') : '';
  expect(text).toContain('Its move counts no more: from the next issue on, printed issues go to the address again to which they went');
  expect(text).not.toContain('upgrade');
});

test('a move that is paid back takes back what went there with it, once none of what it was paid for stays; Undo moves it again', async () => {
  const reader = await anna();
  await subscribe(service, reader.id);
  const { moved } = await read(await moveTo(reader, { move: 'billed' }));
  const lost = { action: uuidv7(), reason: 'lost', deliverable: 'print-a', level: 'low', term: '1year', issues: 1, terms: 2 };
  expect((await cleo.post(`/api/desk/readers/${reader.id}/comps`, lost)).status).toBe(200);
  await payByCheck(moved);
  expect((await zonesOf(reader))[0]).toEqual(['print-b', 'print-b', 'print-b']);
  const { orderId } = await service.deps.db.invoice.findFirstOrThrow({ where: { subscriberId: reader.id } });
  const takeBack = async (...ordinals: number[]) => {
    const lines = ordinals.map((ordinal) => ({ ordinal, quantity: 1, amount: 0, came_back: false }));
    const { plan } = await readRefunded(await askRefundOf(cleo, orderId, { lines }, true));
    const action = uuidv7();
    expect((await askRefundOf(cleo, orderId, { action, version: plan.version, lines })).status).toBe(200);
    expect(plan.posted).toHaveLength(1);
    return { action, downgrades: plan.happens.downgrades };
  };
  const undo = async (action: string) =>
    expect((await cleo.post(`/api/desk/actions/${action}/undo`, { action: uuidv7() })).status).toBe(200);

  const zones = async () => (await zonesOf(reader))[0]?.toSorted();

  const first = await takeBack(0);
  expect([first.downgrades, await zones()]).toEqual([1, ['print-a', 'print-b', 'print-b']]);
  const second = await takeBack(1);
  expect([second.downgrades, await zones()]).toEqual([1, ['print-a', 'print-a', 'print-a']]);
  await undo(second.action);
  expect(await zones()).toEqual(['print-a', 'print-b', 'print-b']);
  // Whichever counts again, what went with them does.
  await takeBack(1);
  await undo(first.action);
  expect(await zones()).toEqual(['print-a', 'print-b', 'print-b']);
  await expectBooks(service.deps);
});

test('what was given after a move was billed, and what was bought, is posted there, too, once that is paid', async () => {
  const reader = await anna();
  const { moved } = await read(await moveTo(reader, { move: 'billed' }));
  const lost = { action: uuidv7(), reason: 'lost', deliverable: 'print-a', level: 'low', term: '1year', issues: 1, terms: 1 };
  expect((await cleo.post(`/api/desk/readers/${reader.id}/comps`, lost)).status).toBe(200);
  await subscribe(service, reader.id);
  await subscribe(service, reader.id, { deliverable: 'digital' });
  const ended = await subscribe(service, reader.id);
  await service.deps.db.subscription.update({ where: { token: ended }, data: { cancelled: new Date() } });
  await payByCheck(moved);
  expect((await zonesOf(reader))[0]?.toSorted()).toEqual(['digital', 'print-a', 'print-b', 'print-b', 'print-b']);
  const stays = (await pageOf(reader)).terms.filter(({ deliverable }) => deliverable === 'print-a');
  expect(stays).toEqual([expect.objectContaining({ cancelled: expect.any(String) })]);
  await expectBooks(service.deps);
});

test('a move of issues that were given says so many issues, and not the term by which they were given', async () => {
  const reader = await anna();
  const lost = { action: uuidv7(), reason: 'lost', deliverable: 'print-a', level: 'low', term: '1year', issues: 1, terms: 1 };
  expect((await cleo.post(`/api/desk/readers/${reader.id}/comps`, lost)).status).toBe(200);
  const { moved } = await read(await moveTo(reader, { move: 'billed' }));
  const details = async () => (await stateOf(moved?.invoice?.number ?? '')).lines.map(({ detail }) => detail);
  expect(await details()).toEqual(['Print, Standard, 1 year (4 issues)', 'Print, Standard, 1 issue']);
  await payByCheck(moved);
  expect(await details()).toEqual(['Print, Standard, 1 year (4 issues)', 'Print, Standard, 1 issue']);
});

test('each is billed at the level that it has, what comes as files stays, and what costs nothing more goes along', async () => {
  const reader = await anna();
  const { db } = service.deps;
  await db.account.update({ where: { id: reader.id }, data: { verified: new Date() } });
  await subscribe(service, reader.id, { level: 'high' });
  await subscribe(service, reader.id, { deliverable: 'digital', level: 'high' });
  await subscribe(service, reader.id, { deliverable: 'print-c' });
  // What it is to be renewed at says nothing of what it is.
  await db.subscription.updateMany({ where: { ownerId: reader.id, level: 'high' }, data: { settingsLevel: 'low' } });
  const termsOf = async () =>
    (await db.subscription.findMany({ where: { ownerId: reader.id } }))
      .map(({ level, setDeliverable }) => `${level} ${setDeliverable}`)
      .toSorted();

  const { moved: would } = await read(await moveTo(reader, { move: 'waived' }, true));
  const { moved } = await read(await moveTo(reader, { move: 'billed' }));
  expect(moved).toMatchObject({ subscriptions: 3, amount: would?.amount, invoice: { total: would?.amount } });
  const { lines } = await stateOf(moved?.invoice?.number ?? '');
  expect(lines.map(({ name }) => name)).toEqual(['Move to Canada', 'Move to Canada', 'Move to Canada']);
  await payByCheck(moved);
  expect(await termsOf()).toEqual(['high digital', 'high print-b', 'low print-b', 'low print-b']);
  await expectBooks(service.deps);
});

test('who pays for their own move keeps password and login, mailbox proved or not, and is told that the address changed', async () => {
  const reader = await anna({ verified: false });
  const { moved } = await read(await moveTo(reader, { move: 'billed' }));
  await payByCheck(moved);
  expect(await zonesOf(reader)).toEqual([['print-b'], ['a', 'b']]);
  expect(await whoIs(reader.browser)).not.toBeNull();
  expect((await logInWith(service.browser(), reader.email)).status).toBe(200);
  expect((await lettersTo(service, reader.email)).toSorted()).toEqual(['address-changed', 'invoice', 'new-sign-in', 'receipt']);
});

test('whoever has no account cannot be billed for it, and is told beside the choice', async () => {
  const owner = uuidv7();
  await live(service, owner);
  await subscribe(service, owner);
  expect(await answerOf(await moveTo({ id: owner }, { move: 'billed' }))).toMatchObject([
    422,
    { errors: { move: expect.stringContaining('waive') } },
  ]);
  expect((await moveTo({ id: owner }, { move: 'waived' })).status).toBe(200);
});

test('a billed move can be paid where one of what it moves was paid for that zone before, and came back for nothing', async () => {
  const reader = await anna();
  await subscribe(service, reader.id, { deliverable: 'print-b' });
  const { id } = await service.deps.db.subscription.findFirstOrThrow({ where: { ownerId: reader.id, cycle: 2 } });
  const change = { publicationId: 'main', ownerId: reader.id, subscription: id, order: null, now: new Date() };
  await service.deps.db.$transaction((tx) => applyChange(tx, { ...change, target: { deliverable: 'print-a', level: 'low' } }));
  expect((await zonesOf(reader))[0]).toEqual(['print-a', 'print-a']);
  const { moved } = await read(await moveTo(reader, { move: 'billed' }));
  expect(moved?.subscriptions).toBe(2);
  await payByCheck(moved);
  expect((await zonesOf(reader))[0]).toEqual(['print-b', 'print-b']);
});

test('a move of several copies is paid back with all of them, or with none, as a subscription is', { tags: ['ci'] }, async () => {
  const reader = await anna();
  await service.deps.db.subscription.updateMany({ where: { ownerId: reader.id }, data: { copies: 5 } });
  await payByCheck((await read(await moveTo(reader, { move: 'billed' }))).moved);
  const { orderId } = await service.deps.db.invoice.findFirstOrThrow({ where: { subscriberId: reader.id } });
  const tried = (quantity: number) => {
    const lines = [{ ordinal: 0, quantity, amount: null, came_back: false }];
    return askRefundOf(cleo, orderId, { method: 'check', reference: '7', lines }, true);
  };
  for (const part of [1, 4])
    expect(await answerOf(await tried(part))).toEqual([
      422,
      { errors: { 'lines.0.quantity': expect.stringContaining('all of its copies') } },
    ]);
  const [line] = (await readRefunded(await tried(5))).plan.lines;
  expect([line?.quantity, line?.pays]).toEqual([5, line?.value]);
});

test('nobody is moved while a bank moves the money for another move: copies would go there once it has arrived', async () => {
  const reader = await anna();
  await moveTo(reader, { move: 'billed' });
  const { orderId: id } = await service.deps.db.invoice.findFirstOrThrow({ where: { subscriberId: reader.id } });
  await service.deps.db.order.update({ where: { id }, data: { state: 'processing', number: '900017' } });
  const paris = { line1: '5 Rue de Seine', line2: '', city: 'Paris', state: '', postcode: '75006', country: 'FR' };
  for (const move of ['waived', 'billed'] as const)
    for (const dry of [true, false])
      expect(await answerOf(await moveTo(reader, { move, zone: 'c', address: paris }, dry))).toEqual([
        409,
        { errors: expect.stringContaining('order 900017') },
      ]);
  expect(await zonesOf(reader)).toEqual([['print-a'], ['a']]);
  await service.deps.db.order.update({ where: { id }, data: { state: 'started' } });
  expect((await moveTo(reader, { move: 'waived', zone: 'c', address: paris })).status).toBe(200);
});

test('of two who bill the same move one writes an invoice, and the other is told which it is', async () => {
  const reader = await anna();
  const answers = await Promise.all([moveTo(reader, { move: 'billed' }), moveTo(reader, { move: 'billed' })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [open] = (await pageOf(reader)).invoices ?? [];
  const told = [409, { errors: expect.stringContaining(open?.number ?? '?') }];
  expect(await answerOf(await moveTo(reader, { move: 'billed' }, true))).toEqual(told);
  expect(await answerOf(await moveTo(reader, { move: 'billed' }))).toEqual(told);
  expect(await lettersTo(service, reader.email)).toEqual(['invoice']);
  // Nor by an address that somebody else has changed since.
  expect((await moveTo(await anna(), { move: 'billed', version: 'another' })).status).toBe(409);
});

/** While `first` is written, and not for good yet, a person at the desk asks for `second`, which has to wait. */
async function inTheSameMoment(first: (tx: Prisma.TransactionClient) => Promise<void>, second: () => Promise<Response>) {
  const { db } = service.deps;
  const waits = () => db.$queryRaw<unknown[]>`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const asked: Promise<Response>[] = [];
  await db.$transaction(async (tx) => {
    await first(tx);
    asked.push(second());
    await expect.poll(async () => (await waits()).length).toBeGreaterThan(0);
  });
  return (await Promise.all(asked)).map(({ status }) => status);
}
/** A year goes to a third zone, which is being paid for. */
const paysFor = async (reader: TestSubscriber) => {
  const { id } = await service.deps.db.subscription.findFirstOrThrow({ where: { ownerId: reader.id } });
  const change = { publicationId: 'main', ownerId: reader.id, subscription: id, order: uuidv7(), now: new Date() };
  return (tx: Prisma.TransactionClient) => applyChange(tx, { ...change, target: { deliverable: 'print-c', level: 'low' } });
};

test('who pays for another zone in the moment in which a move is paid back keeps what they pay for', async () => {
  const reader = await anna();
  await payByCheck((await read(await moveTo(reader, { move: 'billed' }))).moved);
  const { orderId } = await service.deps.db.invoice.findFirstOrThrow({ where: { subscriberId: reader.id } });
  const lines = [{ ordinal: 0, quantity: 1, amount: 0, came_back: false }];
  const { plan } = await readRefunded(await askRefundOf(cleo, orderId, { lines }, true));
  const refund = () => askRefundOf(cleo, orderId, { version: plan.version, lines });
  expect(await inTheSameMoment(await paysFor(reader), refund)).toEqual([409]);
  expect((await zonesOf(reader))[0]).toEqual(['print-c']);
});

test('and so does who is moved for nothing in that moment: it costs something else by then than was shown', async () => {
  const reader = await anna();
  const shown = await read(await moveTo(reader, { move: 'waived' }, true));
  const move = () => moveTo(reader, { move: 'waived', moved: shown.moved?.version });
  expect(await inTheSameMoment(await paysFor(reader), move)).toEqual([409]);
  expect((await zonesOf(reader))[0]).toEqual(['print-c']);
});

const stateOf = async (number: string) => {
  const ann = await service.as('publisher');
  return v.parse(DeskInvoice, await (await ann.get(`/api/desk/invoices/${number}`)).json());
};
/** A billed move whose letter has gone out: whoever nobody has written to yet need not be told. */
const billed = async (reader: TestSubscriber) => {
  const { moved } = await read(await moveTo(reader, { move: 'billed' }));
  await service.deps.db.outbox.updateMany({ where: { kind: 'invoice', recipient: reader.email }, data: { sent: new Date() } });
  return moved?.invoice?.number ?? '';
};

test('an unpaid invoice for a move is cancelled, and its reader told, when the move is waived after all', { tags: ['ci'] }, async () => {
  const reader = await anna();
  const number = await billed(reader);
  const gone = [{ number, total: expect.any(Number), letter: reader.email }];
  expect((await read(await moveTo(reader, { move: 'waived' }, true))).invoices).toEqual(gone);
  expect(await stateOf(number)).toMatchObject({ state: 'open' });
  expect((await read(await moveTo(reader, { move: 'waived' }))).invoices).toEqual(gone);
  expect(await stateOf(number)).toMatchObject({ state: 'cancelled' });
  expect((await stateOf(number)).history.map(({ verb }) => verb)).toEqual(['changeAddressFor', 'changeAddressFor']);
  const { invoices, history } = await pageOf(reader);
  expect([invoices, history[0]?.to]).toEqual([[], expect.objectContaining({ invoices: [number] })]);
  expect((await lettersTo(service, reader.email)).toSorted()).toEqual(['address-changed', 'invoice', 'invoice-cancelled']);
  const why = { payload: { path: ['why'], equals: 'changed' } };
  expect(await service.deps.db.outbox.count({ where: { kind: 'invoice-cancelled', recipient: reader.email, ...why } })).toBe(1);
  await expectBooks(service.deps);
});

test('and when what it would have moved is ended; an Undo of that does not bring it back', { tags: ['ci'] }, async () => {
  const reader = await anna();
  const number = await billed(reader);
  const [term] = (await pageOf(reader)).terms;
  const cancel = (dry = '') =>
    cleo.post(`/api/desk/readers/${reader.id}/subscriptions/${term?.id ?? ''}/cancel${dry}`, {
      action: uuidv7(),
      reason: 'asked',
      served: term?.served,
    });
  const gone = { invoices: [{ number, letter: reader.email }] };
  expect(await (await cancel('?dry')).json()).toMatchObject(gone);
  expect(await (await cancel()).json()).toMatchObject(gone);
  const [done] = (await pageOf(reader)).history;
  expect((await cleo.post(`/api/desk/actions/${done?.id ?? ''}/undo`, { action: uuidv7() })).status).toBe(200);
  expect(await stateOf(number)).toMatchObject({ state: 'cancelled' });
  expect((await moveTo(reader, { move: 'billed' })).status).toBe(200);
});

test('so is one that moves two subscriptions of which one is ended: a new one asks for what is left', { tags: ['ci'] }, async () => {
  const reader = await anna();
  await subscribe(service, reader.id);
  const number = await billed(reader);
  const { total } = await stateOf(number);
  const [first] = (await pageOf(reader)).terms;
  const body = { action: uuidv7(), reason: 'asked', served: first?.served };
  const ended = await cleo.post(`/api/desk/readers/${reader.id}/subscriptions/${first?.id ?? ''}/cancel`, body);
  expect(await ended.json()).toMatchObject({ invoices: [{ number, letter: reader.email }] });
  expect(await stateOf(number)).toMatchObject({ state: 'cancelled' });
  const { moved } = await read(await moveTo(reader, { move: 'billed' }));
  expect(moved?.invoice?.total).toBe(total / 2);
});

test('what is tried before a payment is recorded is refused as the payment itself', async () => {
  const reader = await anna();
  const number = await billed(reader);
  // As before an ending cancelled it.
  await service.deps.db.subscription.updateMany({ where: { ownerId: reader.id }, data: { cancelled: new Date() } });
  const ann = await service.as('publisher');
  const { version, total } = await stateOf(number);
  const received = new Date().toISOString().slice(0, 10);
  const pay = (dry = '') =>
    ann.post(`/api/desk/invoices/${number}/payment${dry}`, {
      action: uuidv7(),
      version,
      method: 'check',
      amount: total,
      received,
      reference: '7',
    });
  const nothing = [409, { errors: expect.stringContaining('nothing is left to upgrade') }];
  expect(await answerOf(await pay('?dry'))).toEqual(nothing);
  expect(await answerOf(await pay())).toEqual(nothing);
});
