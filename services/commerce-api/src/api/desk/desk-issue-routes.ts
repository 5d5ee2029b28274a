import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { Hono } from 'hono';
import { planRelease, stopRelease } from '../../desk/issues/plan-release.ts';
import { putIssueFile } from '../../desk/issues/put-issue-file.ts';
import { readDeskIssue, readDeskIssues } from '../../desk/issues/read-desk-issues.ts';
import { keepUpload } from '../../files/keep-upload.ts';
import type { AppEnv, Routes } from '../../platform/http/app-env.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { serveDesk, type DeskDeps } from './serve-desk.ts';
import { takesFile } from './takes-file.ts';

export function deskIssueRoutes(deps: DeskDeps): Routes {
  const routes = new Hono<AppEnv>();

  serveDesk(routes, deps, deskEndpoints.deskIssues, () => readDeskIssues(deps));

  serveDesk(routes, deps, deskEndpoints.deskIssue, (_c, _asker, { params }) => readDeskIssue(deps, params.number));

  serveDesk(routes, deps, deskEndpoints.deskPlanRelease, (_c, { person, network }, { params, query, body }) =>
    planRelease(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskStopRelease, (_c, { person, network }, { params, query, body }) =>
    stopRelease(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskKeepFile, (c, { person }, { query }) => {
    if (!takesFile(c)) throw new Refusal(415, deskText('send_bytes'));
    return keepUpload(deps, { format: query.format, body: c.req.raw.body, by: person.id });
  });

  serveDesk(routes, deps, deskEndpoints.deskPutIssueFile, (_c, { person, network }, { params, query, body }) =>
    putIssueFile(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  return routes;
}
