import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { Hono } from 'hono';
import { readImport, readImports } from '../../desk/imports/read-imports.ts';
import { applyImport, checkImport, discardImport, pauseImport, takeRefused, withdrawImport } from '../../desk/imports/import-verbs.ts';
import { writeToImported } from '../../desk/imports/write-to-imported.ts';
import { uploadImport } from '../../desk/imports/upload-import.ts';
import type { AppEnv, Routes } from '../../platform/http/app-env.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { sendFile } from './send-file.ts';
import { serveDesk, type DeskDeps } from './serve-desk.ts';
import { takesFile } from './takes-file.ts';

/** Readers of another system. */
export function deskImportRoutes(deps: DeskDeps): Routes {
  const routes = new Hono<AppEnv>();

  serveDesk(routes, deps, deskEndpoints.deskImports, () => readImports(deps));

  serveDesk(routes, deps, deskEndpoints.deskUploadImport, (c, { person, network }, { query }) => {
    const { body } = c.req.raw;
    if (!takesFile(c) || body === null) throw new Refusal(415, deskText('send_csv'));
    return uploadImport(deps, person, { ...query, network, body });
  });

  serveDesk(routes, deps, deskEndpoints.deskImport, (_c, _asker, { params, query }) => readImport(deps, { ...params, ...query }));

  serveDesk(routes, deps, deskEndpoints.deskCheckImport, (_c, { person, network }, { params, body }) =>
    checkImport(deps, person, { ...params, ...body, network }),
  );

  serveDesk(routes, deps, deskEndpoints.deskApplyImport, (_c, { person, network }, { params, query, body }) =>
    applyImport(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskWriteToImported, (_c, { person, network }, { params, query, body }) =>
    writeToImported(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskWithdrawImport, (_c, { person, network }, { params, query, body }) =>
    withdrawImport(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskDiscardImport, (_c, { person, network }, { params, query, body }) =>
    discardImport(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskPauseImport, (_c, { person, network }, { params, body }) =>
    pauseImport(deps, person, { ...params, ...body, network }),
  );

  serveDesk(routes, deps, deskEndpoints.deskRefusedRows, async (c, { person, network }, { params, body }) =>
    sendFile(c, deps, await takeRefused(deps, person, { ...params, ...body, network })),
  );

  return routes;
}
