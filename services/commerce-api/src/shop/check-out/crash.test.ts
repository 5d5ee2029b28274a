import type { StripeEmulator } from '@newsstand/dev-services/stripe-emulator';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eachStep } from '../../../test/each-step.ts';
import { putCard, subscriber } from '../../../test/card-reader.ts';
import { readerAt, startServer, type Server } from '../../../test/server.ts';
import { expectBalanced, startEmulator, stock, stockOf } from '../../../test/shop.ts';
import { createTestDatabase } from '../../../test/test-app.ts';
import { readConfig } from '../../platform/config/config.ts';
import { openDb, type Db } from '../../platform/db/db.ts';

let databaseUrl: string;
let db: Db;
let emulator: StripeEmulator;
let count = 0;
const initial: Record<string, number> = {};
const running: Server[] = [];

beforeAll(async () => {
  databaseUrl = await createTestDatabase();
  db = openDb(databaseUrl, { connections: 2 });
  emulator = await startEmulator();
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.kill();
  await expectBalanced(db, emulator, initial);
});
afterAll(async () => {
  await emulator.close();
  await db.$disconnect();
});

async function start(crashAt = ''): Promise<Server> {
  const server = await startServer({ databaseUrl, emulator, crashAt });
  running.push(server);
  return server;
}

async function shelve(left: number): Promise<string> {
  const ref = await stock(db, `prd:crash-${++count}`, left);
  initial[ref] = left;
  return ref;
}

describe('the service is killed', () => {
  eachStep(
    { ci: ['intent-created'], long: ['order-placed', 'intent-recorded'] },
    'while placing, at %s: trying again goes on with the same order',
    async (step) => {
      const ref = await shelve(5);
      const dying = await start(step);
      const before = readerAt(dying, emulator);
      await before.add(ref, 2);
      await expect(before.press()).rejects.toThrow('fetch failed');
      expect(await dying.died).toBe('SIGKILL');
      expect(await stockOf(db, ref)).toBe(3);

      await readerAt(await start(), emulator, before).buy();
      expect(await db.order.count({ where: { lines: { some: { ref } } } })).toBe(1);
      expect(await stockOf(db, ref)).toBe(3);
    },
  );

  eachStep(
    { quick: ['order-claimed'], long: ['intent-read', 'order-settled'] },
    'while settling, at %s: webhook and poll settle it once',
    async (step) => {
      const dying = await start(step);
      const before = readerAt(dying, emulator);
      await before.add(await shelve(5));
      const started = await before.start();
      await before.pay(started);
      expect(await dying.died).toBe('SIGKILL');

      const reader = readerAt(await start(), emulator, before);
      await expect.poll(async () => (await reader.status(started.intent)).status, { timeout: 30_000 }).toBe('completed');
      expect((await reader.cart()).items).toEqual([]);
      const delivered = () => emulator.control.state().deliveries.every(({ status }) => status === 'delivered');
      await expect.poll(delivered, { timeout: 20_000 }).toBe(true);
    },
  );
});

test(
  'killed while a subscription is begun and gifts are made, the service gives them once after it is back',
  { tags: ['ci'] },
  async () => {
    const dying = await start('order-claimed');
    const before = readerAt(dying, emulator);
    const giftsub = { deliverable: 'digital', level: 'low', term: '1year', coupon: null };
    const subscription = { renewal: false, medium: 'print', level: 'low', term: '1year', coupon: null };
    await before.browser.post('/api/cart', { type: 'membership', item: { subscription, giftsubs: [giftsub, giftsub] } });
    const started = await before.start();
    await before.pay(started);
    expect(await dying.died).toBe('SIGKILL');
    expect(await db.subscription.count()).toBe(0);

    const reader = readerAt(await start(), emulator, before);
    await expect.poll(async () => (await reader.status(started.intent)).status, { timeout: 30_000 }).toBe('completed');
    const delivered = () => emulator.control.state().deliveries.every(({ status }) => status === 'delivered');
    await expect.poll(delivered, { timeout: 20_000 }).toBe(true);
    expect([await db.subscription.count(), await db.issueToken.count(), await db.gift.count()]).toEqual([1, 4, 2]);
  },
);

eachStep(
  { ci: ['card-charged'], long: ['intent-recorded', 'order-claimed', 'order-settled'] },
  'killed while a card on record pays, at %s: pressing again pays once',
  async (step) => {
    const ref = await shelve(5);
    const service = { deps: { db, clock: () => new Date(), config: readConfig({}) }, emulator };
    const before = await start();
    const who = await subscriber({ ...service, reader: () => readerAt(before, emulator) });
    await putCard(service, who);
    await who.reader.add(ref);
    const dying = readerAt(await start(step), emulator, who.reader);
    await expect(dying.press({ customer: 'use-card' })).rejects.toThrow('fetch failed');

    const reader = readerAt(await start(), emulator, who.reader);
    const orders = () => db.order.findMany({ where: { lines: { some: { ref } } } });
    // Who comes after a webhook that settled it has an empty cart: the page knows the intent by then, or presses again.
    const press = async (): Promise<unknown> => {
      const [order] = await orders();
      return (await reader.press({ customer: 'use-card', invoice: order?.intentId ?? null, total: order?.total ?? 0 })).json();
    };
    await expect.poll(press, { timeout: 30_000, interval: 500 }).toMatchObject({ type: 'customer' });
    // Where the webhook settles between looking at the cart and ordering it, the second order is let go of again.
    const kept = async () => (await orders()).map(({ state }) => state).filter((state) => state !== 'cancelled');
    await expect.poll(kept, { timeout: 30_000 }).toEqual(['paid']);
    const delivered = () => emulator.control.state().deliveries.every(({ status }) => status === 'delivered');
    await expect.poll(delivered, { timeout: 20_000 }).toBe(true);
  },
);

const Started = v.object({ intent: v.string(), keys: v.object({ secret: v.string() }) });

test('40 buyers of the last 7 on two processes: 7 have them, and the others are told', { tags: ['ci'] }, async () => {
  const ref = await shelve(7);
  const servers = [await start(), await start()];
  const buy = async (server: Server) => {
    const reader = readerAt(server, emulator);
    await reader.add(ref);
    const response = await reader.press({ total: 1000 });
    const body: unknown = await response.json();
    if (response.status !== 200) return { sold: false, message: `${response.status} ${JSON.stringify(body)}` };
    const { intent, keys } = v.parse(Started, body);
    await reader.pay({ intent, secret: keys.secret });
    return { sold: true, message: (await reader.status(intent)).status };
  };
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => servers.map(buy)).flat());
  expect(outcomes.filter(({ sold }) => sold).map(({ message }) => message)).toEqual(Array.from({ length: 7 }, () => 'completed'));
  for (const { message } of outcomes.filter(({ sold }) => !sold)) expect(message).toMatch(/^409 .*(is sold out\.|is in somebody’s cart\.)/);
  expect(await stockOf(db, ref)).toBe(0);
});
