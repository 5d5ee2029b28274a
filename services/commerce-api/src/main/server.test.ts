// @module-tag ci
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { programEnv } from '../../test/program-env.ts';
import { createTestDatabase } from '../../test/test-app.ts';

const ITEM = { type: 'add', item: { item: 'digital-issue', ref: 'iss:2', quantity: 1 } };

test('told to stop, the service accepts nothing new, finishes what it holds, and ends well', async () => {
  const databaseUrl = await patientDatabase();
  const { server, ended } = start({ DATABASE_URL: databaseUrl, PORT: '0' });
  const port = await portOf(server);
  const add = (cookie: string) =>
    fetch(`http://127.0.0.1:${port}/api/cart`, {
      method: 'POST',
      body: JSON.stringify(ITEM),
      headers: { 'Content-Type': 'application/json', Cookie: cookie },
    });
  const first = await add('');
  expect(first.status).toBe(200);
  const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? '';

  // Holds the cart's row, so that the next add waits in the database for as long as this test wants.
  const holder = await holding(databaseUrl, 'select from cart for update');
  const held = add(cookie);
  await waiting(databaseUrl, '%cart%', held);

  server.kill('SIGTERM');
  await lineOf(server, 'stopping');
  // A new connection is refused; who still comes through is told to go elsewhere. They ask for nothing that waits for
  // the cart's row, as this test waits for them.
  const late = await fetch(`http://127.0.0.1:${port}/api/health/live`).catch(() => null);
  expect(late?.headers.get('connection') ?? 'close').toBe('close');

  await holder.query('commit');
  const answer = await held;
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ items: [{ quantity: 2 }] });
  expect(await ended).toEqual([0, null]);
}, 120_000);

test('as it is built, the service finds what stands beside its source: migrations, and words and examples of the API’s description', async () => {
  const service = join(import.meta.dirname, '../..');
  const folder = join(service, 'dist', `tried-${process.pid}`);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync(process.execPath, [join(service, 'scripts/build.ts'), folder], { env: programEnv({}) });

  const { server, ended } = start({ DATABASE_URL: await createTestDatabase(), PORT: '0' }, join(folder, 'server.mjs'));
  const port = await portOf(server);
  const described = await fetch(`http://127.0.0.1:${port}/api/openapi.json`);
  expect(described.status).toBe(200);
  expect(await described.json()).toMatchObject({
    paths: { '/api/cart': { get: { description: expect.stringContaining(' ') } } },
    // What is shared has its name, by which it is referred to.
    components: { schemas: { Cart: { type: 'object' } }, responses: { Refusal404: { description: 'Not there' } } },
  });
  expect((await fetch(`http://127.0.0.1:${port}/api/docs`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/api/store/products`)).status).toBe(200);
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
}, 120_000);

test('told to stop while its work hangs, the service says so and ends by itself all the same, and not well', async () => {
  const databaseUrl = await patientDatabase();
  const { server, ended } = start({ DATABASE_URL: databaseUrl, PORT: '0' });
  await portOf(server);
  // Its jobs wait for a lock, for longer than a stop may take.
  await holding(databaseUrl, 'lock table outbox');
  await waiting(databaseUrl, '%outbox%');

  server.kill('SIGTERM');
  await lineOf(server, 'the stop hangs');
  expect(await ended).toEqual([1, null]);
}, 120_000);

test('told to stop while it starts, the service ends well as soon as it has started', async () => {
  const databaseUrl = await patientDatabase();
  // What every start asks the database for waits.
  const holder = await holding(databaseUrl, 'lock table publication');
  const { server, ended } = start({ DATABASE_URL: databaseUrl, PORT: '0' });
  await waiting(databaseUrl, '%');

  server.kill('SIGTERM');
  await holder.query('commit');
  await lineOf(server, 'stopped');
  expect(await ended).toEqual([0, null]);
}, 120_000);

test('a wrong environment stops the start, with its names and without a stack', async () => {
  const { server, ended } = start({ PORT: 'eighty', PUBLIC_URL: 'nowhere' });
  let message = '';
  server.stderr?.on('data', (text: Buffer) => (message += text.toString()));
  expect(await ended).toEqual([1, null]);
  expect(message).toMatch(/^The configuration cannot be used:\n {2}PORT .*\n {2}PUBLIC_URL .*\n$/);
});

/** One whose locks are waited for as long as a test wants, on a slow machine too. */
async function patientDatabase(): Promise<string> {
  return `${await createTestDatabase()}?lock_timeout=100000&statement_timeout=100000`;
}

/** `ended` is heard from the start: a process is gone before who asks afterwards. None of them outlives its test. */
function start(
  env: Record<string, string>,
  file = join(import.meta.dirname, 'server.ts'),
): { server: ChildProcess; ended: Promise<unknown[]> } {
  const server = spawn(process.execPath, [file], {
    env: programEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  return { server, ended: once(server, 'exit') };
}

/** Keeps in a transaction what this takes, until it commits or the test is over. */
async function holding(databaseUrl: string, sql: string): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin');
  await holder.query(sql);
  return holder;
}

async function portOf(server: ChildProcess): Promise<number> {
  const line: { port: number } = JSON.parse(await lineOf(server, 'is listening'));
  return line.port;
}

/** The next line of the log that has this in it. */
async function lineOf(server: ChildProcess, text: string): Promise<string> {
  if (!server.stdout) throw new Error('the server has no log');
  for await (const line of createInterface({ input: server.stdout })) if (line.includes(text)) return line;
  throw new Error(`the server ended before it said "${text}"`);
}

/**
 * Until one of such statements waits for a lock. Looked at outside of the holder's transaction, in which others stay as
 * they were at the first look. Who `asked` for it has no answer before that: one that comes ends the wait.
 */
async function waiting(databaseUrl: string, like: string, asked?: Promise<Response>): Promise<void> {
  let answered: number | undefined;
  asked?.then(
    ({ status }) => (answered = status),
    () => (answered = 0),
  );
  const watcher = new pg.Client({ connectionString: databaseUrl });
  await watcher.connect();
  onTestFinished(() => watcher.end());
  for (;;) {
    const { rowCount } = await watcher.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like $1`,
      [like],
    );
    if (rowCount) return;
    if (answered !== undefined) throw new Error(`answered with ${answered}, and not held`);
    await setTimeout(20);
  }
}
