// What the tests of check-out and payment share: the whole service, the emulator with the real SDK, webhooks over HTTP,
// and readers.
import type { AddressForm } from '@newsstand/contracts/address';
import { Cart, type GoodType } from '@newsstand/contracts/cart';
import { CheckoutResult, CheckoutStatus, type CheckoutInput } from '@newsstand/contracts/checkout';
import { fromBrowser } from '@newsstand/dev-services/stripe/testing';
import { startStripeEmulator, type StripeEmulator } from '@newsstand/dev-services/stripe-emulator';
import * as v from 'valibot';
import { expect } from 'vitest';
import type { Db } from '../src/platform/db/db.ts';
import { uuidv7 } from '../src/platform/db/uuidv7.ts';
import { listen } from '../src/platform/http/listen.ts';
import type { Browser } from './browser.ts';
import { createTestApp, type TestApp, type TestOptions } from './test-app.ts';

export const CARDS = { good: '4242424242424242', declined: '4000000000000002', poor: '4000000000009995', asks: '4000002760003184' };

export type Shop = TestApp & { emulator: StripeEmulator; reader: () => Reader };

export async function startEmulator(): Promise<StripeEmulator> {
  return startStripeEmulator({ port: 0, secretKey: 'sk_test_newsstand', publishableKey: 'pk_test_newsstand' });
}

export async function openShop(options: TestOptions = {}): Promise<Shop> {
  const emulator = await startEmulator();
  const app = await createTestApp({ ...options, env: { STRIPE_API_BASE: emulator.url, ...options.env } });
  const server = await listen(app.app, { port: 0, host: '127.0.0.1' });
  emulator.control.setWebhook({ url: `http://127.0.0.1:${server.port}/api/webhooks/stripe`, secret: app.deps.config.stripe.webhookSecret });
  return {
    ...app,
    emulator,
    reader: () => new Reader(app.browser(), emulator),
    close: async () => {
      await emulator.close();
      await server.stop();
      await app.close();
    },
  };
}

/** A good of its own for one test, with its stock; null never runs out. */
export async function stock(db: Db, ref: string, left: number | null, price = 500, type: GoodType = 'basic-product'): Promise<string> {
  const good = {
    publicationId: 'main',
    type,
    ref,
    name: `The ${ref.slice(4)}`,
    slug: ref.slice(4),
    image: { source: '/a.svg', width: 1, height: 1 },
  };
  await db.good.create({ data: { ...good, price, stock: left } });
  return ref;
}

export const stockOf = async (db: Db, ref: string): Promise<number | null> => (await db.good.findFirstOrThrow({ where: { ref } })).stock;

/** What the ledger says is there: what was moved, less what orders hold. */
export async function ledgerOf(db: Db, ref: string): Promise<number> {
  const moved = await db.stockMove.aggregate({ where: { ref }, _sum: { quantity: true } });
  const held = await db.orderLine.aggregate({ where: { ref, held: true }, _sum: { quantity: true } });
  return (moved._sum.quantity ?? 0) - (held._sum.quantity ?? 0);
}

export const ADDRESS: AddressForm = { line1: '1 Pier Road', line2: '', city: 'Portland', state: 'ME', postcode: '04101', country: 'US' };

/**
 * The account block of somebody new: a guest who orders a subscription makes an account with it; who is logged in
 * already is asked for none.
 */
export const newcomer = () => ({
  email: `new-${uuidv7()}@example.org`,
  password: { password: 'a ferry at dawn', confirm: 'a ferry at dawn' },
});

/** As much of a reader as the API sees. */
export class Reader {
  readonly browser: Browser;
  readonly #emulator: StripeEmulator;

  constructor(browser: Browser, emulator: StripeEmulator) {
    this.browser = browser;
    this.#emulator = emulator;
  }

  async add(ref: string, quantity = 1, item: GoodType = 'basic-product'): Promise<Cart> {
    const response = await this.browser.post('/api/cart', { type: 'add', item: { item, ref, quantity } });
    expect(response.status).toBe(200);
    return v.parse(Cart, await response.json());
  }

  async cart(): Promise<Cart> {
    return v.parse(Cart, await (await this.browser.get('/api/cart')).json());
  }

  /** Presses the check-out's button on a page that shows what the cart costs now, unless `changes` says otherwise. */
  async press(changes: Partial<CheckoutInput> = {}): Promise<Response> {
    const { subscription, totals } = await this.cart();
    const account = subscription ? newcomer() : { email: 'ada@example.org' };
    const body: CheckoutInput = { name: 'Ada Reader', ...account, address: ADDRESS, total: totals.a.total, ...changes };
    return this.browser.post(`/api/cart/checkout?captcha=${await this.browser.captcha()}`, body);
  }

  async checkOut(changes: Partial<CheckoutInput> = {}): Promise<CheckoutResult> {
    const response = await this.press(changes);
    const body: unknown = await response.json();
    expect(response.status, JSON.stringify(body)).toBe(200);
    return v.parse(CheckoutResult, body);
  }

  /** The check-out up to the payment element. */
  async start(changes: Partial<CheckoutInput> = {}): Promise<{ intent: string; secret: string }> {
    const result = await this.checkOut(changes);
    if (result.type !== 'started' && result.type !== 'updated') throw new Error(`the check-out answered ${result.type}`);
    return { intent: result.intent, secret: result.keys.secret };
  }

  /** What Stripe.js does with a card. Answers the intent's status, or why it was declined. */
  async pay({ intent, secret }: { intent: string; secret: string }, number = CARDS.good): Promise<string> {
    const { body } = await fromBrowser(this.#emulator, `/v1/payment_intents/${intent}/confirm`, {
      client_secret: secret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    });
    return body.status ?? body.error.code;
  }

  async authenticate({ secret }: { secret: string }, outcome: 'succeeded' | 'failed' = 'succeeded'): Promise<void> {
    await fromBrowser(this.#emulator, '/v1/3ds2/authenticate', { client_secret: secret, outcome });
  }

  async status(intent: string, query = ''): Promise<CheckoutStatus> {
    const response = await this.browser.get(`/api/checkout/${intent}${query}`);
    expect(response.status).toBe(200);
    return v.parse(CheckoutStatus, await response.json());
  }

  /** The whole purchase; answers the receipt's token. */
  async buy(number = CARDS.good): Promise<string> {
    const started = await this.start();
    await this.pay(started, number);
    const status = await this.status(started.intent);
    if (status.status !== 'completed') throw new Error(`the order is ${status.status}`);
    return status.receipt;
  }
}

/**
 * Nothing lost, nothing charged twice: what was charged is what was sold, and every thing is on the shelf, held or
 * sold.
 */
export async function expectBalanced(db: Db, emulator: StripeEmulator, initial: Record<string, number>): Promise<void> {
  const orders = await db.order.findMany({ include: { lines: true } });
  const paid = orders.filter(({ state }) => state === 'paid' || state === 'fulfilled');
  const { captured, refunded, disputed, refunds, payment_intents } = emulator.control.state();
  const back = await db.moneyBack.findMany({ where: { state: { notIn: ['won', 'failed'] } } });
  const owed = paid.reduce((sum, { total }) => sum + total, 0) - back.reduce((sum, { amount }) => sum + amount, 0);
  expect(captured - refunded - disputed, 'what was charged, and did not go back, is what the paid orders cost').toBe(owed);
  const kept = new Set(paid.map(({ intentId }) => intentId));
  const returned = new Set(
    refunds.map(({ payment_intent }) => payment_intent).filter((intent) => typeof intent === 'string' && !kept.has(intent)),
  );
  const succeeded = payment_intents.filter(({ id, status }) => status === 'succeeded' && !returned.has(id)).map(({ id }) => id);
  const charged = paid.filter(({ total }) => total > 0).map(({ intentId }) => intentId);
  expect(succeeded.toSorted(), 'one charge for each paid order').toEqual(charged.toSorted());
  expect(await db.outbox.count({ where: { kind: 'receipt' } }), 'one letter for each paid order').toBe(paid.length);
  const numbers = paid.map(({ number }) => number);
  expect(new Set(numbers).size, 'a number for each paid order').toBe(paid.length);

  for (const [ref, before] of Object.entries(initial)) {
    const taken = orders
      .filter(({ state }) => state !== 'cancelled')
      .flatMap(({ lines }) => lines)
      .filter((line) => line.ref === ref)
      .reduce((sum, { quantity, dropped }) => sum + quantity - dropped, 0);
    expect((await stockOf(db, ref)) ?? 0, `${ref}: stock and sold make what there was`).toBe(before - taken);
  }
}
