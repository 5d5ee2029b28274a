import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import { MINUTE } from '../duration.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';
import { clientAddress, networkOf } from '../http/client-address.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { takePoint } from '../limits/take-point.ts';
import { Refusal } from '../refusal.ts';
import { readChargeStatus } from './read-charge-status.ts';

/** Nobody guesses a token; the page asks once a second while the bank makes up its mind (section 9: at most 100 times). */
const LOOKS = { points: 300, window: 10 * MINUTE };

export function calendarRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  serveEndpoint(routes, endpoints.charge, async (c, { params }) => {
    await takePoint(deps, `charge:${networkOf(clientAddress(c, deps.config.trustedProxies))}`, LOOKS);
    const status = await readChargeStatus(deps, params.token);
    if (!status) throw new Refusal(404, 'Not found.');
    c.header('Cache-Control', 'private, no-store');
    return status;
  });
  return routes;
}
