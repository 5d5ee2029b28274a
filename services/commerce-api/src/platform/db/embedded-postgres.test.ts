// @module-tag ci
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../test/scratch-postgres.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

let folder: string;
let port: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'newsstand-embedded-'));
  chmodSync(folder, 0o755);
  port = await freePort();
});
afterAll(() => rmSync(folder, { recursive: true }));

test('what was committed survives a stop and a kill, and a running server is joined, not fought', async () => {
  const directory = join(folder, 'data');
  const first = await startEmbeddedPostgres(directory, { port });
  await query(first.url, 'create table kept (n int)');
  await query(first.url, 'insert into kept values (1)');

  const joined = await startEmbeddedPostgres(directory, { port: port + 1 });
  expect(joined.url).toBe(first.url);
  await joined.stop();
  expect(await query(first.url, 'select n from kept')).toEqual([{ n: 1 }]);

  await first.stop();
  await expect(query(first.url, 'select 1')).rejects.toThrow();

  const second = await startEmbeddedPostgres(directory, { port });
  await query(second.url, 'insert into kept values (2)');
  await kill(Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]));

  const third = await startEmbeddedPostgres(directory, { port });
  expect(await query(third.url, 'select n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }]);
  await third.stop();
});

test('a server whose owner was killed is taken over, and stopped with the one who took it', async () => {
  const directory = join(folder, 'orphan');
  const module = join(import.meta.dirname, 'embedded-postgres.ts');
  const script = `const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    await startEmbeddedPostgres(${JSON.stringify(directory)}, { port: ${await freePort()} });
    process.kill(process.pid, 'SIGKILL');`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
  expect(await once(owner, 'exit')).toEqual([null, 'SIGKILL']);

  const adopted = await startEmbeddedPostgres(directory, { port: await freePort() });
  expect(await query(adopted.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  await adopted.stop();
  await expect(query(adopted.url, 'select 1')).rejects.toThrow();
});

/** As the machine would: without a word. Its helper processes notice, and end. */
async function kill(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  for (let alive = true; alive; await setTimeout(20)) {
    try {
      process.kill(pid, 0);
    } catch {
      alive = false;
    }
  }
}

async function query(url: string, sql: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}
