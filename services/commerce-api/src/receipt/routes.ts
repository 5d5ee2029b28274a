import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { Refusal } from '../refusal.ts';
import { readReceipt } from './read-receipt.ts';

export function receiptRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  serveEndpoint(routes, endpoints.receipt, async (c, { params }) => {
    const receipt = await readReceipt(deps, params.token);
    if (!receipt) throw new Refusal(404, 'Not found.');
    c.header('Cache-Control', 'private, no-store');
    return receipt;
  });
  return routes;
}
