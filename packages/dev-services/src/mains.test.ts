// @module-tag ci
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { COMPILED, startMain } from './start-main.ts';

test.each([
  ['stripe-emulator-main.ts', { PORT: '0' }, /^stripe emulator ready at http:\/\/127\.0\.0\.1:\d+$/],
  [
    'mailbox-main.ts',
    { SMTP_PORT: '0', HTTP_PORT: '0' },
    /^mailbox ready at http:\/\/127\.0\.0\.1:\d+, taking mail at smtp:\/\/127\.0\.0\.1:\d+$/,
  ],
  ['openid-provider-main.ts', { PORT: '0' }, /^openid provider ready at http:\/\/127\.0\.0\.1:\d+$/],
])('%s says that it is ready, and ends cleanly when told to', async (file, env, ready) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const { child, line } = await startMain(file, env);
    expect(line).toMatch(ready);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
  }
});

const MAINS = ['stripe-emulator-main.ts', 'mailbox-main.ts', 'openid-provider-main.ts'];
const FREE = { PORT: '0', SMTP_PORT: '0', HTTP_PORT: '0' };

test.each(
  MAINS.flatMap((file) => [
    ...['0.0.0.0', '::', '10.0.0.7', 'laptop.local'].map((HOST) => ({ file, change: { HOST } })),
    ...['production', 'Production'].map((NODE_ENV) => ({ file, change: { NODE_ENV } })),
    ...(file === 'openid-provider-main.ts'
      ? [{ file, change: { MAGAZINE_ORIGINS: 'http://localhost:4000,https://magazine.example' } }]
      : []),
  ]),
)('$file is for this machine only: $change is refused', ({ file, change }) => {
  const program = fileURLToPath(new URL(file, import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    env: { ...COMPILED, ...FREE, ...change },
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/is for this machine only|does not start in production/);
});
