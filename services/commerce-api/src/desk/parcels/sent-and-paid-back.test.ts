import { afterAll, beforeAll, expect, test } from 'vitest';
import { askRefundOf, bought, openDeskMoney, payBack, readRefunded, type DeskMoney } from '../../../test/desk-money.ts';
import { readOne, send, sendNow } from '../../../test/parcels.ts';
import { ledgerOf, stock, stockOf } from '../../../test/shop.ts';
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

test('sent and paid back in one moment: it is either in the post or in stock, never both', async () => {
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
