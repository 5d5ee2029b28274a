import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { Hono } from 'hono';
import { find } from '../../desk/find/find.ts';
import { readReaderPage, readToday } from '../../desk/readers/read-reader-page.ts';
import { writeNote } from '../../desk/readers/write-note.ts';
import type { AppEnv, Routes } from '../../platform/http/app-env.ts';
import { serveDesk, type DeskDeps } from './serve-desk.ts';

export function deskReaderRoutes(deps: DeskDeps): Routes {
  const routes = new Hono<AppEnv>();

  serveDesk(routes, deps, deskEndpoints.deskFind, (_c, { person }, { query }) => find(deps, person, query.q));

  serveDesk(routes, deps, deskEndpoints.deskToday, (_c, { person }) => readToday(deps, person));

  serveDesk(routes, deps, deskEndpoints.deskReader, (_c, { person }, { params }) => readReaderPage(deps, person, params.owner));

  serveDesk(routes, deps, deskEndpoints.deskWriteNote, async (_c, { person, network }, { params, body }) => ({
    note: await writeNote(deps, person, { ...params, ...body, network }),
  }));

  return routes;
}
