// @module-tag ci
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StripeEmulator } from '@newsstand/dev-services/stripe-emulator';
import { readerAt, startServer, type Server } from '../../../test/server.ts';
import { expectBalanced, startEmulator, stock } from '../../../test/shop.ts';
import { createTestDatabase } from '../../../test/test-app.ts';
import { openDb, type Db } from '../../platform/db/db.ts';
import { SECOND } from '../../platform/duration.ts';

let emulator: StripeEmulator;
let db: Db;
let frozen: Server;
let awake: Server;
beforeAll(async () => {
  const databaseUrl = await createTestDatabase();
  db = openDb(databaseUrl, { connections: 1 });
  emulator = await startEmulator();
  // While it holds the row of which every receipt takes its number.
  frozen = await startServer({ databaseUrl, emulator, freezeAt: 'order-claimed' });
  awake = await startServer({ databaseUrl, emulator });
});
afterAll(async () => {
  await frozen.kill();
  await awake.kill();
  await emulator.close();
  await db.$disconnect();
});

test('a replica that freezes in the middle of a payment costs the buyers of the others seconds, and its own nothing', async () => {
  emulator.control.switch({ drop: true });
  const ref = await stock(db, 'prd:lamp', 20);
  const unlucky = readerAt(frozen, emulator);
  const buyers = Array.from({ length: 8 }, () => readerAt(awake, emulator));
  for (const reader of [unlucky, ...buyers]) await reader.add(ref);
  const [hers, ...theirs] = await Promise.all([unlucky, ...buyers].map((reader) => reader.start()));
  if (!hers) return expect.unreachable();
  await unlucky.pay(hers);
  const poll = unlucky.browser.get(`/api/checkout/${hers.intent}`);
  const silent = () =>
    db.$queryRaw<unknown[]>`select 1 from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`;
  await expect.poll(silent, { timeout: 10 * SECOND }).toHaveLength(1);

  const began = Date.now();
  const ready: { at: number; status: number; took: number }[] = [];
  const over = new AbortController();
  const watch = (async () => {
    while (!over.signal.aborted) {
      const at = Date.now() - began;
      const { status } = await fetch(`${awake.url}/api/health/ready`);
      ready.push({ at, status, took: Date.now() - began - at });
      await new Promise((next) => setTimeout(next, 250));
    }
  })();
  const answers = await Promise.all(
    buyers.map(async (reader, index) => {
      const started = theirs[index];
      if (!started) return expect.unreachable();
      await reader.pay(started);
      for (const statuses: number[] = []; ;) {
        const response = await reader.browser.get(`/api/checkout/${started.intent}`);
        statuses.push(response.status);
        if (response.status === 200) return { took: Date.now() - began, statuses, body: await response.json() };
      }
    }),
  );
  over.abort();
  await watch;
  expect(answers.map(({ body }) => body)).toEqual(answers.map(() => ({ status: 'completed', receipt: expect.any(String) })));
  // Who waited too long was told to come again, never that something broke.
  expect(answers.flatMap(({ statuses }) => statuses).filter((status) => status !== 200 && status !== 503)).toEqual([]);
  const longest = Math.max(...answers.map(({ took }) => took), ...ready.map(({ took }) => took));
  expect(longest).toBeLessThan(12 * SECOND);

  // Her payment was rolled back with the transaction; the page asks again.
  frozen.signal('SIGCONT');
  expect((await poll).status).toBe(503);
  expect((await poll).headers.get('retry-after')).toBe('1');
  // Another of its connections may have gone meanwhile: whoever is told to come again comes again.
  const again = async () => {
    const response = await unlucky.browser.get(`/api/checkout/${hers.intent}`);
    return response.status === 200 ? await response.json() : response.status;
  };
  await expect.poll(again, { timeout: 10 * SECOND, interval: SECOND }).toMatchObject({ status: 'completed' });
  await expectBalanced(db, emulator, { [ref]: 20 });
}, 90_000);
