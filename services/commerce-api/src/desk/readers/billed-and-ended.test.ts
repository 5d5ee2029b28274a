import { DeskInvoice } from '@newsstand/contracts/desk-invoices';
import { AddressChanged, type InvoiceGivenUp } from '@newsstand/contracts/desk-verbs';
import { SubscriptionSettings } from '@newsstand/contracts/upgrade-endpoints';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { beginUpgrade, bought, LINE, openDeskMoney, put, SUBSCRIPTION, type Bought, type DeskMoney } from '../../../test/desk-money.ts';
import { settled } from '../../../test/timed-magazine.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

// A reader's move is billed for what they paid for and for what they were given beside it, or they have begun to pay
// for one of both in their account. Whatever of it goes then, and by whatever verb, what asks for its money goes with
// it: nobody pays for what is not there.
let shop: DeskMoney;
let cleo: Browser;
beforeAll(async () => {
  shop = await openDeskMoney();
  cleo = await shop.as('service');
});
afterAll(() => shop.close());

const TORONTO = { line1: '5 King St', line2: '', city: 'Toronto', state: 'ON', postcode: 'M5H 1A1', country: 'CA' };
const GIVEN = { reason: 'courtesy', deliverable: 'print-a', level: 'low', term: '1year', issues: 1, terms: 1 };

type Given = Bought & { gift: string };
type Billed = Given & { invoice: string };

const ask = async (path: string, body: object, dry = false) => {
  const answer = await cleo.post(`/api/desk/${path}${dry ? '?dry' : ''}`, body);
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, text]);
  return JSON.parse(text);
};

/** A year of print, and one printed issue given behind it. */
async function given(): Promise<Given> {
  const anna = await bought(shop, (who) => put(who, { subscription: { ...SUBSCRIPTION, medium: 'print' } }));
  const gift = uuidv7();
  await ask(`readers/${anna.id}/comps`, { action: gift, ...GIVEN });
  return { ...anna, gift };
}

/** And a move to Canada that is billed and not paid. */
async function billed(): Promise<Billed> {
  const anna = await given();
  const move = { action: uuidv7(), reason: 'asked', version: 'none', address: TORONTO, move: 'billed' };
  const { moved } = v.parse(AddressChanged, await ask(`readers/${anna.id}/address/b`, move));
  expect(moved?.subscriptions).toBe(2);
  await shop.deps.db.outbox.updateMany({ where: { kind: 'invoice', recipient: anna.email }, data: { sent: shop.deps.clock() } });
  return { ...anna, invoice: moved?.invoice?.number ?? '' };
}

const termOf = ({ id }: Bought, kind: 'order' | 'comp') =>
  shop.deps.db.subscription.findFirstOrThrow({ where: { ownerId: id, source: { startsWith: `${kind}:` } } });
const invoiceOf = async ({ invoice }: Billed) =>
  v.parse(DeskInvoice, await (await (await shop.as('accountant')).get(`/api/desk/invoices/${invoice}`)).json());

type Way = (
  reader: Given,
) => Promise<{ path: string; body: object; of: (answer: { plan: { happens: unknown; version: string } }) => unknown }>;
const itself: Awaited<ReturnType<Way>>['of'] = (answer) => answer;
const ofPlan: Awaited<ReturnType<Way>>['of'] = ({ plan }) => ({
  ...v.parse(v.object({ invoices: v.unknown() }), plan.happens),
  version: plan.version,
});

const end =
  (kind: 'order' | 'comp'): Way =>
  async (reader) => ({
    path: `readers/${reader.id}/subscriptions/${(await termOf(reader, kind)).id}/cancel`,
    body: { reason: 'asked', served: 0 },
    of: itself,
  });
/** Each verb by which a subscription ends, goes or becomes another one. */
const WAYS: Record<string, Way> = {
  'what was given is taken back': async ({ gift }) => ({ path: `actions/${gift}/undo`, body: {}, of: itself }),
  'what was paid for is ended': end('order'),
  'what was given is ended': end('comp'),
  'what was paid for is paid back': async ({ order }) => ({
    path: `orders/${order}/refunds`,
    body: { reason: 'asked', version: '', method: 'card', lines: LINE, shipping: 0 },
    of: ofPlan,
  }),
  'money that went back without the desk takes it away': async ({ intent }) => {
    const back = shop.emulator.control.refund(intent);
    await settled(shop);
    return { path: `money-back/${back}/decide`, body: { reason: 'asked', version: '', lines: [{ ordinal: 0, quantity: 1 }] }, of: ofPlan };
  },
  'it moves for nothing': async ({ id }) => ({
    path: `readers/${id}/address/b`,
    body: { reason: 'asked', version: 'none', address: TORONTO, move: 'waived' },
    of: itself,
  }),
};
const Shown = v.object({
  invoices: v.array(v.object({ number: v.string(), letter: v.nullable(v.string()) })),
  version: v.optional(v.string()),
});

const TITLE = 'the invoice of a move goes where %s: it is said before, and whoever has it is told';
async function goesWithIt(_name: string, way: Way): Promise<void> {
  const reader = await billed();
  const { path, body, of } = await way(reader);
  const gone: Partial<InvoiceGivenUp>[] = [{ number: reader.invoice, letter: reader.email }];
  const shown = v.parse(Shown, of(await ask(path, { action: uuidv7(), ...body }, true)));
  expect(shown.invoices).toEqual(gone);
  expect((await invoiceOf(reader)).state).toBe('open');
  const version = shown.version === undefined ? {} : { version: shown.version };
  const done = v.parse(Shown, of(await ask(path, { action: uuidv7(), ...body, ...version })));
  expect(done.invoices).toEqual(gone);
  expect((await invoiceOf(reader)).state).toBe('cancelled');
  expect(await shop.deps.db.outbox.count({ where: { kind: 'invoice-cancelled', recipient: reader.email } })).toBe(1);
  // Who did it stands with the invoice.
  expect((await invoiceOf(reader)).history[0]?.to).toMatchObject({ invoices: [reader.invoice] });
}
const [first, ...others] = Object.entries(WAYS);
test.each(first ? [first] : [])(TITLE, goesWithIt);
test.each(others)(TITLE, { tags: ['ci'] }, goesWithIt);

/** Which of both goes by each way: the one whose upgrade nobody pays any more. */
const GOES: Record<string, 'order' | 'comp'> = { 'what was given is taken back': 'comp', 'what was given is ended': 'comp' };

/** The payment of a move to Canada is begun in the account, and its button is not pressed yet. */
async function begun(reader: Given, kind: 'order' | 'comp') {
  const { token } = await termOf(reader, kind);
  const settings = v.parse(SubscriptionSettings, await (await reader.reader.browser.get(`/api/account/subscriptions/${token}`)).json());
  const total = settings.upgrade.options.low_prices.b.amount;
  expect(total).toBeGreaterThan(0);
  return beginUpgrade(reader, { shipcode: 'b', address: TORONTO, subscription: { token, deliverable: 'print-b', level: 'low' }, total });
}

const BEGUN = 'what its reader has begun to pay goes where %s: its page says so, and a press of its button costs nothing';
async function costsNothing(name: string, way: Way): Promise<void> {
  const reader = await given();
  const payment = await begun(reader, GOES[name] ?? 'order');
  const { path, body, of } = await way(reader);
  const shown = v.parse(Shown, of(await ask(path, { action: uuidv7(), ...body }, true)));
  const order = () => shop.deps.db.order.findFirstOrThrow({ where: { intentId: payment.intent } });
  expect((await order()).state).toBe('started');
  await ask(path, { action: uuidv7(), ...body, ...(shown.version !== undefined && { version: shown.version }) });
  expect((await order()).state).toBe('cancelled');
  expect(await reader.reader.status(payment.intent)).toMatchObject({ status: 'in-progress', failure: expect.any(String) });
  const { refunded } = shop.emulator.control.state();
  await reader.reader.pay(payment);
  await settled(shop);
  expect(shop.emulator.control.state().refunded).toBe(refunded + payment.total);
}
test.each(first ? [first] : [])(BEGUN, costsNothing);
test.each(others)(BEGUN, { tags: ['ci'] }, costsNothing);

test('what is begun to be paid for another subscription of theirs stands', { tags: ['ci'] }, async () => {
  const reader = await given();
  const payment = await begun(reader, 'order');
  await ask(`actions/${reader.gift}/undo`, { action: uuidv7() });
  await reader.reader.pay(payment);
  expect((await reader.reader.status(payment.intent)).status).toBe('completed');
  expect((await termOf(reader, 'order')).setDeliverable).toBe('print-b');
});

test('nor does anybody pay in the account for what goes along with a move that was billed before, and is paid by then', async () => {
  const anna = await bought(shop, (who) => put(who, { subscription: { ...SUBSCRIPTION, medium: 'print' } }));
  const move = { action: uuidv7(), reason: 'asked', version: 'none', address: TORONTO, move: 'billed' };
  const { moved } = v.parse(AddressChanged, await ask(`readers/${anna.id}/address/b`, move));
  const gift = uuidv7();
  await ask(`readers/${anna.id}/comps`, { action: gift, ...GIVEN });
  const reader = { ...anna, gift };
  const payment = await begun(reader, 'comp');
  const invoice = moved?.invoice?.number ?? '';
  const { version } = await invoiceOf({ ...reader, invoice });
  const received = shop.deps.clock().toISOString().slice(0, 10);
  const check = { action: uuidv7(), version, method: 'check', amount: moved?.invoice?.total, received, reference: '7' };
  expect((await (await shop.as('publisher')).post(`/api/desk/invoices/${invoice}/payment`, check)).status).toBe(200);
  expect((await termOf(reader, 'comp')).setDeliverable).toBe('print-b');
  const { refunded } = shop.emulator.control.state();
  await reader.reader.pay(payment);
  await settled(shop);
  expect(shop.emulator.control.state().refunded).toBe(refunded + payment.total);
});
