import { AddressChanged } from '@newsstand/contracts/desk-verbs';
import { DeskReader } from '@newsstand/contracts/desk-reader';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { askRefundOf, readRefunded } from '../../../test/desk-money.ts';
import { answerOf } from '../../../test/reader.ts';
import { live, makeSubscriber, subscribe, type TestSubscriber } from '../../../test/subscriber.ts';
import { applyChange } from '../../ledger/terms/apply-change.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

// A move to another zone that is paid back, and what its reader had chosen since.
let service: DeskApp;
let cleo: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  cleo = await service.as('service');
});
afterAll(() => service.close());

const TORONTO = { line1: '5 King St', line2: '', city: 'Toronto', state: 'ON', postcode: 'M5H 1A1', country: 'CA' };

async function anna(): Promise<TestSubscriber> {
  const reader = await makeSubscriber(service, { name: 'Anna Kowalska' });
  await live(service, reader.id);
  await subscribe(service, reader.id);
  return reader;
}

type Wish = { version?: string; move: 'billed' | 'waived'; zone?: string; address?: object };
const moveTo = ({ id }: { id: string }, { zone = 'b', address = TORONTO, version = 'none', move }: Wish) =>
  cleo.post(`/api/desk/readers/${id}/address/${zone}`, { action: uuidv7(), reason: 'asked', version, address, move });
const read = async (response: Response) => {
  const text = await response.text();
  expect([response.status, text]).toEqual([200, text]);
  return v.parse(AddressChanged, JSON.parse(text));
};
const pageOf = async ({ id }: { id: string }) => v.parse(DeskReader, await (await cleo.get(`/api/desk/readers/${id}`)).json());

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

const LOST = { reason: 'lost', deliverable: 'print-a', level: 'low', term: '1year', issues: 3 };
/** How each subscription of a reader was paid for, and how it comes. */
async function state({ id: ownerId }: { id: string }): Promise<string[]> {
  const terms = await service.deps.db.subscription.findMany({ where: { ownerId }, orderBy: { cycle: 'asc' } });
  return terms.map(({ setDeliverable, activeDeliverable }) => `${setDeliverable} ${activeDeliverable}`);
}

/** A year of print and issues given behind it, all of which a paid move took to Canada. */
async function movedAlong() {
  const reader = await anna();
  await service.deps.db.account.update({ where: { id: reader.id }, data: { verified: new Date() } });
  const { moved } = await read(await moveTo(reader, { move: 'billed' }));
  expect((await cleo.post(`/api/desk/readers/${reader.id}/comps`, { action: uuidv7(), ...LOST, terms: 1 })).status).toBe(200);
  await payByCheck(moved);
  expect(await state(reader)).toEqual(['print-b print-b', 'print-b print-b']);
  const { orderId } = await service.deps.db.invoice.findFirstOrThrow({ where: { subscriberId: reader.id } });
  return { reader, orderId };
}
const lines = [{ ordinal: 0, quantity: 1, amount: 0, came_back: false }];
async function takeBack(orderId: string) {
  const tried = await askRefundOf(cleo, orderId, { lines }, true);
  const { plan } = await readRefunded(tried);
  const action = uuidv7();
  expect((await askRefundOf(cleo, orderId, { action, version: plan.version, lines })).status).toBe(200);
  return { action, plan };
}
const undo = (action: string) => cleo.post(`/api/desk/actions/${action}/undo`, { action: uuidv7() });

/** As the reader does in the account: files instead, which costs nothing. */
async function chooses(reader: { id: string }, cycle: number, deliverable: 'digital' | 'print-a' | 'print-b') {
  const { id } = await service.deps.db.subscription.findFirstOrThrow({ where: { ownerId: reader.id, cycle } });
  const own = {
    publicationId: 'main',
    ownerId: reader.id,
    subscription: id,
    target: { deliverable, level: 'low' },
    order: null,
    now: new Date(),
  } as const;
  await service.deps.db.$transaction((tx) => applyChange(tx, own));
}

test('who chose files since keeps them as the move is paid back, also for what went along', async () => {
  const { reader, orderId } = await movedAlong();
  await chooses(reader, 1, 'digital');
  await chooses(reader, 2, 'digital');
  const { plan } = await takeBack(orderId);
  expect([(await state(reader)).map((one) => one.split(' ')[1]), plan.posted]).toEqual([['digital', 'digital'], []]);
});

test('Undo of a move that was paid back leaves what its reader had chosen before', async () => {
  const { reader, orderId } = await movedAlong();
  await chooses(reader, 1, 'digital');
  const before = await state(reader);
  expect(before).toEqual(['print-b digital', 'print-b print-b']);
  const { action } = await takeBack(orderId);
  expect((await undo(action)).status).toBe(200);
  expect(await state(reader)).toEqual(before);
});

test('Undo of a move that was paid back moves nothing that it had not taken back', async () => {
  const { reader, orderId } = await movedAlong();
  await chooses(reader, 1, 'digital');
  const version = (await pageOf(reader)).addresses.find(({ shipcode }) => shipcode === 'a')?.version ?? 'none';
  const home = { line1: '9 Elm St', line2: '', city: 'Dayton', state: 'OH', postcode: '45402', country: 'US' };
  expect((await moveTo(reader, { zone: 'a', address: home, version, move: 'waived' })).status).toBe(200);
  const before = await state(reader);
  expect(before[1]).toBe('print-a print-a');
  const { action } = await takeBack(orderId);
  expect((await undo(action)).status).toBe(200);
  expect((await state(reader))[1]).toBe(before[1]);
});

test('Undo is not refused for what the reader had changed, and paid for, before the move was paid back', async () => {
  const { reader, orderId } = await movedAlong();
  const { id } = await service.deps.db.subscription.findFirstOrThrow({ where: { ownerId: reader.id, cycle: 2 } });
  const own = {
    publicationId: 'main',
    ownerId: reader.id,
    subscription: id,
    target: { deliverable: 'print-c', level: 'low' },
    order: uuidv7(),
    now: new Date(),
  } as const;
  await service.deps.db.$transaction((tx) => applyChange(tx, own));
  const before = await state(reader);
  const { action } = await takeBack(orderId);
  expect(await answerOf(await undo(action))).toMatchObject([200, {}]);
  expect(await state(reader)).toEqual(before);
});

test('a move can be paid back though something that went along was upgraded since', async () => {
  const { reader, orderId } = await movedAlong();
  const { id } = await service.deps.db.subscription.findFirstOrThrow({ where: { ownerId: reader.id, cycle: 2 } });
  const own = {
    publicationId: 'main',
    ownerId: reader.id,
    subscription: id,
    target: { deliverable: 'print-b', level: 'high' },
    order: uuidv7(),
    now: new Date(),
  } as const;
  await service.deps.db.$transaction((tx) => applyChange(tx, own));
  expect(await answerOf(await askRefundOf(cleo, orderId, { lines }, true))).toMatchObject([200, {}]);
});
