// For tests only: a replica's renewal run at a moment that is given, which sends itself a signal at a step that is
// given: ends as `kill -9` would, or freezes.
import { openDeps } from '../src/main/open-deps.ts';
import { runRenewals } from '../src/payments/renewals/run-renewals.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { createLog } from '../src/platform/http/log.ts';

const [, , environment = '{}', at = '', stopAt = '', times = '1', signal = 'SIGKILL'] = process.argv;
const config = readConfig(JSON.parse(environment));
if (!config.local || config.databaseUrl === null) throw new Error('This program ends itself on purpose: it is for a test.');

let left = Number(times);
const deps = await openDeps(config, config.databaseUrl, createLog('silent'));
await runRenewals({
  ...deps,
  clock: () => new Date(at),
  reached: (step) => {
    if (step !== stopAt) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, signal);
  },
});
await deps.db.$disconnect();
