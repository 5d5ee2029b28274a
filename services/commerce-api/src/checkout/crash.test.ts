import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { StripeEmulator } from '@newsstand/dev-services/stripe-emulator';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openDb, type Db } from '../db/db.ts';
import { Browser } from '../test/browser.ts';
import { createTestDatabase } from '../test/test-app.ts';
import { expectBalanced, Reader, startEmulator, stock, stockOf } from './test-shop.ts';

type Server = { child: ChildProcess; url: string };

let databaseUrl: string;
let db: Db;
let emulator: StripeEmulator;
let count = 0;
const initial: Record<string, number> = {};
const running = new Set<ChildProcess>();

beforeAll(async () => {
  databaseUrl = await createTestDatabase();
  db = openDb(databaseUrl, { connections: 2 });
  emulator = await startEmulator();
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  await expectBalanced(db, emulator, initial);
});
afterAll(async () => {
  await emulator.close();
  await db.$disconnect();
});

/** The real service in a process of its own; it dies at `crashAt`. Webhooks go to the last one that was started. */
async function startServer(crashAt = ''): Promise<Server> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'crash-server.ts'), crashAt], {
    env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: databaseUrl, PORT: '0', STRIPE_API_BASE: emulator.url, TRUSTED_PROXIES: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const port: unknown = JSON.parse(line).port;
    if (typeof port !== 'number') continue;
    // Nobody reads the rest, but the pipe must not fill.
    child.stdout.resume();
    const url = `http://127.0.0.1:${port}`;
    emulator.control.setWebhook({ url: `${url}/api/webhooks/stripe`, secret: 'whsec_newsstand' });
    return { child, url };
  }
  throw new Error('the server ended before it listened');
}

/** The browser of before, in front of another process. */
function readerAt({ url }: Server, before?: Reader): Reader {
  const browser = new Browser({ request: (path, init) => fetch(new URL(String(path), url), init) }, readConfig({}).publicUrl);
  for (const [name, value] of before?.browser.cookies ?? []) browser.cookies.set(name, value);
  return new Reader(browser, emulator);
}

async function shelve(left: number): Promise<string> {
  const ref = await stock(db, `prd:crash-${++count}`, left);
  initial[ref] = left;
  return ref;
}

describe('the service is killed', () => {
  test.each(['order-placed', 'intent-created', 'intent-recorded'])(
    'while placing, at %s: trying again goes on with the same order',
    async (step) => {
      const ref = await shelve(5);
      const dying = await startServer(step);
      const before = readerAt(dying);
      await before.add(ref, 2);
      await expect(before.press()).rejects.toThrow('fetch failed');
      expect(dying.child.signalCode ?? (await once(dying.child, 'exit'))[1]).toBe('SIGKILL');
      expect(await stockOf(db, ref)).toBe(3);

      const reader = readerAt(await startServer(), before);
      await reader.buy();
      expect(await db.order.count({ where: { lines: { some: { ref } } } })).toBe(1);
      expect(await stockOf(db, ref)).toBe(3);
    },
    60_000,
  );

  test.each(['intent-read', 'order-claimed', 'order-settled'])(
    'while settling, at %s: webhook and poll settle it once',
    async (step) => {
      const ref = await shelve(5);
      const dying = await startServer(step);
      const before = readerAt(dying);
      await before.add(ref);
      const started = await before.start();
      const died = once(dying.child, 'exit');
      await before.pay(started);
      expect((await died)[1]).toBe('SIGKILL');

      const reader = readerAt(await startServer(), before);
      await expect.poll(async () => (await reader.status(started.intent)).status, { timeout: 10_000 }).toBe('completed');
      expect((await reader.cart()).items).toEqual([]);
      await expect
        .poll(() => emulator.control.state().deliveries.every(({ status }) => status === 'delivered'), { timeout: 20_000 })
        .toBe(true);
    },
    60_000,
  );
});

test('40 buyers of the last 7 on two processes: 7 have them, and the others are told', async () => {
  const ref = await shelve(7);
  const servers = [await startServer(), await startServer()];
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const server = servers[index % servers.length];
      if (!server) return expect.unreachable();
      const reader = readerAt(server);
      await reader.add(ref);
      const response = await reader.press({ total: 1000 });
      const body = await response.json();
      if (response.status === 200) await reader.pay({ intent: body.intent, secret: body.keys.secret });
      return { reader, status: response.status, body };
    }),
  );
  const sold = outcomes.filter(({ status }) => status === 200);
  expect(sold).toHaveLength(7);
  for (const { status, body } of outcomes.filter((outcome) => outcome.status !== 200)) {
    expect(status).toBe(409);
    expect(Object.values(body.errors).join(' ')).toContain('is sold out.');
  }
  for (const { reader, body } of sold) expect((await reader.status(body.intent)).status).toBe('completed');
  expect(await stockOf(db, ref)).toBe(0);
}, 60_000);
