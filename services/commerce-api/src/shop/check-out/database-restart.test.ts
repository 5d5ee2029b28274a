import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../test/scratch-postgres.ts';
import { readerAt, startServer } from '../../../test/server.ts';
import { expectBalanced, startEmulator, stock } from '../../../test/shop.ts';
import { openDb } from '../../platform/db/db.ts';
import { startEmbeddedPostgres } from '../../platform/db/embedded-postgres.ts';
import { createDatabase, withDatabase } from '../../platform/db/open-database.ts';

test('the database is restarted in the middle of a purchase: the reader tries again, and has bought once', { tags: ['long'] }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-restart-'));
  // PostgreSQL's unprivileged user must get through to the data directory inside.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const startPostgres = () => startEmbeddedPostgres(join(folder, 'data'), { port });
  let postgres = await startPostgres();
  await createDatabase(postgres.url, 'shop');
  const databaseUrl = withDatabase(postgres.url, 'shop');
  const emulator = await startEmulator();
  const server = await startServer({ databaseUrl, emulator });
  onTestFinished(async () => {
    await server.kill();
    await emulator.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const restart = async (meanwhile: () => Promise<void>) => {
    await postgres.stop();
    await meanwhile();
    postgres = await startPostgres();
  };

  const before = openDb(databaseUrl, { connections: 1 });
  const ref = await stock(before, 'prd:lamp', 5);
  await before.$disconnect();
  const reader = readerAt(server, emulator);
  await reader.add(ref);
  const captcha = await reader.browser.captcha();
  const body = { name: 'Ada', email: 'ada@example.org', total: 1000, address: { line1: '1', city: 'B', postcode: '28195', country: 'DE' } };

  await restart(async () => {
    const away = await reader.browser.post(`/api/cart/checkout?captcha=${captcha}`, body);
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '1']);
  });
  const started = await reader.start();
  await restart(async () => {
    expect(await reader.pay(started)).toBe('succeeded');
    expect((await reader.browser.get(`/api/checkout/${started.intent}`)).status).toBe(503);
  });
  await expect.poll(async () => (await reader.status(started.intent)).status).toBe('completed');

  const after = openDb(databaseUrl, { connections: 1 });
  await expectBalanced(after, emulator, { [ref]: 5 });
  await after.$disconnect();
});
