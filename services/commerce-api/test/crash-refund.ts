// For tests only: somebody at the desk pays an order back (or the round asks again) at a moment that is given, in a
// process that ends itself at a step as `kill -9` would.
import { RefundOrder } from '@newsstand/contracts/desk-refund';
import * as v from 'valibot';
import { refundOrder } from '../src/desk/refunds/refund-order.ts';
import { openDeps } from '../src/main/open-deps.ts';
import { runRefunds } from '../src/payments/refunds/ask-refund.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { createLog } from '../src/platform/http/log.ts';

const [, , environment = '{}', at = '', stopAt = '', person = '', order = '', asked = '{}'] = process.argv;
const config = readConfig(JSON.parse(environment));
if (!config.local || config.databaseUrl === null) throw new Error('This program ends itself on purpose: it is for a test.');

const now = new Date(at);
const deps = {
  ...(await openDeps(config, config.databaseUrl, createLog('silent'))),
  clock: () => now,
  reached: (step: string) => {
    if (step === stopAt) process.kill(process.pid, 'SIGKILL');
  },
};
if (order === '') await runRefunds(deps);
else {
  const { name, email } = await deps.db.staff.findUniqueOrThrow({ where: { id: person } });
  const somebody = { id: person, name, email, roles: ['service' as const], session: '', fresh: now, keys: 1 };
  const wish = v.parse(RefundOrder, JSON.parse(asked));
  const tried = await refundOrder(deps, somebody, { ...wish, order, network: '', dry: true });
  await refundOrder(deps, somebody, { ...wish, version: tried.plan.version, order, network: '', dry: false });
}
await deps.db.$disconnect();
