import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import { MINUTE } from '../duration.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';
import { clientAddress, networkOf } from '../http/client-address.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { countPoint } from '../limits/take-point.ts';
import { Refusal } from '../refusal.ts';

export function botCheckRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  serveEndpoint(routes, endpoints.botChallenge, async (c) => {
    const challenge = deps.botCheck.challenge;
    if (!challenge) throw new Refusal(404, 'Not found.');
    c.header('Cache-Control', 'no-store');
    const network = networkOf(clientAddress(c, deps.config.trustedProxies));
    const { points } = await countPoint(deps, `challenge:${network}`, 10 * MINUTE);
    return { ...(await challenge(points)) };
  });
  return routes;
}
