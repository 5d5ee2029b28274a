import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { startJobs } from '../src/jobs/start-jobs.ts';
import { settle } from '../src/payments/settle/settle.ts';
import { startPayment } from '../src/payments/intents/start-payment.ts';
import { appOn, type TestApp } from '../test/app-on.ts';
import { startScratchPostgres } from '../test/scratch-postgres.ts';
import { serverTime } from './database-time.ts';
import type { Figure } from './figure.ts';
import { addGoods, fillCarts } from './fill-carts.ts';
import { openShop } from './open-shop.ts';
import { perSecond, placeOne, undisturbed } from './payment-figures.ts';
import { seedHistory } from './seed-history.ts';

const DATABASE = 'figures';
const ROUNDS = 5;
const ORDERS_A_ROUND = 200;
const RUSH = 600;

/**
 * Do letters keep up with orders? An order is placed, its payment begun, and settled, all by our own code, without
 * HTTP, which makes it cheaper than a reader's. Its letter is taken from the outbox, queued, written, handed over and
 * noted. Cost is processor time, this process's and PostgreSQL's, since it hardly depends on what else the machine
 * does; mail server and payment provider are stand-ins in processes of their own, and do not count.
 *
 * On 2026-11-23, on two cores with a load of 29: 9.4 ms an order, 3.1 ms a letter, which had cost 8 to 11 when each was
 * read and noted by statements of its own.
 */
export async function mailFigures(): Promise<Figure[]> {
  const postgres = await startScratchPostgres();
  const provider = await startStandIn('stripe-emulator-main', { PORT: '0' });
  const mailServer = await startStandIn('mailbox-main', { SMTP_PORT: '0', HTTP_PORT: '0' });
  const url = await openShop(postgres.url);
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // `end` does not wait for its connections to close, and the server stops right after it.
  pool.on('error', () => undefined);
  await seedHistory(url);
  await addGoods(pool);
  const app = await appOn(url, { env: { STRIPE_API_BASE: provider.urlOf('http'), SMTP_URL: mailServer.urlOf('smtp') } });
  try {
    return [...(await inTurns(app, pool)), ...(await atOnce(app, pool))];
  } finally {
    await app.close();
    await pool.end();
    await Promise.all([provider.stop(), mailServer.stop()]);
    await postgres.stop();
  }
}

/** Orders while no letter goes out, then the letters of these orders. */
async function inTurns(app: TestApp, pool: pg.Pool): Promise<Figure[]> {
  const orders: number[] = [];
  const letters: Measured[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const owners = await fillCarts(pool, ORDERS_A_ROUND);
    const intents: string[] = [];
    const placed = await measure(ORDERS_A_ROUND, () => perSecond(owners, async (owner) => intents.push(await placeAndStart(app, owner))));
    await perSecond(intents, (intent) => pay(app, intent));
    const settled = await measure(ORDERS_A_ROUND, () => perSecond(intents, (intent) => settle(app.deps, intent)));
    let jobs: Awaited<ReturnType<typeof startJobs>> | undefined;
    const sent = await measure(ORDERS_A_ROUND, async () => {
      jobs = await startJobs(app.deps);
      while ((await waiting(pool)).count > 0) await setTimeout(100);
    });
    await jobs?.stop();
    // The first round warms both up.
    if (round === 0) continue;
    orders.push(placed.cost + settled.cost);
    letters.push(sent);
  }
  const order = cheaper(orders);
  const letter = cheaper(letters.map(({ cost }) => cost));
  return [
    { name: 'order_cost', value: order, unit: 'ms_of_processor' },
    { name: 'letter_cost', value: letter, unit: 'ms_of_processor' },
    { name: 'letters_for_an_order', value: order / letter, unit: 'x_of_processor', limit: { min: 1 } },
    { name: 'letters', value: Math.round(undisturbed(letters.map((each) => each.perSecond))), unit: 'letters/s' },
  ];
}

/** Both at once, in one process: eight clients order as fast as they can, while it sends the letters. */
async function atOnce(app: TestApp, pool: pg.Pool): Promise<Figure[]> {
  const owners = await fillCarts(pool, RUSH);
  const jobs = await startJobs(app.deps);
  const orders = await perSecond(owners, async (owner) => {
    const intent = await placeAndStart(app, owner);
    await pay(app, intent);
    await settle(app.deps, intent);
  });
  const { count, age } = await waiting(pool);
  await jobs.stop();
  return [
    { name: 'orders_in_a_rush', value: Math.round(orders), unit: 'orders/s' },
    // A round of the queue is a second: what waits is that long behind the orders, however long the rush was.
    { name: 'letters_behind_a_rush', value: count / orders, unit: 's_of_orders', limit: { max: 3 } },
    { name: 'letter_age_after_a_rush', value: age, unit: 's', limit: { max: 10 } },
  ];
}

async function placeAndStart(app: TestApp, owner: string): Promise<string> {
  const { order, body } = await placeOne(app, owner, `${owner}@example.org`);
  const started = await startPayment(app.deps, order, body);
  if (started?.type !== 'started') throw new Error('the payment did not start');
  return started.intent;
}

/** As the reader's browser does. */
async function pay({ deps }: TestApp, intent: string): Promise<void> {
  await deps.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
}

/** Letters that are not sent, and the seconds since the oldest was written. */
async function waiting(pool: pg.Pool): Promise<{ count: number; age: number }> {
  const { rows } = await pool.query<{ count: number; age: number }>(
    `select count(*)::int as count, coalesce(extract(epoch from now() - min(created)), 0)::float as age from outbox where sent is null`,
  );
  return rows[0] ?? { count: 0, age: 0 };
}

/** `cost` of one in ms. */
type Measured = { cost: number; perSecond: number };

async function measure(count: number, work: () => Promise<unknown>): Promise<Measured> {
  const [began, before] = [performance.now(), used()];
  await work();
  return { cost: (used() - before) / count, perSecond: (count / (performance.now() - began)) * 1000 };
}

function used(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + serverTime(DATABASE);
}

/** The mean of the cheaper half: whatever else the machine does only makes one dearer. */
function cheaper(costs: number[]): number {
  const half = costs.toSorted((a, b) => a - b).slice(0, Math.ceil(costs.length / 2));
  return half.reduce((sum, cost) => sum + cost, 0) / half.length;
}

async function startStandIn(program: string, env: Record<string, string>) {
  const file = new URL(import.meta.resolve(`@newsstand/dev-services/${program}`));
  const child = spawn(process.execPath, [file.pathname], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line]: unknown[] = await once(createInterface({ input: child.stdout }), 'line');
  return {
    urlOf: (scheme: string) => new RegExp(`${scheme}://[\\w.:]+`).exec(String(line))?.[0] ?? '',
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

if (import.meta.main) for (const { name, value, unit } of await mailFigures()) console.log(name, value, unit);
