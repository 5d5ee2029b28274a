import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import { switchAutorenew } from '../account/switch-autorenew.ts';
import { requireAccount } from '../payments/cards/require-account.ts';
import type { AppEnv, Routes } from '../platform/http/app-env.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import type { Deps } from '../publication/deps.ts';

export function autorenewRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();

  serveEndpoint(routes, endpoints.autorenew, async (c, { body }) => ({
    autorenew: await switchAutorenew(deps, await requireAccount(deps, c), body.autorenew ?? null),
  }));

  return routes;
}
