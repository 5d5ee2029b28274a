import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { requireAccount } from '../card/require-account.ts';
import { switchAutorenew } from './switch-autorenew.ts';

export function autorenewRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();

  serveEndpoint(routes, endpoints.autorenew, async (c, { body }) => ({
    autorenew: await switchAutorenew(deps, await requireAccount(deps, c), body.autorenew ?? null),
  }));

  return routes;
}
