import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { Hono } from 'hono';
import { dissolveBatch, exportBatch, makeBatch } from '../../desk/parcels/make-batch.ts';
import { printBatch } from '../../desk/parcels/print-batch.ts';
import { readBatch, readParcel, readParcels } from '../../desk/parcels/read-parcels.ts';
import { sendParcel } from '../../desk/parcels/send-parcel.ts';
import { moveStock } from '../../desk/stock/move-stock.ts';
import { readLedger, readStock } from '../../desk/stock/read-stock.ts';
import type { AppEnv, Routes } from '../../platform/http/app-env.ts';
import { serveDesk, type DeskDeps } from './serve-desk.ts';

/** Goods to send, and what there is of them. */
export function deskParcelRoutes(deps: DeskDeps): Routes {
  const routes = new Hono<AppEnv>();

  serveDesk(routes, deps, deskEndpoints.deskParcels, (_c, { person }, { query }) => readParcels(deps, person, query.after));

  serveDesk(routes, deps, deskEndpoints.deskMakeBatch, (_c, { person, network }, { query, body }) =>
    makeBatch(deps, person, { ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskBatch, (_c, { person }, { params }) => readBatch(deps, person, params.number));

  serveDesk(routes, deps, deskEndpoints.deskDissolveBatch, (_c, { person, network }, { params, query, body }) =>
    dissolveBatch(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskExportBatch, (_c, { person, network }, { params, body }) =>
    exportBatch(deps, person, { ...params, ...body, network }),
  );

  serveDesk(routes, deps, deskEndpoints.deskPrintBatch, (_c, { person, network }, { params, body }) =>
    printBatch(deps, person, { ...params, ...body, network }),
  );

  serveDesk(routes, deps, deskEndpoints.deskParcel, (_c, { person }, { params }) => readParcel(deps, person, params.code));

  serveDesk(routes, deps, deskEndpoints.deskSendParcel, (_c, { person, network }, { params, query, body }) =>
    sendParcel(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskStock, () => readStock(deps));

  serveDesk(routes, deps, deskEndpoints.deskGood, (_c, _asker, { params }) => readLedger(deps, params));

  serveDesk(routes, deps, deskEndpoints.deskMoveStock, (_c, { person, network }, { params, query, body }) =>
    moveStock(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  return routes;
}
