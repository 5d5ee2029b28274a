import { pathOf } from '@newsstand/contracts/paths';
import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import { browserName } from '../platform/http/browser-name-rules.ts';
import type { AppEnv, Routes } from '../platform/http/app-env.ts';
import { clientAddress, networkOf } from '../platform/http/client-address.ts';
import { sendCookie } from '../platform/http/cookies.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import { sessionHash } from '../platform/sessions/session.ts';
import type { Deps } from '../publication/deps.ts';
import { LASTS, openAdminView } from '../readers/open-admin-view.ts';

export function adminViewRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  const { cookie, trustedProxies } = deps.config;

  serveEndpoint(routes, endpoints.openAdminView, async (c, { body }) => {
    c.header('Cache-Control', 'no-store');
    const { token, expires } = await openAdminView(deps, {
      token: body.token,
      session: sessionHash(c, cookie),
      network: networkOf(clientAddress(c, trustedProxies)),
      agent: browserName(c.req.header('user-agent')),
    });
    // The browser forgets it in time by itself, so that staff is not refused everything for weeks.
    sendCookie(c, cookie, 'sid', token, LASTS);
    return { redirect: pathOf(deps.publication.cached().paths, 'account'), expires: expires.toISOString() };
  });

  return routes;
}
