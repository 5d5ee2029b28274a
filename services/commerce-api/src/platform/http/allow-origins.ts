import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './app-env.ts';
import type { IsAllowed } from './origins.ts';

/**
 * CORS for exactly the origins that are allowed, with cookies. Preflights are `hono/cors`'s. It would also put its
 * headers on every other answer before there is one, which makes Hono build each answer twice: here they are put on the
 * finished one.
 */
export function allowOrigins(isAllowed: IsAllowed) {
  const preflight = cors({
    origin: (origin) => (isAllowed(origin) ? origin : null),
    credentials: true,
    allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
    allowHeaders: ['Content-Type'],
    maxAge: 600,
  });
  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.method === 'OPTIONS') return preflight(c, next);
    await next();
    const { headers } = c.res;
    const origin = c.req.header('origin');
    if (origin !== undefined && isAllowed(origin)) {
      headers.set('Access-Control-Allow-Origin', origin);
      headers.set('Access-Control-Allow-Credentials', 'true');
      // By itself a page reads it of its own origin only.
      headers.set('Access-Control-Expose-Headers', 'Retry-After');
    }
    headers.append('Vary', 'Origin');
  });
}
