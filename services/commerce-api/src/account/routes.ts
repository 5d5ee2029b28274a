import { accountEndpoints } from '@newsstand/contracts/account-endpoints';
import { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { sessionHash, touchSession } from '../http/session.ts';
import { Refusal } from '../refusal.ts';
import { readSubscriber } from './read-subscriber.ts';

export function accountRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  const { cookie } = deps.config;

  routes.use('/api/account/*', async (c, next) => {
    await next();
    c.header('Cache-Control', 'private, no-store');
  });

  serveEndpoint(routes, accountEndpoints.subscriber, async (c) => {
    const reading = await readSubscriber(deps, sessionHash(c, cookie));
    if (!reading) throw new Refusal(401, 'Please log in.');
    await touchSession(deps, c, reading.seen);
    return { subscriber: reading.subscriber, timetable: reading.subscriber.timetable };
  });

  return routes;
}
