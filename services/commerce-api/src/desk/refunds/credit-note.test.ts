import { formatCents } from '@newsstand/contracts/money';
import { displayDate } from '@newsstand/contracts/display-date';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bought,
  LINE,
  openDeskMoney,
  payBack,
  put,
  readRefunded,
  subscribed,
  type Bought,
  type DeskMoney,
} from '../../../test/desk-money.ts';
import { answerOf } from '../../../test/reader.ts';
import { settled } from '../../../test/timed-magazine.ts';
import { wordsOfPdf } from '../../../test/words-of-pdf.ts';
import { readReceipt } from '../../files/read-receipt.ts';
import { composeLetter, readForLetters } from '../../jobs/compose-letter.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

let shop: DeskMoney;
beforeAll(async () => {
  shop = await openDeskMoney();
});
afterAll(() => shop.close());

const DAYS = 3;
const pathOf = (token: string, number: string) => `/api/receipts/${token}/credit-notes/${number}/pdf`;

async function tokenOf({ order }: Bought): Promise<string> {
  const { receiptToken } = await shop.deps.db.order.findUniqueOrThrow({ where: { id: order } });
  return receiptToken;
}

async function noteOf(token: string, number: string): Promise<string> {
  const answer = await shop.browser().get(pathOf(token, number));
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'application/pdf',
    'private, no-store',
  ]);
  return wordsOfPdf(new Uint8Array(await answer.arrayBuffer()));
}

async function letterOf({ email }: Bought) {
  const row = await shop.deps.db.outbox.findFirstOrThrow({ where: { recipient: email, kind: 'money-back' }, orderBy: { created: 'desc' } });
  return composeLetter(shop.deps, await readForLetters(shop.deps, [row]), row);
}

test('who was paid back has a credit note to keep: its number and date, what it corrects, each line, the sum, who gives it and to whom', async () => {
  const anna = await subscribed(shop);
  const { refund } = await readRefunded(await payBack(await shop.as('service'), anna.order, { lines: LINE }));
  await settled(shop);
  const [token, number] = [await tokenOf(anna), refund?.credit_note ?? ''];
  expect(await readReceipt(shop.deps, token)).toMatchObject({ money_back: [{ state: 'refunded', credit_note: number }] });
  const seen = await answerOf(await (await shop.as('service')).get(`/api/desk/orders/${anna.order}/money`));
  expect(seen).toMatchObject([
    200,
    { refunds: [{ credit_note: number, credit_note_pdf: expect.stringContaining(pathOf(token, number)) }] },
  ]);
  const kept = await shop.deps.db.staffAction.findMany({ where: { ownerId: anna.id } });
  expect(JSON.stringify(kept)).not.toContain(token);
  const words = await noteOf(token, number);
  const { name, business } = shop.deps.publication.cached();
  const order = await shop.deps.db.order.findUniqueOrThrow({ where: { id: anna.order } });
  for (const part of [
    name,
    business.name,
    `Credit note ${number}`,
    displayDate(shop.deps.clock().toISOString(), 'UTC'),
    `Corrects receipt ${order.number} of ${displayDate(order.paid?.toISOString() ?? '', 'UTC')}.`,
    order.name,
    'Subscription',
    'Total credited',
    formatCents(-anna.total),
  ])
    expect(words).toContain(part);
  const letter = await letterOf(anna);
  expect(letter?.blocks).toContainEqual({
    type: 'button',
    text: `Credit note ${number} as a PDF`,
    url: new URL(pathOf(token, number), shop.deps.config.access.apiUrl).href,
  });
});

test('a credit note is for whoever holds the receipt of its order, and for nobody who knows its number', async () => {
  const [anna, bea] = [await subscribed(shop), await subscribed(shop)];
  const { refund } = await readRefunded(await payBack(await shop.as('service'), anna.order, { lines: LINE }));
  const number = refund?.credit_note ?? '';
  await noteOf(await tokenOf(anna), number);
  for (const [token, asked] of [
    [await tokenOf(bea), number],
    ['a-token-of-nothing', number],
    [await tokenOf(anna), 'CN-99999'],
    [await tokenOf(anna), `${number}0`],
    [await tokenOf(anna), number.replace('CN-', 'CN-0')],
  ] as const)
    expect((await bea.reader.browser.get(pathOf(token, asked))).status).toBe(404);
});

test('what came back and is paid by check days later stays one credit note, with its number, its date and its pieces', async () => {
  const anna = await subscribed(shop);
  const { refund } = await readRefunded(await payBack(await shop.as('service'), anna.order, { lines: LINE }));
  const [token, number] = [await tokenOf(anna), refund?.credit_note ?? ''];
  const written = displayDate(shop.deps.clock().toISOString(), 'UTC');
  const [{ id } = { id: '' }] = shop.emulator.control.state().refunds.filter(({ payment_intent: intent }) => intent === anna.intent);
  shop.emulator.control.endRefund(id, 'failed');
  await settled(shop);
  expect(await noteOf(token, number)).toContain('It could not be paid out, and came back to us.');
  shop.travel(DAYS);
  const cleo = await shop.as('service');
  const again = { action: uuidv7(), method: 'check', reference: '1042' };
  expect((await cleo.post(`/api/desk/refunds/${refund?.id}/retry`, again)).status).toBe(200);
  const words = await noteOf(token, number);
  for (const part of [written, 'It is paid by check 1042.']) expect(words).toContain(part);
  expect(words).not.toContain('part of the price');
  expect((await readReceipt(shop.deps, token))?.money_back).toMatchObject([
    { state: 'failed' },
    { state: 'refunded', credit_note: number },
  ]);
  // What was taken away is counted once.
  expect((await payBack(cleo, anna.order, { lines: LINE })).status).toBe(422);
});

test('whose gift went back reads in the letter that its link is good for nothing now; whose gift stays does not', async () => {
  const gifts = { giftsubs: [1, 2].map(() => ({ deliverable: 'digital', level: 'low', term: '1year', coupon: null })) };
  const cleo = await shop.as('service');
  const words = async (who: Bought) => JSON.stringify((await letterOf(who))?.blocks);
  const gone = await bought(shop, (who) => put(who, gifts));
  expect((await payBack(cleo, gone.order, { lines: [{ ordinal: 0, quantity: 1, amount: null, came_back: false }] })).status).toBe(200);
  expect(await words(gone)).toContain('its link is good for nothing now');
  const kept = await bought(shop, (who) => put(who, gifts));
  expect((await payBack(cleo, kept.order, { lines: [{ ordinal: 0, quantity: 0, amount: 100, came_back: false }] })).status).toBe(200);
  expect(await words(kept)).not.toContain('good for nothing');
  // In the provider's dashboard nobody takes a gift away: all of its money does.
  const elsewhere = await bought(shop, (who) => put(who, gifts));
  shop.emulator.control.refund(elsewhere.intent);
  await settled(shop);
  expect(await words(elsewhere)).toContain('their links are good for nothing now');
});
