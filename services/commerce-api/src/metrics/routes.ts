import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';
import { Refusal } from '../refusal.ts';

/** GET /api/metrics, for Prometheus. How a shop is doing is nobody else's business: with METRICS_TOKEN set it takes `Authorization: Bearer …`. */
export function metricsRoutes({ config, metrics }: Deps): Routes {
  const routes = new Hono<AppEnv>();
  routes.get('/api/metrics', async (c) => {
    if (config.metricsToken !== null && !isSame(c.req.header('authorization') ?? '', `Bearer ${config.metricsToken}`)) {
      throw new Refusal(404, 'Not found.');
    }
    return c.body(await metrics.registry.metrics(), 200, { 'Content-Type': metrics.registry.contentType });
  });
  return routes;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
