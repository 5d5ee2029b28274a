import { BatchDissolved, BatchExported, BatchMade } from '@newsstand/contracts/desk-parcels';
import { DeskToday } from '@newsstand/contracts/desk-reader';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { ELM, readList, readOne, readPacked, sellMugs, send, sendNow } from '../../../test/parcels.ts';
import { compose } from '../../../test/letter.ts';
import { ledgerOf, stockOf } from '../../../test/shop.ts';
import { readReceipt } from '../../files/read-receipt.ts';
import { letterText } from '../../letters/letter-text.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { DAY, HOUR } from '../../platform/duration.ts';

let service: DeskApp;
let dev: Browser;
let later = 0;
beforeAll(async () => {
  service = await createDeskTestApp({ clock: () => new Date(Date.now() + later) });
});
afterAll(() => service.close());
// A list is of everything that waits: each test begins with nothing.
beforeEach(async () => {
  const { db } = service.deps;
  await db.dispatch.deleteMany({});
  await db.order.deleteMany({});
  dev = await service.as('shop');
});

const lineOf = (order: string) => service.deps.db.orderLine.findFirstOrThrow({ where: { orderId: order } });
const stateOf = async (order: string) => (await service.deps.db.order.findUniqueOrThrow({ where: { id: order } })).state;
const heard = async ({ sent_by: done }: { sent_by: string | null }, dry: boolean) => (await undo(dev, done ?? '', dry)).json();
const undo = (who: Browser, done: string, dry = false) =>
  who.post(`/api/desk/actions/${done}/undo${dry ? '?dry' : ''}`, { action: uuidv7() });
const makeBatch = async (most = 100, dry = false) => {
  const response = await dev.post(`/api/desk/parcels/batches${dry ? '?dry' : ''}`, { action: uuidv7(), most });
  return [response.status, response.status === 200 ? v.parse(BatchMade, await response.json()) : null] as const;
};
const batchNumber = async (most?: number) => (await makeBatch(most))[1]?.number ?? 0;

describe('a parcel', () => {
  test('is on the list until it is sent: what is in it, where it goes, and since when it waits', async () => {
    const old = await sellMugs(service, { paid: new Date(Date.now() - 3 * DAY) });
    const young = await sellMugs(service);
    await sellMugs(service, { state: 'started' });
    const { count, open } = await readList(dev);
    expect([count, open.map(({ code }) => code)]).toEqual([2, [old.number, young.number]]);
    expect(open[0]).toMatchObject({
      name: 'Tom Guestling',
      address: ['14 Elm St', 'Dayton, OH 45402', 'United States'],
      lines: [{ name: 'Harbour Mug', quantity: 2 }],
    });
    const today = v.parse(DeskToday, await (await dev.get('/api/desk/today')).json());
    expect(today.work).toContainEqual({ list: 'parcels', count: 2, oldest: open[0]?.paid });
    const { parcel, fulfilled } = await sendNow(dev, old.number, { carrier: 'USPS', tracking: '9400 1000 0000' });
    expect([parcel.tracking, parcel.who, fulfilled]).toEqual(['9400 1000 0000', 'Dev', true]);
    expect([(await lineOf(old.id)).sent, await stateOf(old.id)]).toEqual([2, 'fulfilled']);
    const page: unknown = await (await dev.get(`/api/desk/orders/${old.number}`)).json();
    expect(page).toMatchObject({ state: 'fulfilled', lines: [{ posted: { sent: 2, dropped: 0 } }] });
    const after = await readList(dev);
    expect([after.open.map(({ code }) => code), after.sent.map(({ code }) => code)]).toEqual([[young.number], [old.number]]);
    expect(await service.deps.db.staffAction.findFirst({ where: { verb: 'dispatchGoods', subject: old.number } })).toMatchObject({
      ownerId: old.ownerId,
      to: { carrier: 'USPS', tracking: '9400 1000 0000' },
    });
  });

  test('is sent once, however many scan it at once, each with an id of their own and twice', async () => {
    const { id, number, ref } = await sellMugs(service, { quantity: 3 });
    const { version } = await readOne(dev, number);
    const ann = await service.as('publisher');
    const actions = Array.from({ length: 12 }, () => uuidv7());
    const answers = await Promise.all(
      actions.flatMap((action, n) => [
        send(n % 2 ? dev : ann, number, { action, version }),
        send(n % 2 ? dev : ann, number, { action, version }),
      ]),
    );
    const statuses = answers.map(({ status }) => status);
    // Whoever was first is answered twice alike.
    expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 409).length]).toEqual([2, 22]);
    expect([(await lineOf(id)).sent, await service.deps.db.dispatch.count({ where: { orderId: id } })]).toEqual([3, 1]);
    expect(await service.deps.db.staffAction.count({ where: { verb: 'dispatchGoods', subject: number } })).toBe(1);
    expect(await ledgerOf(service.deps.db, ref)).toBe(await stockOf(service.deps.db, ref));
    const refused = await send(dev, number, { version });
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringMatching(/sent already, by (Dev|Ann)/)]);
  });

  test('is only tried where that is asked', async () => {
    const { id, number } = await sellMugs(service);
    const { version } = await readOne(dev, number);
    expect((await send(dev, number, { version }, true)).status).toBe(200);
    expect([(await lineOf(id)).sent, await service.deps.db.dispatch.count({ where: { orderId: id } }), await stateOf(id)]).toEqual([
      0,
      0,
      'paid',
    ]);
  });

  test('is found by its number alone, in small letters, and by no number that nobody has', async () => {
    const { number } = await sellMugs(service);
    expect((await readOne(dev, number.toLowerCase())).code).toBe(number);
    expect((await readOne(dev, number.replace('EXR-', ''))).code).toBe(number);
    expect([(await dev.get('/api/desk/parcels/EXR-404')).status, (await send(dev, 'EXR-404')).status]).toEqual([404, 404]);
  });

  test('has a carrier’s number of its own, or one of another parcel’s where both are said to be in one box', async () => {
    const [first, second] = [await sellMugs(service), await sellMugs(service)];
    const tracking = '9400 1118 9922 3197 4284 90';
    await sendNow(dev, first.number, { carrier: 'USPS', tracking });
    const { version } = await readOne(dev, second.number);
    // However it is scanned.
    const scanned = { version, carrier: 'USPS', tracking: '420454029400111899223197428490' };
    const taken = await send(dev, second.number, scanned);
    expect(taken.status).toBe(409);
    expect(await taken.json()).toMatchObject({ codes: { code: 'desk.tracking_taken', values: { parcel: first.number } } });
    expect((await lineOf(second.id)).sent).toBe(0);
    expect((await send(dev, second.number, { ...scanned, one_box: true })).status).toBe(200);
    const { parcel } = await sendNow(dev, (await sellMugs(service)).number, { tracking: '' });
    expect(parcel.tracking).toBe('');
  });

  test('has no number of our own for a carrier’s: it is said what that is', async () => {
    const { number } = await sellMugs(service);
    const { version } = await readOne(dev, number);
    for (const [tracking, code] of [
      ['16-A1-000001', 'desk.tracking_is_label'],
      [number, 'desk.tracking_is_order'],
      ['exr 7123', 'desk.tracking_is_order'],
      ['EXC-007', 'desk.tracking_is_invoice'],
    ]) {
      const answer = await send(dev, number, { version, tracking });
      expect(answer.status, tracking).toBe(422);
      expect(await answer.json()).toMatchObject({ codes: { tracking: { code } } });
    }
    expect((await send(dev, number, { version, tracking: 'AB123456789GB' })).status).toBe(200);
  });

  test('was not sent after all: it is open again, for a day', async () => {
    const { id, number } = await sellMugs(service);
    const { parcel } = await sendNow(dev, number);
    expect((await undo(dev, parcel.sent_by ?? '')).status).toBe(200);
    expect([(await lineOf(id)).sent, await stateOf(id), (await readList(dev)).open.length]).toEqual([0, 'paid', 1]);
    expect((await undo(dev, parcel.sent_by ?? '')).status).toBe(409);
    const again = (await sendNow(dev, number)).parcel;
    expect((await undo(await service.as('service'), again.sent_by ?? '')).status).toBe(403);
    later = 25 * HOUR;
    expect((await undo(await service.as('shop'), again.sent_by ?? '')).status).toBe(409);
  });

  test('of which something was paid back since is not taken back: it would be sent again', async () => {
    const { id, number } = await sellMugs(service);
    const { parcel } = await sendNow(dev, number);
    const refund = {
      id: uuidv7(),
      publicationId: 'main',
      orderId: id,
      method: 'card',
      amount: 500,
      shipping: 0,
      state: 'sent',
      untold: true,
      created: new Date(),
      updated: new Date(),
    };
    await service.deps.db.refund.create({ data: { ...refund, lines: { create: { ordinal: 0, quantity: 1, amount: 500 } } } });
    const refused = await undo(dev, parcel.sent_by ?? '');
    expect([refused.status, await refused.text(), (await lineOf(id)).sent]).toEqual([409, expect.stringContaining('paid back since'), 2]);
  });

  test('goes to each giftee of an invoice, and to its payer', async () => {
    const { id, number, ref, ownerId } = await sellMugs(service, { quantity: 3 });
    const giftee = (ordinal: number) => ({
      publicationId: 'main',
      ownerId,
      orderId: id,
      ordinal,
      name: `Giftee ${ordinal}`,
      address: ELM,
      lines: [{ type: 'basic-product', ref, name: 'Mug', quantity: 1, price: 500 }],
    });
    await service.deps.db.orderGiftee.createMany({ data: [giftee(1), giftee(2)] });
    expect((await readList(dev)).open.map(({ code, name }) => [code, name])).toEqual([
      [number, 'Tom Guestling'],
      [`${number}.1`, 'Giftee 1'],
      [`${number}.2`, 'Giftee 2'],
    ]);
    await sendNow(dev, `${number}.2`);
    expect([(await readList(dev)).open.map(({ code }) => code), await stateOf(id)]).toEqual([[number, `${number}.1`], 'paid']);
    await sendNow(dev, `${number}.1`);
    expect([(await sendNow(dev, number)).fulfilled, (await lineOf(id)).sent]).toEqual([true, 3]);
  });
});

describe('whoever paid', () => {
  const lettersOf = (email: string) => service.deps.db.outbox.findMany({ where: { recipient: email }, orderBy: { id: 'asc' } });
  const receiptOf = (order: string) => readReceipt(service.deps, order);

  test('is written to in ten minutes, once, with the tracking number and where it can be followed; the receipt says it at once', async () => {
    const { id, number, email } = await sellMugs(service);
    expect((await receiptOf(id))?.sent).toBeUndefined();
    const { letter } = await sendNow(dev, number, { carrier: 'UPS', tracking: '1Z 999' });
    const [row, ...more] = await lettersOf(email);
    expect([letter, more, row?.kind]).toEqual([true, [], 'dispatched']);
    expect((row?.created.getTime() ?? 0) - Date.now()).toBeGreaterThan(9 * 60_000);
    const { kind, subject, recipient, payload } = row ?? { kind: '', subject: '', recipient: '', payload: {} };
    const written = await compose(service.deps, { kind, subject, recipient, payload });
    const text = written === null ? '' : letterText(written);
    expect(text).toContain('2 × Harbour Mug');
    expect(text).toContain('UPS 1Z 999');
    expect(text).toContain('https://www.ups.com/track?tracknum=1Z%20999');
    expect(text).not.toContain('The rest of your order');
    expect((await receiptOf(id))?.sent).toMatchObject([
      { tracking: '1Z 999', carrier: 'UPS', goods: [{ name: 'Harbour Mug', quantity: 2 }] },
    ]);
  });

  test('is not written to where it is said so, and hears nothing of a parcel that was taken back in time', async () => {
    const [quiet, loud] = [await sellMugs(service), await sellMugs(service)];
    expect((await sendNow(dev, quiet.number, { untold: true })).letter).toBe(false);
    const { parcel } = await sendNow(dev, loud.number);
    for (const dry of [true, false]) expect(await heard(parcel, dry)).toMatchObject({ letter: 'stopped' });
    expect([await lettersOf(quiet.email), await lettersOf(loud.email), (await receiptOf(loud.id))?.sent]).toEqual([[], [], undefined]);
  });

  test('is told that it was too early, where the letter went out; and of the next parcel again', async () => {
    const { number, email } = await sellMugs(service);
    const { parcel } = await sendNow(dev, number);
    await service.deps.db.outbox.updateMany({ where: { recipient: email }, data: { queued: new Date() } });
    // Said first, while nothing is written.
    expect(await heard(parcel, true)).toMatchObject({ letter: 'written' });
    expect((await lettersOf(email)).map(({ kind }) => kind)).toEqual(['dispatched']);
    expect(await heard(parcel, false)).toMatchObject({ letter: 'written' });
    await sendNow(dev, number);
    expect((await lettersOf(email)).map(({ kind }) => kind).toSorted()).toEqual(['dispatch-taken-back', 'dispatched', 'dispatched']);
  });

  test('of a part of the order hears that the rest follows', async () => {
    const { number, ref, id, ownerId, email } = await sellMugs(service, { quantity: 3 });
    const line = { type: 'basic-product', ref, name: 'Mug', quantity: 1, price: 500 };
    await service.deps.db.orderGiftee.create({
      data: { publicationId: 'main', ownerId, orderId: id, ordinal: 1, name: 'Gil', address: ELM, lines: [line] },
    });
    await sendNow(dev, `${number}.1`);
    const [row] = await lettersOf(email);
    expect(row?.payload).toMatchObject({ rest: true, detail: '1 × Harbour Mug' });
    expect((await receiptOf(id))?.sent).toMatchObject([{ to: 'Gil', goods: [{ quantity: 1 }] }]);
  });
});

describe('a batch', () => {
  test('packs the oldest; its picking list sums, its slips stay the same, and it is off the list', async () => {
    const orders = [];
    for (let n = 0; n < 4; n++) orders.push(await sellMugs(service, { paid: new Date(Date.now() - (9 - n) * DAY), quantity: n + 1 }));
    await service.deps.db.orderLine.updateMany({ data: { ref: orders[0]?.ref ?? '' } });
    expect(await makeBatch(3, true)).toEqual([200, { number: null, parcels: 3, pieces: 6 }]);
    const number = await batchNumber(3);
    const batch = await readPacked(dev, number);
    expect([batch.parcels.map(({ code }) => code), batch.picking]).toMatchObject([
      orders.slice(0, 3).map((one) => one.number),
      [{ name: 'Harbour Mug', quantity: 6 }],
    ]);
    expect(await readPacked(dev, number)).toEqual(batch);
    const list = await readList(dev);
    expect([list.open.map(({ code }) => code), list.batches]).toMatchObject([[orders[3]?.number], [{ number, parcels: 3, sent: 0 }]]);
    for (const { code } of batch.parcels) await sendNow(dev, code);
    expect([(await readList(dev)).batches, (await readPacked(dev, number)).picking, (await makeBatch(3, true))[1]?.parcels]).toEqual([
      [],
      [],
      1,
    ]);
  });

  test('of one who makes it at the same time as another has other parcels, and none is in two', async () => {
    for (let n = 0; n < 9; n++) await sellMugs(service);
    const ann = await service.as('publisher');
    const answers = await Promise.all(
      [dev, ann, dev, ann].map((who) => who.post('/api/desk/parcels/batches', { action: uuidv7(), most: 3 })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409]);
    const packed = await service.deps.db.dispatch.findMany({ select: { orderId: true } });
    expect([packed.length, new Set(packed.map(({ orderId }) => orderId)).size]).toEqual([9, 9]);
  });

  test('and those who scan: each piece is sent once, in a batch or out of it', async () => {
    const orders = [];
    for (let n = 0; n < 8; n++) orders.push(await sellMugs(service));
    const seen = await Promise.all(orders.map(({ number }) => readOne(dev, number)));
    const ann = await service.as('publisher');
    await Promise.all([
      ...seen.flatMap(({ code, version }) => [send(dev, code, { version }), send(ann, code, { version })]),
      dev.post('/api/desk/parcels/batches', { action: uuidv7(), most: 100 }),
    ]);
    for (const { code } of (await readList(dev)).batches.length > 0 ? await packedCodes() : []) await sendNow(dev, code);
    for (const { id } of orders) {
      const lines = await service.deps.db.dispatchLine.findMany({ where: { dispatch: { orderId: id, sent: { not: null } } } });
      expect([(await lineOf(id)).sent, lines.map(({ quantity }) => quantity)]).toEqual([2, [2]]);
    }
  });
  test(
    'of thirty parcels is sent by two scanners from both its ends, each once; goods add up and an order is fulfilled after each',
    { tags: ['ci'] },
    async () => {
      const { db } = service.deps;
      const orders: Awaited<ReturnType<typeof sellMugs>>[] = [];
      for (let n = 0; n < 30; n++) orders.push(await sellMugs(service, { quantity: 1 + (n % 3) }));
      const { parcels } = await readPacked(dev, await batchNumber());
      expect([parcels.length, await db.order.count({ where: { state: 'paid' } })]).toEqual([30, 30]);
      const ann = await service.as('publisher');
      // Whoever was second is refused, where they meet and from there on.
      const scan = async (who: Browser, slips: typeof parcels) => {
        const sent = [];
        for (const { code, version, order } of slips) {
          const { status } = await send(who, code, { version });
          expect([200, 409]).toContain(status);
          if (status === 200) sent.push(code);
          const { id, ref } = orders.find(({ number }) => number === order) ?? { id: '', ref: '' };
          expect([order, await stateOf(id), await ledgerOf(db, ref)]).toEqual([order, 'fulfilled', await stockOf(db, ref)]);
        }
        return sent;
      };
      const halves = await Promise.all([scan(dev, parcels), scan(ann, parcels.toReversed())]);
      expect(halves.flat().toSorted()).toEqual(parcels.map(({ code }) => code).toSorted());
      expect(halves.map(({ length }) => length > 0)).toEqual([true, true]);
      for (const [n, { id }] of orders.entries()) {
        const lines = await db.dispatchLine.findMany({ where: { dispatch: { orderId: id, sent: { not: null } } } });
        expect([(await lineOf(id)).sent, lines.map(({ quantity }) => quantity)]).toEqual([1 + (n % 3), [1 + (n % 3)]]);
      }
      expect((await readList(dev)).open).toEqual([]);
    },
  );
  const packedCodes = async () =>
    (await Promise.all((await readList(dev)).batches.map(({ number }) => readPacked(dev, number)))).flatMap(({ parcels }) =>
      parcels.filter(({ sent }) => sent === null),
    );

  test('says what is to be put back, since it was paid back; who saw it before is told to look again', async () => {
    const { id, number } = await sellMugs(service, { quantity: 3 });
    await batchNumber();
    const { version } = await readOne(dev, number);
    await service.deps.db.orderLine.updateMany({ where: { orderId: id }, data: { dropped: 1 } });
    expect((await send(dev, number, { version })).status).toBe(409);
    expect((await readOne(dev, number)).lines).toMatchObject([{ quantity: 2, back: 1 }]);
    const { parcel } = await sendNow(dev, number);
    expect([parcel.lines, (await lineOf(id)).sent, await stateOf(id)]).toMatchObject([[{ quantity: 2 }], 2, 'fulfilled']);
  });

  test('all of a parcel of which was paid back refuses the scan', async () => {
    const { id, number } = await sellMugs(service);
    await batchNumber();
    await service.deps.db.orderLine.updateMany({ where: { orderId: id }, data: { dropped: 2 } });
    const { version } = await readOne(dev, number);
    const refused = await send(dev, number, { version });
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('put it back')]);
  });

  test('is unpacked as long as nothing of it is sent', async () => {
    const [one, other] = [await sellMugs(service), await sellMugs(service)];
    const dissolve = (batch: number) => dev.post(`/api/desk/parcels/batches/${batch}/dissolve`, { action: uuidv7() });
    const first = await batchNumber();
    expect(v.parse(BatchDissolved, await (await dissolve(first)).json())).toEqual({ number: first, parcels: 2 });
    expect([(await readList(dev)).open.length, (await dissolve(first)).status]).toEqual([2, 404]);
    const second = await batchNumber();
    const { parcel } = await sendNow(dev, one.number);
    expect((await dissolve(second)).status).toBe(409);
    // It goes back into its batch.
    expect((await undo(dev, parcel.sent_by ?? '')).status).toBe(200);
    expect((await readPacked(dev, second)).parcels.map(({ code, sent }) => [code, sent])).toEqual([
      [one.number, null],
      [other.number, null],
    ]);
  });

  test('leaves out what has no address', async () => {
    await sellMugs(service, { address: null });
    expect((await makeBatch())[0]).toBe(409);
    expect((await readList(dev)).open).toMatchObject([{ address: [] }]);
  });

  test('is a file for a carrier, in which nothing that a reader typed is run by a spreadsheet; the history has no address', async () => {
    const bad = await sellMugs(service, { name: '=cmd|" /C calc"!A0' });
    const sent = await sellMugs(service);
    const batch = await batchNumber();
    await sendNow(dev, sent.number);
    const action = uuidv7();
    const { csv, parcels } = v.parse(BatchExported, await (await dev.post(`/api/desk/parcels/batches/${batch}/export`, { action })).json());
    const rows = csv.split('\r\n');
    expect([parcels, rows.length, csv.charCodeAt(0)]).toEqual([1, 3, 0xfeff]);
    expect(rows[1]).toBe(`${bad.number},"'=cmd|"" /C calc""!A0",14 Elm St,,Dayton,OH,45402,US,United States,2,2 x Harbour Mug`);
    const row = await service.deps.db.staffAction.findUniqueOrThrow({ where: { id: action } });
    expect([row.verb, JSON.stringify([row.to, row.result]).includes('Elm')]).toEqual(['exportBatch', false]);
  });
});
