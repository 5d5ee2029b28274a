import { SubscriberAnswer } from '@newsstand/contracts/account';
import { AccountExport } from '@newsstand/contracts/account-data';
import { DeskOrder } from '@newsstand/contracts/desk-orders';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { compose } from '../../../test/letter.ts';
import { ELM, readList, readOne, sellMugs, sendNow } from '../../../test/parcels.ts';
import { answerOf, lettersTo } from '../../../test/reader.ts';
import { readLastOrder } from '../../shop/check-out/read-last-order.ts';
import { ledgerOf, stockOf } from '../../../test/shop.ts';
import { HOME, live, makeSubscriber } from '../../../test/subscriber.ts';
import { letterText } from '../../letters/letter-text.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { findDifferences } from '../books/book-rules.ts';

let service: DeskApp;
let ann: Browser;
let cleo: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  [ann, cleo] = [await service.as('publisher'), await service.as('service')];
});
afterAll(() => service.close());

/** An order of two mugs that were posted. */
async function posted() {
  const order = await sellMugs(service);
  await sendNow(ann, order.number);
  return order;
}
type More = { reason?: string; quantity?: number; asked?: number; action?: string; ordinal?: number };
const again = ({ id }: { id: string }, more: More = {}, { who = cleo, dry = false } = {}) =>
  who.post(`/api/desk/orders/${id}/copies${dry ? '?dry' : ''}`, {
    action: uuidv7(),
    reason: 'lost',
    ordinal: 0,
    quantity: 1,
    asked: 0,
    ...more,
  });
const undo = (action: string) => cleo.post(`/api/desk/actions/${action}/undo`, { action: uuidv7() });
const pageOf = async (number: string) => v.parse(DeskOrder, await (await cleo.get(`/api/desk/orders/${number}`)).json());

test(
  'a piece that was lost is sent once more: tried first, then once, as an order of nothing that is packed and sent as any',
  { tags: ['ci'] },
  async () => {
    const order = await posted();
    expect(await answerOf(await again(order, {}, { dry: true }))).toMatchObject([200, { stock: 7, letter: order.email }]);
    expect([await stockOf(service.deps.db, order.ref), (await pageOf(order.number)).lines[0]?.posted]).toEqual([
      8,
      { sent: 2, dropped: 0, again: 0, gone: false },
    ]);
    const action = uuidv7();
    const answers = await Promise.all(Array.from({ length: 5 }, () => again(order, { action })));
    const [status, answer] = await answerOf(answers[0] ?? new Response());
    expect([status, new Set(answers.map((one) => one.status))]).toEqual([200, new Set([200])]);
    const { number } = v.parse(v.object({ number: v.string() }), answer);
    expect([await stockOf(service.deps.db, order.ref), await ledgerOf(service.deps.db, order.ref)]).toEqual([7, 7]);
    expect((await readList(ann)).open.map((parcel) => parcel.order)).toContain(number);
    expect(await readOne(ann, number)).toMatchObject({ lines: [{ name: 'Harbour Mug', quantity: 1 }] });
    expect(await pageOf(order.number)).toMatchObject({
      lines: [{ posted: { sent: 2, again: 1 } }],
      history: [{ verb: 'sendCopy', subject: order.number, undo: true }, {}],
    });
    expect(await pageOf(number)).toMatchObject({ total: 0, state: 'paid', lines: [{ price: 0, posted: { sent: 0 } }] });

    const kinds = (await lettersTo(service, order.email)).filter((kind) => kind !== 'dispatched');
    expect(kinds).toEqual(['goods-again']);
    const row = await service.deps.db.outbox.findFirstOrThrow({ where: { recipient: order.email, kind: 'goods-again' } });
    const letter = await compose(service.deps, row);
    expect(letter && letterText(letter).replaceAll(/\s+/g, ' ')).toContain(
      `This of it is sent to you once more, as order ${number}: 1 × Harbour Mug.`,
    );

    await sendNow(ann, number);
    expect([(await pageOf(number)).state, (await undo(action)).status]).toEqual(['fulfilled', 409]);
    expect(await findDifferences(service.deps.db, 'main')).toEqual([]);
  },
);

test('of two who answer one complaint at once, the second is told', async () => {
  const order = await posted();
  const answers = await Promise.all([again(order), again(order, {}, { who: await service.as('circulation') })]);
  expect([answers.map(({ status }) => status).toSorted(), await stockOf(service.deps.db, order.ref)]).toEqual([[200, 409], 7]);
  const second = answers.find(({ status }) => status === 409);
  expect(await second?.text()).toMatch(/"(?!somebody)[^"]+ sent others of it again meanwhile/i);
  expect((await again(order, { asked: 1 })).status).toBe(200);
});

test('what is not sent yet is taken back once: it is in stock again, and its reader told', async () => {
  const order = await posted();
  const action = uuidv7();
  await again(order, { action, quantity: 2 });
  const answers = await Promise.all([undo(action), undo(action)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect([await stockOf(service.deps.db, order.ref), await ledgerOf(service.deps.db, order.ref)]).toEqual([8, 8]);
  expect((await lettersTo(service, order.email)).filter((kind) => kind.startsWith('goods')).toSorted()).toEqual([
    'goods-again',
    'goods-dropped',
  ]);
  expect((await pageOf(order.number)).lines[0]?.posted).toMatchObject({ again: 0 });
  const { number } = await service.deps.db.order.findUniqueOrThrow({ where: { id: action } });
  // Both pages say so.
  for (const page of [await pageOf(order.number), await pageOf(String(number))]) {
    expect(page.history.slice(0, 2)).toMatchObject([
      { verb: 'takeBackCopy', undoes: true },
      { id: action, verb: 'sendCopy', undone: true },
    ]);
  }
  expect(await pageOf(order.number)).toMatchObject({ sent_again: [{ number, undone: true }] });
  expect(await pageOf(String(number))).toMatchObject({ again_of: { undone: true } });
  expect(await findDifferences(service.deps.db, 'main')).toEqual([]);
});

test('it goes to where they live now, and no more goes than was sent or is in stock, nor what was not sent', { tags: ['ci'] }, async () => {
  const order = await posted();
  await live(service, order.ownerId);
  expect(await answerOf(await again(order, {}, { dry: true }))).toMatchObject([
    200,
    { address: ['Ana Reader', '1 Pier Road', 'Portland, ME 04101', 'United States'] },
  ]);
  expect(await answerOf(await again(order, { quantity: 3 }))).toMatchObject([
    422,
    { errors: { quantity: 'No more than 2 of it were sent.' } },
  ]);
  expect((await again(order, { ordinal: 7 })).status).toBe(422);
  await service.deps.db.good.updateMany({ where: { ref: order.ref }, data: { stock: 1 } });
  expect(await answerOf(await again(order, { quantity: 2 }))).toMatchObject([
    422,
    { errors: { quantity: 'No more than 1 of it are in stock.' } },
  ]);
  await service.deps.db.good.updateMany({ where: { ref: order.ref }, data: { stock: 0 } });
  expect(await answerOf(await again(order))).toMatchObject([422, { errors: { quantity: 'None of it is in stock.' } }]);
  const waiting = await sellMugs(service);
  expect(await answerOf(await again(waiting))).toMatchObject([422, { errors: { quantity: 'Nothing of it was sent yet.' } }]);
  expect((await again({ id: uuidv7() })).status).toBe(404);
});

test(
  'whoever moved to another zone has it sent there; where post comes back from it goes to the address before, which is said',
  { tags: ['ci'] },
  async () => {
    const order = await posted();
    const TORONTO = {
      ...HOME,
      city: 'Toronto',
      state: 'ON',
      state_name: 'Ontario',
      postcode: 'M5V 2T6',
      country_code: 'CA',
      country_name: 'Canada',
    };
    const where = async () => {
      const [, told] = await answerOf(await again(order, {}, { dry: true }));
      return v.parse(v.object({ address: v.array(v.string()), moved: v.boolean(), returned: v.nullable(v.array(v.string())) }), told);
    };
    expect(await where()).toMatchObject({
      address: ['Tom Guestling', '14 Elm St', 'Dayton, OH 45402', 'United States'],
      moved: false,
      returned: null,
    });
    await live(service, order.ownerId, 'b', TORONTO);
    const there = ['Ana Reader', '1 Pier Road', 'Toronto, ON M5V 2T6', 'Canada'];
    expect(await where()).toEqual({ address: there, moved: true, returned: null });
    const action = uuidv7();
    expect((await again(order, { action })).status).toBe(200);
    expect(await service.deps.db.order.findUniqueOrThrow({ where: { id: action } })).toMatchObject({ shipcode: 'b', name: 'Ana Reader' });
    const back = async (shipcode: string) =>
      service.deps.db.ownerAddress.updateMany({
        where: { ownerId: order.ownerId, shipcode },
        data: { undeliverable: service.deps.clock() },
      });
    await back('b');
    const dry = { address: ['Tom Guestling', '14 Elm St', 'Dayton, OH 45402', 'United States'], moved: false, returned: there };
    const [, told] = await answerOf(await again(order, { asked: 1 }, { dry: true }));
    expect(told).toMatchObject(dry);
    // Where they ordered from is where post comes back from.
    const other = await posted();
    await live(service, other.ownerId, 'a', ELM);
    await service.deps.db.ownerAddress.updateMany({ where: { ownerId: other.ownerId }, data: { undeliverable: service.deps.clock() } });
    const [, same] = await answerOf(await again(other, {}, { dry: true }));
    expect(same).toMatchObject({ moved: false, returned: ['Ana Reader', '14 Elm St', 'Dayton, OH 45402', 'United States'] });
  },
);

test(
  'the page of what is sent once more says of which order it is, who made it and why, and takes it back; the first order names it',
  { tags: ['ci'] },
  async () => {
    const order = await posted();
    const action = uuidv7();
    await again(order, { action, reason: 'damaged' });
    const { number } = await service.deps.db.order.findUniqueOrThrow({ where: { id: action } });
    expect(await pageOf(String(number))).toMatchObject({
      again_of: { number: order.number, who: 'Cleo', reason: 'damaged', undone: false },
      sent_again: [],
      history: [{ id: action, verb: 'sendCopy', subject: order.number, to: { number }, undo: true }],
    });
    expect(await pageOf(order.number)).toMatchObject({
      again_of: null,
      sent_again: [{ number, ordinal: 0, quantity: 1, undone: false }],
    });
  },
);

test('what was paid back whole is not sent again, and who pays back is told of what is still to be sent', async () => {
  const order = await posted();
  const action = uuidv7();
  await again(order, { action });
  const { number } = await service.deps.db.order.findUniqueOrThrow({ where: { id: action } });
  const waiting = async () => {
    const asked = { reason: 'asked', version: '', method: 'check', lines: [], shipping: 0 };
    const answer = await ann.post(`/api/desk/orders/${order.id}/refunds?dry`, { action: uuidv7(), ...asked });
    return v.parse(v.object({ plan: v.object({ waiting: v.array(v.string()) }) }), await answer.json()).plan.waiting;
  };
  expect(await waiting()).toEqual([number]);
  await sendNow(ann, String(number));
  expect(await waiting()).toEqual([]);
  const now = service.deps.clock();
  await service.deps.db.moneyBack.create({
    data: { id: `re_${order.id}`, orderId: order.id, state: 'refunded', amount: 1000, created: now, updated: now },
  });
  expect((await pageOf(order.number)).lines[0]?.posted).toMatchObject({ gone: true });
  expect(await answerOf(await again(order, { asked: 1 }))).toMatchObject([
    422,
    { errors: 'It was paid back: nothing of it is sent again.' },
  ]);
});

test(
  'there is no receipt: the account lists none, its page and file are not there, no letter leads to it, and none of it counts as sold',
  { tags: ['ci'] },
  async () => {
    const reader = await makeSubscriber(service);
    const order = await sellMugs(service, { ownerId: reader.id, email: reader.email });
    await sendNow(ann, order.number);
    const action = uuidv7();
    await again(order, { action });
    const { number, receiptToken } = await service.deps.db.order.findUniqueOrThrow({ where: { id: action } });
    const receiptsOf = async () => {
      const answer: unknown = await (await reader.browser.get('/api/account/subscriber')).json();
      return v.parse(SubscriberAnswer, answer).subscriber.receipts;
    };
    expect(await receiptsOf()).toMatchObject([{ number: order.number }]);
    const [page, file] = [
      await reader.browser.get(`/api/receipts/${receiptToken}`),
      await reader.browser.get(`/api/receipts/${receiptToken}/pdf`),
    ];
    expect([page.status, file.status]).toEqual([404, 404]);
    const exported = v.parse(AccountExport, await (await reader.browser.get('/api/account/export')).json());
    expect(exported.orders.map((one) => one['number'])).toEqual([order.number]);
    expect(exported.records?.['sent_once_more']).toMatchObject([{ number, name: 'Tom Guestling', lines: [{ name: 'Harbour Mug' }] }]);
    const session = await service.deps.db.session.findFirstOrThrow({ where: { accountId: reader.id } });
    expect(await readLastOrder(service.deps, session.tokenHash)).toEqual({ status: 'completed', receipt: order.id });

    const good = await ann.get(`/api/desk/stock/basic-product/${encodeURIComponent(order.ref)}`);
    expect(await good.json()).toMatchObject({ good: { sold: 2 } });
    await sendNow(ann, String(number));
    const row = await service.deps.db.outbox.findFirstOrThrow({
      where: { recipient: reader.email, kind: 'dispatched', payload: { path: ['number'], equals: String(number) } },
    });
    const letter = await compose(service.deps, row);
    expect(letter && letterText(letter)).not.toContain('/receipts/');
  },
);
