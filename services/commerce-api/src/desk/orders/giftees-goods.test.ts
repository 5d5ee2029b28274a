import { DeskFound } from '@newsstand/contracts/desk-find';
import { DeskInvoice } from '@newsstand/contracts/desk-invoices';
import { DeskOrder } from '@newsstand/contracts/desk-orders';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { askRefundOf, openDeskMoney, payBack, readRefunded, type DeskMoney } from '../../../test/desk-money.ts';
import { writeInvoice } from '../../../test/invoice.ts';
import { ADDRESS } from '../../../test/shop.ts';
import { ELM, giveMug, readList, sellMugs, sendNow } from '../../../test/parcels.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

let shop: DeskMoney;
let cleo: Browser;
let dev: Browser;
beforeAll(async () => {
  shop = await openDeskMoney();
  [cleo, dev] = [await shop.as('service'), await shop.as('shop')];
});
afterAll(() => shop.close());

let invoices = 0;
/** A mug for whoever paid, and one each for Dee and Eli. */
async function mugsForThree() {
  const sold = await sellMugs(shop, { quantity: 3, name: 'Ada Merrow' });
  const mailbox = `dee-${(invoices += 1)}@quay.test`;
  await giveMug(shop, sold, {
    ordinal: 1,
    name: 'Dee Goods',
    email: mailbox,
    address: { ...ELM, line1: '3 Quay Street', city: 'Wharfton' },
  });
  await giveMug(shop, sold, { ordinal: 2, name: 'Eli Holm' });
  return { ...sold, mailbox };
}
const pageOf = async (number: string, who = cleo) => v.parse(DeskOrder, await (await who.get(`/api/desk/orders/${number}`)).json());
const gets = async (number: string) => (await pageOf(number)).goes_to.map(({ name, gets: goods }) => [name, ...goods]);
const waits = async (number: string) => (await readList(dev)).open.filter(({ order }) => order === number).map(({ name }) => name);
const found = async (q: string) => v.parse(DeskFound, await (await cleo.get(`/api/desk/find?q=${encodeURIComponent(q)}`)).json()).gifts;

type Whose = { giftee: number | null; quantity: number }[];
const some = (quantity: number, whose?: Whose) => ({
  lines: [{ ordinal: 0, quantity, amount: 0, came_back: false, ...(whose && { whose }) }],
});

test('an order’s page names each who gets goods of its invoice, where they go and what became of them', async () => {
  const { number, mailbox } = await mugsForThree();
  await sendNow(dev, `${number}.2`);
  const { goes_to } = await pageOf(number);
  expect(goes_to).toMatchObject([
    { name: 'Ada Merrow', gets: ['1 × Harbour Mug'] },
    { name: 'Dee Goods', email: mailbox, address: ['3 Quay Street', 'Wharfton, OH 45402', 'United States'], gets: ['1 × Harbour Mug'] },
    { name: 'Eli Holm', gets: ['1 × Harbour Mug, sent'] },
  ]);
  expect((await pageOf(number, dev)).goes_to.map(({ name, email }) => [name, email])).toContainEqual(['Dee Goods', null]);
  expect((await pageOf(number, await shop.as('developer'))).goes_to).toEqual([]);
});

test('what is posted to nobody any more, as its money went back, does not stand as if it were', async () => {
  const { id, number } = await mugsForThree();
  await sendNow(dev, `${number}.2`);
  const now = new Date();
  await shop.deps.db.moneyBack.create({
    data: { id: `re_${id}`, orderId: id, state: 'refunded', amount: 1500, created: now, updated: now },
  });
  expect([await waits(number), await gets(number)]).toEqual([
    [],
    [
      ['Ada Merrow', '1 × Harbour Mug, paid back'],
      ['Dee Goods', '1 × Harbour Mug, paid back'],
      ['Eli Holm', '1 × Harbour Mug, sent'],
    ],
  ]);
});

test('a giftee who gets goods of an invoice is found by name, by mailbox and by where they live', async () => {
  const { number, ownerId, mailbox } = await mugsForThree();
  const it = { recipient: 'Dee Goods', town: 'Wharfton', order: number, owner: ownerId };
  for (const q of [`goods wharfton`, mailbox, 'Deee Gods']) expect(await found(q), q).toContainEqual(it);
});

test('whom an invoice that nobody has paid yet gives something is found with its number, and with its order’s once it is paid', async () => {
  const name = 'Quentin Harborough';
  const giftee = {
    name,
    address: { ...ADDRESS, line1: '9 Harbour Street' },
    gift: { medium: 'print', level: 'low', term: '1year' } as const,
  };
  const { invoice_no, token } = await writeInvoice(shop, { giftees: [giftee] });
  const told = { recipient: name, town: ADDRESS.city, owner: expect.any(String) };
  for (const q of [name, 'Quentin Harborogh']) expect(await found(q), q).toEqual([{ ...told, order: '', invoice: invoice_no }]);
  const order = await shop.deps.db.order.update({
    where: { id: (await shop.deps.db.invoice.findUniqueOrThrow({ where: { token } })).orderId },
    data: { state: 'paid', number: 'EXR-9901', paid: new Date() },
  });
  expect(await found(name)).toEqual([{ ...told, order: order.number }]);
});

test('the page of an invoice that nobody has paid yet says whom it gives what, and where that goes', async () => {
  const mugs = (quantity: number) => [{ item: 'basic-product' as const, ref: 'prd:harbour-mug', quantity }];
  const gift = { medium: 'print', level: 'low', term: '1year' } as const;
  const giftees = [
    { name: 'Quinlan Quennell', email: 'quinlan@example.org', goods: mugs(1), address: ADDRESS },
    { name: 'Zsofia Zweig', address: { ...ADDRESS, line1: '9 Harbour Street' }, gift },
  ];
  const { invoice_no } = await writeInvoice(shop, { goods: mugs(2), address: ADDRESS, giftees });
  const { goes_to, name } = v.parse(DeskInvoice, await (await cleo.get(`/api/desk/invoices/${invoice_no}`)).json());
  expect(goes_to).toMatchObject([
    { name, gets: ['2 × Harbour Mug'] },
    { name: 'Quinlan Quennell', email: 'quinlan@example.org', gets: ['1 × Harbour Mug'] },
    {
      name: 'Zsofia Zweig',
      address: expect.arrayContaining(['9 Harbour Street']),
      gets: ['1 × Gift subscription: Print, Standard, 1 year (4 issues)'],
    },
  ]);
});

test('of equal goods the payer’s own goes first, and whose it is is said', async () => {
  const { id, number } = await mugsForThree();
  const { plan } = await readRefunded(await askRefundOf(cleo, id, some(1), true));
  expect(plan.lines[0]?.whose?.map(({ name, left, takes, drops }) => [name, left, takes, drops])).toEqual([
    ['Ada Merrow', 1, 1, 1],
    ['Dee Goods', 1, 0, 0],
    ['Eli Holm', 1, 0, 0],
  ]);
  await payBack(cleo, id, some(1));
  expect([await waits(number), await gets(number)]).toEqual([
    ['Dee Goods', 'Eli Holm'],
    [
      ['Ada Merrow', '1 × Harbour Mug, not sent any more'],
      ['Dee Goods', '1 × Harbour Mug'],
      ['Eli Holm', '1 × Harbour Mug'],
    ],
  ]);
  await payBack(cleo, id, some(1));
  expect(await waits(number)).toEqual(['Dee Goods']);
});

test('the piece goes of whom staff chose, and comes back to them', async () => {
  const { id, number } = await mugsForThree();
  const { refund } = await readRefunded(await payBack(cleo, id, some(1, [{ giftee: 1, quantity: 1 }])));
  expect(await waits(number)).toEqual(['Ada Merrow', 'Eli Holm']);
  const gone = await askRefundOf(cleo, id, some(1, [{ giftee: 1, quantity: 1 }]), true);
  expect([gone.status, await gone.text()]).toEqual([422, expect.stringContaining('Whose pieces of Harbour Mug')]);
  expect((await cleo.post(`/api/desk/actions/${refund?.id}/undo`, { action: uuidv7() })).status).toBe(200);
  expect([await waits(number), await shop.deps.db.orderDropped.count({ where: { orderId: id } })]).toEqual([
    ['Ada Merrow', 'Dee Goods', 'Eli Holm'],
    0,
  ]);
});

test('a piece that was sent and came back may be the payer’s, while the giftee’s is still sent', async () => {
  const { id, number, ref } = await mugsForThree();
  await sendNow(dev, number);
  const before = (await shop.deps.db.good.findFirstOrThrow({ where: { ref } })).stock ?? 0;
  const asked = { lines: [{ ordinal: 0, quantity: 1, amount: 0, came_back: true, whose: [{ giftee: null, quantity: 1 }] }] };
  const { plan } = await readRefunded(await payBack(cleo, id, asked));
  expect([plan.happens.dropped, plan.happens.restocked, await waits(number)]).toEqual([0, 1, ['Dee Goods', 'Eli Holm']]);
  expect((await shop.deps.db.good.findFirstOrThrow({ where: { ref } })).stock).toBe(before + 1);
});

test('of pieces that were sent no more come back than are left, whosever they were', async () => {
  const { id, number } = await mugsForThree();
  for (const code of [`${number}.1`, `${number}.2`]) await sendNow(dev, code);
  const back = (...giftees: number[]) => ({
    lines: [
      { ordinal: 0, quantity: giftees.length, amount: 0, came_back: true, whose: giftees.map((giftee) => ({ giftee, quantity: 1 })) },
    ],
  });
  await payBack(cleo, id, back(1));
  expect((await askRefundOf(cleo, id, back(1, 2), true)).status).toBe(422);
  expect((await askRefundOf(cleo, id, back(2), true)).status).toBe(200);
});

test('whose pieces are still to be sent is part of what is confirmed: where that changed meanwhile, whoever pays back is told', async () => {
  const { id, number } = await mugsForThree();
  const action = uuidv7();
  await sendNow(dev, number, { action });
  const looked = await readRefunded(await askRefundOf(cleo, id, some(1), true));
  expect(looked.plan.lines[0]?.whose?.map(({ takes }) => takes)).toEqual([0, 0, 1]);
  expect((await dev.post(`/api/desk/actions/${action}/undo`, { action: uuidv7() })).status).toBe(200);
  await sendNow(dev, `${number}.2`);
  expect((await askRefundOf(cleo, id, { version: looked.plan.version, ...some(1) })).status).toBe(409);
  expect(await waits(number)).toEqual(['Ada Merrow', 'Dee Goods']);
});
