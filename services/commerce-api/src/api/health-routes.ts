import { Hono } from 'hono';
import type { AppEnv, Routes } from '../platform/http/app-env.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import type { Deps } from '../publication/deps.ts';
import { ownEndpoints } from './own-endpoints.ts';
import { apiText } from '../platform/http/api-text.ts';

export function healthRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  const checkReady = async () => {
    await assertReady(deps);
    return { live: true, ready: true, stand_ins: deps.config.standIns };
  };
  serveEndpoint(routes, ownEndpoints.health, checkReady);
  serveEndpoint(routes, ownEndpoints.ready, checkReady);
  serveEndpoint(routes, ownEndpoints.live, async () => ({ live: true }));
  return routes;
}

async function assertReady({ db, log, stopping }: Pick<Deps, 'db' | 'log' | 'stopping'>): Promise<void> {
  if (stopping.aborted) throw new Refusal(503, apiText('not_ready'));
  try {
    await db.$queryRaw`select 1`;
  } catch (error) {
    // Not a bug of this process: the answer tells the load balancer, the log tells the operator.
    log.warn({ err: error }, 'the database does not answer');
    throw new Refusal(503, apiText('not_ready'));
  }
}
