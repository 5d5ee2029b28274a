import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts';

/** A PostgreSQL of its own for one run of tests or figures: on a free port, in a folder that goes away with it. */
export async function startScratchPostgres(settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-postgres-'));
  // PostgreSQL's unprivileged user must get through to the data directory inside.
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres(join(folder, 'data'), {
    port: await freePort(),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', ...settings },
  });
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address !== null && typeof address === 'object' ? done(address.port) : fail(new Error('no free port'))));
    });
  });
}
