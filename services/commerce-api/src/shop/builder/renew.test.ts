import type { Deliverable, Term } from '@newsstand/contracts/cart';
import { CheckoutResult, type CheckoutInput } from '@newsstand/contracts/checkout';
import { PageData } from '@newsstand/contracts/page-data';
import type { BuilderCart } from '@newsstand/contracts/subscribe';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, logInWith, makeAccount } from '../../../test/reader.ts';
import { writeInvoice } from '../../../test/invoice.ts';
import { subscriberAt } from '../../../test/subscriber.ts';
import { ADDRESS, openShop, type Reader, type Shop } from '../../../test/shop.ts';
import { addTerm } from '../../ledger/terms/add-term.ts';
import { keepAddress } from '../../ledger/terms/keep-address.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { DAY } from '../../platform/duration.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const publicationId = 'main';
const STORED = {
  line1: '1 Pier Road',
  line2: '',
  city: 'Portland',
  state: 'ME',
  state_name: 'Maine',
  postcode: '04101',
  country_code: 'US',
  country_name: 'United States',
};

/** A reader who is logged in and has, or had, this subscription; `used` issues of it are delivered. */
async function subscriber({
  term = '1year',
  deliverable = 'print-a',
  used = 0,
}: {
  term?: Term;
  deliverable?: Deliverable;
  used?: number;
}) {
  const account = await makeAccount(shop);
  const { db, clock } = shop.deps;
  const id = uuidv7();
  await db.$transaction(async (tx) => {
    const deliverables = { set: deliverable, active: deliverable };
    await addTerm(tx, { publicationId, ownerId: account.id, id, source: `test:${id}`, term, level: 'low', deliverables, at: clock() });
    await keepAddress(tx, { publicationId, ownerId: account.id, shipcode: 'a', name: 'Ana Reader', address: STORED, now: clock() });
  });
  for (let issue = 1; issue <= used; issue++) {
    await db.issueToken.updateMany({
      where: { subscriptionId: id, ordinal: issue },
      data: { issue: 500 + issue, deliverable, delivered: clock() },
    });
  }
  const reader = shop.reader();
  expect((await logInWith(reader.browser, account.email)).status).toBe(200);
  return { reader, account };
}

const PRINT = { renewal: true, medium: 'print', level: 'low', term: '2year', coupon: null } as const;

type Wishes = { cart?: Partial<BuilderCart>; total: number; form?: Partial<CheckoutInput>; coupon?: string };

async function renew({ browser }: Reader, { cart = { subscription: PRINT }, total, form, coupon }: Wishes): Promise<[number, unknown]> {
  const query = new URLSearchParams({ captcha: await browser.captcha(), ...(coupon !== undefined && { coupon }) });
  const body = { cart, form: { name: 'Ana Reader', email: 'ana@example.org', address: ADDRESS, total, ...form }, shipcode: 'a' };
  const response = await browser.post(`/api/subscribe/renew?${query}`, body);
  return await answerOf(response);
}

const pageOf = async ({ browser }: Reader) => v.parse(PageData, await (await browser.get('/api/page/renew')).json()).renew;

test(
  'whose subscription goes on by an unpaid invoice is told so where they renew and in the account, until it is paid or somebody else’s',
  { tags: ['ci'] },
  async () => {
    const { reader, account } = await subscriber({ used: 4 });
    const { db } = shop.deps;
    const membership = { medium: 'print', level: 'low', term: '1year' } as const;
    await writeInvoice(shop, { email: 'bo@example.org', membership, address: ADDRESS, giftees: [] });
    await writeInvoice(shop, {
      email: account.email,
      giftees: [],
      goods: [{ item: 'basic-product', ref: 'prd:harbour-mug', quantity: 1 }],
      address: ADDRESS,
    });
    expect((await pageOf(reader))?.invoices).toEqual([]);
    const { invoice_no, token, total, due_date } = await writeInvoice(shop, {
      email: account.email,
      membership,
      address: ADDRESS,
      giftees: [],
    });
    const told = async () => (await pageOf(reader))?.invoices;
    expect(await told()).toEqual([{ invoice_no, token, total, due_date, processing: false }]);
    const inAccount = async () => (await subscriberAt(reader.browser)).invoices.filter(({ renews }) => renews).map((each) => each.token);
    expect(await inAccount()).toEqual([token]);
    const { orderId } = await db.invoice.findFirstOrThrow({ where: { token } });
    await db.order.update({ where: { id: orderId }, data: { state: 'processing' } });
    expect(await told()).toMatchObject([{ token, processing: true }]);
    await db.order.update({ where: { id: orderId }, data: { state: 'cancelled' } });
    expect([await told(), await inAccount()]).toEqual([[], []]);
  },
);

const termsOf = (ownerId: string) => shop.deps.db.subscription.findMany({ where: { ownerId }, orderBy: { cycle: 'asc' } });

test.each([
  [0, 'extended', 4],
  [2, 'expiring', 2],
  [4, 'expired', 0],
] as const)('after %i issues of four the page is told that the subscription is %s', { tags: ['§4.renew.2'] }, async (used, state, left) => {
  const { reader } = await subscriber({ used });
  const renewing = await pageOf(reader);
  expect(renewing).toMatchObject({
    options: { expiration_tokens: { extended: false, expiring: false, expired: false, [state]: true }, is_lifetime: false },
    standing: { type: state, autorenew: false },
    subscription: { term: '1year', deliverables: { set: 'print-a' } },
    addresses: { a: { name: 'Ana Reader', address: { line1: '1 Pier Road' } }, b: null },
  });
  const published = await shop.deps.db.issue.findMany({ where: { released: { not: null } }, orderBy: { number: 'desc' }, take: 1 });
  const latest = published[0]?.number ?? 0;
  expect(renewing?.options.issues_expected).toEqual(Array.from({ length: left }, (_, index) => ({ issue: latest + index + 1 })));
});

/**
 * The reader's charge for the next cycle, as the renewal run leaves it; `why` it was stopped, or null; due so many
 * `days` from now.
 */
async function charged(ownerId: string, state: string, outcome: string | null, why: string | null = null, days = 0): Promise<string> {
  const { db, clock } = shop.deps;
  const [term] = await termsOf(ownerId);
  const now = clock();
  const key = { publicationId, ownerId, kind: 'renewal', subject: term?.id ?? '', cycle: 2 };
  const token = `charge-${ownerId}`;
  const due = new Date(now.getTime() + days * DAY);
  const nextAttempt = state === 'open' ? due : null;
  await db.charge.create({ data: { ...key, token, amount: 5600, choice: {}, remind: now, due, state, why, nextAttempt } });
  if (outcome !== null)
    await db.chargeAttempt.create({ data: { ...key, attempt: 1, customer: 'cus_1', method: 'pm_1', started: now, outcome } });
  return token;
}

test.each([
  [4, 'open', 'declined', null, true],
  [4, 'paid', 'paid', null, false],
  [4, 'open', null, null, false],
  [4, 'open', 'processing', null, false],
  [2, 'open', 'declined', null, false],
  [4, 'stopped', 'declined', 'exhausted', true],
  [4, 'stopped', 'authentication-required', 'lapsed', true],
  [4, 'stopped', null, 'no-card', true],
] as const)(
  'after %i issues of four and a charge that is %s, last tried with the outcome %s and given up as %s, the page says that it could not be charged: %s',
  async (used, state, outcome, why, declined) => {
    const { reader, account } = await subscriber({ used });
    await charged(account.id, state, outcome, why);
    expect(await pageOf(reader)).toMatchObject({ declined, confirm: null });
  },
);

test.each(['stop', 'authentication-required'])(
  'of a renewal that was switched on again after the outcome %s nothing is said before its new day',
  async (outcome) => {
    const { reader, account } = await subscriber({ used: 4 });
    await charged(account.id, 'open', outcome, null, 30);
    expect(await pageOf(reader)).toMatchObject({ declined: false, confirm: null });
  },
);

test.each([
  [4, 'processing', true],
  [4, 'started', true],
  [3, 'processing', true],
  [4, 'declined', false],
  [4, 'paid', false],
])(
  'after %i issues of four and a renewal whose attempt is %s, who would renew again is told that one is on its way: %s',
  async (used, outcome, processing) => {
    const { reader, account } = await subscriber({ used });
    await charged(account.id, outcome === 'paid' ? 'paid' : 'open', outcome);
    expect(await pageOf(reader)).toMatchObject({ processing, standing: { autorenew: false } });
  },
);

test('a renewal that waits for the bank’s confirmation is told with the token of its page', async () => {
  const { reader, account } = await subscriber({ used: 4 });
  const token = await charged(account.id, 'open', 'authentication-required');
  expect(await pageOf(reader)).toMatchObject({ declined: false, confirm: token });
});

test(
  'a subscriber renews at a price that a coupon for renewals lowers, and the next term waits behind the first',
  { tags: ['§1.offers.4', '§6.subscriber.3'] },
  async () => {
    const { reader, account } = await subscriber({});
    const [status, body] = await renew(reader, { total: 2 * 5600 - 800, coupon: 'STAYLONGER' });
    expect(status, JSON.stringify(body)).toBe(200);
    const result = v.parse(CheckoutResult, body);
    if (result.type !== 'started') throw new Error(`the order is ${result.type}`);
    await reader.pay({ intent: result.intent, secret: result.keys.secret });
    expect((await reader.status(result.intent)).status).toBe('completed');
    expect(await termsOf(account.id)).toMatchObject([
      { cycle: 1, phase: 'introductory', term: '1year' },
      { cycle: 2, phase: 'renewal', term: '2year' },
    ]);
    expect(shop.emulator.control.state().payment_intents.find(({ id }) => id === result.intent)?.amount).toBe(10_400);
  },
);

test(
  'the card that paid is on record for the next renewal, if it is to renew by itself, and pays it with one press',
  { tags: ['ci'] },
  async () => {
    const { reader, account } = await subscriber({});
    const [, started] = await renew(reader, { total: 11_200, form: { autorenew: true } });
    const first = v.parse(CheckoutResult, started);
    if (first.type !== 'started') throw new Error(`the order is ${first.type}`);
    await reader.pay({ intent: first.intent, secret: first.keys.secret });
    expect((await reader.status(first.intent)).status).toBe('completed');
    const page = v.parse(PageData, await (await reader.browser.get('/api/page/renew')).json());
    expect(page.payment_info).toMatchObject({ card: { last_four: '4242' } });
    const [status, body] = await renew(reader, {
      cart: { subscription: { ...PRINT, term: '1year' } },
      total: 5600,
      form: { customer: 'use-card' },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const second = v.parse(CheckoutResult, body);
    if (second.type !== 'customer') throw new Error(`the order is ${second.type}`);
    expect((await reader.status(second.intent)).status).toBe('completed');
    expect((await termsOf(account.id)).map(({ cycle }) => cycle)).toEqual([1, 2, 3]);
  },
);

test('who is not logged in, or never subscribed, has nothing to renew', async () => {
  const guest = shop.reader();
  expect(await pageOf(guest)).toBeNull();
  expect(await renew(guest, { total: 11_200 })).toEqual([401, { errors: 'Please log in.' }]);
  const account = await makeAccount(shop);
  const reader = shop.reader();
  await logInWith(reader.browser, account.email);
  expect(await pageOf(reader)).toMatchObject({ standing: { type: 'none' }, subscription: null });
  expect(await renew(reader, { total: 11_200 })).toEqual([409, { errors: { general: expect.stringContaining('no subscription') } }]);
});

test(
  'a lifetime subscriber is told that renewal is not necessary, and cannot buy another one anywhere',
  { tags: ['§4.renew.1', '§6.subscriber.7'] },
  async () => {
    const { reader } = await subscriber({ term: 'lifetime' });
    expect(await pageOf(reader)).toMatchObject({ options: { is_lifetime: true } });
    const told = [409, { errors: { general: expect.stringContaining('Renewal not necessary') } }];
    expect(await renew(reader, { total: 11_200 })).toEqual(told);
    await reader.browser.post('/api/cart', { type: 'membership', item: { subscription: PRINT } });
    const response = await reader.press({ total: 11_200 });
    expect(await answerOf(response)).toEqual(told);
  },
);

test('the address of a renewal comes back with its errors, and so does a coupon that is not for renewals', async () => {
  const { reader } = await subscriber({});
  expect(await renew(reader, { total: 11_200, form: { address: null } })).toEqual([
    422,
    { errors: expect.objectContaining({ 'address.line1': 'Must not be blank.' }) },
  ]);
  // A coupon for new subscriptions takes nothing off here, whatever the page believed.
  expect(await renew(reader, { total: 11_200 - 1400, coupon: 'FIRSTLANDING' })).toEqual([
    409,
    { errors: { total: expect.stringContaining('$112.00') } },
  ]);
  expect(await renew(reader, { cart: {}, total: 0 })).toEqual([422, { errors: { subscription: 'Choose what to renew.' } }]);
});
