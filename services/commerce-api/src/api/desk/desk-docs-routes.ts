import { Hono } from 'hono';
import { fullName } from '../../platform/http/cookies.ts';
import type { AppEnv, Routes } from '../../platform/http/app-env.ts';
import { once } from '../../platform/once.ts';
import { ownDeskEndpoints } from '../own-endpoints.ts';
import { type DeskDeps, serveDesk } from './serve-desk.ts';

/**
 * The OpenAPI document of the desk's calls, and a page to read it on, made for the first who asks, with what only they
 * need.
 */
export function deskDocsRoutes(deps: DeskDeps): Routes {
  const { url, cookie } = deps.desk;
  const document = once(async () => {
    const { makeDeskDocument } = await import('./desk-document.ts');
    return makeDeskDocument({ url, cookie: fullName(cookie, 'desk') });
  });
  const json = once(async () => JSON.stringify(await document()));
  const page = once(async () => {
    const { renderDocs } = await import('../render-docs.ts');
    return renderDocs(await document(), ownDeskEndpoints.deskOpenapi.path);
  });
  const routes = new Hono<AppEnv>();
  serveDesk(routes, deps, ownDeskEndpoints.deskOpenapi, async (c) => c.body(await json(), 200, { 'Content-Type': 'application/json' }));
  serveDesk(routes, deps, ownDeskEndpoints.deskDocs, async (c) => c.html(await page()));
  return routes;
}
