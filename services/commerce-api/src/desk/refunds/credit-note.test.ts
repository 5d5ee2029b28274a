import { formatCents } from '@newsstand/contracts/money';
import { displayDate } from '@newsstand/contracts/display-date';
import { DeskOrder } from '@newsstand/contracts/desk-orders';
import { DeskOrderMoney } from '@newsstand/contracts/desk-refund';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import {
  askRefundOf,
  bought,
  LINE,
  openDeskMoney,
  payBack,
  put,
  readRefunded,
  subscribed,
  SUBSCRIPTION,
  type Bought,
  type DeskMoney,
} from '../../../test/desk-money.ts';
import { answerOf } from '../../../test/reader.ts';
import { settled } from '../../../test/timed-magazine.ts';
import { wordsOfPdf } from '../../../test/words-of-pdf.ts';
import { readReceipt } from '../../files/read-receipt.ts';
import { composeLetter, readForLetters } from '../../jobs/compose-letter.ts';
import { findDifferences } from '../books/book-rules.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

let shop: DeskMoney;
beforeAll(async () => {
  shop = await openDeskMoney();
});
afterAll(() => shop.close());

const DAYS = 3;
/** All of its first line. */
const TAKEN = [{ ordinal: 0, quantity: 1 }];
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
  expect(seen).toMatchObject([200, { refunds: [{ credit_note: number, credit_note_pdf: `/api/desk/credit-notes/${number}/pdf` }] }]);
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

test('a credit note is for whoever holds the receipt of its order, and for nobody who knows its number', { tags: ['ci'] }, async () => {
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

test(
  'what came back and is paid by check days later stays one credit note, with its number, its date and its pieces',
  { tags: ['ci'] },
  async () => {
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
    // What did not arrive and was paid otherwise since is told once, with the note of both.
    expect((await readReceipt(shop.deps, token))?.money_back).toMatchObject([{ state: 'refunded', credit_note: number }]);
    // What was taken away is counted once.
    expect((await payBack(cleo, anna.order, { lines: LINE })).status).toBe(422);
  },
);

test(
  'what did not arrive and is paid by another sum is closed by that, which says so before, and its credit note is void',
  { tags: ['ci'] },
  async () => {
    const [anna, cleo] = [await subscribed(shop), await shop.as('service')];
    const part = (amount: number) => ({ lines: [{ ordinal: 0, quantity: 0, amount, came_back: false }] });
    const { refund } = await readRefunded(await payBack(cleo, anna.order, part(800)));
    const [token, number] = [await tokenOf(anna), refund?.credit_note ?? ''];
    const [{ id } = { id: '' }] = shop.emulator.control.state().refunds.filter(({ payment_intent: intent }) => intent === anna.intent);
    shop.emulator.control.endRefund(id, 'failed');
    await settled(shop);
    const check = { method: 'check', reference: '1043' } as const;
    const large = anna.total - 500;
    const { plan } = await readRefunded(await askRefundOf(cleo, anna.order, { ...part(large), ...check }, true));
    expect(plan.closes).toEqual([{ amount: 800, credit_note: number }]);
    const paid = await readRefunded(await payBack(cleo, anna.order, { ...part(large), ...check }));
    const rest = await readRefunded(await payBack(cleo, anna.order, { ...part(500), ...check }));
    const letters = v.parse(DeskOrder, await (await cleo.get(`/api/desk/orders/${anna.number}`)).json()).letters.map(({ kind }) => kind);
    expect(letters).toContain('money-back-that-did-not-arrive');
    const words = await noteOf(token, number);
    for (const message of ['Void since', `${paid.refund?.credit_note} credits what was paid instead`]) expect(words).toContain(message);
    const { refunds } = v.parse(DeskOrderMoney, await (await cleo.get(`/api/desk/orders/${anna.order}/money`)).json());
    const holds = refunds.filter((one) => one.credit_note !== null && one.void !== true);
    expect(holds.map(({ credit_note: note }) => note)).toEqual([paid.refund?.credit_note, rest.refund?.credit_note]);
    expect(await findDifferences(shop.deps.db, 'main')).toEqual([]);
    // As before it was noted which holds.
    await shop.deps.db.refund.updateMany({ where: { orderId: anna.order }, data: { voidedBy: null } });
    const [found] = await findDifferences(shop.deps.db, 'main');
    expect(found).toMatchObject({ rule: 'credit-too-much', order: anna.number });
    await shop.deps.db.refund.updateMany({ where: { id: refund?.id ?? '' }, data: { voidedBy: paid.refund?.id ?? null } });
  },
);

test(
  'whose gift went back reads in the letter that its link is good for nothing now; whose gift stays does not',
  { tags: ['ci'] },
  async () => {
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
  },
);

describe("what went back in the provider's dashboard", () => {
  const decide = async (who: Browser, back: string, body: object = {}, dry = false) =>
    who.post(`/api/desk/money-back/${back}/decide${dry ? '?dry' : ''}`, {
      action: uuidv7(),
      reason: 'asked',
      version: '',
      lines: [],
      ...body,
    });
  /** As the dialog does: what it would be, and then that. */
  const decided = async (who: Browser, back: string, body: object = {}) => {
    const { plan } = await readRefunded(await decide(who, back, body, true));
    return readRefunded(await decide(who, back, { version: plan.version, ...body }));
  };
  const counted = async () => (await shop.deps.db.publication.findUniqueOrThrow({ where: { id: 'main' } })).creditNumber;
  const moneyOf = async ({ order }: Bought) =>
    v.parse(DeskOrderMoney, await (await (await shop.as('service')).get(`/api/desk/orders/${order}/money`)).json());
  const differences = async ({ number }: Bought) => (await findDifferences(shop.deps.db, 'main')).filter(({ order }) => order === number);

  test(
    'has a credit note once somebody has decided what it was for, each sum its own, numbered without a gap and linked from the receipt',
    { tags: ['ci'] },
    async () => {
      const cleo = await shop.as('service');
      const anna = await subscribed(shop);
      const before = await counted();
      const [part, rest] = [shop.emulator.control.refund(anna.intent, 100), shop.emulator.control.refund(anna.intent)];
      await settled(shop);
      const token = await tokenOf(anna);
      expect((await readReceipt(shop.deps, token))?.money_back?.map(({ credit_note: note }) => note)).toEqual([undefined, undefined]);
      expect((await decided(cleo, part)).refund).toMatchObject({
        amount: 100,
        state: 'sent',
        credit_note: `CN-${before + 1}`,
        elsewhere: true,
      });
      expect(await noteOf(token, `CN-${before + 1}`)).toContain('part of the price');
      // Two people at once, and one of them twice: one decision, one number.
      const { plan } = await readRefunded(await decide(cleo, rest, { lines: TAKEN }, true));
      const action = uuidv7();
      const wish = { version: plan.version, lines: TAKEN };
      const ann = await shop.as('publisher');
      const answers = await Promise.all([
        decide(cleo, rest, { action, ...wish }),
        decide(cleo, rest, { action, ...wish }),
        decide(ann, rest, wish),
      ]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
      expect([await counted(), plan.amount, plan.gone]).toEqual([before + 2, 0, anna.total]);
      const words = await noteOf(token, `CN-${before + 2}`);
      for (const message of ['Subscription', 'Total credited', formatCents(-(anna.total - 100)), 'It goes back to what paid.'])
        expect(words).toContain(message);
      expect(words).not.toContain('part of the price');
      const told = (await readReceipt(shop.deps, token))?.money_back?.map(({ amount, credit_note: note }) => [amount, note]);
      expect(new Map(told?.map(([amount, note]) => [note, amount]))).toEqual(
        new Map([
          [`CN-${before + 1}`, 100],
          [`CN-${before + 2}`, anna.total - 100],
        ]),
      );
      expect(await moneyOf(anna)).toMatchObject({
        refunds: [
          { elsewhere: true, credit_note_pdf: `/api/desk/credit-notes/CN-${before + 1}/pdf` },
          { elsewhere: true, takes: true, credit_note_pdf: expect.any(String) },
        ],
        back: [{ here: true }, { here: true }],
      });
      expect([
        await differences(anna),
        shop.emulator.control.state().refunds.filter(({ payment_intent: of }) => of === anna.intent),
      ]).toEqual([[], [expect.anything(), expect.anything()]]);
      // All of it has gone: the desk pays nothing more.
      expect((await payBack(cleo, anna.order, { lines: [{ ordinal: 0, quantity: 0, amount: 1, came_back: false }] })).status).toBe(422);
    },
  );

  test(
    'is for what was taken away first, and of the rest of its order by what that cost, so that a part pays no other line back whole',
    { tags: ['ci'] },
    async () => {
      const cleo = await shop.as('service');
      const giftsub = { deliverable: 'digital', level: 'low', term: '1year', coupon: null };
      const anna = await bought(shop, (who) => put(who, { subscription: SUBSCRIPTION, giftsubs: [giftsub, giftsub] }));
      const lines = await shop.deps.db.orderLine.findMany({ where: { orderId: anna.order }, orderBy: { ordinal: 'asc' } });
      const own = lines.find(({ type }) => type === 'personal-subscription');
      const cost = own === undefined ? 0 : own.price * own.quantity;
      const back = shop.emulator.control.refund(anna.intent, cost + 300);
      await settled(shop);
      const { refund } = await decided(cleo, back, { lines: [{ ordinal: own?.ordinal ?? -1, quantity: 1 }] });
      const paid = await shop.deps.db.refundLine.findMany({ where: { refundId: refund?.id ?? '' }, orderBy: { ordinal: 'asc' } });
      expect(paid.map(({ ordinal, quantity, amount }) => [ordinal, quantity, amount])).toEqual(
        lines.map(({ ordinal }) => (ordinal === own?.ordinal ? [ordinal, 1, cost] : [ordinal, 0, 300 / (lines.length - 1)])),
      );
      expect(await differences(anna)).toEqual([]);
    },
  );

  test(
    'and comes back days later is on Today like any other, and is paid by check with the same credit note',
    { tags: ['ci'] },
    async () => {
      const cleo = await shop.as('service');
      const anna = await subscribed(shop);
      shop.emulator.control.switch({ refunds_pend: true });
      const back = shop.emulator.control.refund(anna.intent);
      shop.emulator.control.switch({ refunds_pend: false });
      await settled(shop);
      const { refund } = await decided(cleo, back, { lines: TAKEN });
      expect(refund).toMatchObject({ state: 'pending', credit_note: expect.any(String) });
      shop.emulator.control.endRefund(back, 'failed');
      await settled(shop);
      const [token, number] = [await tokenOf(anna), refund?.credit_note ?? ''];
      expect(await noteOf(token, number)).toContain('It could not be paid out, and came back to us.');
      const list = await (await cleo.get('/api/desk/lists/refund-failed')).text();
      expect(list).toContain(anna.number);
      const again = { action: uuidv7(), method: 'check', reference: '1043' };
      expect((await cleo.post(`/api/desk/refunds/${refund?.id}/retry`, again)).status).toBe(200);
      expect(await noteOf(token, number)).toContain('It is paid by check 1043.');
      expect(await differences(anna)).toEqual([]);
    },
  );

  test(
    'has none where a bank took it, or where it had come back before anybody decided: no sum of ours went back',
    { tags: ['ci'] },
    async () => {
      const cleo = await shop.as('service');
      const [anna, bea] = [await subscribed(shop), await subscribed(shop)];
      const before = await counted();
      const dispute = shop.emulator.control.dispute(anna.intent);
      shop.emulator.control.closeDispute(dispute, 'lost');
      const failed = shop.emulator.control.refund(bea.intent, 200);
      shop.emulator.control.endRefund(failed, 'failed');
      await settled(shop);
      for (const [who, id] of [
        [anna, dispute],
        [bea, failed],
      ] as const) {
        expect((await decided(cleo, id)).refund).toMatchObject({ method: 'none', credit_note: null });
        expect((await moneyOf(who)).back).toMatchObject([{ here: false, decided: expect.any(String) }]);
      }
      expect(await counted()).toBe(before);
    },
  );
});
