import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startMain } from './start-main.ts';

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
