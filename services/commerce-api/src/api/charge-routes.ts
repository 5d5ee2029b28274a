import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import { readChargeStatus } from '../payments/renewals/read-charge-status.ts';
import { MINUTE } from '../platform/duration.ts';
import type { AppEnv, Routes } from '../platform/http/app-env.ts';
import { clientAddress, networkOf } from '../platform/http/client-address.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import { takePoint } from '../platform/limits/take-point.ts';
import { apiText } from '../platform/http/api-text.ts';
import type { Deps } from '../publication/deps.ts';

/**
 * Nobody guesses a token; the page asks once a second while the bank makes up its mind (section 9: at most 100 times).
 */
const LOOKS = { points: 300, window: 10 * MINUTE };

export function chargeRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  serveEndpoint(routes, endpoints.charge, async (c, { params }) => {
    await takePoint(deps, `charge:${networkOf(clientAddress(c, deps.config.trustedProxies))}`, LOOKS);
    const status = await readChargeStatus(deps, params.token);
    if (!status) throw new Refusal(404, apiText('not_found'));
    c.header('Cache-Control', 'private, no-store');
    return status;
  });
  return routes;
}
