import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/test-app.ts';

const ITEM = { type: 'add', item: { item: 'digital-issue', ref: 'iss:2', quantity: 1 } };

test('told to stop, the service accepts nothing new, finishes what it holds, and ends well', async () => {
  const databaseUrl = await createTestDatabase();
  const server = start({ DATABASE_URL: databaseUrl, PORT: '0' });
  const port = await portOf(server);
  const add = (cookie: string) =>
    fetch(`http://127.0.0.1:${port}/api/cart`, {
      method: 'POST',
      body: JSON.stringify(ITEM),
      headers: { 'Content-Type': 'application/json', Cookie: cookie },
    });
  const cookie = (await add('')).headers.getSetCookie()[0]?.split(';')[0] ?? '';

  // Holds the cart's row, so that the next add waits in the database for as long as this test wants.
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from cart for update');
  const held = add(cookie);
  await waiting(holder);

  server.kill('SIGTERM');
  await lineOf(server, 'stopping');
  // A new connection is refused; one that was open before is told to go elsewhere, and closed.
  const late = await add(cookie).catch(() => null);
  expect(late && [late.status, late.headers.get('connection')]).toEqual(late && [503, 'close']);

  await holder.query('commit');
  const answer = await held;
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ items: [{ quantity: 2 }] });
  await holder.end();
  expect(await once(server, 'exit')).toEqual([0, null]);
});

test('a wrong environment stops the start, with its names and without a stack', async () => {
  const server = start({ PORT: 'eighty', PUBLIC_URL: 'nowhere' });
  let said = '';
  server.stderr?.on('data', (text: Buffer) => (said += text.toString()));
  expect(await once(server, 'exit')).toEqual([1, null]);
  expect(said).toMatch(/^The configuration cannot be used:\n {2}PORT .*\n {2}PUBLIC_URL .*\n$/);
});

function start(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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

/** Until the add waits for the holder's lock; the service's jobs begin in the same moment, and wait for locks of their own. */
async function waiting(holder: pg.Client): Promise<void> {
  for (;;) {
    const { rowCount } = await holder.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%with owner as%'`,
    );
    if (rowCount === 1) return;
  }
}
