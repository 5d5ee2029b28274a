import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { Hono } from 'hono';
import { drawCalibration } from '../../desk/post/draw-calibration.ts';
import { exportLabels } from '../../desk/post/export-labels.ts';
import { makePostLists } from '../../desk/post/make-post-lists.ts';
import { readPost } from '../../desk/post/read-post.ts';
import { readReturned, returnToSender } from '../../desk/post/return-to-sender.ts';
import type { AppEnv, Routes } from '../../platform/http/app-env.ts';
import { serveDesk, type DeskDeps } from './serve-desk.ts';

/** Print in the post: lists and their labels, and what comes back. */
export function deskPostRoutes(deps: DeskDeps): Routes {
  const routes = new Hono<AppEnv>();

  serveDesk(routes, deps, deskEndpoints.deskPost, (_c, { person }, { params }) => readPost(deps, person, params.number));

  serveDesk(routes, deps, deskEndpoints.deskMakePostLists, (_c, { person, network }, { params, query, body }) =>
    makePostLists(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskExportLabels, (_c, { person, network }, { params, body }) =>
    exportLabels(deps, person, { ...params, ...body, network }),
  );

  serveDesk(routes, deps, deskEndpoints.deskCalibration, (_c, _asker, { body }) => drawCalibration(body));

  serveDesk(routes, deps, deskEndpoints.deskReturned, () => readReturned(deps));

  serveDesk(routes, deps, deskEndpoints.deskReturnToSender, (_c, { person, network }, { query, body }) =>
    returnToSender(deps, person, { ...body, network, dry: query.dry !== undefined }),
  );

  return routes;
}
