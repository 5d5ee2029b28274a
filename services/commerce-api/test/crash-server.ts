// For tests only: the real service, which at the step that its second argument names sends itself the signal of the
// third: ends as `kill -9` would, or freezes.
import { flushCompileCache } from 'node:module';
import { startService } from '../src/main/start-service.ts';
import { altchaCheck } from '../src/platform/bot-check/altcha.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { openDb } from '../src/platform/db/db.ts';

const [, , environment = '{}', stopAt = '', signal = 'SIGKILL'] = process.argv;
const config = readConfig(JSON.parse(environment));
if (!config.local || config.databaseUrl === null) throw new Error('This program ends itself on purpose: it is for a test.');

// Who is woken goes on.
let stopped = false;
const check = { db: openDb(config.databaseUrl, { connections: 1 }), clock: () => new Date() };
const service = await startService(config, {
  // The real check, at a difficulty that costs a test nothing.
  botCheck: altchaCheck(check, { secret: 'a secret of the tests', cost: 1, tries: { min: 1, max: 5 } }),
  reached: (step) => {
    if (step !== stopAt || stopped) return;
    stopped = true;
    process.kill(process.pid, signal);
  },
});
process.once('SIGTERM', () => void service.stop().then(() => check.db.$disconnect()));
// Whoever started it is gone.
process.stdin
  .once('end', () => process.exit())
  .resume()
  .unref();
// Killed processes leave none behind.
flushCompileCache();
