import { setTimeout } from 'node:timers/promises';
import { CheckoutResult } from '@newsstand/contracts/checkout';
import { startStripeEmulator, type StripeEmulator } from '@newsstand/dev-services/stripe-emulator';
import { fromBrowser } from '@newsstand/dev-services/stripe/testing';
import pg from 'pg';
import * as v from 'valibot';
import { settle } from '../src/payments/settle/settle.ts';
import { startPayment } from '../src/payments/intents/start-payment.ts';
import { listen } from '../src/platform/http/listen.ts';
import { readCart } from '../src/shop/cart/read-cart.ts';
import { placeOrder } from '../src/shop/check-out/place-order.ts';
import { appOn, type TestApp } from '../test/app-on.ts';
import { startScratchPostgres } from '../test/scratch-postgres.ts';
import type { Figure } from './figure.ts';
import { addGoods, fillCarts, PRICE } from './fill-carts.ts';
import { percentile } from './load.ts';
import { openShop } from './open-shop.ts';
import { placeByHand } from './place-order-by-hand.ts';
import { seedHistory } from './seed-history.ts';

const CLIENTS = 8;
const ROUNDS = 20;
const ORDERS_A_ROUND = 80;
const SETTLED = 200;
const GUEST = {
  name: 'Ada Reader',
  email: 'ada@example.org',
  address: { line1: '1 Pier Road', line2: '', city: 'Portland', state: 'ME', postcode: '04101', country: 'US' },
};
const CARD = {
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': '4242424242424242',
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2034',
  'payment_method_data[card][cvc]': '123',
};

/**
 * Placing, paying and settling on real PostgreSQL with a history of 20,000 orders; the payment provider is the
 * emulator.
 */
export const paymentFigures = (): Promise<Figure[]> =>
  inShop(async ({ app, pool, url }) => {
    await seedHistory(url);
    return [...(await placing(app, pool)), await settling(app, pool)];
  });

/** How many statements a whole guest check-out is. */
export const checkOutStatements = (): Promise<Figure[]> => inShop(async ({ app, emulator }) => [await statements(app, emulator)]);

type Shop = { app: TestApp; pool: pg.Pool; emulator: StripeEmulator; url: string };

async function inShop(measure: (shop: Shop) => Promise<Figure[]>): Promise<Figure[]> {
  const postgres = await startScratchPostgres();
  const emulator = await startStripeEmulator({ port: 0, secretKey: 'sk_test_newsstand', publishableKey: 'pk_test_newsstand' });
  const url = await openShop(postgres.url);
  const pool = new pg.Pool({ connectionString: url, max: 5 });
  // `end` does not wait for its connections to close, and the server stops right after it.
  pool.on('error', () => undefined);
  await addGoods(pool);
  const app = await appOn(url, { env: { STRIPE_API_BASE: emulator.url } });
  try {
    return await measure({ app, pool, emulator, url });
  } finally {
    await app.close();
    await pool.end();
    await emulator.close();
    await postgres.stop();
  }
}

/** Ours and the reference take turns, so that what the machine does besides falls on both. */
async function placing(app: TestApp, pool: pg.Pool): Promise<Figure[]> {
  const owners = await fillCarts(pool, 2 * (ROUNDS + 1) * ORDERS_A_ROUND);
  const rates: number[] = [];
  const byHand: number[] = [];
  const latencies: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [mine, theirs] = [owners.splice(0, ORDERS_A_ROUND), owners.splice(0, ORDERS_A_ROUND)];
    const rate = await perSecond(mine, (owner) => placeOne(app, owner), round === 0 ? [] : latencies);
    const reference = await perSecond(theirs, (owner) => placeByHand(pool, owner));
    // The first round warms both up.
    if (round === 0) continue;
    rates.push(rate);
    byHand.push(reference);
  }
  return [
    { name: 'place_order_ratio', value: undisturbed(rates) / undisturbed(byHand), unit: 'x_of_pg_by_hand', limit: { min: 0.55 } },
    { name: 'place_order', value: Math.round(undisturbed(rates)), unit: 'orders/s' },
    { name: 'place_order_p99', value: percentile(latencies, 0.99), unit: 'ms' },
  ];
}

/** Places the order of an owner whose cart `fillCarts` filled. */
export async function placeOne({ deps }: TestApp, ownerId: string, email = GUEST.email) {
  const total = 2 * PRICE + deps.publication.cached().zones.ship_prices.a2;
  const body = { ...GUEST, email, total, shipcode: 'a', invoice: null, customer: 'add-card', save_card: false, autorenew: true } as const;
  const placed = await placeOrder(deps, { ownerId, network: ownerId }, await readCart(deps, ownerId), body);
  if (placed.type !== 'placed') throw new Error(`the order is ${placed.type}`);
  return { order: placed.order, body };
}

/** A whole guest check-out, counted from the button to the receipt, its webhook included. */
async function statements(app: TestApp, emulator: StripeEmulator): Promise<Figure> {
  const server = await listen(app.app, { port: 0, host: '127.0.0.1' });
  emulator.control.setWebhook({ url: `http://127.0.0.1:${server.port}/api/webhooks/stripe`, secret: app.deps.config.stripe.webhookSecret });
  emulator.control.switch({ hold: true });
  const browser = app.browser();
  await browser.post('/api/cart', { type: 'add', item: { item: 'basic-product', ref: 'prd:figure-1', quantity: 2 } });
  const total = 2 * PRICE + app.deps.publication.cached().zones.ship_prices.a2;
  const captcha = await browser.captcha();
  app.statements.length = 0;
  const response = await browser.post(`/api/cart/checkout?captcha=${captcha}`, { ...GUEST, total });
  const result = v.parse(CheckoutResult, await response.json());
  if (result.type !== 'started') throw new Error(`the check-out answered ${result.type}`);
  await fromBrowser(emulator, `/v1/payment_intents/${result.intent}/confirm`, { client_secret: result.keys.secret, ...CARD });
  const status = await browser.get(`/api/checkout/${result.intent}`);
  if (status.status !== 200) throw new Error(`the poll answered ${status.status}`);
  emulator.control.release();
  while (emulator.control.state().deliveries.some((delivery) => delivery.status !== 'delivered')) await setTimeout(20);
  emulator.control.switch({ hold: false });
  await server.stop();
  emulator.control.setWebhook(null);
  return { name: 'guest_check_out_statements', value: app.statements.length, unit: 'statements', limit: { max: 16 } };
}

/**
 * From 'the intent succeeded' to a paid order with its receipt and its letter, the question to the provider included.
 */
async function settling(app: TestApp, pool: pg.Pool): Promise<Figure> {
  const { deps } = app;
  const intents: string[] = [];
  for (const owner of await fillCarts(pool, SETTLED)) {
    const { order, body } = await placeOne(app, owner);
    const started = await startPayment(deps, order, body);
    if (started?.type !== 'started') throw new Error('the payment did not start');
    await deps.stripe.paymentIntents.confirm(started.intent, { payment_method: 'pm_card_visa' });
    intents.push(started.intent);
  }
  return { name: 'settle', value: Math.round(await perSecond(intents, (intent) => settle(deps, intent))), unit: 'orders/s' };
}

/** Eight clients work the items off; answers items a second, and notes how long each took, in ms. */
export async function perSecond<Item>(items: Item[], work: (item: Item) => Promise<unknown>, latencies: number[] = []): Promise<number> {
  const queue = [...items];
  const began = performance.now();
  const client = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      const at = performance.now();
      await work(item);
      latencies.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (items.length / (performance.now() - began)) * 1000;
}

/** The mean of the faster half of the rounds: whatever else the machine does only makes a round slower. */
export function undisturbed(rates: number[]): number {
  const faster = rates.toSorted((a, b) => b - a).slice(0, Math.ceil(rates.length / 2));
  return faster.reduce((sum, rate) => sum + rate, 0) / faster.length;
}
