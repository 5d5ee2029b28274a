import { Refusal as RefusalBody } from '@newsstand/contracts/refusal';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { Deps } from '../deps.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { Refusal } from '../refusal.ts';

const Health = v.object({ live: v.boolean(), ready: v.boolean(), stand_ins: v.array(v.string()) });

const health = {
  method: 'GET',
  path: '/api/health',
  summary: 'Live and ready: it can serve readers',
  answer: Health,
  refusal: RefusalBody,
} as const;
const live = {
  method: 'GET',
  path: '/api/health/live',
  summary: 'Live: restart the process when this does not answer',
  answer: v.object({ live: v.boolean() }),
  refusal: RefusalBody,
} as const;
const ready = { ...health, path: '/api/health/ready', summary: 'Ready: send readers elsewhere while this answers 503' } as const;

export function healthRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  const checkReady = async () => {
    await assertReady(deps);
    return { live: true, ready: true, stand_ins: deps.config.standIns };
  };
  serveEndpoint(routes, health, checkReady);
  serveEndpoint(routes, ready, checkReady);
  serveEndpoint(routes, live, async () => ({ live: true }));
  return routes;
}

async function assertReady({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  try {
    await db.$queryRaw`select 1`;
  } catch (error) {
    // Not a bug of this process: the answer tells the load balancer, the log tells the operator.
    log.warn({ err: error }, 'the database does not answer');
    throw new Refusal(503, 'Not ready.');
  }
}
