import { SubscriberAnswer } from '@newsstand/contracts/account';
import { DeskOrder, DeskOrders } from '@newsstand/contracts/desk-orders';
import { DeskReader } from '@newsstand/contracts/desk-reader';
import { DeskOrderMoney, RefundNow, type RefundOrder } from '@newsstand/contracts/desk-refund';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  askRefundOf,
  bought,
  LINE,
  openDeskMoney,
  payBack,
  put,
  readRefunded,
  readRefundNow,
  refusedRefund,
  refuseRefund,
  subscribed,
  SUBSCRIPTION,
  type Bought,
  type DeskMoney,
  upgrade,
} from '../../../test/desk-money.ts';
import type { Browser } from '../../../test/browser.ts';
import { publishCoupon } from '../../../test/coupon.ts';
import { sellMugs } from '../../../test/parcels.ts';
import { subscriber } from '../../../test/card-reader.ts';
import { compose } from '../../../test/letter.ts';
import { answerOf } from '../../../test/reader.ts';
import { giftPage } from '../../../test/sent-gift.ts';
import { ADDRESS, ledgerOf, stock, stockOf } from '../../../test/shop.ts';
import { lettersTo, paidBy, release, settled } from '../../../test/timed-magazine.ts';
import { findDifferences } from '../books/book-rules.ts';
import { forgetDeskRecords } from '../../account/forget-desk-records.ts';
import { readReceipt } from '../../files/read-receipt.ts';
import { letterText } from '../../letters/letter-text.ts';
import { readInvoice } from '../../payments/invoices/read-invoice.ts';
import { runRefunds } from '../../payments/refunds/ask-refund.ts';
import { reconcile } from '../../jobs/reconcile.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { DAY, HOUR } from '../../platform/duration.ts';
import { creditNoteNumber } from '../../rules/pricing/credit-note-rules.ts';

let shop: DeskMoney;
let cleo: Browser;
beforeAll(async () => {
  shop = await openDeskMoney();
  cleo = await shop.as('service');
});
afterAll(() => shop.close());
afterEach(async () => {
  shop.emulator.control.switch({ duplicate: false, reverse: false, hold: false, drop: false, hang_up: { times: 0 }, fail: { times: 0 } });
  await settled(shop);
  expect(shop.emulator.control.state().violations).toEqual([]);
});

const refundsAt = ({ intent }: Pick<Bought, 'intent'>) =>
  shop.emulator.control.state().refunds.filter((refund) => refund.payment_intent === intent);
const backOf = ({ order }: Pick<Bought, 'order'>) => shop.deps.db.moneyBack.findMany({ where: { orderId: order } });
const refundsOf = ({ order }: Pick<Bought, 'order'>) =>
  shop.deps.db.refund.findMany({ where: { orderId: order }, orderBy: { created: 'asc' } });
const standing = async ({ reader }: Bought) => {
  const { subscriber } = v.parse(SubscriberAnswer, await (await reader.browser.get('/api/account/subscriber')).json());
  return [subscriber.standing.type, subscriber.account.autorenew];
};
const readerPage = async (owner: string) => v.parse(DeskReader, await (await cleo.get(`/api/desk/readers/${owner}`)).json());
const orderPage = async (staff: Browser, number: string) =>
  v.parse(DeskOrder, await (await staff.get(`/api/desk/orders/${number}`)).json());
/** What its receipt says went back. */
async function toldOf({ order }: Bought) {
  const { receiptToken } = await shop.deps.db.order.findUniqueOrThrow({ where: { id: order } });
  const back = (await readReceipt(shop.deps, receiptToken))?.money_back ?? [];
  return back.map(({ state, credit_note }) => [state, credit_note]);
}
/** When its receipt says that its subscription ended. */
async function endedOn({ order }: Bought) {
  const { receiptToken } = await shop.deps.db.order.findUniqueOrThrow({ where: { id: order } });
  return (await readReceipt(shop.deps, receiptToken))?.lines[0]?.ended;
}
/** The same of the page that an invoice for it has. */
async function invoiceEnded({ order }: Bought) {
  const { receiptToken } = await shop.deps.db.order.findUniqueOrThrow({ where: { id: order } });
  return (await readInvoice(shop.deps, receiptToken))?.lines[0]?.ended;
}
/** What the letters of a kind to a reader say. */
async function letterWords({ email }: Bought, kind: string): Promise<string> {
  const rows = await shop.deps.db.outbox.findMany({ where: { recipient: email, kind } });
  const letters = await Promise.all(rows.map((row) => compose(shop.deps, row)));
  return letters.map((letter) => (letter ? letterText(letter) : '')).join('\n');
}
const termOf = ({ id }: Bought) => shop.deps.db.subscription.findFirstOrThrow({ where: { ownerId: id } });

describe('a subscription is cancelled and paid back', () => {
  test('what was not served goes back: tried first, then once; it ends, nothing renews it, and its reader is told', async () => {
    const anna = await subscribed(shop);
    await release(shop, 1);
    const { plan } = await readRefunded(await askRefundOf(cleo, anna.order, { lines: LINE }, true));
    const unserved = anna.total - Math.floor(anna.total / 4);
    expect(plan).toMatchObject({ total: anna.total, gone: 0, amount: unserved, methods: ['card', 'check', 'wire'], letter: anna.email });
    expect(plan.lines).toMatchObject([{ worth: unserved, most: anna.total, takes: 1, term: { served: 1, issues: 4, ended: false } }]);
    expect(plan.happens).toMatchObject({ ends: 1, renewal: true, charging: false });
    const { delivered } = await shop.deps.db.issueToken.findFirstOrThrow({ where: { ownerId: anna.id, delivered: { not: null } } });
    expect(plan.lines[0]?.term?.withdraw_until).toBe(new Date((delivered?.getTime() ?? 0) + 14 * DAY).toISOString());
    expect([refundsAt(anna), await refundsOf(anna), await standing(anna)]).toEqual([[], [], ['extended', true]]);

    const action = uuidv7();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => askRefundOf(cleo, anna.order, { action, version: plan.version, lines: LINE })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await settled(shop);
    expect(refundsAt(anna)).toMatchObject([{ amount: unserved, status: 'succeeded', metadata: { refund: action } }]);
    const [refund] = await refundsOf(anna);
    expect(refund).toMatchObject({ id: action, state: 'sent', amount: unserved, stopped: ['autorenew'] });
    expect(refund?.creditNumber).toBeGreaterThan(0);
    expect(await backOf(anna)).toMatchObject([{ refundId: action, state: 'refunded', amount: unserved }]);
    expect(await standing(anna)).toEqual(['cancelled', false]);
    const letters = (await lettersTo(shop, anna.email)).filter((kind) => kind !== 'receipt' && kind !== 'welcome');
    // One letter says both.
    expect(letters).toEqual(['money-back']);
    const words = await letterWords(anna, 'money-back');
    for (const part of ['Your subscription has ended', 'Digital, Standard, 1 year', 'nothing renews by itself', 'Credit note CN-'])
      expect(words).toContain(part);
    expect(words).not.toContain('switch autorenew on');
    const { receiptToken } = await shop.deps.db.order.findUniqueOrThrow({ where: { id: anna.order } });
    expect(await readReceipt(shop.deps, receiptToken)).toMatchObject({
      money_back: [{ state: 'refunded', amount: unserved }],
      stopped: ['autorenew'],
    });
    const { customer } = await shop.deps.db.account.findUniqueOrThrow({ where: { id: anna.id } });
    const before = paidBy(shop, customer ?? '');
    await release(shop, 4);
    await shop.live(40);
    cleo = await shop.as('service');
    expect(paidBy(shop, customer ?? '')).toEqual(before);
    const served = await shop.deps.db.issueToken.count({ where: { ownerId: anna.id, delivered: { not: null } } });
    expect(served).toBe(1);
  });

  test(
    'a sum alone takes nothing away, and what is paid back by a part does not stop what renews, whatever that had cost',
    { tags: ['ci'] },
    async () => {
      const anna = await subscribed(shop);
      const lines = [{ ordinal: 0, quantity: 0, amount: anna.total, came_back: false }];
      expect((await payBack(cleo, anna.order, { lines })).status).toBe(200);
      await settled(shop);
      expect([await standing(anna), (await backOf(anna)).length]).toEqual([['extended', true], 1]);
    },
  );

  test('it ends without money, too, where that was chosen', { tags: ['ci'] }, async () => {
    const anna = await subscribed(shop);
    const { refund } = await readRefunded(await payBack(cleo, anna.order, { lines: LINE.map((line) => ({ ...line, amount: 0 })) }));
    expect(refund).toMatchObject({ method: 'none', state: 'sent', amount: 0, credit_note: null });
    expect([await standing(anna), refundsAt(anna), await backOf(anna)]).toEqual([['cancelled', false], [], []]);
  });

  test('its receipt says on which day it ended, with or without money, and no more once it goes on again', { tags: ['ci'] }, async () => {
    const [anna, ben] = [await subscribed(shop), await subscribed(shop)];
    expect([await endedOn(anna), await endedOn(ben)]).toEqual([undefined, undefined]);
    expect((await payBack(cleo, anna.order, { lines: LINE })).status).toBe(200);
    await settled(shop);
    const { id: term } = await termOf(ben);
    const action = uuidv7();
    const path = `/api/desk/readers/${ben.id}/subscriptions/${term}/cancel`;
    expect((await cleo.post(path, { action, reason: 'asked', served: 0 })).status).toBe(200);
    for (const reader of [anna, ben]) {
      const { cancelled } = await termOf(reader);
      expect([await endedOn(reader), await invoiceEnded(reader)]).toEqual([cancelled?.toISOString(), cancelled?.toISOString()]);
    }
    expect((await cleo.post(`/api/desk/actions/${action}/undo`, { action: uuidv7() })).status).toBe(200);
    expect(await endedOn(ben)).toBe(undefined);
  });

  test('one that somebody ended does not go on again while its money is on its way', { tags: ['ci'] }, async () => {
    const anna = await subscribed(shop);
    const { id: term } = await termOf(anna);
    const ended = uuidv7();
    const path = `/api/desk/readers/${anna.id}/subscriptions/${term}/cancel`;
    expect((await cleo.post(path, { action: ended, reason: 'asked', served: 0 })).status).toBe(200);
    shop.emulator.control.switch({ fail: { times: 100 } });
    expect((await payBack(cleo, anna.order, { lines: LINE.map((line) => ({ ...line, quantity: 0, amount: anna.total })) })).status).toBe(
      200,
    );
    expect(await refundsOf(anna)).toMatchObject([{ state: 'asked' }]);
    expect((await cleo.post(`/api/desk/actions/${ended}/undo`, { action: uuidv7() })).status).toBe(409);
    shop.emulator.control.switch({ fail: { times: 0 } });
    shop.travel(2 / (24 * 60));
    await runRefunds(shop.deps);
    await settled(shop);
    cleo = await shop.as('service');
    expect([await standing(anna), refundsAt(anna).length]).toEqual([['cancelled', false], 1]);
  });

  test('an issue that came since it was shown, and money that went back, refuse it', async () => {
    const anna = await subscribed(shop);
    const { plan } = await readRefunded(await askRefundOf(cleo, anna.order, { lines: LINE }, true));
    await release(shop, 1);
    expect((await askRefundOf(cleo, anna.order, { version: plan.version, lines: LINE })).status).toBe(409);
    shop.emulator.control.refund(anna.intent, 100);
    await settled(shop);
    const second = await askRefundOf(cleo, anna.order, { version: plan.version, lines: LINE });
    expect([second.status, JSON.stringify(await second.json())]).toEqual([409, expect.stringContaining('$1.00')]);
    expect(refundsAt(anna)).toHaveLength(1);
  });
});

describe('whoever comes first', () => {
  const ONCE = '%s: one row, one letter, one number, nothing to decide';
  const goesBackOnce = async (_title: string, switches: object): Promise<void> => {
    const anna = await subscribed(shop);
    shop.emulator.control.switch(switches);
    expect((await payBack(cleo, anna.order, { lines: LINE })).status).toBe(200);
    if ('hold' in switches) shop.emulator.control.release();
    await settled(shop);
    expect(await backOf(anna)).toHaveLength(1);
    expect(await refundsOf(anna)).toMatchObject([{ state: 'sent', creditNumber: expect.any(Number) }]);
    expect((await lettersTo(shop, anna.email)).filter((kind) => kind === 'money-back')).toEqual(['money-back']);
    expect(await onList('refunded-elsewhere', anna)).toBe(false);
  };
  test.each([
    ['the webhook before the provider’s answer is written', { hold: false }],
    ['no webhook at all', { drop: true }],
  ])(ONCE, goesBackOnce);
  test.each([
    ['the webhook afterwards', { hold: true }],
    ['the webhook twice and in another order', { duplicate: true, reverse: true }],
  ])(ONCE, { tags: ['ci'] }, goesBackOnce);

  test('of 50 refunds at once by two people no more goes back than came in, and whoever is second is told', async () => {
    const anna = await subscribed(shop);
    const lines = [{ ordinal: 0, quantity: 0, amount: Math.floor(anna.total / 3), came_back: false }];
    const { plan } = await readRefunded(await askRefundOf(cleo, anna.order, { lines }, true));
    const both = [cleo, await shop.as('publisher')];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => askRefundOf(both[index % 2] ?? cleo, anna.order, { version: plan.version, lines })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // On a machine with a load of twenty some of them wait too long for the order, and are told to ask again.
    expect(answers.filter(({ status }) => status === 409 || status === 503)).toHaveLength(49);
    expect(answers.map(({ status }) => status)).toContain(409);
    // So is whoever asks for what cannot be taken away any more since they looked.
    const last = await subscribed(shop);
    const seen = await readRefunded(await askRefundOf(cleo, last.order, { lines: LINE }, true));
    const ends = await Promise.all(both.map((who) => askRefundOf(who, last.order, { version: seen.plan.version, lines: LINE })));
    expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    // As often as it is looked at anew it is paid back until nothing is left, and no further.
    const anew = await Promise.all(Array.from({ length: 12 }, (_, index) => payBack(both[index % 2] ?? cleo, anna.order, { lines })));
    for (let again = 0; again < 4; again++) await payBack(cleo, anna.order, { lines });
    expect(anew.every(({ status }) => [200, 409, 422].includes(status))).toBe(true);
    await settled(shop);
    const gone = refundsAt(anna).reduce((sum, { amount }) => sum + amount, 0);
    expect(gone).toBe(3 * Math.floor(anna.total / 3));
    const numbers = (await shop.deps.db.refund.findMany({ where: { creditNumber: { not: null } } })).map(
      ({ creditNumber }) => creditNumber ?? 0,
    );
    const { creditNumber } = await shop.deps.db.publication.findUniqueOrThrow({ where: { id: 'main' } });
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: creditNumber }, (_, index) => index + 1));
  });

  test('whoever is second is told who was first, how much went back and when, wherever they are in it', async () => {
    const anna = await subscribed(shop);
    const ann = await shop.as('publisher');
    const { plan } = await readRefunded(await askRefundOf(cleo, anna.order, { lines: LINE }, true));
    expect((await payBack(ann, anna.order, { lines: LINE })).status).toBe(200);
    const message = `Ann paid back $${(anna.total / 100).toFixed(2)} of this order a moment ago, and took Subscription away. Look at it again.`;
    const sum = [{ ordinal: 0, quantity: 0, amount: 100, came_back: false }];
    for (const [lines, dry] of [
      [LINE, true],
      [LINE, false],
      [sum, true],
    ] as const) {
      const answer = await askRefundOf(cleo, anna.order, { version: plan.version, lines: [...lines] }, dry);
      expect([answer.status, await answer.json()]).toEqual([
        409,
        {
          errors: message,
          codes: { code: 'desk.paid_back_and_took', values: expect.objectContaining({ who: 'Ann', took: 'Subscription' }) },
        },
      ]);
    }
    // Whoever saw that, and asks for more than there is all the same, is told what there is.
    const { plan: now } = await readRefunded(await askRefundOf(cleo, anna.order, {}, true));
    const more = await askRefundOf(cleo, anna.order, { version: now.version, lines: LINE }, true);
    expect(await answerOf(more)).toEqual([422, { errors: { 'lines.0.quantity': 'Of Subscription no more than 0 can be taken back.' } }]);
  });

  test(
    'a refund that waits for somebody, one of the provider’s own, and what was taken away without money are told as what they are',
    { tags: ['ci'] },
    async () => {
      const ann = await shop.as('publisher');
      const [anna, ben] = [await subscribed(shop), await subscribed(shop)];
      const told = async ({ order }: Bought, version: string) =>
        (await (await askRefundOf(cleo, order, { version, lines: LINE })).json()).errors;
      const seen = async ({ order }: Bought) => (await readRefunded(await askRefundOf(cleo, order, { lines: LINE }, true))).plan.version;
      const before = [await seen(anna), await seen(ben)];
      shop.emulator.control.refund(anna.intent, 100);
      await settled(shop);
      expect(await told(anna, before[0] ?? '')).toMatch(/^\$1\.00 of this order went back without the desk .+\. Look at it again\.$/);
      await payBack(ann, ben.order, { lines: LINE.map((line) => ({ ...line, amount: 0 })) });
      expect(await told(ben, before[1] ?? '')).toBe('Ann took Subscription of this order away a moment ago. Look at it again.');
    },
  );
});

async function onList(list: string, { number }: Pick<Bought, 'number'>): Promise<boolean> {
  const publisher = await shop.as('publisher');
  const { waiting } = await (await publisher.get(`/api/desk/lists/${list}`)).json();
  return waiting.some(({ what }: { what: string }) => what === number);
}

describe('goods', () => {
  test('pieces go back one after another to the cent, with the postage and what is in stock again', async () => {
    const ref = await stock(shop.deps.db, `prd:mug-${uuidv7()}`, 10, 333);
    const ada = await bought(shop, ({ reader }) => reader.add(ref, 3));
    expect(await stockOf(shop.deps.db, ref)).toBe(7);
    const piece = [{ ordinal: 0, quantity: 1, amount: null, came_back: false }];
    const { receiptToken } = await shop.deps.db.order.findUniqueOrThrow({ where: { id: ada.order } });
    const notSent = async () => (await readReceipt(shop.deps, receiptToken))?.lines[0]?.not_sent;
    expect(await notSent()).toBe(undefined);
    for (const left of [8, 9, 10]) {
      expect((await payBack(cleo, ada.order, { lines: piece })).status).toBe(200);
      expect([await stockOf(shop.deps.db, ref), await notSent()]).toEqual([left, left - 7]);
    }
    const { plan } = await readRefunded(await askRefundOf(cleo, ada.order, {}, true));
    expect(plan).toMatchObject({ gone: 999, shipping: { back: 0, most: ada.total - 999 } });
    expect((await payBack(cleo, ada.order, { lines: piece })).status).toBe(422);
    expect(await answerOf(await payBack(cleo, ada.order, { shipping: plan.shipping.most + 1 }))).toMatchObject([
      422,
      { errors: { shipping: expect.stringContaining('of the postage can go back') } },
    ]);
    if (plan.shipping.most > 0) expect((await payBack(cleo, ada.order, { shipping: plan.shipping.most })).status).toBe(200);
    await settled(shop);
    expect(refundsAt(ada).reduce((sum, { amount }) => sum + amount, 0)).toBe(ada.total);
    const moves = await shop.deps.db.stockMove.findMany({ where: { ref }, orderBy: { at: 'asc' } });
    expect(moves.filter(({ why }) => why === 'refund').map(({ quantity }) => quantity)).toEqual([1, 1, 1]);
    expect(await ledgerOf(shop.deps.db, ref)).toBe(await stockOf(shop.deps.db, ref));
    // None of it is open any more.
    expect((await shop.deps.db.order.findUniqueOrThrow({ where: { id: ada.order } })).state).toBe('fulfilled');
    expect(await shop.deps.db.orderLine.findFirst({ where: { ref } })).toMatchObject({ dropped: 3 });
  });

  test('of two who take pieces of a line at once the second is told who was first, and how many are left', async () => {
    const ref = await stock(shop.deps.db, `prd:mug-${uuidv7()}`, 10, 333);
    const ada = await bought(shop, ({ reader }) => reader.add(ref, 3));
    const ann = await shop.as('publisher');
    const { name } = await shop.deps.db.orderLine.findFirstOrThrow({ where: { ref } });
    const take = (quantity: number) => [{ ordinal: 0, quantity, amount: 0, came_back: false }];
    for (const [first, second, left] of [
      [2, 2, '1 of 3 can still be taken back'],
      [1, 1, 'none can be taken back any more'],
    ] as const) {
      const { plan } = await readRefunded(await askRefundOf(cleo, ada.order, { lines: take(second) }, true));
      expect((await payBack(ann, ada.order, { lines: take(first) })).status).toBe(200);
      for (const dry of [true, false]) {
        const answer = await askRefundOf(cleo, ada.order, { version: plan.version, lines: take(second) }, dry);
        const errors = `Ann took ${name} of this order away a moment ago. Of ${name} ${left}. Look at it again.`;
        expect(await answerOf(answer)).toMatchObject([409, { errors }]);
      }
    }
  });

  test('of an order whose money is gone no postage is offered to go back', { tags: ['ci'] }, async () => {
    const ref = await stock(shop.deps.db, `prd:mug-${uuidv7()}`, 10, 333);
    const ada = await bought(shop, ({ reader }) => reader.add(ref, 1));
    const most = async () => (await readRefunded(await askRefundOf(cleo, ada.order, {}, true))).plan.shipping.most;
    expect(await most()).toBeGreaterThan(0);
    shop.emulator.control.dispute(ada.intent);
    await settled(shop);
    expect(await most()).toBe(0);
  });

  test('those that were posted are in stock again only where they came back', { tags: ['ci'] }, async () => {
    const ref = await stock(shop.deps.db, `prd:mug-${uuidv7()}`, 10, 500);
    const ada = await bought(shop, ({ reader }) => reader.add(ref, 2));
    await shop.deps.db.orderLine.updateMany({ where: { ref }, data: { sent: 2 } });
    const piece = { ordinal: 0, quantity: 1, amount: null };
    expect((await payBack(cleo, ada.order, { lines: [{ ...piece, came_back: false }] })).status).toBe(200);
    expect(await stockOf(shop.deps.db, ref)).toBe(8);
    expect((await payBack(cleo, ada.order, { lines: [{ ...piece, came_back: true }] })).status).toBe(200);
    expect(await stockOf(shop.deps.db, ref)).toBe(9);
  });
});

describe('gifts and donations', () => {
  const GIFT = { deliverable: 'digital', level: 'low', term: '1year', quantity: 1, coupon: null };

  test('a gift that nobody has redeemed can be redeemed no more; the other one can', async () => {
    const ada = await bought(shop, (who) => put(who, { giftsubs: [GIFT, GIFT] }));
    const gifts = await shop.deps.db.gift.findMany({ where: { orderId: ada.order }, orderBy: { number: 'asc' } });
    const { plan } = await readRefunded(await payBack(cleo, ada.order, { lines: LINE }));
    expect(plan).toMatchObject({ amount: Math.floor(ada.total / 2), happens: { revokes: 1 } });
    const redeem = async (token = '') => (await giftPage(shop.browser(), token))?.gift?.refunded ?? false;
    expect([await redeem(gifts[0]?.token), await redeem(gifts[1]?.token)]).toEqual([true, false]);
    const { receiptToken } = await shop.deps.db.order.findUniqueOrThrow({ where: { id: ada.order } });
    expect((await readReceipt(shop.deps, receiptToken))?.gifts?.map(({ refunded = false }) => refunded)).toEqual([true, false]);
    const [order, page] = [await orderPage(cleo, ada.number), await readerPage(ada.id)];
    const stands = order.lines.flatMap(({ gifts: all }) => all.map(({ revoked, to }) => [revoked !== null, to]));
    expect(stands).toEqual([
      [true, null],
      [false, null],
    ]);
    expect(page.gifts.map(({ revoked }) => revoked !== null).toSorted()).toEqual([false, true]);
  });

  test(
    'who has a gift is led to who gave it and to its order, and from these to who has it, but not where no readers are seen',
    { tags: ['ci'] },
    async () => {
      const ada = await bought(shop, (who) => put(who, { giftsubs: [GIFT] }));
      const gift = await shop.deps.db.gift.findFirstOrThrow({ where: { orderId: ada.order } });
      const given = await subscribed(shop);
      await shop.deps.db.gift.update({ where: { token: gift.token }, data: { redeemed: new Date(), redeemedBy: given.id } });
      await shop.deps.db.subscription.updateMany({ where: { ownerId: given.id }, data: { source: `gift:${gift.token}` } });
      const name = async (id: string) => (await shop.deps.db.account.findUniqueOrThrow({ where: { id } })).name;
      const to = { owner: given.id, name: await name(given.id) };
      expect((await readerPage(given.id)).terms).toMatchObject([{ gift: { owner: ada.id, name: await name(ada.id), order: ada.number } }]);
      expect((await readerPage(ada.id)).gifts).toMatchObject([{ to, order: ada.number, revoked: null }]);
      const toOf = async (staff: Browser) => (await orderPage(staff, ada.number)).lines[0]?.gifts[0]?.to;
      expect([await toOf(cleo), await toOf(await shop.as('shop'))]).toEqual([to, null]);
    },
  );

  test.each([
    ['stays theirs', 'keep', false],
    ['ends', 'end', true],
  ] as const)('the subscription of a gift that somebody redeemed %s', async (_title, redeemed, ends) => {
    const ada = await bought(shop, (who) => put(who, { giftsubs: [{ ...GIFT, quantity: 1 }] }));
    const gift = await shop.deps.db.gift.findFirstOrThrow({ where: { orderId: ada.order } });
    const given = await subscribed(shop);
    await shop.deps.db.gift.update({ where: { token: gift.token }, data: { redeemed: new Date(), redeemedBy: given.id } });
    await shop.deps.db.subscription.updateMany({ where: { ownerId: given.id }, data: { source: `gift:${gift.token}` } });
    const { plan } = await readRefunded(await payBack(cleo, ada.order, { lines: LINE, redeemed }));
    expect(plan.happens).toMatchObject({ ends: ends ? 1 : 0, revokes: 0 });
    const { cancelled } = await termOf(given);
    expect(cancelled !== null).toBe(ends);
    const { history } = v.parse(DeskReader, await (await cleo.get(`/api/desk/readers/${given.id}`)).json());
    expect(history.map(({ verb, subject }) => [verb, subject])).toEqual(ends ? [['refundOrder', ada.number]] : []);
    // Whoever gave it reads on their receipt what became of it.
    const { receiptToken } = await shop.deps.db.order.findUniqueOrThrow({ where: { id: ada.order } });
    const receipt = await readReceipt(shop.deps, receiptToken);
    const message = ends ? cancelled?.toISOString() : undefined;
    expect([receipt?.lines[0]?.ended, receipt?.gifts?.[0]?.ended]).toEqual([message, message]);
  });

  test('of three gifts that stay with whom they were given to nothing is proposed, whatever went back before', async () => {
    const ada = await bought(shop, (who) => put(who, { giftsubs: [GIFT, GIFT, GIFT] }));
    const given = await subscribed(shop);
    await shop.deps.db.gift.updateMany({ where: { orderId: ada.order }, data: { redeemed: new Date(), redeemedBy: given.id } });
    const [line] = LINE.map((one) => ({ ...one, quantity: 0, amount: 100 }));
    expect((await payBack(cleo, ada.order, { lines: line ? [line] : [] })).status).toBe(200);
    const lines = LINE.map((one) => ({ ...one, quantity: 3 }));
    expect((await readRefunded(await askRefundOf(cleo, ada.order, { lines }, true))).plan.amount).toBe(0);
  });

  test('a gift that somebody redeemed is worth what of it was not served where it ends, and nothing where it stays, and of several by theirs', async () => {
    const ada = await bought(shop, (who) => put(who, { giftsubs: [GIFT, GIFT] }));
    const gift = await shop.deps.db.gift.findFirstOrThrow({ where: { orderId: ada.order } });
    const given = await subscribed(shop);
    await shop.deps.db.gift.update({ where: { token: gift.token }, data: { redeemed: new Date(), redeemedBy: given.id } });
    await shop.deps.db.subscription.updateMany({ where: { ownerId: given.id }, data: { source: `gift:${gift.token}` } });
    await release(shop, 3);
    const one = ada.total / 2;
    const fourth = one - Math.floor((one * 3) / 4);
    const tried = async (quantity: number, asked: Partial<RefundOrder> = {}) => {
      const lines = LINE.map((line) => ({ ...line, quantity }));
      const { plan } = await readRefunded(await askRefundOf(cleo, ada.order, { lines, ...asked }, true));
      return [plan.amount, plan.lines[0]?.worth];
    };
    // Of two the one that waits is worth all that it cost.
    expect([await tried(1, { redeemed: 'end' }), await tried(2, { redeemed: 'end' })]).toEqual([
      [one, one],
      [one + fourth, one + fourth],
    ]);
    // What its giftee goes on getting is paid for still, unless somebody types another sum.
    expect([await tried(1), await tried(2)]).toEqual([
      [one, one],
      [one, one],
    ]);
    expect(await tried(2, { lines: [] })).toEqual([0, one + fourth]);
    // Of what half of went back of itself half is left to serve.
    expect((await payBack(cleo, ada.order, { lines: LINE.map((line) => ({ ...line, quantity: 0, amount: one })) })).status).toBe(200);
    await settled(shop);
    const half = one / 2 - Math.floor((one / 2) * 0.75);
    expect(await tried(2, { redeemed: 'end' })).toEqual([one / 2 + half, one / 2 + half]);
  });

  test('of two gifts the one that somebody has redeemed is taken back alone, where staff choose it, and its giver reads that it ended', async () => {
    const ada = await bought(shop, (who) => put(who, { giftsubs: [GIFT, GIFT] }));
    const [gift, other] = await shop.deps.db.gift.findMany({ where: { orderId: ada.order }, orderBy: { number: 'asc' } });
    const given = await subscribed(shop);
    await shop.deps.db.gift.update({ where: { token: gift?.token ?? '' }, data: { redeemed: new Date(), redeemedBy: given.id } });
    await shop.deps.db.subscription.updateMany({ where: { ownerId: given.id }, data: { source: `gift:${gift?.token ?? ''}` } });
    const { name } = await shop.deps.db.account.findUniqueOrThrow({ where: { id: given.id } });
    const shown = (await readRefunded(await askRefundOf(cleo, ada.order, {}, true))).plan.lines[0]?.gifts?.each;
    expect(shown).toEqual([
      { id: other?.id, redeemed: null, served: 0, issues: 0, takes: false },
      { id: gift?.id, redeemed: name, served: 0, issues: 4, takes: false },
    ]);
    const of = (...gifts: (string | undefined)[]) => ({
      lines: LINE.map((line) => ({ ...line, gifts: gifts.map((id) => id ?? '') })),
      redeemed: 'end' as const,
    });
    for (const wrong of [of(), of(gift?.id, other?.id), of(uuidv7())])
      expect((await askRefundOf(cleo, ada.order, wrong, true)).status).toBe(422);
    const { plan } = await readRefunded(await payBack(cleo, ada.order, of(gift?.id)));
    expect(plan).toMatchObject({ amount: ada.total / 2, happens: { ends: 1, given: 1, revokes: 0 } });
    expect([
      (await termOf(given)).cancelled !== null,
      (await shop.deps.db.gift.findFirstOrThrow({ where: { id: other?.id ?? '' } })).revoked,
    ]).toEqual([true, null]);
    await settled(shop);
    const sent = await shop.deps.db.outbox.findMany({ where: { recipient: ada.email, kind: { contains: 'back' } } });
    const letters = await Promise.all(sent.map(async (letter) => JSON.stringify(await compose(shop.deps, letter))));
    expect(letters.filter((words) => words.includes('the subscription that it gave has ended'))).toHaveLength(1);
    expect(letters.filter((words) => words.includes('can be redeemed no more'))).toEqual([]);
  });

  test(
    'the subscription of a gift that stayed as its money went back can be ended later: of two who do so at once the second is told',
    { tags: ['ci'] },
    async () => {
      const ada = await bought(shop, (who) => put(who, { giftsubs: [GIFT] }));
      const gift = await shop.deps.db.gift.findFirstOrThrow({ where: { orderId: ada.order } });
      const given = await subscribed(shop);
      await shop.deps.db.gift.update({ where: { token: gift.token }, data: { redeemed: new Date(), redeemedBy: given.id } });
      await shop.deps.db.subscription.updateMany({ where: { ownerId: given.id }, data: { source: `gift:${gift.token}` } });
      const all = LINE.map((line) => ({ ...line, amount: ada.total }));
      await readRefunded(await payBack(cleo, ada.order, { lines: all, redeemed: 'keep' }));
      await shop.deps.db.refund.updateMany({ where: { orderId: ada.order }, data: { created: new Date(shop.now().getTime() - DAY) } });
      const end = { lines: [{ ordinal: 0, quantity: 1, amount: 0, came_back: false }], redeemed: 'end' as const };
      const { plan } = await readRefunded(await askRefundOf(cleo, ada.order, end, true));
      expect(plan).toMatchObject({ lines: [{ taken: 1, left: 1, most: 0 }], amount: 0, happens: { ends: 1 } });
      expect((await orderPage(cleo, ada.number)).lines[0]?.gifts).toMatchObject([{ revoked: null, ended: null }]);
      const answers = await Promise.all([1, 2].map(() => askRefundOf(cleo, ada.order, { ...end, version: plan.version })));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const late = answers.find(({ status }) => status === 409);
      expect(late && (await answerOf(late))).toMatchObject([
        409,
        { errors: 'Cleo took Gift subscription of this order away a moment ago. Look at it again.' },
      ]);
      const { cancelled } = await termOf(given);
      expect(cancelled).not.toBeNull();
      const { receiptToken } = await shop.deps.db.order.findUniqueOrThrow({ where: { id: ada.order } });
      expect((await readReceipt(shop.deps, receiptToken))?.lines[0]?.ended).toBe(cancelled?.toISOString());
      // It is one piece, which its credit note has named.
      const lines = await shop.deps.db.refundLine.findMany({ where: { refund: { orderId: ada.order } } });
      expect(lines.map(({ quantity }) => quantity).toSorted()).toEqual([0, 1]);
      const [stands] = (await orderPage(cleo, ada.number)).lines[0]?.gifts ?? [];
      expect(new Date(stands?.ended ?? '')).toEqual(cancelled);
      expect((await readRefunded(await askRefundOf(cleo, ada.order, {}, true))).plan.lines).toMatchObject([{ left: 0 }]);
      expect(await findDifferences(shop.deps.db, 'main')).toEqual([]);
    },
  );

  test('a monthly donation ends with its month’s money', async () => {
    const ada = await bought(shop, (who) => put(who, { donation: { process: 'monthly-init', dollars: 25 } }));
    const { plan } = await readRefunded(await payBack(cleo, ada.order, { lines: LINE }));
    expect(plan).toMatchObject({ amount: 2500, happens: { donation: true } });
    const { ended, endedBy } = await shop.deps.db.donation.findFirstOrThrow({ where: { orderId: ada.order } });
    expect([ended !== null, endedBy]).toEqual([true, ada.order]);
    expect(await shop.deps.db.charge.count({ where: { ownerId: ada.id, state: 'open' } })).toBe(0);
  });

  test('a coupon can be used again once all of its line went back', { tags: ['ci'] }, async () => {
    const code = await publishCoupon(shop, 'THREEONLY', 3);
    const used = async () => (await shop.deps.db.couponCount.findFirstOrThrow({ where: { code } })).used;
    const ada = await bought(shop, (who) => put(who, { giftsubs: [GIFT, GIFT].map((gift) => ({ ...gift, coupon: code })) }));
    expect(await used()).toBe(2);
    // Of a line of which a piece is left its coupon is used.
    await payBack(cleo, ada.order, { lines: LINE });
    expect(await used()).toBe(2);
    await payBack(cleo, ada.order, { lines: LINE });
    expect(await used()).toBe(0);
    expect(await shop.deps.db.couponUse.count({ where: { orderId: ada.order } })).toBe(0);
  });
});

describe('a provider that does not do it', () => {
  test('one that cannot be reached is asked again by the next round: one refund', async () => {
    const anna = await subscribed(shop);
    shop.emulator.control.switch({ fail: { times: 10, path: '/v1/refunds' } });
    const { refund } = await readRefunded(await payBack(cleo, anna.order, { lines: LINE }));
    expect([refund?.state, await standing(anna)]).toEqual(['asked', ['cancelled', false]]);
    shop.emulator.control.switch({ fail: { times: 0 } });
    shop.travel(2 / (24 * 60));
    await Promise.all([runRefunds(shop.deps), runRefunds(shop.deps)]);
    await runRefunds(shop.deps);
    await settled(shop);
    expect([refundsAt(anna).length, (await refundsOf(anna)).map(({ state }) => state)]).toEqual([1, ['sent']]);
  });

  test('whose answer was lost, and whose key is forgotten by now, is asked whether it knows of it first', async () => {
    const anna = await subscribed(shop);
    const id = uuidv7();
    const { plan } = await readRefunded(
      await askRefundOf(cleo, anna.order, { lines: LINE.map((line) => ({ ...line, quantity: 0, amount: 500 })) }, true),
    );
    expect(plan.amount).toBe(500);
    await shop.deps.db.refund.create({
      data: {
        id,
        publicationId: 'main',
        orderId: anna.order,
        method: 'card',
        amount: 500,
        shipping: 0,
        state: 'asked',
        untold: false,
        asked: shop.now(),
        created: shop.now(),
        updated: shop.now(),
      },
    });
    shop.emulator.control.switch({ drop: true });
    await shop.deps.stripe.refunds.create(
      { payment_intent: anna.intent, amount: 500, metadata: { refund: id } },
      { idempotencyKey: `refund:${id}` },
    );
    shop.travel(2);
    cleo = await shop.as('service');
    await runRefunds(shop.deps);
    expect([refundsAt(anna).length, (await refundsOf(anna)).map(({ state }) => state), (await backOf(anna)).length]).toEqual([
      1,
      ['sent'],
      1,
    ]);
  });

  test.each([
    ['arrives', 'succeeded', 'sent', 'refunded'],
    ['comes back', 'failed', 'failed', 'failed'],
  ] as const)('one that is on its way and %s is known by asking, where no word of it came', async (_what, status, ends, noted) => {
    const [anna, ada] = [await subscribed(shop), await subscribed(shop)];
    shop.emulator.control.switch({ refunds_pend: true });
    const { refund } = await readRefunded(await payBack(cleo, anna.order, { lines: LINE }));
    expect(refund?.state).toBe('pending');
    // And one from the provider's dashboard.
    shop.emulator.control.refund(ada.intent);
    await settled(shop);
    expect(await backOf(ada)).toMatchObject([{ state: 'pending', refundId: null }]);
    shop.emulator.control.switch({ refunds_pend: false, drop: true });
    for (const { id } of [...refundsAt(anna), ...refundsAt(ada)]) shop.emulator.control.endRefund(id, status);
    await runRefunds(shop.deps);
    expect((await refundsOf(anna)).map(({ state }) => state)).toEqual(['pending']);
    shop.travel(1.1 / 24);
    await Promise.all([runRefunds(shop.deps), runRefunds(shop.deps)]);
    await settled(shop);
    expect((await refundsOf(anna)).map(({ state, settled: seen }) => [state, seen])).toEqual([[ends, null]]);
    expect((await Promise.all([backOf(anna), backOf(ada)])).flat().map(({ state }) => state)).toEqual([noted, noted]);
    const letters = (await lettersTo(shop, anna.email)).filter((kind) => kind === 'money-back');
    expect(letters).toHaveLength(status === 'failed' ? 2 : 1);
    cleo = await shop.as('service');
  });

  test(
    'one that is on its way for long is asked about once an hour, and one that the provider does not know holds up no other',
    { tags: ['ci'] },
    async () => {
      const [anna, ada] = [await subscribed(shop), await subscribed(shop)];
      shop.emulator.control.switch({ refunds_pend: true });
      for (const { order } of [anna, ada]) await payBack(cleo, order, { lines: LINE });
      shop.emulator.control.switch({ refunds_pend: false });
      await settled(shop);
      const [forgotten] = await backOf(anna);
      await shop.deps.db.moneyBack.updateMany({ where: { id: forgotten?.id ?? '' }, data: { id: 're_nobody_knows' } });
      shop.travel(1.1 / 24);
      await runRefunds(shop.deps);
      const asked = await backOf(ada);
      expect([asked[0]?.state, (await backOf(anna))[0]?.state]).toEqual(['pending', 'pending']);
      shop.emulator.control.switch({ drop: true });
      for (const { id } of refundsAt(ada)) shop.emulator.control.endRefund(id, 'succeeded');
      shop.travel(0.5 / 24);
      await runRefunds(shop.deps);
      expect(await backOf(ada)).toEqual(asked);
      shop.travel(0.6 / 24);
      await runRefunds(shop.deps);
      expect((await backOf(ada)).map(({ state }) => state)).toEqual(['refunded']);
      await shop.deps.db.moneyBack.deleteMany({ where: { id: 're_nobody_knows' } });
      cleo = await shop.as('service');
    },
  );

  test('one that refuses is said so, nothing is paid, and it is paid by check with one credit note', async () => {
    const anna = await subscribed(shop);
    shop.emulator.control.dispute(anna.intent, { inquiry: true });
    const lines = LINE.map((line) => ({ ...line, amount: 1000 }));
    await settled(shop);
    refuseRefund(shop);
    const { refund } = await readRefunded(await payBack(cleo, anna.order, { lines }));
    expect(refund).toMatchObject({ state: 'refused', credit_note: null, failure: expect.stringContaining('fail') });
    expect(await backOf(anna)).toEqual([]);
    expect([await onList('refund-failed', anna), await standing(anna)]).toEqual([true, ['cancelled', false]]);
    // No letter about money says it, so another does.
    expect(await letterWords(anna, 'subscription-cancelled')).toContain('Digital, Standard, 1 year');
    const bad = await cleo.post(`/api/desk/refunds/${refund?.id}/retry`, { action: uuidv7(), method: 'check' });
    expect(bad.status).toBe(422);
    const action = uuidv7();
    const retry = () => cleo.post(`/api/desk/refunds/${refund?.id}/retry`, { action, method: 'check', reference: '1007' });
    const paid = await readRefundNow(await retry());
    expect(paid).toMatchObject({
      id: action,
      method: 'check',
      state: 'sent',
      amount: 1000,
      reference: '1007',
      credit_note: expect.any(String),
    });
    expect(await readRefundNow(await retry())).toEqual(paid);
    expect((await cleo.post(`/api/desk/refunds/${refund?.id}/retry`, { action: uuidv7(), method: 'none' })).status).toBe(409);
    expect(await onList('refund-failed', anna)).toBe(false);
  });

  test(
    'one that refuses is taken back: the subscription goes on and renews as before, once, and its reader is told',
    { tags: ['ci'] },
    async () => {
      const anna = await subscribed(shop);
      refuseRefund(shop);
      const { refund } = await readRefunded(await payBack(cleo, anna.order, { lines: LINE }));
      const first = refund?.id ?? '';
      // Asked for once more it is refused again: what the first took away is given back all the same.
      refuseRefund(shop);
      const second = await readRefundNow(await cleo.post(`/api/desk/refunds/${first}/retry`, { action: uuidv7(), method: 'card' }));
      expect([second.state, await standing(anna)]).toEqual(['refused', ['cancelled', false]]);
      const undo = (query = '', action = uuidv7()) => cleo.post(`/api/desk/refunds/${second.id}/retry${query}`, { action, method: 'undo' });
      const would = v.parse(RefundNow, await (await undo('?dry')).json());
      expect(would.given).toMatchObject({ terms: 1, renewal: true, renewals: [], no_card: 0, pieces: 0 });
      expect(await standing(anna)).toEqual(['cancelled', false]);
      const action = uuidv7();
      const [one, again, other] = (await Promise.all([undo('', action), undo('', action), undo()])).map(({ status }) => status);
      // Whichever of the two is first: a press that is sent twice is one.
      expect(again).toBe(one);
      expect([one, other].toSorted()).toEqual([200, 409]);
      expect(await standing(anna)).toEqual(['extended', true]);
      expect([await onList('refund-failed', anna), (await refundsOf(anna)).every(({ settled: seen }) => seen !== null)]).toEqual([
        false,
        true,
      ]);
      const letters = await shop.deps.db.outbox.findMany({ where: { kind: 'subscription-restored', recipient: anna.email } });
      expect(letters.map(({ payload }) => payload)).toEqual([expect.objectContaining({ renews: true })]);
      // It can be paid back anew, as if nothing had been.
      const { plan } = await readRefunded(await askRefundOf(cleo, anna.order, { lines: LINE }, true));
      expect(plan.lines).toMatchObject([{ taken: 0, takes: 1, term: { ended: false } }]);
    },
  );

  describe('that refuses since money went back there already, of which no word came', () => {
    type Happens = (intent: string) => string;
    const lost = async (who: Bought, happens: Happens): Promise<string> => {
      shop.emulator.control.switch({ drop: true });
      const id = happens(who.intent);
      shop.emulator.control.switch({ drop: false, refunds_pend: false });
      expect(await backOf(who)).toEqual([]);
      return id;
    };
    const half: Happens = (intent) => shop.emulator.control.refund(intent, 1000);
    const otherwise = (refund: string) =>
      cleo.post(`/api/desk/refunds/${refund}/retry`, { action: uuidv7(), method: 'check', reference: '1007' });

    test('has what went back on Today, and no more than what is left is paid otherwise', async () => {
      const anna = await subscribed(shop);
      const id = await lost(anna, half);
      const { refund } = await readRefunded(await payBack(cleo, anna.order, { lines: LINE }));
      expect([refund?.state, refund?.amount]).toEqual(['refused', anna.total]);
      expect(await backOf(anna)).toMatchObject([{ id, state: 'refunded', amount: 1000, refundId: null }]);
      expect([await onList('refunded-elsewhere', anna), await onList('refund-failed', anna)]).toEqual([true, true]);
      expect((await otherwise(refund?.id ?? '')).status).toBe(422);
      const rest = [{ ordinal: 0, quantity: 0, amount: null, came_back: false }];
      const paid = await readRefunded(await payBack(cleo, anna.order, { lines: rest, method: 'check', reference: '1008' }));
      expect([paid.refund?.amount, await onList('refund-failed', anna)]).toEqual([anna.total - 1000, false]);
      expect((await backOf(anna)).reduce((sum, { amount }) => sum + amount, 0)).toBe(anna.total);
    });

    test.each<[string, Happens, object[]]>([
      [
        'is on its way, it counts',
        (intent) => {
          shop.emulator.control.switch({ refunds_pend: true });
          return half(intent);
        },
        [{ state: 'pending', amount: 1000 }],
      ],
      ['a bank took, all of it counts', (intent) => shop.emulator.control.dispute(intent), [{ state: 'open' }]],
    ])('and that %s', { tags: ['ci'] }, async (_what, happens, noted) => {
      const anna = await subscribed(shop);
      await lost(anna, happens);
      const { refund } = await readRefunded(await payBack(cleo, anna.order, { lines: LINE }));
      expect([refund?.state, await backOf(anna)]).toMatchObject(['refused', noted]);
      expect((await otherwise(refund?.id ?? '')).status).toBe(422);
    });

    test('and that came back there, is all left to be paid, also by two at once', { tags: ['ci'] }, async () => {
      const anna = await subscribed(shop);
      await lost(anna, (intent) => {
        shop.emulator.control.switch({ refunds_pend: true });
        const id = half(intent);
        shop.emulator.control.endRefund(id, 'failed');
        return id;
      });
      refuseRefund(shop);
      const { refund } = await readRefunded(await payBack(cleo, anna.order, { lines: LINE }));
      expect([refund?.state, await backOf(anna)]).toMatchObject(['refused', [{ state: 'failed' }]]);
      const answers = await Promise.all([otherwise(refund?.id ?? ''), otherwise(refund?.id ?? '')]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    });
  });

  test('one that was paid otherwise, or whose money came back later, takes nothing back', { tags: ['ci'] }, async () => {
    const anna = await subscribed(shop);
    const refund = await refusedRefund(shop, cleo, anna, { lines: LINE });
    const retry = (body: object) => cleo.post(`/api/desk/refunds/${refund}/retry`, { action: uuidv7(), ...body });
    expect((await retry({ method: 'check', reference: '12' })).status).toBe(200);
    expect([(await retry({ method: 'undo' })).status, await standing(anna)]).toEqual([409, ['cancelled', false]]);
  });

  test.each(['failed', 'waits'])('one that came back, and is paid anew from the order, is seen to: %s', { tags: ['ci'] }, async (how) => {
    const anna =
      how === 'failed' ? await subscribed(shop) : await bought(shop, (who) => put(who, { donation: { process: 'onetime', dollars: 400 } }));
    shop.emulator.control.switch({ refunds_pend: true });
    const { plan, refund } = await readRefunded(
      await payBack(how === 'failed' ? cleo : await shop.as('publisher'), anna.order, { lines: LINE }),
    );
    if (plan.to_approve)
      await (await shop.as('accountant')).post(`/api/desk/refunds/${refund?.id}/approve`, { action: uuidv7(), approved: true });
    shop.emulator.control.switch({ refunds_pend: false });
    shop.emulator.control.endRefund(refundsAt(anna)[0]?.id ?? '', 'failed');
    await settled(shop);
    expect(await onList('refund-failed', anna)).toBe(true);
    const [failed] = await refundsOf(anna);
    const lines = [{ ordinal: 0, quantity: 0, amount: failed?.amount ?? null, came_back: false }];
    const again = await readRefunded(await payBack(cleo, anna.order, { lines, method: 'check', reference: '8' }));
    expect(await onList('refund-failed', anna)).toBe(how === 'waits');
    const note = again.refund?.id;
    if (how === 'waits')
      await (await shop.as('accountant')).post(`/api/desk/refunds/${note}/approve`, { action: uuidv7(), approved: true });
    expect(await onList('refund-failed', anna)).toBe(false);
    if (how === 'waits') return;
    // Its credit note is the one of the money that did not arrive, and of the subscription, not of a part of its price.
    expect(again.refund?.credit_note).toBe(refund?.credit_note);
    const paid = await shop.deps.db.refundLine.findMany({ where: { refundId: note } });
    expect(paid.map(({ quantity, amount }) => [quantity, amount])).toEqual([[1, failed?.amount]]);
  });

  test('one that fails days later is on Today, and keeps its number however it is paid in the end', { tags: ['ci'] }, async () => {
    const anna = await subscribed(shop);
    shop.emulator.control.switch({ refunds_pend: true });
    const { refund } = await readRefunded(await payBack(cleo, anna.order, { lines: LINE }));
    shop.emulator.control.switch({ refunds_pend: false });
    expect(refund).toMatchObject({ state: 'pending', credit_note: expect.any(String) });
    shop.emulator.control.endRefund(refundsAt(anna)[0]?.id ?? '', 'failed');
    await settled(shop);
    expect(await refundsOf(anna)).toMatchObject([{ state: 'failed' }]);
    expect([await onList('refund-failed', anna), await onList('refunded-elsewhere', anna)]).toEqual([true, false]);
    expect(await toldOf(anna)).toEqual([['failed', refund?.credit_note]]);
    const again = (query: string, asked: object) =>
      cleo.post(`/api/desk/refunds/${refund?.id}/retry${query}`, { action: uuidv7(), ...asked });
    expect(await readRefundNow(await again('?dry', { method: 'wire' }))).toMatchObject({
      state: 'sent',
      method: 'wire',
      credit_note: refund?.credit_note,
    });
    expect([(await again('', { method: 'wire' })).status, (await refundsOf(anna)).length]).toEqual([422, 1]);
    const paid = await readRefundNow(await again('', { method: 'wire', reference: 'W-1' }));
    expect([paid.credit_note, paid.state]).toEqual([refund?.credit_note, 'sent']);
    expect(await onList('refund-failed', anna)).toBe(false);
    const letters = (await lettersTo(shop, anna.email)).filter((kind) => kind === 'money-back');
    expect(letters).toHaveLength(3);
    // Its reader has the money by now, and is not asked to write about it any more.
    expect(await toldOf(anna)).toEqual([['refunded', refund?.credit_note]]);
  });
});

test(
  'one that came back and is left is told to whoever was told that it comes, and to nobody where it was refused at once',
  { tags: ['ci'] },
  async () => {
    const [anna, ada] = [await subscribed(shop), await subscribed(shop)];
    shop.emulator.control.switch({ refunds_pend: true });
    const { refund } = await readRefunded(await payBack(cleo, anna.order, { lines: LINE }));
    shop.emulator.control.switch({ refunds_pend: false });
    shop.emulator.control.endRefund(refundsAt(anna)[0]?.id ?? '', 'failed');
    await settled(shop);
    const retry = async (id: string | undefined, asked: object, dry = '') =>
      v.parse(RefundNow, await (await cleo.post(`/api/desk/refunds/${id}/retry${dry}`, { action: uuidv7(), ...asked })).json());
    // Tried once more, it is refused: the reader knows nothing of that, and waits for what they were told.
    refuseRefund(shop);
    const again = await retry(refund?.id, { method: 'card' });
    expect(again.refund.state).toBe('refused');
    expect(await retry(again.refund.id, { method: 'none' }, '?dry')).toMatchObject({ letter: anna.email });
    expect(await retry(again.refund.id, { method: 'none', settled: false })).toMatchObject({ letter: anna.email });
    expect(await letterWords(anna, 'money-back')).toContain('are not paid out in another way');
    const refused = await refusedRefund(shop, cleo, ada, { lines: LINE });
    expect(await retry(refused, { method: 'none' })).toMatchObject({ letter: null });
    expect(await lettersTo(shop, ada.email)).not.toContain('money-back');
  },
);

test(
  'of two who decide about one that was refused the second is told of the first, who left it, and can give back what it took all the same',
  { tags: ['ci'] },
  async () => {
    const anna = await subscribed(shop);
    const refund = await refusedRefund(shop, cleo, anna, { lines: LINE });
    const ask = async (asked: object) => answerOf(await cleo.post(`/api/desk/refunds/${refund}/retry`, { action: uuidv7(), ...asked }));
    expect((await ask({ method: 'none', settled: false }))[0]).toBe(200);
    expect(await ask({ method: 'undo', settled: false })).toMatchObject([
      409,
      { errors: expect.stringContaining('Cleo has seen to this refund') },
    ]);
    expect([(await ask({ method: 'undo', settled: true }))[0], await standing(anna)]).toEqual([200, ['extended', true]]);
  },
);

test(
  'once its reader was erased the history says of one that was refused that it was, and of what took something away that no money went',
  { tags: ['ci'] },
  async () => {
    const [anna, ada] = [await subscribed(shop), await subscribed(shop)];
    await refusedRefund(shop, cleo, anna, { lines: LINE });
    await readRefunded(await payBack(cleo, ada.order, { lines: LINE.map((line) => ({ ...line, amount: 0 })) }));
    for (const { id } of [anna, ada]) await shop.deps.db.$transaction((tx) => forgetDeskRecords(tx, shop.deps.config.publicationId, id));
    const last = async ({ number }: Bought) => (await orderPage(cleo, number)).history.map(({ verb, to }) => [verb, to]);
    expect(await last(anna)).toEqual([['refundOrder', { state: 'refused', method: 'card', amount: anna.total }]]);
    expect(await last(ada)).toEqual([['refundOrder', { state: 'sent', method: 'none', amount: 0 }]]);
  },
);

test(
  'one that did not arrive and was left is still told of where a larger sum is paid for something else, and not once all is paid',
  { tags: ['ci'] },
  async () => {
    const anna = await subscribed(shop);
    const some = (cents: number) => [{ ordinal: 0, quantity: 0, amount: cents, came_back: false }];
    shop.emulator.control.switch({ refunds_pend: true });
    const { refund } = await readRefunded(await payBack(cleo, anna.order, { lines: some(300) }));
    shop.emulator.control.switch({ refunds_pend: false });
    shop.emulator.control.endRefund(refundsAt(anna)[0]?.id ?? '', 'failed');
    await settled(shop);
    expect((await cleo.post(`/api/desk/refunds/${refund?.id}/retry`, { action: uuidv7(), method: 'none' })).status).toBe(200);
    const larger = await readRefunded(await payBack(cleo, anna.order, { lines: some(700), method: 'check', reference: '9' }));
    const paid = ['refunded', larger.refund?.credit_note];
    // The provider's times are whole seconds, so that either may be the older.
    expect((await toldOf(anna)).toSorted()).toEqual([['failed', refund?.credit_note], paid]);
    const rest = await readRefunded(await payBack(cleo, anna.order, { lines: some(anna.total - 700), method: 'check', reference: '10' }));
    expect((await toldOf(anna)).toSorted()).toEqual([paid, ['refunded', rest.refund?.credit_note]].toSorted());
  },
);

describe('more than one person may pay back in a day', () => {
  const some = (cents: number) => [{ ordinal: 0, quantity: 0, amount: cents, came_back: false }];
  const large = () => bought(shop, (who) => put(who, { donation: { process: 'onetime', dollars: 400 } }));
  // Where nobody else may allow it, it goes on.
  beforeAll(async () => {
    for (const role of ['publisher', 'accountant'] as const) await shop.as(role);
  });

  test('waits for another one, and is paid when they allow it', async () => {
    const ada = await large();
    const { plan, refund } = await readRefunded(await payBack(cleo, ada.order, { lines: LINE }));
    expect([plan.to_approve, refund?.state, refundsAt(ada)]).toEqual([true, 'to-approve', []]);
    expect(await onList('refunds-to-approve', ada)).toBe(true);
    // The reader's page and the list of orders say that it is to go.
    const page = v.parse(DeskReader, await (await cleo.get(`/api/desk/readers/${ada.id}`)).json());
    const listed = v.parse(DeskOrders, await (await cleo.get('/api/desk/orders')).json());
    for (const { orders } of [page, listed]) {
      expect(orders.find(({ number }) => number === plan.number)).toMatchObject({ back: 0, waits: plan.amount });
    }
    const done = await shop.deps.db.staffAction.findUniqueOrThrow({ where: { id: refund?.id } });
    expect(done.to).toMatchObject({ amount: refund?.amount, waits: true });
    // What waits counts as going.
    expect((await payBack(cleo, ada.order, { lines: LINE })).status).toBe(422);
    const approve = async (who: Browser, action = uuidv7()) =>
      who.post(`/api/desk/refunds/${refund?.id}/approve`, { action, approved: true });
    expect((await approve(cleo)).status).toBe(403);
    const [ann, bob] = [await shop.as('publisher'), await shop.as('accountant')];
    // What the dialog shows before: how it would be, and nothing is.
    const path = `/api/desk/refunds/${refund?.id}/approve?dry`;
    const tried = v.parse(RefundNow, await (await ann.post(path, { action: uuidv7(), approved: true })).json());
    expect([tried.refund.state, tried.letter, refundsAt(ada)]).toEqual(['asked', ada.email, []]);
    // By which they decide.
    expect(tried.asked).toMatchObject({ reason: 'asked', note: '', happens: { ends: 0 } });
    expect((await refundsOf(ada)).map(({ state }) => state)).toEqual(['to-approve']);
    const answers = await Promise.all([approve(ann), approve(bob)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [first, second] = answers[0]?.status === 200 ? ['Ann', answers[1]] : ['Felix', answers[0]];
    expect(await second?.json()).toMatchObject({ errors: `${first} has seen to this refund a moment ago. Look at it again.` });
    await settled(shop);
    expect([refundsAt(ada).length, (await refundsOf(ada)).map(({ state }) => state)]).toEqual([1, ['sent']]);
    expect(await onList('refunds-to-approve', ada)).toBe(false);
  });

  test('closes what did not arrive before, and whoever is to allow it reads that first', { tags: ['ci'] }, async () => {
    const ada = await large();
    await payBack(cleo, ada.order, { lines: some(9000) });
    for (const { id } of refundsAt(ada)) shop.emulator.control.endRefund(id, 'failed');
    await settled(shop);
    const [failed] = await refundsOf(ada);
    const { plan } = await readRefunded(await askRefundOf(cleo, ada.order, { lines: some(36_000) }, true));
    const { refund } = await readRefunded(await payBack(cleo, ada.order, { lines: some(36_000) }));
    const ann = await shop.as('publisher');
    const answers: RefundNow['closes'][] = [];
    for (const path of ['approve?dry', 'approve']) {
      const asked = await ann.post(`/api/desk/refunds/${refund?.id}/${path}`, { action: uuidv7(), approved: true });
      answers.push(v.parse(RefundNow, await asked.json()).closes);
    }
    const closed = [{ amount: 9000, credit_note: creditNoteNumber(failed?.creditNumber ?? null) }];
    expect([plan.closes, ...answers]).toEqual([closed, closed, closed]);
    expect((await refundsOf(ada)).find(({ id }) => id === failed?.id)).toMatchObject({ voidedBy: refund?.id });
  });

  test(
    'goes on, and is marked, where nobody else can sign in: who was invited and has no passkey yet allows nothing',
    { tags: ['ci'] },
    async () => {
      const { staff, staffAction } = shop.deps.db;
      const others = { sample: true, roles: { hasSome: ['publisher', 'accountant'] } };
      await staff.updateMany({ where: others, data: { disabled: new Date() } });
      const invited = { id: uuidv7(), publicationId: 'main', email: 'never@example.org', name: 'Never Came', roles: ['accountant'] };
      await staff.create({ data: { ...invited, created: new Date() } });
      const ada = await large();
      const { plan, refund } = await readRefunded(await payBack(cleo, ada.order, { lines: LINE }));
      expect([plan.to_approve, refund?.state]).toEqual([false, 'sent']);
      expect((await staffAction.findUniqueOrThrow({ where: { id: refund?.id } })).to).toMatchObject({ alone: true });
      await staff.updateMany({ where: others, data: { disabled: null } });
    },
  );

  test('has the number of its check from whoever allows it: nobody writes one before', { tags: ['ci'] }, async () => {
    const ada = await large();
    const bob = await shop.as('accountant');
    const { refund } = await readRefunded(await payBack(cleo, ada.order, { lines: LINE, method: 'check', reference: '' }));
    expect(refund).toMatchObject({ state: 'to-approve', reference: null });
    const allow = (more: object) => bob.post(`/api/desk/refunds/${refund?.id}/approve`, { action: uuidv7(), approved: true, ...more });
    expect(await answerOf(await allow({}))).toMatchObject([422, { errors: { reference: expect.any(String) } }]);
    expect(await readRefundNow(await allow({ reference: '2041' }))).toMatchObject({ state: 'sent', reference: '2041' });
  });

  test('is not paid where they do not, and nobody can allow what they asked for themselves', async () => {
    const ada = await large();
    const [ann, bob] = [await shop.as('publisher'), await shop.as('accountant')];
    const { refund } = await readRefunded(await payBack(ann, ada.order, { lines: LINE }));
    expect((await ann.post(`/api/desk/refunds/${refund?.id}/approve`, { action: uuidv7(), approved: true })).status).toBe(403);
    const now = await readRefundNow(await bob.post(`/api/desk/refunds/${refund?.id}/approve`, { action: uuidv7(), approved: false }));
    expect(now).toMatchObject({ state: 'refused', settled: true });
    expect([refundsAt(ada), await onList('refund-failed', ada)]).toEqual([[], false]);
    const retry = (method: string) => cleo.post(`/api/desk/refunds/${refund?.id}/retry`, { action: uuidv7(), method });
    expect((await retry('card')).status).toBe(409);
  });

  test(
    'and what was taken away for one that they do not allow is given back: what is not sent is to be sent again',
    { tags: ['ci'] },
    async () => {
      const bob = await shop.as('accountant');
      const { id, ref, number } = await sellMugs(shop, { quantity: 8 });
      await shop.deps.db.order.update({ where: { id }, data: { goods: 32_000, total: 32_000 } });
      await shop.deps.db.orderLine.updateMany({ where: { orderId: id }, data: { price: 4000 } });
      const before = [await stockOf(shop.deps.db, ref), await ledgerOf(shop.deps.db, ref)];
      const lines = [{ ordinal: 0, quantity: 8, amount: null, came_back: false }];
      const { refund } = await readRefunded(await payBack(cleo, id, { lines, method: 'check', reference: '7' }));
      await readRefundNow(await bob.post(`/api/desk/refunds/${refund?.id}/approve`, { action: uuidv7(), approved: false }));
      const money = v.parse(DeskOrderMoney, await (await cleo.get(`/api/desk/orders/${id}/money`)).json());
      expect(money.refunds).toMatchObject([{ state: 'refused', settled: true, undo: true }]);
      const undone = await cleo.post(`/api/desk/refunds/${refund?.id}/retry`, { action: uuidv7(), method: 'undo' });
      expect(await readRefundNow(undone)).toMatchObject({ state: 'refused', undo: false });
      expect([await stockOf(shop.deps.db, ref), await ledgerOf(shop.deps.db, ref)]).toEqual(before);
      const [line] = await shop.deps.db.orderLine.findMany({ where: { orderId: id } });
      expect([line?.dropped, (await shop.deps.db.order.findUniqueOrThrow({ where: { id } })).state]).toEqual([0, 'paid']);
      expect((await findDifferences(shop.deps.db, 'main')).filter(({ order }) => order === number)).toEqual([]);
    },
  );
});

test('what was paid for a subscription in another order is not served on its page, and is named where it ends', async () => {
  const dora = await bought(shop, (who) => put(who, { subscription: { ...SUBSCRIPTION, term: '2year' } }));
  await upgrade(shop, dora);
  await release(shop, 1);
  const upgraded = await shop.deps.db.order.findFirstOrThrow({ where: { ownerId: dora.id, id: { not: dora.order } } });
  const number = upgraded.number ?? '';
  const worth = async (order: string) => (await readRefunded(await askRefundOf(cleo, order, { lines: LINE }, true))).plan;
  const runs = async () => (await readerPage(dora.id)).terms[0];
  const [own, other] = [await worth(dora.order), await worth(upgraded.id)];
  expect(await runs()).toMatchObject({
    order: { number: dora.number, value: dora.total, unserved: own.amount },
    upgrades: [{ number, value: upgraded.total, unserved: other.amount }],
  });
  const { plan } = await readRefunded(await payBack(cleo, dora.order, { lines: LINE }));
  expect([plan.beside, other.beside]).toEqual([[{ number, name: 'Upgrade', unserved: other.amount }], []]);
  await settled(shop);
  expect((await runs())?.upgrades).toMatchObject([{ number, unserved: null }]);
  // It goes back from there, and then is none of it.
  expect((await worth(upgraded.id)).amount).toBe(other.amount);
});

test('what a giftee paid to redeem their gift in a better way is named where the gift is taken back, and on their page', async () => {
  const digital = { deliverable: 'digital', level: 'low', term: '1year', quantity: 1, coupon: null };
  const ada = await bought(shop, (who) => put(who, { giftsubs: [digital] }));
  const { token } = await shop.deps.db.gift.findFirstOrThrow({ where: { orderId: ada.order } });
  const jan = await subscriber(shop);
  const redeem = v.object({ redeem: v.object({ options: v.object({ prices: v.record(v.string(), v.number()) }) }) });
  const page = v.parse(redeem, await (await jan.reader.browser.get(`/api/page/redeem?token=${token}`)).json());
  const answer = await jan.reader.browser.post(`/api/subscribe/redeem?token=${token}&captcha=${await jan.reader.browser.captcha()}`, {
    form: { name: 'Jan Giftee', email: jan.email, address: ADDRESS, total: page.redeem.options.prices['print-a'] },
    shipcode: 'a',
    subscription: { token, deliverable: 'print-a' },
  });
  const begun = v.object({ checkout: v.object({ intent: v.string(), keys: v.object({ secret: v.string() }) }) });
  const { intent, keys } = v.parse(begun, await answer.json()).checkout;
  await jan.reader.pay({ intent, secret: keys.secret });
  expect((await jan.reader.status(intent)).status).toBe('completed');
  await release(shop, 1);
  const { id, number, total } = await shop.deps.db.order.findUniqueOrThrow({ where: { intentId: intent } });
  const unserved = total - Math.floor(total / 4);
  const named = expect.objectContaining({ number, unserved });
  const tried = async (order: string, redeemed: 'keep' | 'end') =>
    (await readRefunded(await askRefundOf(cleo, order, { lines: LINE, redeemed }, true))).plan;
  expect([(await tried(ada.order, 'end')).beside, (await tried(ada.order, 'keep')).beside]).toEqual([[named], []]);
  expect([(await readerPage(jan.id)).terms[0]?.upgrades, (await tried(id, 'keep')).amount]).toEqual([[named], unserved]);
});

describe('money that went back without the desk', () => {
  const decide = (id: string, body: object, dry = false) =>
    cleo.post(`/api/desk/money-back/${id}/decide${dry ? '?dry' : ''}`, {
      action: uuidv7(),
      reason: 'asked',
      version: '',
      lines: [],
      ...body,
    });

  test('is no more of what was not served on its reader’s page than paying back proposes, before and after it is decided', async () => {
    const anna = await subscribed(shop);
    const unserved = async () => (await readerPage(anna.id)).terms[0]?.order?.unserved;
    const worth = async () => (await readRefunded(await askRefundOf(cleo, anna.order, { lines: LINE }, true))).plan.amount;
    expect([await unserved(), await worth()]).toEqual([anna.total, anna.total]);
    const id = shop.emulator.control.refund(anna.intent, anna.total / 2);
    await settled(shop);
    expect([await unserved(), await worth()]).toEqual([anna.total / 2, anna.total / 2]);
    const { plan } = await readRefunded(await decide(id, {}, true));
    expect((await decide(id, { version: plan.version })).status).toBe(200);
    await release(shop, 1);
    expect(await unserved()).toBe(await worth());
    expect(await unserved()).toBeLessThan(anna.total / 2);
  });

  test('is on Today as soon as the provider tells of it, and is decided once: the same is taken away, and no money moves', async () => {
    const anna = await subscribed(shop);
    const id = shop.emulator.control.refund(anna.intent, 100);
    await settled(shop);
    expect(await onList('refunded-elsewhere', anna)).toBe(true);
    const { plan } = await readRefunded(await decide(id, { lines: [{ ordinal: 0, quantity: 1 }] }, true));
    expect(plan).toMatchObject({ amount: 0, gone: 100, happens: { ends: 1, renewal: true } });
    const both = await Promise.all([1, 2].map(() => decide(id, { version: plan.version, lines: [{ ordinal: 0, quantity: 1 }] })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await both.find(({ status }) => status === 409)?.json()).toEqual({
      errors: 'Cleo decided this a moment ago. Look at it again.',
      codes: { code: 'desk.money_decided_by', values: { who: 'Cleo', when: 'a moment ago' } },
    });
    expect([await standing(anna), refundsAt(anna).length]).toEqual([['cancelled', false], 1]);
    // The letter that says what ended names the credit note of what had gone back before.
    const [note] = await refundsOf(anna);
    const words = await letterWords(anna, 'subscription-cancelled');
    expect(words).toContain(`Credit note CN-${note?.creditNumber} as a PDF`);
    expect(words).toMatch(new RegExp(`/credit-notes/CN-${note?.creditNumber}/pdf`));
    expect(await onList('refunded-elsewhere', anna)).toBe(false);
  });

  test('is on Today a while later where its webhook was lost, once, and so is what a bank took', { tags: ['ci'] }, async () => {
    const [anna, ada] = [await subscribed(shop), await subscribed(shop)];
    shop.emulator.control.switch({ drop: true });
    shop.emulator.control.refund(anna.intent, 100);
    shop.emulator.control.dispute(ada.intent);
    await reconcile(shop.deps);
    expect([await backOf(anna), await backOf(ada)]).toEqual([[], []]);
    shop.travel(20 / (24 * 60));
    await Promise.all([reconcile(shop.deps), reconcile(shop.deps)]);
    await reconcile(shop.deps);
    expect([await backOf(anna), await backOf(ada)]).toMatchObject([[{ state: 'refunded', amount: 100 }], [{ state: 'open' }]]);
    expect([await onList('refunded-elsewhere', anna), await onList('disputes', ada)]).toEqual([true, true]);
    for (const { email } of [anna, ada]) {
      expect((await lettersTo(shop, email)).filter((kind) => kind === 'money-back')).toHaveLength(1);
    }
    cleo = await shop.as('service');
  });

  test('is on Today within the hour where its webhook was lost days ago', { tags: ['ci'] }, async () => {
    const anna = await subscribed(shop);
    shop.emulator.control.switch({ drop: true });
    shop.emulator.control.refund(anna.intent, 100);
    // Half past an hour a day is looked at, and as one begins a week.
    const past = (shop.now().getTime() % HOUR) / DAY;
    shop.travel(5 + 1.5 / 24 - past);
    await reconcile(shop.deps);
    expect(await backOf(anna)).toEqual([]);
    shop.travel(0.5 / 24 + 1 / (24 * 60));
    await reconcile(shop.deps);
    expect(await backOf(anna)).toMatchObject([{ state: 'refunded', amount: 100 }]);
    cleo = await shop.as('service');
  });

  test.each(['give it back', 'leave it'])(
    'that a bank gives back is on Today while what was taken away stays away, until somebody decided to %s',
    async (decision) => {
      const anna = await subscribed(shop);
      const dispute = shop.emulator.control.dispute(anna.intent);
      await settled(shop);
      expect(await onList('disputes', anna)).toBe(true);
      const { refund } = await readRefunded(await payBack(cleo, anna.order, { lines: LINE }));
      shop.emulator.control.closeDispute(dispute, 'won');
      await settled(shop);
      expect([await standing(anna), await onList('disputes', anna)]).toEqual([['cancelled', false], true]);
      if (decision === 'leave it') {
        const { plan } = await readRefunded(await decide(dispute, {}, true));
        expect((await decide(dispute, { version: plan.version })).status).toBe(200);
        expect([await standing(anna), await onList('disputes', anna)]).toEqual([['cancelled', false], false]);
        const late = await cleo.post(`/api/desk/refunds/${refund?.id}/retry`, { action: uuidv7(), method: 'undo' });
        expect(await answerOf(late)).toEqual([409, expect.objectContaining({ errors: expect.stringContaining('Cleo decided') })]);
        const { history } = v.parse(DeskOrder, await (await cleo.get(`/api/desk/orders/${anna.number}`)).json());
        expect(history[0]).toMatchObject({ verb: 'decideMoneyBack', reason: '', to: { won: true, takes: false } });
        expect((await refundsOf(anna)).map(({ id }) => id)).toEqual([refund?.id]);
        return;
      }
      // A bank may take longer than the history's Undo goes.
      shop.travel(40);
      cleo = await shop.as('service');
      const undo = () => cleo.post(`/api/desk/refunds/${refund?.id}/retry`, { action: uuidv7(), method: 'undo' });
      expect((await Promise.all([undo(), undo()])).map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect([(await termOf(anna)).cancelled, await onList('disputes', anna)]).toEqual([null, false]);
      expect(await answerOf(await decide(dispute, {}, true))).toMatchObject([409, { errors: expect.stringContaining('Cleo decided') }]);
    },
  );

  test(
    'that a bank gives back is on Today as well where the subscription was ended on its reader’s page, or by a refund that was left',
    { tags: ['ci'] },
    async () => {
      const [anna, ada] = [await subscribed(shop), await subscribed(shop)];
      const disputes = [shop.emulator.control.dispute(anna.intent), shop.emulator.control.dispute(ada.intent)];
      await settled(shop);
      const { id } = await termOf(anna);
      const end = { action: uuidv7(), reason: 'asked', served: 0 };
      expect((await cleo.post(`/api/desk/readers/${anna.id}/subscriptions/${id}/cancel`, end)).status).toBe(200);
      await shop.deps.db.moneyBack.deleteMany({ where: { orderId: ada.order } });
      refuseRefund(shop);
      const { refund } = await readRefunded(await payBack(cleo, ada.order, { lines: LINE }));
      expect((await cleo.post(`/api/desk/refunds/${refund?.id}/retry`, { action: uuidv7(), method: 'none' })).status).toBe(200);
      // What the provider had refused was asked for before we were told of the dispute.
      await shop.deps.db.refund.updateMany({ where: { id: refund?.id ?? '' }, data: { created: new Date(shop.now().getTime() - HOUR) } });
      for (const dispute of disputes) shop.emulator.control.closeDispute(dispute, 'won');
      await settled(shop);
      expect([await onList('disputes', anna), await onList('disputes', ada)]).toEqual([true, true]);
      const wonOf = async ({ order }: Bought) =>
        v
          .parse(DeskOrderMoney, await (await cleo.get(`/api/desk/orders/${order}/money`)).json())
          .back.map(({ took, ended }) => [took, ended]);
      expect([await wonOf(anna), await wonOf(ada)]).toEqual([[[null, end.action]], [[refund?.id, null]]]);
      expect((await cleo.post(`/api/desk/actions/${end.action}/undo`, { action: uuidv7() })).status).toBe(200);
      expect((await cleo.post(`/api/desk/refunds/${refund?.id}/retry`, { action: uuidv7(), method: 'undo' })).status).toBe(200);
      expect([await onList('disputes', anna), await onList('disputes', ada)]).toEqual([false, false]);
      expect([(await termOf(anna)).cancelled, (await termOf(ada)).cancelled]).toEqual([null, null]);
    },
  );

  test(
    'that a bank gives back is decided once also where the subscription was ended on its reader’s page, whoever comes second',
    { tags: ['ci'] },
    async () => {
      for (const first of ['give', 'leave']) {
        const anna = await subscribed(shop);
        const dispute = shop.emulator.control.dispute(anna.intent);
        await settled(shop);
        const { id } = await termOf(anna);
        const end = { action: uuidv7(), reason: 'asked', served: 0 };
        expect((await cleo.post(`/api/desk/readers/${anna.id}/subscriptions/${id}/cancel`, end)).status).toBe(200);
        shop.emulator.control.closeDispute(dispute, 'won');
        await settled(shop);
        const give = () => cleo.post(`/api/desk/actions/${end.action}/undo`, { action: uuidv7(), decides: dispute });
        const { plan } = await readRefunded(await decide(dispute, {}, true));
        const leave = () => decide(dispute, { version: plan.version });
        const [one, other] = first === 'give' ? [give, leave] : [leave, give];
        expect((await one()).status).toBe(200);
        expect(await answerOf(await other())).toMatchObject([409, { errors: expect.stringContaining('Cleo decided') }]);
        expect([(await termOf(anna)).cancelled === null, await onList('disputes', anna)]).toEqual([first === 'give', false]);
      }
      // By the history's own Undo nothing is decided, and nothing is left to be.
      const ada = await subscribed(shop);
      const dispute = shop.emulator.control.dispute(ada.intent);
      await settled(shop);
      const end = { action: uuidv7(), reason: 'asked', served: 0 };
      expect((await cleo.post(`/api/desk/readers/${ada.id}/subscriptions/${(await termOf(ada)).id}/cancel`, end)).status).toBe(200);
      shop.emulator.control.closeDispute(dispute, 'won');
      await settled(shop);
      expect((await cleo.post(`/api/desk/actions/${end.action}/undo`, { action: uuidv7() })).status).toBe(200);
      expect((await decide(dispute, {}, true)).status).toBe(409);
    },
  );

  test('is the reason that something is taken away where a bank took it, and for as long as it has it', { tags: ['ci'] }, async () => {
    const anna = await subscribed(shop);
    const { id } = await termOf(anna);
    const disputed = { reason: 'disputed' as const };
    const TAKEN = LINE.map((line) => ({ ...line, amount: 0 }));
    const end = async () =>
      answerOf(
        await cleo.post(`/api/desk/readers/${anna.id}/subscriptions/${id}/cancel?dry`, { action: uuidv7(), served: 0, ...disputed }),
      );
    const take = async () => answerOf(await askRefundOf(cleo, anna.order, { ...disputed, lines: TAKEN }, true));
    const refused = [422, expect.objectContaining({ errors: { reason: 'No bank has taken this money: choose another reason.' } })];
    const dashboard = shop.emulator.control.refund(anna.intent, 100);
    await settled(shop);
    expect([await end(), await take(), await answerOf(await decide(dashboard, disputed, true))]).toEqual([refused, refused, refused]);
    const ada = await subscribed(shop);
    expect(await answerOf(await askRefundOf(cleo, ada.order, {}, true))).toMatchObject([200, { plan: { disputed: false } }]);
    const dispute = shop.emulator.control.dispute(ada.intent);
    await settled(shop);
    const term = await termOf(ada);
    const ends = async (reason: string) =>
      answerOf(await cleo.post(`/api/desk/readers/${ada.id}/subscriptions/${term.id}/cancel?dry`, { action: uuidv7(), served: 0, reason }));
    expect([await ends('asked'), await ends('disputed')]).toMatchObject([
      [200, { disputed: true }],
      [200, { disputed: true }],
    ]);
    expect(await answerOf(await askRefundOf(cleo, ada.order, { ...disputed, lines: TAKEN }, true))).toMatchObject([
      200,
      { plan: { disputed: true, happens: { ends: 1 } } },
    ]);
    shop.emulator.control.closeDispute(dispute, 'won');
    await settled(shop);
    expect([(await ends('disputed'))[0], (await ends('asked'))[0]]).toEqual([422, 200]);
  });

  test(
    'that a bank gives back is decided also where gifts were ended on their giftees’ pages, however late, and by an accountant',
    { tags: ['ci'] },
    async () => {
      const gift = { deliverable: 'digital', level: 'low', term: '1year', coupon: null };
      const ada = await bought(shop, (who) => put(who, { giftsubs: [gift, gift] }));
      const giftees = await Promise.all([subscribed(shop), subscribed(shop)]);
      const gifts = await shop.deps.db.gift.findMany({ where: { orderId: ada.order } });
      for (const [at, { token }] of gifts.entries()) {
        const redeemedBy = giftees[at]?.id ?? '';
        await shop.deps.db.gift.update({ where: { token }, data: { redeemed: shop.now(), redeemedBy } });
        await shop.deps.db.subscription.updateMany({ where: { ownerId: redeemedBy }, data: { source: `gift:${token}` } });
      }
      const dispute = shop.emulator.control.dispute(ada.intent);
      await settled(shop);
      const ends = giftees.map((giftee) => ({ giftee, action: uuidv7() }));
      for (const { giftee, action } of ends) {
        const end = { action, reason: 'disputed', served: 0 };
        const at = `/api/desk/readers/${giftee.id}/subscriptions/${(await termOf(giftee)).id}/cancel`;
        expect(await answerOf(await cleo.post(at, end))).toMatchObject([200, { disputed: true }]);
      }
      shop.travel(60);
      shop.emulator.control.closeDispute(dispute, 'won');
      await settled(shop);
      cleo = await shop.as('service');
      const accountant = await shop.as('accountant');
      expect(await onList('disputes', ada)).toBe(true);
      const money = v.parse(DeskOrderMoney, await (await accountant.get(`/api/desk/orders/${ada.order}/money`)).json());
      expect(money.back.map(({ ended, also }) => [ended, ...also].toSorted())).toEqual([ends.map(({ action }) => action).toSorted()]);
      const give = (action: string, decides?: string) =>
        accountant.post(`/api/desk/actions/${action}/undo`, { action: uuidv7(), ...(decides !== undefined && { decides }) });
      const [first = '', second = ''] = ends.map(({ action }) => action);
      expect([(await give(first)).status, (await give(first, 'dp_another')).status]).toEqual([409, 404]);
      expect((await give(first, dispute)).status).toBe(200);
      // What is away still keeps it on the list.
      expect(await onList('disputes', ada)).toBe(true);
      expect((await give(second, dispute)).status).toBe(200);
      expect(await onList('disputes', ada)).toBe(false);
      const terms = await Promise.all(giftees.map(termOf));
      expect(terms.map(({ cancelled }) => cancelled)).toEqual([null, null]);
      expect(await lettersTo(shop, giftees[0]?.email ?? '')).toContain('subscription-restored');
      expect(await answerOf(await decide(dispute, {}, true))).toMatchObject([409, { errors: expect.stringContaining('decided') }]);
    },
  );

  test('that a bank gives back is nothing to decide where nothing was taken away', { tags: ['ci'] }, async () => {
    const anna = await subscribed(shop);
    const dispute = shop.emulator.control.dispute(anna.intent);
    await settled(shop);
    shop.emulator.control.closeDispute(dispute, 'won');
    await settled(shop);
    expect(await onList('disputes', anna)).toBe(false);
  });

  test(
    'that came back there, and is decided, is told to whoever paid as not paid, once, and that may be sent again',
    { tags: ['ci'] },
    async () => {
      const anna = await subscribed(shop);
      const id = shop.emulator.control.refund(anna.intent, 100);
      await settled(shop);
      shop.emulator.control.endRefund(id, 'failed');
      await settled(shop);
      const { plan } = await readRefunded(await decide(id, {}, true));
      expect(plan.letter).toBe(anna.email);
      expect((await decide(id, { version: plan.version })).status).toBe(200);
      const { letters } = v.parse(DeskOrder, await (await cleo.get(`/api/desk/orders/${anna.number}`)).json());
      const left = letters.filter(({ kind }) => kind === 'money-back-that-is-not-paid');
      expect(left).toMatchObject([{ to: anna.email, why_not: 'waits' }]);
      await shop.deps.db.outbox.updateMany({ where: { subject: `${id}:left` }, data: { sent: new Date() } });
      const later = v.parse(DeskOrder, await (await cleo.get(`/api/desk/orders/${anna.number}`)).json());
      expect(later.letters.find(({ kind }) => kind === 'money-back-that-is-not-paid')).toMatchObject({ again: true });
    },
  );

  test('takes nothing away where that is decided', { tags: ['ci'] }, async () => {
    const anna = await subscribed(shop);
    const id = shop.emulator.control.refund(anna.intent, 100);
    await settled(shop);
    const { plan } = await readRefunded(await decide(id, {}, true));
    expect((await decide(id, { version: plan.version })).status).toBe(200);
    const done = await shop.deps.db.staffAction.findFirstOrThrow({
      where: { verb: 'decideMoneyBack', to: { path: ['back'], equals: id } },
    });
    expect(done.to).toMatchObject({ takes: false, amount: expect.any(Number) });
    expect([await standing(anna), await onList('refunded-elsewhere', anna)]).toEqual([['extended', true], false]);
    // What the desk proposes afterwards is no more than the order has left, whatever its line was worth.
    const worth = await readRefunded(await askRefundOf(cleo, anna.order, { lines: LINE }, true));
    expect([worth.plan.amount, worth.plan.lines.map(({ most, worth: each }) => [most, each])]).toEqual([
      anna.total - 100,
      [[anna.total - 100, anna.total - 100]],
    ]);
    await readRefunded(await payBack(cleo, anna.order, { lines: LINE }));
    await settled(shop);
    expect(refundsAt(anna).reduce((sum, { amount }) => sum + amount, 0)).toBe(anna.total);
  });
});
