import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import type { AppEnv, Routes } from '../platform/http/app-env.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import type { Deps } from '../publication/deps.ts';
import { apiText } from '../platform/http/api-text.ts';
import { ownEndpoints } from './own-endpoints.ts';

/**
 * GET /api/metrics, for Prometheus. How a shop is doing is nobody else's business: with METRICS_TOKEN set it takes
 * `Authorization: Bearer …`.
 */
export function metricsRoutes({ config, metrics }: Deps): Routes {
  const routes = new Hono<AppEnv>();
  serveEndpoint(routes, ownEndpoints.metrics, async (c) => {
    if (config.metricsToken !== null && !isSame(c.req.header('authorization') ?? '', `Bearer ${config.metricsToken}`)) {
      throw new Refusal(404, apiText('not_found'));
    }
    return c.body(await metrics.registry.metrics(), 200, { 'Content-Type': metrics.registry.contentType });
  });
  return routes;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
