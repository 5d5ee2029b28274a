import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import { requireHuman } from '../platform/bot-check/require-human.ts';
import { HOUR } from '../platform/duration.ts';
import type { AppEnv, Routes } from '../platform/http/app-env.ts';
import { clientAddress, networkOf } from '../platform/http/client-address.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import { takePoint } from '../platform/limits/take-point.ts';
import type { Deps } from '../publication/deps.ts';
import { joinList, parseTags } from '../readers/join-list.ts';

/** For each network: an office signs up in a morning, a flood does not get through. */
const SIGNUPS = { points: 30, window: HOUR };

export function mailingListRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  serveEndpoint(routes, endpoints.listSignup, async (c, { query, body: { email } }) => {
    const tags = parseTags(query['list-tag']);
    await takePoint(deps, `list-signup:${networkOf(clientAddress(c, deps.config.trustedProxies))}`, SIGNUPS);
    // The form shows its messages beside its only field (section 7).
    await requireHuman(deps, c, { token: query.captcha, action: 'list-signup', field: 'email' });
    await joinList(deps, email, tags);
    return { email };
  });
  return routes;
}
