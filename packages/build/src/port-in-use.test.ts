import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let dir: string;
let other: Server;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'newsstand-port-'));
  other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  other.close();
  await rm(dir, { recursive: true, force: true });
});

test('a remote whose port somebody else has says which one it is and how another is taken', { timeout: 60_000, tags: ['ci'] }, async () => {
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await writeFile(join(dir, 'mount.ts'), 'export const contract = 1;\nexport const mounts = {};\n');
  await writeFile(
    join(dir, 'rspack.config.mjs'),
    `import { remote } from ${JSON.stringify(join(import.meta.dirname, 'remote.ts'))};
export default remote({ dir: ${JSON.stringify(dir)}, name: 'small', port: ${port}, mount: './mount.ts' });\n`,
  );
  const { status, stderr } = spawnSync(join(import.meta.dirname, '../../../node_modules/.bin/rspack'), ['dev'], {
    cwd: dir,
    encoding: 'utf8',
    timeout: 50_000,
    env: { ...process.env, npm_lifecycle_event: 'dev' },
  });
  expect(stderr).toContain(`Port ${port} is in use, so small is not served.`);
  expect(stderr).toMatch(/PORT=\d+ npm run dev -w /);
  expect(stderr).not.toContain('EADDRINUSE');
  expect(status).toBe(1);
});
