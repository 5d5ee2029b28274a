import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { Hono } from 'hono';
import { readJobs } from '../../desk/jobs/read-jobs.ts';
import { retryJob } from '../../desk/jobs/retry-job.ts';
import type { AppEnv, Routes } from '../../platform/http/app-env.ts';
import { serveDesk, type DeskDeps } from './serve-desk.ts';

/** The work beside the requests: what waits, what failed, and having it tried again. */
export function deskJobRoutes(deps: DeskDeps): Routes {
  const routes = new Hono<AppEnv>();

  serveDesk(routes, deps, deskEndpoints.deskJobs, () => readJobs(deps));

  serveDesk(routes, deps, deskEndpoints.deskRetryJob, (_c, { person, network }, { params, query, body }) =>
    retryJob(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  return routes;
}
