import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import type { AppEnv } from './app-env.ts';
import type { Metrics } from './metrics.ts';

/** Logs and measures each request once it is answered. */
export function observe({ log, metrics }: { log: Logger; metrics: Metrics }) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const began = performance.now();
    await next();
    const ms = performance.now() - began;
    const labels = { method: c.req.method, route: routePath(c, -1), status: String(c.res.status) };
    metrics.requests.observe(labels, ms / 1000);
    log.info({ request: c.get('requestId'), ...labels, ms: Math.round(ms * 10) / 10 }, 'answered');
  });
}
