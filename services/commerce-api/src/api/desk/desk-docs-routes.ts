import { Hono } from 'hono';
import { fullName } from '../../platform/http/cookies.ts';
import type { AppEnv, Routes } from '../../platform/http/app-env.ts';
import { once } from '../../platform/once.ts';
import { ownDeskEndpoints } from '../own-endpoints.ts';
import { type DeskDeps, serveDesk } from './serve-desk.ts';

/** The OpenAPI document of the desk's calls, made for the first who asks, with what only it needs. */
export function deskDocsRoutes(deps: DeskDeps): Routes {
  const { url, cookie } = deps.desk;
  const document = once(async () => {
    const { makeDeskDocument } = await import('./desk-document.ts');
    return JSON.stringify(await makeDeskDocument({ url, cookie: fullName(cookie, 'desk') }));
  });
  const routes = new Hono<AppEnv>();
  serveDesk(routes, deps, ownDeskEndpoints.deskOpenapi, async (c) => c.body(await document(), 200, { 'Content-Type': 'application/json' }));
  return routes;
}
