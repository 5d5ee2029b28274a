import { BatchMade, BatchPrinted } from '@newsstand/contracts/desk-parcels';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { askRefundOf, bought, openDeskMoney, payBack, readRefunded, type DeskMoney } from '../../../test/desk-money.ts';
import { readList, readOne, readPacked, send, sendNow } from '../../../test/parcels.ts';
import { ledgerOf, stock, stockOf } from '../../../test/shop.ts';
import { textsOf } from '../../../test/read-pdf.ts';
import { settled } from '../../../test/timed-magazine.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

let shop: DeskMoney;
beforeAll(async () => {
  shop = await openDeskMoney();
});
afterAll(() => shop.close());

const buy = async (quantity: number) => {
  const ref = await stock(shop.deps.db, `prd:mug-${uuidv7()}`, 10, 500);
  return { ref, ...(await bought(shop, ({ reader }) => reader.add(ref, quantity))) };
};
const lineOf = (ref: string) => shop.deps.db.orderLine.findFirstOrThrow({ where: { ref } });
const ALL = (quantity: number) => [{ ordinal: 0, quantity, amount: null, came_back: false }];

test('what was sent and is paid back is not in stock again, and what was not sent is: a posted good is not sold twice', async () => {
  const dev = await shop.as('shop');
  const [posted, kept] = [await buy(2), await buy(2)];
  await sendNow(dev, posted.number);
  for (const { order } of [posted, kept]) expect((await payBack(dev, order, { lines: ALL(2) })).status).toBe(200);
  await settled(shop);
  expect([await stockOf(shop.deps.db, posted.ref), await stockOf(shop.deps.db, kept.ref)]).toEqual([8, 10]);
  expect([await ledgerOf(shop.deps.db, posted.ref), await ledgerOf(shop.deps.db, kept.ref)]).toEqual([8, 10]);
  expect([await lineOf(posted.ref), await lineOf(kept.ref)]).toMatchObject([
    { sent: 2, dropped: 0 },
    { sent: 0, dropped: 2 },
  ]);
  expect((await dev.get(`/api/desk/parcels/${kept.number}`)).status).toBe(404);
});

test('sent and paid back in one moment: it is either in the post or in stock, never both', { tags: ['ci'] }, async () => {
  const [dev, ann] = [await shop.as('shop'), await shop.as('publisher')];
  for (let n = 0; n < 6; n++) {
    const { ref, order, number } = await buy(2);
    const { version } = await readOne(dev, number);
    const { plan } = await readRefunded(await askRefundOf(ann, order, { lines: ALL(2) }, true));
    const asked = () => askRefundOf(ann, order, { version: plan.version, lines: ALL(2) });
    const [sent, refunded] = await Promise.all(
      n % 2 ? [send(dev, number, { version }), asked()] : [asked(), send(dev, number, { version })].toReversed(),
    );
    // Whoever was second was shown another order than there is, and is told so.
    expect([sent?.status, refunded?.status].toSorted()).toEqual([200, 409]);
    const { sent: went, dropped } = await lineOf(ref);
    expect(went + dropped).toBe(2);
    expect(await stockOf(shop.deps.db, ref)).toBe(8 + dropped);
    expect(await ledgerOf(shop.deps.db, ref)).toBe(8 + dropped);
  }
  await settled(shop);
});

/**
 * Money that goes back by its sum alone, as at the provider's dashboard: no piece is taken away, so the goods are in
 * stock no more than before.
 */
const SUM = (amount: number) => [{ ordinal: 0, quantity: 0, amount, came_back: false }];
const makeBatch = (who: Browser, most: number) => who.post('/api/desk/parcels/batches', { action: uuidv7(), most });

test('what was paid back as a sum is not packed, and asked about where it is scanned', { tags: ['ci'] }, async () => {
  const dev = await shop.as('shop');
  const [back, half] = [await buy(2), await buy(2)];
  const { shipping } = await shop.deps.db.order.findUniqueOrThrow({ where: { id: back.order } });
  expect((await payBack(dev, back.order, { lines: SUM(1000), shipping })).status).toBe(200);
  expect((await payBack(dev, half.order, { lines: SUM(400) })).status).toBe(200);
  await settled(shop);
  const { count, open } = await readList(dev);
  expect([count, open.map(({ order }) => order)]).toEqual([1, [half.number]]);
  expect(await (await makeBatch(dev, 100)).json()).toMatchObject({ parcels: 1, pieces: 2 });
  const parcel = await readOne(dev, back.number);
  expect(parcel).toMatchObject({ paid_back: true, gone: back.total, lines: [{ quantity: 0, back: 2 }], sent: null });
  const refused = await send(dev, back.number, { version: parcel.version });
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('paid back')]);
  // Whoever was asked and says so sends it.
  const { parcel: sent } = await sendNow(dev, back.number, { paid_back: true });
  expect([sent.lines.map(({ quantity }) => quantity), await lineOf(back.ref)]).toMatchObject([[2], { sent: 2, dropped: 0 }]);
});

test(
  'of what was packed before, list and scan say that it was paid back; a line that was is left out of its parcel',
  { tags: ['ci'] },
  async () => {
    const dev = await shop.as('shop');
    const [one, two] = [
      await stock(shop.deps.db, `prd:mug-${uuidv7()}`, 10, 500),
      await stock(shop.deps.db, `prd:pin-${uuidv7()}`, 10, 300),
    ];
    const both = await bought(shop, async ({ reader }) => {
      await reader.add(one, 1);
      await reader.add(two, 1);
    });
    const packed = await buy(1);
    await payBack(dev, both.order, { lines: [{ ordinal: 0, quantity: 0, amount: 500, came_back: false }] });
    await settled(shop);
    const { number } = v.parse(BatchMade, await (await makeBatch(dev, 100)).json());
    await payBack(dev, packed.order, { lines: SUM(500) });
    await settled(shop);
    const { parcels, picking } = await readPacked(dev, number ?? 0);
    expect(parcels.find(({ order }) => order === both.number)?.lines).toMatchObject([{ ref: two, quantity: 1, back: 0 }]);
    expect(parcels.find(({ order }) => order === packed.number)).toMatchObject({ paid_back: true, lines: [{ quantity: 0, back: 1 }] });
    expect(picking.map(({ ref }) => ref)).toEqual([two]);
    const { pdf } = await printedAs(dev, number ?? 0);
    const texts = (await textsOf(pdf)).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('aid back'))).toEqual([
      '2 parcels, 1 of them paid back',
      expect.stringMatching(`^${packed.number} .*: paid back, not to be sent`),
      expect.stringContaining('Paid back: not to be sent.'),
      expect.stringContaining('Put back 1 ×'),
    ]);
    expect(texts).toContain('$5.00 of its order went back.');
  },
);

async function printedAs(who: Browser, batch: number) {
  const asked = { action: uuidv7(), as: 'slips', skip: 0, dx: 0, dy: 0 };
  const { data } = v.parse(BatchPrinted, await (await who.post(`/api/desk/parcels/batches/${batch}/pdf`, asked)).json());
  return { pdf: Buffer.from(data, 'base64') };
}
