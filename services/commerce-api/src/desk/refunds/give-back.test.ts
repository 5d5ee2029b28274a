import { DeskListed } from '@newsstand/contracts/desk-lists';
import { DeskGood } from '@newsstand/contracts/desk-stock';
import { DeskOrderMoney, RefundNow } from '@newsstand/contracts/desk-refund';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectBooks } from '../../../test/books.ts';
import { answerOf } from '../../../test/reader.ts';
import type { Browser } from '../../../test/browser.ts';
import {
  askRefundOf,
  beginUpgrade,
  bought,
  LINE,
  openDeskMoney,
  payBack,
  printOf,
  put,
  readRefunded,
  refusedRefund,
  subscribed,
  upgrade,
  type DeskMoney,
} from '../../../test/desk-money.ts';
import { sellMugs } from '../../../test/parcels.ts';
import { giftPage } from '../../../test/sent-gift.ts';
import { stock, stockOf } from '../../../test/shop.ts';
import { publishCoupon } from '../../../test/coupon.ts';
import { settled } from '../../../test/timed-magazine.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

let shop: DeskMoney;
let cleo: Browser;
beforeAll(async () => {
  shop = await openDeskMoney({ ticks: true });
  cleo = await shop.as('service');
});
afterAll(() => shop.close());
afterEach(() => expectBooks(shop.deps));

const refused = ({ id }: { id: string }, wish: Parameters<typeof refusedRefund>[3]) => refusedRefund(shop, cleo, { order: id }, wish);

const undo = (refund: string, dry = false) =>
  cleo.post(`/api/desk/refunds/${refund}/retry${dry ? '?dry' : ''}`, { action: uuidv7(), method: 'undo' });
const givenBy = async (answer: Response) => {
  expect(answer.status).toBe(200);
  return v.parse(RefundNow, await answer.json()).given;
};
const why = async (answer: Response) => [answer.status, (await answer.json()).errors];

const GIFT = { deliverable: 'digital', level: 'low', term: '1year', coupon: null };
const givenGifts = async (gifts = 2) => {
  const ada = await bought(shop, (who) => put(who, { giftsubs: Array.from({ length: gifts }, () => GIFT) }));
  return { id: ada.order };
};
const giftsOf = (order: string) => shop.deps.db.gift.findMany({ where: { orderId: order }, orderBy: { number: 'asc' } });

test(
  'of a refund whose money went back otherwise since it is said how, and nobody is offered to give back what it took away',
  { tags: ['ci'] },
  async () => {
    const order = await givenGifts();
    const first = await refused(order, { lines: [{ ordinal: 0, quantity: 2, amount: null, came_back: false }] });
    const ofFirst = async () => {
      const { refunds } = v.parse(DeskOrderMoney, await (await cleo.get(`/api/desk/orders/${order.id}/money`)).json());
      return refunds.find(({ id }) => id === first);
    };
    expect(await ofFirst()).toMatchObject({ settled: false, undo: true, went: null });
    const most = { ordinal: 0, quantity: 0, amount: 100, came_back: false };
    expect((await payBack(cleo, order.id, { lines: [most], method: 'check', reference: '7' })).status).toBe(200);
    expect(await ofFirst()).toMatchObject({ undo: false, went: 'check' });
    expect(await why(await undo(first))).toEqual([409, 'Money of this order has gone back since.']);
  },
);

describe('gifts', () => {
  test('whose money did not go back are good again, each by the link that it had', async () => {
    const order = await givenGifts();
    const refund = await refused(order, { lines: [{ ordinal: 0, quantity: 2, amount: null, came_back: false }] });
    const page = async () => {
      const tokens = (await giftsOf(order.id)).map(({ token }) => token);
      return Promise.all(tokens.map(async (token) => (await giftPage(shop.browser(), token))?.gift?.refunded ?? false));
    };
    expect(await page()).toEqual([true, true]);
    expect(await givenBy(await undo(refund, true))).toMatchObject({ gifts: 2, terms: 0 });
    expect(await page()).toEqual([true, true]);
    expect(await givenBy(await undo(refund))).toMatchObject({ gifts: 2, terms: 0 });
    expect(await page()).toEqual([false, false]);
  });

  test('that were redeemed and ended go on with whom they were given to', { tags: ['ci'] }, async () => {
    const order = await givenGifts(1);
    const [gift] = await giftsOf(order.id);
    const nana = await subscribed(shop);
    await shop.deps.db.gift.update({ where: { token: gift?.token ?? '' }, data: { redeemed: shop.now(), redeemedBy: nana.id } });
    await shop.deps.db.subscription.updateMany({ where: { ownerId: nana.id }, data: { source: `gift:${gift?.token}` } });
    const ended = async () => (await shop.deps.db.subscription.findFirstOrThrow({ where: { ownerId: nana.id } })).cancelled !== null;
    const refund = await refused(order, { lines: LINE, redeemed: 'end' });
    expect(await ended()).toBe(true);
    expect(await givenBy(await undo(refund))).toMatchObject({ gifts: 0, terms: 1 });
    expect(await ended()).toBe(false);
  });

  test('that became something else since stay as they are, and so does everything else of the refund', async () => {
    const order = await givenGifts();
    const refund = await refused(order, { lines: [{ ordinal: 0, quantity: 2, amount: null, came_back: false }] });
    const [first] = await giftsOf(order.id);
    await shop.deps.db.gift.update({ where: { token: first?.token ?? '' }, data: { revoked: new Date(0) } });
    expect(await why(await undo(refund))).toEqual([409, 'It is no longer as the refund left it.']);
    expect((await giftsOf(order.id)).filter(({ revoked }) => revoked === null)).toEqual([]);
    await shop.deps.db.gift.update({
      where: { token: first?.token ?? '' },
      data: { revoked: (await giftsOf(order.id))[1]?.revoked ?? null },
    });
    expect((await undo(refund)).status).toBe(200);
  });
});

describe('an upgrade', () => {
  const upgraded = async () => {
    const anna = await subscribed(shop);
    await upgrade(shop, anna);
    await settled(shop);
    const { id } = await shop.deps.db.order.findFirstOrThrow({ where: { ownerId: anna.id, id: { not: anna.order } } });
    const kind = async () => {
      const { setDeliverable, activeDeliverable } = await shop.deps.db.subscription.findFirstOrThrow({ where: { ownerId: anna.id } });
      return [setDeliverable, activeDeliverable];
    };
    return { anna, order: { id }, kind };
  };

  test('whose money did not go back counts again, and can be paid back anew', { tags: ['ci'] }, async () => {
    const { order, kind } = await upgraded();
    expect(await kind()).toEqual(['print-a', 'print-a']);
    const refund = await refused(order, { lines: LINE });
    expect(await kind()).toEqual(['digital', 'digital']);
    expect(await givenBy(await undo(refund))).toMatchObject({ upgrades: 1, terms: 0 });
    expect(await kind()).toEqual(['print-a', 'print-a']);
    const { plan } = await readRefunded(await payBack(cleo, order.id, { lines: LINE, method: 'check', reference: '7' }));
    expect([plan.happens.downgrades, await kind()]).toEqual([1, ['digital', 'digital']]);
  });

  test('does not come over another that was paid for since', { tags: ['ci'] }, async () => {
    const { anna, order, kind } = await upgraded();
    const refund = await refused(order, { lines: LINE });
    await upgrade(shop, anna);
    await settled(shop);
    expect(await kind()).toEqual(['print-a', 'print-a']);
    expect(await why(await undo(refund))).toEqual([409, 'It is no longer as the refund left it.']);
  });

  test('and whoever has begun to pay for it anew is not charged for what counts again', async () => {
    const { anna, order, kind } = await upgraded();
    const refund = await refused(order, { lines: LINE });
    const begun = await beginUpgrade(anna, await printOf(shop, anna));
    expect((await undo(refund)).status).toBe(200);
    expect(await kind()).toEqual(['print-a', 'print-a']);
    const { refunded } = shop.emulator.control.state();
    await anna.reader.pay(begun);
    await settled(shop);
    expect(shop.emulator.control.state().refunded).toBe(refunded + begun.total);
    expect((await shop.deps.db.order.findFirstOrThrow({ where: { intentId: begun.intent } })).state).toBe('cancelled');
  });

  test('nor over what its reader has chosen since: how it comes', { tags: ['ci'] }, async () => {
    const { anna, order, kind } = await upgraded();
    // One of the level alone: print stays.
    const low = { set: 'print-a', active: 'print-a', level: 'low' };
    await shop.deps.db.subscriptionChange.updateMany({ where: { ownerId: anna.id }, data: { from: low, to: { ...low, level: 'high' } } });
    await shop.deps.db.subscription.updateMany({ where: { ownerId: anna.id }, data: { level: 'high', settingsLevel: 'high' } });
    const refund = await refused(order, { lines: LINE });
    await shop.deps.db.subscription.updateMany({
      where: { ownerId: anna.id },
      data: { activeDeliverable: 'digital', settingsMedium: 'digital' },
    });
    expect(await why(await undo(refund))).toEqual([409, 'It is no longer as the refund left it.']);
    expect(await kind()).toEqual(['print-a', 'digital']);
  });
});

describe('a coupon', () => {
  const sold = async (code: string) => {
    const ada = await bought(shop, (who) => put(who, { giftsubs: [{ ...GIFT, coupon: code }] }));
    const uses = async () => {
      const { used } = await shop.deps.db.couponCount.findFirstOrThrow({ where: { code } });
      const of = await shop.deps.db.couponUse.findMany({ where: { orderId: ada.order } });
      return [used, of.map(({ quantity }) => quantity)];
    };
    return { order: { id: ada.order }, uses };
  };

  test('is used again where the line that it was on is the reader’s again, and counted as often as before', { tags: ['ci'] }, async () => {
    const { order, uses } = await sold(await publishCoupon(shop, 'TWOONLY', 2));
    expect(await uses()).toEqual([1, [1]]);
    const refund = await refused(order, { lines: LINE });
    expect(await uses()).toEqual([0, []]);
    expect(await givenBy(await undo(refund))).toMatchObject({ coupons: 1, gifts: 1 });
    expect(await uses()).toEqual([1, [1]]);
  });

  test('whose last use somebody else had meanwhile is not used more often than it may be: nothing of the refund is given back', async () => {
    const code = await publishCoupon(shop, 'ONEONLY', 1);
    const { order, uses } = await sold(code);
    const refund = await refused(order, { lines: LINE });
    const other = await sold(code);
    expect(await why(await undo(refund))).toEqual([409, 'Its coupon has been used as often as it can be since.']);
    expect([await uses(), await other.uses()]).toEqual([
      [1, []],
      [1, [1]],
    ]);
    expect((await giftsOf(order.id)).filter(({ revoked }) => revoked === null)).toEqual([]);
  });
});

describe('goods', () => {
  test('that somebody else bought meanwhile are not promised twice: nothing of the refund is given back', { tags: ['ci'] }, async () => {
    const ref = await stock(shop.deps.db, `prd:mug-${uuidv7()}`, 3, 500);
    const ada = await bought(shop, ({ reader }) => reader.add(ref, 3));
    const refund = await refused({ id: ada.order }, { lines: [{ ordinal: 0, quantity: 3, amount: null, came_back: false }] });
    expect(await stockOf(shop.deps.db, ref)).toBe(3);
    await bought(shop, ({ reader }) => reader.add(ref, 1));
    expect(await why(await undo(refund))).toEqual([409, 'What was to be sent is not in stock any more.']);
    expect(await stockOf(shop.deps.db, ref)).toBe(2);
  });
});

describe('goods whose money went back as a sum', () => {
  const listed = async (who: Browser) => v.parse(DeskListed, await (await who.get('/api/desk/lists/paid-back-held')).json()).waiting;
  const isListed = async (number: string) => (await listed(cleo)).some(({ what }) => what === number);
  const SUM = { quantity: 0, amount: 1000, came_back: false };
  const PIECES = { quantity: 2, amount: 0, came_back: false };
  /** Two mugs, paid back by check, which nobody has taken away. */
  const paidBack = async () => {
    const mugs = await sellMugs(shop);
    await readRefunded(await payBack(cleo, mugs.id, { lines: [{ ordinal: 0, ...SUM }], method: 'check', reference: '7' }));
    return mugs;
  };

  test('are on a list until somebody takes them away, once of two at a time, and are in stock again; taken back they are held as before', async () => {
    const { id, number, ref, ownerId } = await paidBack();
    const others = await sellMugs(shop);
    expect([await isListed(number), await isListed(others.number)]).toEqual([true, false]);
    const row = (await listed(cleo)).find(({ what }) => what === number);
    expect(row).toMatchObject({ owner: ownerId, order: id, amount: 1000 });
    // Who packs parcels sees the order, and no reader.
    const packer = await shop.as('shop');
    expect((await listed(packer)).find(({ what }) => what === number)).toMatchObject({ owner: '', order: id });
    const here = async () => (await stockOf(shop.deps.db, ref)) ?? Number.NaN;
    const before = await here();
    const { plan } = await readRefunded(await askRefundOf(packer, id, { lines: [] }, true));
    expect(plan.lines).toMatchObject([{ held: 2, most: 0 }]);
    const wish = { reason: 'mended' as const, lines: [{ ordinal: 0, ...PIECES }] };
    const see = async (who: Browser) => (await readRefunded(await askRefundOf(who, id, wish, true))).plan.version;
    const take = (who: Browser, version: string) => askRefundOf(who, id, { version, ...wish });
    const seen = [await see(packer), await see(cleo)] as const;
    const both = await Promise.all([take(packer, seen[0]), take(cleo, seen[1])]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect([await isListed(number), (await here()) - before]).toEqual([false, 2]);
    const order = () => shop.deps.db.order.findUniqueOrThrow({ where: { id } });
    expect((await order()).state).toBe('fulfilled');
    const done = await shop.deps.db.staffAction.findFirstOrThrow({
      where: { verb: 'refundOrder', subject: number },
      orderBy: { at: 'desc' },
    });
    const back = (who: Browser) => who.post(`/api/desk/actions/${done.id}/undo`, { action: uuidv7() });
    expect((await back(await shop.as('circulation'))).status).toBe(403);
    const would = await cleo.post(`/api/desk/actions/${done.id}/undo?dry`, { action: uuidv7() });
    expect(await answerOf(would)).toMatchObject([200, { verb: 'refundOrder', given: { pieces: 2, terms: 0 } }]);
    expect((await Promise.all([back(packer), back(cleo)])).map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect([await isListed(number), (await here()) - before, (await order()).state]).toEqual([true, 0, 'paid']);
    const good = async () => {
      const page = await packer.get(`/api/desk/stock/basic-product/${encodeURIComponent(ref)}`);
      const { moves, good: one, year = [] } = v.parse(DeskGood, await page.json());
      const last = moves.slice(0, 2).map(({ why: what, quantity, order: of }) => [what, quantity, of]);
      return [last, one.sold, year.reduce((sum, { sold }) => sum + sold, 0)];
    };
    const [taken, given] = [
      ['refund', 2, number],
      ['refund', -2, number],
    ];
    expect(await good()).toEqual([[given, taken], 2, 2]);
    expect((await readRefunded(await payBack(packer, id, { lines: [{ ordinal: 0, ...PIECES }] }))).plan.happens.restocked).toBe(2);
    expect(await good()).toEqual([[taken, given], 0, 0]);
  });

  test('are on none while a bank may still give the money back, and while nobody has decided about it', async () => {
    const [{ id, number }, elsewhere] = [await sellMugs(shop), await sellMugs(shop)];
    const now = shop.deps.clock();
    const money = (order: string, state: string) =>
      shop.deps.db.moneyBack.create({ data: { id: `x_${order}`, orderId: order, state, amount: 1000, created: now, updated: now } });
    await money(id, 'open');
    await money(elsewhere.id, 'refunded');
    expect([await isListed(number), await isListed(elsewhere.number)]).toEqual([false, false]);
    const decided = (order: string) => shop.deps.db.moneyBack.update({ where: { id: `x_${order}` }, data: { decided: now } });
    await shop.deps.db.moneyBack.update({ where: { id: `x_${id}` }, data: { state: 'lost' } });
    await decided(id);
    await decided(elsewhere.id);
    expect([await isListed(number), await isListed(elsewhere.number)]).toEqual([true, true]);
  });

  test('of what money went back for nothing is taken back: a refund that paid has no Undo', async () => {
    const { number } = await paidBack();
    const paid = await shop.deps.db.staffAction.findFirstOrThrow({ where: { verb: 'refundOrder', subject: number } });
    expect((await cleo.post(`/api/desk/actions/${paid.id}/undo`, { action: uuidv7() })).status).toBe(409);
  });
});
