import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { Hono } from 'hono';
import { readOrder } from '../../desk/orders/read-order.ts';
import { readOrders } from '../../desk/orders/read-orders.ts';
import type { AppEnv, Routes } from '../../platform/http/app-env.ts';
import { serveDesk, type DeskDeps } from './serve-desk.ts';

export function deskOrderRoutes(deps: DeskDeps): Routes {
  const routes = new Hono<AppEnv>();

  serveDesk(routes, deps, deskEndpoints.deskOrders, (_c, { person }, { query }) => readOrders(deps, person, query));

  serveDesk(routes, deps, deskEndpoints.deskOrder, (_c, { person }, { params }) => readOrder(deps, person, params.number));

  return routes;
}
