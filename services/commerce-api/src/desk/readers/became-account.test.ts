import { DeskOrder } from '@newsstand/contracts/desk-orders';
import { DeskReader, DeskToday } from '@newsstand/contracts/desk-reader';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { sellMugs, sendNow } from '../../../test/parcels.ts';
import { codeFor, lettersTo, makeAccount } from '../../../test/reader.ts';
import { stockOf } from '../../../test/shop.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

// What the desk did for somebody without an account is that reader's still once their first login has made it one.
let service: DeskApp;
let ann: Browser;
let cleo: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  [ann, cleo] = [await service.as('publisher'), await service.as('service')];
});
afterAll(() => service.close());

const undo = (action: string) => cleo.post(`/api/desk/actions/${action}/undo`, { action: uuidv7() });
const orderOf = async (number: string) => v.parse(DeskOrder, await (await cleo.get(`/api/desk/orders/${number}`)).json());
const readerOf = async (id: string) => v.parse(DeskReader, await (await cleo.get(`/api/desk/readers/${id}`)).json());
const verbsOf = ({ history }: Pick<DeskReader, 'history'>) => history.map(({ verb }) => verb);

/** Makes an account with the address, and proves it with a mailed code. */
async function logIn(email: string): Promise<string> {
  const { id } = await makeAccount(service, { email, name: 'Tom Guestling', verified: false });
  const browser = service.browser();
  const { token } = v.parse(v.object({ token: v.string() }), await (await browser.post('/api/access/signin', { email })).json());
  expect((await browser.post('/api/access/signin/verify', { token, password: await codeFor(service, email) })).status).toBe(200);
  return id;
}
const again = ({ id }: { id: string }, action: string, asked = 0) =>
  cleo.post(`/api/desk/orders/${id}/copies`, { action, reason: 'lost', ordinal: 0, quantity: 1, asked });
async function note(owner: string, text: string): Promise<string> {
  const action = uuidv7();
  expect((await cleo.post(`/api/desk/readers/${owner}/notes`, { action, text })).status).toBe(200);
  return action;
}

/** A guest whose two mugs were posted, of whom something is noted, and to whom one was sent again. */
async function guest() {
  const order = await sellMugs(service);
  await sendNow(ann, order.number);
  const [sent, noted] = [uuidv7(), await note(order.ownerId, 'Prefers post')];
  expect((await again(order, sent)).status).toBe(200);
  return { ...order, sent, noted };
}

test('an order that a guest’s login brought to the account keeps what was done with it: its history, what was sent again, and Undo', async () => {
  const order = await guest();
  const before = await orderOf(order.number);
  const account = await logIn(order.email);
  const after = await orderOf(order.number);
  expect([after.owner, verbsOf(after)]).toEqual([account, verbsOf(before)]);
  expect(after.lines[0]?.posted).toEqual({ sent: 2, dropped: 0, again: 1, gone: false });
  // Whoever answers the same complaint then is told of the first.
  expect((await again(order, uuidv7())).status).toBe(409);
  expect(after.history[0]).toMatchObject({ verb: 'sendCopy', undo: true });
  expect([(await undo(order.sent)).status, await stockOf(service.deps.db, order.ref)]).toEqual([200, 8]);
  expect((await orderOf(order.number)).lines[0]?.posted).toMatchObject({ again: 0 });
});

test('a guest’s notes and history are the account’s after the login, and the guest’s page leads there', { tags: ['ci'] }, async () => {
  const order = await guest();
  const before = verbsOf(await readerOf(order.ownerId));
  const account = await logIn(order.email);
  const page = await readerOf(account);
  expect([page.notes.map(({ text }) => text), verbsOf(page)]).toEqual([['Prefers post'], before]);
  expect(page.history.find(({ id }) => id === order.noted)).toMatchObject({ undo: true });
  expect((await readerOf(order.ownerId)).owner).toBe(account);
  const today = v.parse(DeskToday, await (await ann.get('/api/desk/today')).json());
  expect(today.just_now.find(({ id }) => id === order.sent)).toMatchObject({ name: 'Tom Guestling' });
  expect((await undo(order.noted)).status).toBe(200);
  const cleared = await readerOf(account);
  expect([cleared.notes, verbsOf(cleared)[0]]).toEqual([[], 'takeBackNote']);
});

test('an address that was changed for a guest is changed back in the account', { tags: ['ci'] }, async () => {
  const order = await sellMugs(service);
  const key = { publicationId: 'main', ownerId: order.ownerId, shipcode: 'a' };
  // A guest has no address on record: the dialog begins with the one that they named with their order.
  expect((await readerOf(order.ownerId)).ordered).toMatchObject({ shipcode: 'a', typed: { line1: '14 Elm St' } });
  const { address, name } = await service.deps.db.order.findUniqueOrThrow({ where: { id: order.id } });
  await service.deps.db.ownerAddress.create({ data: { ...key, name, address: address ?? {}, updated: new Date() } });
  const [known] = (await readerOf(order.ownerId)).addresses;
  const action = uuidv7();
  const typed = { ...known?.typed, line1: '15 Elm St' };
  const change = { action, reason: 'asked', version: known?.version, address: typed };
  expect((await cleo.post(`/api/desk/readers/${order.ownerId}/address/a`, change)).status).toBe(200);
  const account = await logIn(order.email);
  expect(await service.deps.db.ownerAddress.count({ where: { ownerId: order.ownerId } })).toBe(0);
  expect((await readerOf(account)).addresses[0]?.lines[0]).toBe('15 Elm St');
  expect((await readerOf(account)).history[0]).toMatchObject({ verb: 'changeAddressFor', undo: true });
  expect((await undo(action)).status).toBe(200);
  expect((await readerOf(account)).addresses[0]?.lines[0]).toBe('14 Elm St');
});

test('of a browser that two bought in each account has what was done with its own order, and the one who is left is still there', async () => {
  const order = await guest();
  const other = await sellMugs(service, { ownerId: order.ownerId });
  await sendNow(ann, other.number);
  const account = await logIn(order.email);
  const page = await readerOf(account);
  expect(new Set(page.history.map(({ subject }) => subject))).toEqual(new Set([order.number]));
  expect([page.notes, (await orderOf(order.number)).lines[0]?.posted?.again]).toEqual([[], 1]);
  const left = await readerOf(order.ownerId);
  expect([left.owner, left.orders.length, left.notes.length]).toEqual([order.ownerId, 1, 1]);
  expect(await lettersTo(service, other.email)).not.toContain('goods-again');
});

const giveIssue = (owner: string, action: string) =>
  cleo.post(`/api/desk/readers/${owner}/comps`, {
    action,
    reason: 'courtesy',
    deliverable: 'print-a',
    level: 'low',
    term: '1year',
    issues: 1,
    terms: 0,
  });
const sourcesOf = ({ terms }: DeskReader) => terms.map(({ source }) => source);

test('print that was given to a guest is the account’s after the login, and is taken back there', { tags: ['ci'] }, async () => {
  const [order, given] = [await sellMugs(service), uuidv7()];
  expect((await giveIssue(order.ownerId, given)).status).toBe(200);
  const account = await logIn(order.email);
  const page = await readerOf(account);
  expect([sourcesOf(page), (await readerOf(order.ownerId)).owner]).toEqual([[`comp:${given}`], account]);
  expect((await undo(given)).status).toBe(200);
  expect(sourcesOf(await readerOf(account))).toEqual([]);
});

test('what was given to a guest of whom two bought stays with who is left, and comes with the last of them', async () => {
  const [order, given] = [await sellMugs(service), uuidv7()];
  const other = await sellMugs(service, { ownerId: order.ownerId });
  expect((await giveIssue(order.ownerId, given)).status).toBe(200);
  const first = await logIn(order.email);
  expect([sourcesOf(await readerOf(first)), sourcesOf(await readerOf(order.ownerId))]).toEqual([[], [`comp:${given}`]]);
  const second = await logIn(other.email);
  expect([sourcesOf(await readerOf(first)), sourcesOf(await readerOf(second))]).toEqual([[], []]);
  // Nobody can say whose it is by then: it stays where it was given.
  expect(sourcesOf(await readerOf(order.ownerId))).toEqual([`comp:${given}`]);
});

test('what a login of before left with the guest comes with the next one', { tags: ['ci'] }, async () => {
  const [order, given] = [await sellMugs(service), uuidv7()];
  const account = await logIn(order.email);
  await service.deps.db.mergedOwner.deleteMany({ where: { fromId: order.ownerId } });
  await service.deps.db.order.updateMany({ where: { id: order.id }, data: { ownerId: order.ownerId } });
  expect((await giveIssue(order.ownerId, given)).status).toBe(200);
  await service.deps.db.order.updateMany({ where: { id: order.id }, data: { ownerId: account } });
  await service.deps.db.mergedOwner.create({ data: { publicationId: 'main', fromId: order.ownerId, toId: account, at: new Date() } });
  expect(sourcesOf(await readerOf(account))).toEqual([]);
  const browser = service.browser();
  const { token } = v.parse(
    v.object({ token: v.string() }),
    await (await browser.post('/api/access/signin', { email: order.email })).json(),
  );
  expect((await browser.post('/api/access/signin/verify', { token, password: await codeFor(service, order.email) })).status).toBe(200);
  expect(sourcesOf(await readerOf(account))).toEqual([`comp:${given}`]);
});

test(
  'that a guest is to be erased is asked of the account that they became, and done there by another person',
  { tags: ['ci'] },
  async () => {
    const order = await sellMugs(service);
    const send = (who: Browser, owner: string, path: string) =>
      who.post(`/api/desk/readers/${owner}/${path}`, { action: uuidv7(), reason: 'asked' });
    expect((await send(ann, order.ownerId, 'erasure')).status).toBe(200);
    const account = await logIn(order.email);
    expect((await readerOf(account)).erasure).toMatchObject({ own: false });
    expect((await send(ann, account, 'erasure')).status).toBe(409);
    expect((await send(ann, account, 'erase')).status).toBe(409);
    expect((await send(await service.as('circulation'), account, 'erase')).status).toBe(200);
    expect(await service.deps.db.account.count({ where: { id: account } })).toBe(0);
  },
);
