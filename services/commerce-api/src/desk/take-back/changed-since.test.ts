import { displayDate } from '@newsstand/contracts/display-date';
import { DeskHistory } from '@newsstand/contracts/desk-history';
import { DeskReader } from '@newsstand/contracts/desk-reader';
import { DeskGood } from '@newsstand/contracts/desk-stock';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { readOne, sellMugs, sendNow } from '../../../test/parcels.ts';
import { answerOf, lettersTo } from '../../../test/reader.ts';
import { stockOf } from '../../../test/shop.ts';
import { HOME, live, makeSubscriber, subscribe, type TestSubscriber } from '../../../test/subscriber.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

// An action writes several things, and each of them may be changed since by another: then Undo would bring back what
// somebody has decided otherwise by now.
let service: DeskApp;
let cleo: Browser;
let bob: Browser;
let packer: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  [cleo, bob, packer] = [await service.as('service'), await service.as('circulation'), await service.as('shop')];
});
afterAll(() => service.close());

const DAYTON = { line1: '77 New Road', line2: '', city: 'Dayton', state: 'OH', postcode: '45402', country: 'US' };
const TORONTO = { line1: '5 King St', line2: '', city: 'Toronto', state: 'ON', postcode: 'M5H 1A1', country: 'CA' };

async function anna(): Promise<TestSubscriber> {
  const reader = await makeSubscriber(service, { name: 'Anna Kowalska' });
  await live(service, reader.id);
  await subscribe(service, reader.id);
  return reader;
}

const pageOf = async ({ id }: { id: string }) => v.parse(DeskReader, await (await cleo.get(`/api/desk/readers/${id}`)).json());
const offered = async (reader: { id: string }, done: string) => (await pageOf(reader)).history.find(({ id }) => id === done)?.undo;
const takeBack = (done: string, { dry = false } = {}) =>
  bob.post(`/api/desk/actions/${done}/undo${dry ? '?dry' : ''}`, { action: uuidv7() });
const changedBy = (who: string) => [
  409,
  { errors: `${who} changed this since, on ${displayDate(service.deps.clock().toISOString(), 'UTC')}: look at what it is now.` },
];

type Change = { zone?: string; address?: object; goods?: string[]; move?: 'waived' };
async function changeAddress(reader: { id: string }, { zone = 'a', address = DAYTON, ...more }: Change = {}): Promise<string> {
  const action = uuidv7();
  const version = (await pageOf(reader)).addresses.find(({ shipcode }) => shipcode === zone)?.version ?? 'none';
  const answer = await cleo.post(`/api/desk/readers/${reader.id}/address/${zone}`, { action, reason: 'asked', version, address, ...more });
  expect(await answerOf(answer)).toMatchObject([200, {}]);
  return action;
}

test('a change of an address is not taken back where its goods were sent elsewhere since; they stay where that sent them', async () => {
  const reader = await anna();
  const mugs = await sellMugs(service, { ownerId: reader.id, address: HOME });
  const first = await changeAddress(reader, { goods: [mugs.id] });
  await changeAddress(reader, { zone: 'b', address: TORONTO, move: 'waived', goods: [mugs.id] });
  expect(await offered(reader, first)).toBe(false);
  expect(await answerOf(await takeBack(first, { dry: true }))).toEqual(changedBy('Cleo'));
  expect(await answerOf(await takeBack(first))).toEqual(changedBy('Cleo'));
  expect((await readOne(packer, mugs.number)).address[0]).toBe('5 King St');
  expect(await lettersTo(service, reader.email)).toEqual(['address-changed', 'address-changed']);
});

test('nor where what was posted there goes to another zone by now', { tags: ['ci'] }, async () => {
  const reader = await anna();
  const first = await changeAddress(reader);
  await changeAddress(reader, { zone: 'b', address: TORONTO, move: 'waived' });
  expect(await offered(reader, first)).toBe(false);
  expect(await answerOf(await takeBack(first))).toEqual(changedBy('Cleo'));
  // Who has moved back has it posted there again.
  await changeAddress(reader, { address: DAYTON, move: 'waived' });
  expect(await offered(reader, first)).toBe(true);
});

test('what moved a good is not taken back once it was counted, and is again once the count was', async () => {
  const { ref } = await sellMugs(service);
  const path = `/api/desk/stock/basic-product/${encodeURIComponent(ref)}`;
  const move = async (wish: { kind: string; pieces: number; stock?: number; held?: number }): Promise<string> => {
    const action = uuidv7();
    expect(await answerOf(await packer.post(`${path}/moves`, { action, stock: 0, held: 0, note: '', ...wish }))).toMatchObject([200, {}]);
    return action;
  };
  const undo = (done: string) => packer.post(`/api/desk/actions/${done}/undo`, { action: uuidv7() });
  const undoable = async (done: string) => {
    const { moves } = v.parse(DeskGood, await (await packer.get(path)).json());
    const { actions } = v.parse(DeskHistory, await (await (await service.as('publisher')).get('/api/desk/history')).json());
    return [moves.find(({ action }) => action === done)?.undo, actions.find(({ id }) => id === done)?.undo];
  };
  // Eight are left of ten; forty are written down that did not come, and somebody counts what there is.
  const restocked = await move({ kind: 'restock', pieces: 40 });
  expect(await undoable(restocked)).toEqual([true, true]);
  const counted = await move({ kind: 'count', pieces: 10, stock: 48, held: 2 });
  expect(await undoable(restocked)).toEqual([false, false]);
  expect(await answerOf(await undo(restocked))).toEqual(changedBy('Dev'));
  expect(await stockOf(service.deps.db, ref)).toBe(8);
  expect((await undo(counted)).status).toBe(200);
  expect(await undoable(restocked)).toEqual([true, true]);
  expect((await undo(restocked)).status).toBe(200);
  expect(await stockOf(service.deps.db, ref)).toBe(8);
});

test('a parcel is not ‘not sent after all’ once something of it was sent once more, unless that is taken back first', async () => {
  const order = await sellMugs(service);
  const { parcel } = await sendNow(packer, order.number);
  const undo = () => packer.post(`/api/desk/actions/${parcel.sent_by ?? ''}/undo`, { action: uuidv7() });
  const action = uuidv7();
  const copy = { action, reason: 'lost', ordinal: 0, quantity: 1, asked: 0 };
  expect((await cleo.post(`/api/desk/orders/${order.id}/copies`, copy)).status).toBe(200);
  expect(await answerOf(await undo())).toEqual([
    409,
    { errors: 'Something of this parcel was sent once more since: take that back first.' },
  ]);
  expect((await takeBack(action)).status).toBe(200);
  expect((await undo()).status).toBe(200);
});

test('Undo says which goods go back where they went, and of those that were sent by then nothing', async () => {
  const reader = await anna();
  const [waits, sent] = [await sellMugs(service, { ownerId: reader.id }), await sellMugs(service, { ownerId: reader.id, address: HOME })];
  const first = await changeAddress(reader, { goods: [waits.id, sent.id] });
  await sendNow(packer, sent.number);
  const goods = [
    expect.objectContaining({ number: waits.number, goods: ['2 × Harbour Mug'], address: expect.arrayContaining(['14 Elm St']) }),
  ];
  expect(await answerOf(await takeBack(first, { dry: true }))).toMatchObject([200, { goods }]);
  expect(await answerOf(await takeBack(first))).toMatchObject([200, { goods }]);
  expect((await readOne(packer, waits.number)).address[0]).toBe('14 Elm St');
  expect((await readOne(packer, sent.number)).address[0]).toBe('77 New Road');
});
