import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import { MINUTE } from '../platform/duration.ts';
import type { AppEnv, Routes } from '../platform/http/app-env.ts';
import { clientAddress, networkOf } from '../platform/http/client-address.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import { countPoint } from '../platform/limits/take-point.ts';
import { apiText } from '../platform/http/api-text.ts';
import type { Deps } from '../publication/deps.ts';

export function botCheckRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  serveEndpoint(routes, endpoints.botChallenge, async (c) => {
    const challenge = deps.botCheck.challenge;
    if (!challenge) throw new Refusal(404, apiText('not_found'));
    c.header('Cache-Control', 'no-store');
    const network = networkOf(clientAddress(c, deps.config.trustedProxies));
    const { points } = await countPoint(deps, `challenge:${network}`, 10 * MINUTE);
    return { ...(await challenge(points)) };
  });
  return routes;
}
