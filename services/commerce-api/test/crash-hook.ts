// For tests only: hands over a webhook's message in a process that ends itself at a step as `kill -9` would.
import { deliverHooks } from '../src/jobs/hooks/deliver-hook.ts';
import { openDeps } from '../src/main/open-deps.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { createLog } from '../src/platform/http/log.ts';

const [, , environment = '{}', stopAt = '', message = ''] = process.argv;
const config = readConfig(JSON.parse(environment));
if (!config.local || config.databaseUrl === null || config.webhook === null)
  throw new Error('This program ends itself on purpose: it is for a test.');

const deps = {
  ...(await openDeps(config, config.databaseUrl, createLog('silent'))),
  reached: (step: string) => {
    if (step === stopAt) process.kill(process.pid, 'SIGKILL');
  },
};
await deliverHooks(deps, config.webhook, [{ id: message, data: { message } }]);
await deps.db.$disconnect();
