import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import { readReceipt } from '../files/read-receipt.ts';
import type { AppEnv, Routes } from '../platform/http/app-env.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import { apiText } from '../platform/http/api-text.ts';
import type { Deps } from '../publication/deps.ts';

export function receiptRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  serveEndpoint(routes, endpoints.receipt, async (c, { params }) => {
    const receipt = await readReceipt(deps, params.token);
    if (!receipt) throw new Refusal(404, apiText('not_found'));
    c.header('Cache-Control', 'private, no-store');
    return receipt;
  });
  return routes;
}
