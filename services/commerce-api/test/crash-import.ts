// For tests only: the round of imports, in a process that ends itself after so many batches as `kill -9` would.
import { openDeps } from '../src/main/open-deps.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { createLog } from '../src/platform/http/log.ts';
import { runImports } from '../src/readers/imports/run-imports.ts';

const [, , environment = '{}', batches = '0', inside = ''] = process.argv;
const config = readConfig(JSON.parse(environment));
if (!config.local || config.databaseUrl === null) throw new Error('This program ends itself on purpose: it is for a test.');

let left = Number(batches);
const deps = {
  ...(await openDeps(config, config.databaseUrl, createLog('silent'))),
  reached: (step: string) => {
    // Between two batches, or in the middle of the next.
    if (step === (inside === '' ? 'import-batch' : 'import-rows') && (left -= 1) === 0) process.kill(process.pid, 'SIGKILL');
  },
};
await runImports(deps);
await deps.db.$disconnect();
