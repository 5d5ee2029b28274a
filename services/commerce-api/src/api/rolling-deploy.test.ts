// @module-tag ci
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StripeEmulator } from '@newsstand/dev-services/stripe-emulator';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type Server } from '../../test/server.ts';
import { startEmulator } from '../../test/shop.ts';
import { createTestDatabase } from '../../test/test-app.ts';

const READERS = 8;
/** Answers before one replica is told to stop. */
const RUSH = 50;
/** Milliseconds between two looks of the load balancer at a replica. */
const LOOKS = 1000;

let emulator: StripeEmulator;
let replicas: Server[];
beforeEach(async () => {
  const databaseUrl = await createTestDatabase();
  emulator = await startEmulator();
  replicas = [];
  for (const _ of ['old', 'new']) replicas.push(await startServer({ databaseUrl, emulator, env: { DRAIN_SECONDS: '3' } }));
});
afterEach(async () => {
  await Promise.all(replicas.map((replica) => replica.kill()));
  await emulator.close();
});

type Answer = { status: number; closes: boolean };

/** One call over a connection of the agent's; rejects where the line broke. */
function call(agent: Agent, url: string, body: string | null, from: string): Promise<Answer> {
  return new Promise((done, fail) => {
    const headers = { 'Content-Type': 'application/json', Origin: 'http://localhost:4000', 'X-Forwarded-For': from };
    const sent = request(url, { agent, method: body === null ? 'GET' : 'POST', headers }, (response) => {
      response.resume().once('error', fail);
      response.once('end', () => done({ status: response.statusCode ?? 0, closes: response.headers.connection === 'close' }));
    });
    sent.once('error', fail).end(body);
  });
}

test('a replica that is told to stop in the middle of a rush costs nobody a request', async () => {
  const over = new AbortController();
  const agent = new Agent({ keepAlive: true });
  let ready = replicas.map(({ url }) => url);
  /** As any load balancer does: who is not ready gets nobody new. */
  const balancer = (async () => {
    while (!over.signal.aborted) {
      const looks = await Promise.all(
        replicas.map(({ url }) =>
          fetch(`${url}/api/health/ready`).then(
            (response) => ({ url, ok: response.ok }),
            () => ({ url, ok: false }),
          ),
        ),
      );
      ready = looks.filter(({ ok }) => ok).map(({ url }) => url);
      await sleep(LOOKS);
    }
  })();
  const failures: string[] = [];
  const answers: (Answer & { url: string })[] = [];
  const body = JSON.stringify({ type: 'add', item: { item: 'digital-issue', ref: 'iss:2', quantity: 1 } });
  const readers = Array.from({ length: READERS }, async (_, index) => {
    for (let turn = index; !over.signal.aborted; turn++) {
      const url = ready[turn % ready.length] ?? 'http://nobody.invalid';
      // Both a read and what must not be sent twice; each is somebody else, since one network begins so many sessions
      // only.
      const from = `10.${index}.${turn >> 8}.${turn & 255}`;
      const sent = turn % 2 === 0 ? call(agent, `${url}/api/config/shipping`, null, from) : call(agent, `${url}/api/cart`, body, from);
      await sent.then(
        (answer) => answers.push({ ...answer, url }),
        (error: unknown) => failures.push(String(error)),
      );
      // Somebody reads for a while: connections idle, and are used again.
      await sleep((turn * 37) % 120);
    }
  });
  // A rush: two seconds, or as long as a busy machine takes for so many.
  await Promise.all([sleep(2000), expect.poll(() => answers.length, { timeout: 60_000 }).toBeGreaterThan(RUSH)]);
  const [old] = replicas;
  if (!old) return expect.unreachable();
  // It has just looked: until it looks again, both are asked.
  const looked = ready;
  await expect.poll(() => ready === looked, { interval: 10, timeout: 5000 }).toBe(false);
  const before = answers.length;
  const gone = old.died;
  old.signal('SIGTERM');
  await gone;
  await sleep(1000);
  over.abort();
  await Promise.all([...readers, balancer]);
  agent.destroy();

  expect(failures).toEqual([]);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const late = answers.slice(before).filter(({ url }) => url === old.url);
  expect(
    late.some(({ closes }) => closes),
    'somebody was told to come over another connection',
  ).toBe(true);
});
