import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { sessionHash, touchSession } from '../http/session.ts';
import { readPage } from './read-page.ts';

export function pageRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  serveEndpoint(routes, endpoints.page, async (c, { params, query }) => {
    c.header('Cache-Control', 'no-store');
    const { page, seen } = await readPage(deps, { ...query, name: params.name, session: sessionHash(c, deps.config.cookie) });
    if (seen) await touchSession(deps, c, seen);
    return page;
  });
  return routes;
}
