// For tests only: the real service, which ends itself as `kill -9` would at the step that its second argument names.
import { flushCompileCache } from 'node:module';
import { altchaCheck } from '../bot-check/altcha.ts';
import { readConfig } from '../config.ts';
import { openDb } from '../db/db.ts';
import { startService } from '../start-service.ts';

const [, , environment = '{}', crashAt = ''] = process.argv;
const config = readConfig(JSON.parse(environment));
if (config.production || config.databaseUrl === null) throw new Error('This program ends itself on purpose: it is for a test.');

const check = { db: openDb(config.databaseUrl, { connections: 1 }), clock: () => new Date() };
await startService(config, {
  // The real check, at a difficulty that costs a test nothing.
  botCheck: altchaCheck(check, { secret: 'a secret of the tests', cost: 1, tries: { min: 1, max: 5 } }),
  reached: (step) => {
    if (step === crashAt) process.kill(process.pid, 'SIGKILL');
  },
});
// Killed processes leave none behind.
flushCompileCache();
