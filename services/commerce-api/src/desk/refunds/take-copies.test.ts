import { DeskOrder } from '@newsstand/contracts/desk-orders';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { askRefundOf, openDeskMoney, payBack, readRefunded, type DeskMoney } from '../../../test/desk-money.ts';
import { compose } from '../../../test/letter.ts';
import { readList, readOne, sellMugs, sendNow } from '../../../test/parcels.ts';
import { ledgerOf, stockOf } from '../../../test/shop.ts';
import { letterText } from '../../letters/letter-text.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { findDifferences } from '../books/book-rules.ts';

let shop: DeskMoney;
let cleo: Browser;
let packer: Browser;
beforeAll(async () => {
  shop = await openDeskMoney();
  [cleo, packer] = [await shop.as('service'), await shop.as('shop')];
});
afterAll(() => shop.close());

const orderOf = (id: string) => shop.deps.db.order.findUniqueOrThrow({ where: { id } });
const pageOf = async (number: string) => v.parse(DeskOrder, await (await cleo.get(`/api/desk/orders/${number}`)).json());
const isOpen = async (number: string) => (await readList(packer)).open.some(({ order }) => order === number);

async function sendAgain(order: string, quantity: number, asked = 0): Promise<string> {
  const action = uuidv7();
  const answer = await cleo.post(`/api/desk/orders/${order}/copies`, { action, reason: 'lost', ordinal: 0, quantity, asked });
  expect(answer.status).toBe(200);
  return (await orderOf(action)).number ?? '';
}

/** Two mugs that were posted, so many of which are sent once more, which waits. */
async function waiting(quantity = 2) {
  const mugs = await sellMugs(shop);
  await sendNow(packer, mugs.number);
  return { ...mugs, copy: await sendAgain(mugs.id, quantity) };
}
const lineOf = (quantity: number, amount: number | null = null) => [{ ordinal: 0, quantity, amount, came_back: false }];
const BY_CHECK = { method: 'check', reference: '7' } as const;

async function lettersTo(recipient: string, kind: string): Promise<string[]> {
  const rows = await shop.deps.db.outbox.findMany({ where: { recipient, kind }, orderBy: { created: 'asc' } });
  return Promise.all(
    rows.map(async (row) => {
      const letter = await compose(shop.deps, row);
      return letter === null ? '' : letterText(letter).replaceAll(/\s+/g, ' ');
    }),
  );
}

test('what is sent once more and waits is not sent where its money goes back: it is in stock again, off the list of parcels, and its reader told', async () => {
  const { id, number, ref, email, copy } = await waiting();
  expect([await stockOf(shop.deps.db, ref), await isOpen(copy)]).toEqual([6, true]);
  const { plan } = await readRefunded(await askRefundOf(cleo, id, { ...BY_CHECK, lines: lineOf(2) }, true));
  expect(plan).toMatchObject({ waiting: [], happens: { dropped: 2, restocked: 2, copies: [{ number: copy, pieces: 2, left: 0 }] } });
  // It was only tried.
  expect([await stockOf(shop.deps.db, ref), await isOpen(copy)]).toEqual([6, true]);
  await readRefunded(await askRefundOf(cleo, id, { ...BY_CHECK, lines: lineOf(2), version: plan.version }));
  expect([await stockOf(shop.deps.db, ref), await ledgerOf(shop.deps.db, ref), await isOpen(copy)]).toEqual([8, 8, false]);
  expect((await lettersTo(email, 'money-back'))[0]).toContain(
    `Of your order ${number} this is not sent any more: 2 × Harbour Mug (${copy}).`,
  );
  expect(await pageOf(number)).toMatchObject({ sent_again: [{ number: copy, quantity: 2, dropped: 2, waits: 0, undone: false }] });
  expect(await pageOf(copy)).toMatchObject({ state: 'fulfilled', lines: [{ posted: { sent: 0, dropped: 2 } }] });
  expect(await findDifferences(shop.deps.db, 'main')).toEqual([]);
});

test('of two pieces that wait as many go as are taken back, and a sum alone leaves them: the dialog names what still waits', async () => {
  const { id, number, ref, copy } = await waiting();
  const sum = { ...BY_CHECK, lines: lineOf(0, 100) };
  const { plan } = await readRefunded(await payBack(cleo, id, sum));
  expect(plan).toMatchObject({ waiting: [copy], happens: { dropped: 0, copies: [] } });
  const one = await readRefunded(await payBack(cleo, id, { ...BY_CHECK, lines: lineOf(1) }));
  expect(one.plan).toMatchObject({ waiting: [copy], happens: { dropped: 1, copies: [{ number: copy, pieces: 1, left: 1 }] } });
  expect([await stockOf(shop.deps.db, ref), await readOne(packer, copy)]).toMatchObject([7, { lines: [{ quantity: 1 }] }]);
  expect(await pageOf(number)).toMatchObject({ sent_again: [{ number: copy, quantity: 2, dropped: 1, waits: 1 }] });
  expect(await findDifferences(shop.deps.db, 'main')).toEqual([]);
});

test('what is sent once more a second time, by its own order, is not sent either', async () => {
  const { id, copy, ref } = await waiting(1);
  await sendNow(packer, copy);
  const { id: first } = await shop.deps.db.order.findFirstOrThrow({ where: { number: copy } });
  const second = await sendAgain(first, 1);
  await readRefunded(await payBack(cleo, id, { ...BY_CHECK, lines: lineOf(2) }));
  expect([await isOpen(second), await stockOf(shop.deps.db, ref)]).toEqual([false, 7]);
});

test('where nothing was paid back after all it is sent as before', { tags: ['ci'] }, async () => {
  const { id, number, ref, email, copy } = await waiting();
  const { refund } = await readRefunded(await payBack(cleo, id, { lines: lineOf(2, 0) }));
  expect([await stockOf(shop.deps.db, ref), await isOpen(copy)]).toEqual([8, false]);
  const undo = () => cleo.post(`/api/desk/actions/${refund?.id}/undo`, { action: uuidv7() });
  expect((await Promise.all([undo(), undo()])).map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect([await stockOf(shop.deps.db, ref), await ledgerOf(shop.deps.db, ref), await isOpen(copy)]).toEqual([6, 6, true]);
  expect((await lettersTo(email, 'goods-restored'))[0]).toContain(
    `Of your order ${number} this is sent to you after all: 2 × Harbour Mug (${copy}).`,
  );
  expect(await findDifferences(shop.deps.db, 'main')).toEqual([]);
});

test('whoever was shown it waiting is told that it was sent meanwhile, and of two at once one is first', async () => {
  const { id, ref, copy } = await waiting();
  const asked = { ...BY_CHECK, lines: lineOf(2) };
  const { plan } = await readRefunded(await askRefundOf(cleo, id, asked, true));
  await sendNow(packer, copy);
  expect((await askRefundOf(cleo, id, { ...asked, version: plan.version })).status).toBe(409);
  const now = await readRefunded(await payBack(cleo, id, asked));
  expect([now.plan.happens, await stockOf(shop.deps.db, ref)]).toMatchObject([{ dropped: 0, copies: [] }, 6]);

  const other = await waiting();
  const { plan: shown } = await readRefunded(await askRefundOf(cleo, other.id, asked, true));
  const [row] = await shop.deps.db.staffAction.findMany({ where: { verb: 'sendCopy', subject: other.number } });
  const statuses = await Promise.all([
    askRefundOf(cleo, other.id, { ...asked, version: shown.version }),
    cleo.post(`/api/desk/actions/${row?.id}/undo`, { action: uuidv7() }),
  ]);
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect([await stockOf(shop.deps.db, other.ref), await isOpen(other.copy)]).toEqual([8, false]);
  expect(await findDifferences(shop.deps.db, 'main')).toEqual([]);
});
