import { DeskOrder } from '@newsstand/contracts/desk-orders';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import {
  bought,
  LINE,
  openDeskMoney,
  payBack,
  put,
  readRefunded,
  refusedRefund,
  subscribed,
  upgrade,
  type DeskMoney,
} from '../../../test/desk-money.ts';
import { home, startPay, writeInvoice } from '../../../test/invoice.ts';
import { compose } from '../../../test/letter.ts';
import { sellMugs } from '../../../test/parcels.ts';
import { settled } from '../../../test/timed-magazine.ts';
import { stock } from '../../../test/shop.ts';
import { letterText } from '../../letters/letter-text.ts';
import { settle } from '../../payments/settle/settle.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

let shop: DeskMoney;
let cleo: Browser;
let bob: Browser;
beforeAll(async () => {
  shop = await openDeskMoney();
  [cleo, bob] = [await shop.as('service'), await shop.as('accountant')];
});
afterAll(() => shop.close());

/** What of our letters to a mailbox is about money or goods, each in words. */
async function told(email: string): Promise<[string, string][]> {
  const kinds = ['money-back', 'goods-dropped', 'goods-restored', 'subscription-cancelled', 'order-taken-back', 'order-restored'];
  kinds.push('gift-taken-back', 'gift-restored');
  const rows = await shop.deps.db.outbox.findMany({ where: { recipient: email, kind: { in: kinds } }, orderBy: { created: 'asc' } });
  return Promise.all(
    rows.map(async (row): Promise<[string, string]> => {
      const letter = await compose(shop.deps, row);
      return [row.kind, letter === null ? '' : letterText(letter).replaceAll(/\s+/g, ' ')];
    }),
  );
}
const kindsTo = async (email: string) => (await told(email)).map(([kind]) => kind);
async function mugs(count = 2) {
  const ref = await stock(shop.deps.db, `prd:mug-${uuidv7()}`, 10, 500);
  return bought(shop, ({ reader }) => reader.add(ref, count));
}

test('the letter about a refund says which goods are not sent, and no other letter does', async () => {
  const ada = await mugs();
  const { name } = await shop.deps.db.orderLine.findFirstOrThrow({ where: { orderId: ada.order } });
  await payBack(cleo, ada.order, { lines: LINE });
  await settled(shop);
  const [[kind, letter] = [], ...more] = await told(ada.email);
  expect([kind, more]).toEqual(['money-back', []]);
  expect(letter).toContain(`Of your order ${ada.number} this is not sent any more: 1 × ${name}.`);
  expect(letter).not.toContain('subscription has ended');
});

test('goods that were posted before are not said to be kept back', { tags: ['ci'] }, async () => {
  const ada = await mugs();
  await shop.deps.db.orderLine.updateMany({ where: { orderId: ada.order }, data: { sent: 2 } });
  await payBack(cleo, ada.order, { lines: LINE });
  await settled(shop);
  expect((await told(ada.email)).map(([, letter]) => letter.includes('not sent any more'))).toEqual([false]);
});

test('goods that are taken away without money are told in a letter of their own, and so are those that come back', async () => {
  const { id, number, email } = await sellMugs(shop);
  const { refund } = await readRefunded(await payBack(cleo, id, { lines: LINE.map((line) => ({ ...line, amount: 0 })) }));
  const [[kind, letter] = []] = await told(email);
  expect(kind).toBe('goods-dropped');
  expect(letter).toContain(`Of your order ${number} this is not sent any more: 1 × Harbour Mug.`);
  expect(letter).toContain('this address was used for an order');
  const undo = await cleo.post(`/api/desk/actions/${refund?.id}/undo`, { action: uuidv7() });
  expect(undo.status).toBe(200);
  const all = await told(email);
  expect(all.at(-1)).toEqual([
    'goods-restored',
    expect.stringContaining(`Of your order ${number} this is sent to you after all: 1 × Harbour Mug.`),
  ]);
  await payBack(cleo, id, { reason: 'deceased', lines: LINE.map((line) => ({ ...line, amount: 0 })) });
  expect(await kindsTo(email)).toEqual(['goods-dropped', 'goods-restored']);
});

test(
  'of a refund that waits for another person the goods are told with its money, or when that is not allowed',
  { tags: ['ci'] },
  async () => {
    for (const approved of [true, false]) {
      const { id, email } = await sellMugs(shop, { quantity: 8 });
      await shop.deps.db.order.update({ where: { id }, data: { goods: 32_000, total: 32_000 } });
      await shop.deps.db.orderLine.updateMany({ where: { orderId: id }, data: { price: 4000 } });
      const lines = [{ ordinal: 0, quantity: 8, amount: null, came_back: false }];
      const { refund } = await readRefunded(await payBack(cleo, id, { lines, method: 'check', reference: '7' }));
      expect(await told(email)).toEqual([]);
      const answer = await bob.post(`/api/desk/refunds/${refund?.id}/approve`, { action: uuidv7(), approved });
      expect(await answer.json()).toMatchObject({ letter: email });
      const text = expect.stringContaining('this is not sent any more: 8 × Harbour Mug.');
      expect(await told(email)).toEqual([[approved ? 'money-back' : 'goods-dropped', text]]);
    }
  },
);

test('who does not allow a refund is told when nobody is written to of it', { tags: ['ci'] }, async () => {
  const { id } = await sellMugs(shop, { quantity: 8 });
  await shop.deps.db.order.update({ where: { id }, data: { goods: 64_000, total: 64_000 } });
  await shop.deps.db.orderLine.updateMany({ where: { orderId: id }, data: { price: 8000 } });
  const ofMoney = { lines: [{ ordinal: 0, quantity: 0, amount: 30_000, came_back: false }] };
  const ofTheDead = { reason: 'deceased' as const, lines: [{ ordinal: 0, quantity: 4, amount: null, came_back: false }] };
  for (const [asked, takes] of [
    [ofMoney, false],
    [ofTheDead, true],
  ] as const) {
    const { refund } = await readRefunded(await payBack(cleo, id, { ...asked, method: 'check', reference: '7' }));
    const answer = await bob.post(`/api/desk/refunds/${refund?.id}/approve`, { action: uuidv7(), approved: false });
    expect(await answer.json()).toMatchObject({ letter: null, refund: { takes } });
  }
});

test('what money that went back without the desk takes away of the goods is told, with its credit note', { tags: ['ci'] }, async () => {
  const ada = await mugs();
  shop.emulator.control.refund(ada.intent, 500);
  await settled(shop);
  const back = await shop.deps.db.moneyBack.findFirstOrThrow({ where: { orderId: ada.order } });
  const decide = (body: object, dry = false) =>
    cleo.post(`/api/desk/money-back/${back.id}/decide${dry ? '?dry' : ''}`, { action: uuidv7(), reason: 'asked', version: '', ...body });
  const lines = [{ ordinal: 0, quantity: 1 }];
  const { plan } = await readRefunded(await decide({ lines }, true));
  const { refund } = await readRefunded(await decide({ lines, version: plan.version }));
  const letters = await told(ada.email);
  expect(letters.map(([kind]) => kind)).toEqual(['money-back', 'goods-dropped']);
  expect(letters[1]?.[1]).toContain(`Of your order ${ada.number} this is not sent any more: 1 × `);
  expect(letters[1]?.[1]).toContain(`Credit note ${refund?.credit_note}`);
});

const GIFT = { deliverable: 'digital', level: 'low', term: '1year', coupon: null };
const MONEYLESS = LINE.map((line) => ({ ...line, amount: 0 }));
const gift = (copies = 1) => bought(shop, (who) => put(who, { giftsubs: Array.from({ length: copies }, () => GIFT) }));
const DEAD = 'The gift of this order that was taken back can be redeemed no more: its link is good for nothing now.';

test('whoever paid a gift is told that it was taken back for no money, and that it is good again', { tags: ['ci'] }, async () => {
  const gus = await gift();
  const offered = async (of: string) => {
    const page = v.parse(DeskOrder, await (await cleo.get(`/api/desk/orders/${gus.number}`)).json());
    return page.letters.filter(({ kind }) => kind === of).map(({ again }) => again);
  };
  await shop.deps.db.outbox.updateMany({ where: { kind: 'gifts' }, data: { sent: new Date() } });
  expect(await offered('gifts')).toEqual([true]);
  const { refund } = await readRefunded(await payBack(cleo, gus.order, { lines: MONEYLESS }));
  // Its link is dead: nobody is told again to pass it on.
  expect(await offered('gifts')).toEqual([false]);
  const [[kind, letter] = [], ...more] = await told(gus.email);
  expect([kind, more]).toEqual(['order-taken-back', []]);
  expect(letter).toContain(`Something of your order ${gus.number} was taken back. ${DEAD}`);
  expect(letter).not.toContain('refunded');
  expect((await cleo.post(`/api/desk/actions/${refund?.id}/undo`, { action: uuidv7() })).status).toBe(200);
  expect((await told(gus.email)).at(-1)).toEqual(['order-restored', expect.stringContaining('The link of its gift is good again.')]);
  expect(await offered('gifts')).toEqual([true]);
  await payBack(cleo, gus.order, { reason: 'deceased', lines: MONEYLESS });
  expect(await kindsTo(gus.email)).toEqual(['order-taken-back', 'order-restored']);
});

test('of a gift whose money waits for another person that is told with it, or when it is not allowed', { tags: ['ci'] }, async () => {
  for (const approved of [true, false]) {
    const gus = await gift(12);
    const lines = [{ ordinal: 0, quantity: 12, amount: null, came_back: false }];
    const { plan, refund } = await readRefunded(await payBack(cleo, gus.order, { lines }));
    expect([plan.to_approve, await told(gus.email)]).toEqual([true, []]);
    await bob.post(`/api/desk/refunds/${refund?.id}/approve`, { action: uuidv7(), approved });
    await settled(shop);
    const text = expect.stringContaining('their links are good for nothing now');
    expect(await told(gus.email)).toEqual([[approved ? 'money-back' : 'order-taken-back', text]]);
  }
});

test('so it is where the provider refuses the money of a gift', { tags: ['ci'] }, async () => {
  const gus = await gift();
  await refusedRefund(shop, cleo, gus, { lines: LINE });
  expect(await told(gus.email)).toEqual([['order-taken-back', expect.stringContaining(DEAD)]]);
});

test('an upgrade that is undone and a donation that ends are told, with money and without', { tags: ['ci'] }, async () => {
  for (const lines of [LINE, MONEYLESS]) {
    const anna = await subscribed(shop);
    await upgrade(shop, anna);
    await settled(shop);
    const { id } = await shop.deps.db.order.findFirstOrThrow({ where: { ownerId: anna.id, id: { not: anna.order } } });
    await payBack(cleo, id, { lines });
    const dan = await bought(shop, (who) => put(who, { donation: { process: 'monthly-init', dollars: 10 } }));
    await payBack(cleo, dan.order, { lines });
    await settled(shop);
    const kind = lines === LINE ? 'money-back' : 'order-taken-back';
    const undone = expect.stringContaining('from the next issue on, your subscription comes as it did before.');
    expect(await told(anna.email)).toEqual([[kind, undone]]);
    expect(await told(dan.email)).toEqual([[kind, expect.stringContaining('our monthly donation has ended, and no further month')]]);
  }
});

test('whom an invoice named for a gift is told that it was taken back, posted or not, and that it is good again', async () => {
  const given = { level: 'low', term: '1year' } as const;
  const [bo, cai] = [`bo-${uuidv7()}@example.org`, `cai-${uuidv7()}@example.org`] as const;
  const invoice = await writeInvoice(shop, {
    giftees: [
      { name: 'Bo Holm', email: bo, address: home(1), gift: { ...given, medium: 'print' } },
      { name: 'Cai Reyes', email: cai, gift: { ...given, medium: 'digital' } },
      { name: 'Dag Lund', gift: { ...given, medium: 'digital' } },
    ],
  });
  const payer = shop.reader();
  const begun = await startPay(payer, invoice);
  await payer.pay(begun);
  await settle(shop.deps, begun.intent);
  const { id, lines } = await shop.deps.db.order.findUniqueOrThrow({ where: { intentId: begun.intent }, include: { lines: true } });
  const all = lines.map(({ ordinal, quantity }) => ({ ordinal, quantity, amount: 0, came_back: false }));
  const { plan, refund } = await readRefunded(await payBack(cleo, id, { lines: all, redeemed: 'end' }));
  expect(plan.others).toEqual([bo, cai].toSorted());
  const from = 'Library of the Harbour Board had given you a subscription to Exclave. It was taken back:';
  expect(await told(bo)).toEqual([
    ['gift-taken-back', expect.stringMatching(`Dear Bo Holm, ${from} .*No further issue of it is posted to you.`)],
  ]);
  expect(await told(cai)).toEqual([['gift-taken-back', expect.stringMatching(`Dear Cai Reyes, ${from} .*good for nothing now.`)]]);
  expect((await cleo.post(`/api/desk/actions/${refund?.id}/undo`, { action: uuidv7() })).status).toBe(200);
  for (const email of [bo, cai])
    expect((await told(email)).at(-1)).toEqual(['gift-restored', expect.stringContaining('It is good again:')]);
  const { number } = await shop.deps.db.order.findUniqueOrThrow({ where: { id } });
  const page = v.parse(DeskOrder, await (await cleo.get(`/api/desk/orders/${number}`)).json());
  expect(page.letters.filter(({ kind }) => kind.startsWith('gift-')).length).toBe(6);
});
