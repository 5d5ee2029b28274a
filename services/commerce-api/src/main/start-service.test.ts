// @module-tag ci
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../../test/scratch-postgres.ts';
import { readConfig } from '../platform/config/config.ts';
import { startService } from './start-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'newsstand-not-started-'));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));

test('a service that does not come to be leaves no PostgreSQL of its own behind', async () => {
  const env = { DATA_DIR: folder, POSTGRES_PORT: String(await freePort()), PUBLICATION_DIR: join(folder, 'nothing'), LOG_LEVEL: 'silent' };
  await expect(startService(readConfig(env))).rejects.toThrow();
  // A server that runs has this file; that one ran is seen by its data.
  expect(existsSync(join(folder, 'postgres', 'PG_VERSION'))).toBe(true);
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
});
