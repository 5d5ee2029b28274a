import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import type { AppEnv, Routes } from '../platform/http/app-env.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import { readVisit, sayWhetherReader, touchSession } from '../platform/sessions/session.ts';
import type { Deps } from '../publication/deps.ts';
import { readPage } from './read-page.ts';

export function pageRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  serveEndpoint(routes, endpoints.page, async (c, { params, query }) => {
    c.header('Cache-Control', 'no-store');
    const { hash, network } = readVisit(c, deps.config);
    const { page, seen } = await readPage(deps, { ...query, name: params.name, session: hash, network });
    if (seen) await touchSession(deps, c, seen);
    sayWhetherReader(c, deps.config.cookie, Boolean(page.account ?? page.institution));
    return page;
  });
  return routes;
}
