import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { Hono } from 'hono';
import { readWholeHistory } from '../../desk/read-history.ts';
import { changeStaff } from '../../desk/staff/change-staff.ts';
import { inviteByMail, mailKeyLink, takeBackKeyLink } from '../../desk/staff/mail-key-link.ts';
import { readStaff } from '../../desk/staff/read-staff.ts';
import type { AppEnv, Routes } from '../../platform/http/app-env.ts';
import { serveDesk, type DeskDeps } from './serve-desk.ts';

export function deskStaffRoutes(deps: DeskDeps): Routes {
  const routes = new Hono<AppEnv>();

  serveDesk(routes, deps, deskEndpoints.deskStaff, () => readStaff(deps));

  serveDesk(routes, deps, deskEndpoints.deskChangeStaff, (_c, { person, network }, { params, query, body }) =>
    changeStaff(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskInvite, (_c, { person, network }, { query, body }) =>
    inviteByMail(deps, person, { ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskMailKeyLink, (_c, { person, network }, { params, query, body }) =>
    mailKeyLink(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskTakeBackKeyLink, (_c, { person, network }, { params, query, body }) =>
    takeBackKeyLink(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskHistory, (_c, _asker, { query }) => readWholeHistory(deps, query));

  return routes;
}
