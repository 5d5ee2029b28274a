import { accountEndpoints } from '@newsstand/contracts/account-endpoints';
import { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import { agentName } from '../access/agent-rules.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';
import { clientAddress, networkOf } from '../http/client-address.ts';
import { sendCookie } from '../http/cookies.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { sessionHash } from '../http/session.ts';
import { LASTS, openAdminView } from './open-admin-view.ts';

export function adminViewRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  const { cookie, trustedProxies } = deps.config;

  serveEndpoint(routes, accountEndpoints.openAdminView, async (c, { body }) => {
    c.header('Cache-Control', 'no-store');
    const { token, expires } = await openAdminView(deps, {
      token: body.token,
      session: sessionHash(c, cookie),
      network: networkOf(clientAddress(c, trustedProxies)),
      agent: agentName(c.req.header('user-agent')),
    });
    // The browser forgets it in time by itself, so that staff is not refused everything for weeks.
    sendCookie(c, cookie, 'sid', token, LASTS);
    return { redirect: '/account', expires: expires.toISOString() };
  });

  return routes;
}
