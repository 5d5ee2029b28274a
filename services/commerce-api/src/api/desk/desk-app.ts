import { Hono } from 'hono';
import { except } from 'hono/combine';
import { createMiddleware } from 'hono/factory';
import { requestId } from 'hono/request-id';
import type { AppEnv, Routes } from '../../platform/http/app-env.ts';
import { guardHost } from '../../platform/http/guard-host.ts';
import { limitBody } from '../../platform/http/limit-body.ts';
import { observe } from '../../platform/http/observe.ts';
import { refuseUnreadable } from '../../platform/http/refuse-unreadable.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { onError } from '../on-error.ts';
import { ownDeskEndpoints } from '../own-endpoints.ts';
import { deskDataHeaders } from '../security-headers.ts';
import { deskDocsRoutes } from './desk-docs-routes.ts';
import { deskImportRoutes } from './desk-import-routes.ts';
import { deskJobRoutes } from './desk-job-routes.ts';
import { deskIssueRoutes } from './desk-issue-routes.ts';
import { deskPostRoutes } from './desk-post-routes.ts';
import { deskOrderRoutes } from './desk-order-routes.ts';
import { deskPageRoutes } from './desk-page-routes.ts';
import { deskParcelRoutes } from './desk-parcel-routes.ts';
import { deskReaderRoutes } from './desk-reader-routes.ts';
import { deskRefundRoutes } from './desk-refund-routes.ts';
import { deskSessionRoutes } from './desk-session-routes.ts';
import { deskStaffRoutes } from './desk-staff-routes.ts';
import type { DeskDeps } from './serve-desk.ts';
import { takesFile } from './takes-file.ts';
import { apiText } from '../../platform/http/api-text.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';

const features: ((deps: DeskDeps) => Routes)[] = [
  deskSessionRoutes,
  deskStaffRoutes,
  deskReaderRoutes,
  deskOrderRoutes,
  deskIssueRoutes,
  deskPostRoutes,
  deskImportRoutes,
  deskRefundRoutes,
  deskParcelRoutes,
  deskJobRoutes,
  deskDocsRoutes,
  deskPageRoutes,
];

/**
 * The publisher's desk: an app of its own on a port of its own, so that no route of the readers' is here and none of
 * these there. Neither knows the other's cookie.
 */
export function createDeskApp(deps: Deps): Routes {
  const { desk } = deps.config;
  if (desk === null) throw new Error('no desk is configured');
  const app = new Hono<AppEnv>();
  app.onError(onError(deps));
  app.notFound(() => {
    throw new Refusal(404, apiText('not_found'));
  });
  app.use('/api/*', requestId({ headerName: '' }), observe(deps), deskDataHeaders, guardHost(deps), refuseUnreadable);
  app.use('/api/*', ownOriginOnly(desk.url), except(takesFile, jsonOnly), except(takesFile, limitBody()));
  for (const feature of features) app.route('/', feature({ ...deps, desk }));
  return app;
}

const READS = new Set(['GET', 'HEAD']);
const TYPED = new Set(Object.values(ownDeskEndpoints).map(({ path }): string => path));

/**
 * Nothing here is for another page: whatever says that it comes from one is refused, and so is a change that does not
 * say where it comes from. There are no CORS headers either. The document of its calls is opened by its address.
 */
function ownOriginOnly(url: string) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const origin = c.req.header('origin');
    const site = c.req.header('sec-fetch-site');
    const isTyped = site === 'none' && TYPED.has(c.req.path);
    const isForeign = (origin !== undefined && origin !== url) || (site !== undefined && site !== 'same-origin' && !isTyped);
    if (isForeign || (origin === undefined && !READS.has(c.req.method))) throw new Refusal(403, apiText('foreign_page'));
    await next();
  });
}

/** A form of another page can send anything but this. */
const jsonOnly = createMiddleware<AppEnv>(async (c, next) => {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (c.req.method === 'POST' && type !== 'application/json') throw new Refusal(415, deskText('send_json'));
  await next();
});
