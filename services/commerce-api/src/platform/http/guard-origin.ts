import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './app-env.ts';
import type { IsAllowed } from './origins.ts';
import { apiText } from './api-text.ts';
import { Refusal } from './refusal.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses every changing request that a foreign page made, whatever its content type (hono/csrf lets JSON through).
 * Without an Origin the browser's Sec-Fetch-Site decides; with neither the sender is no browser, and carries no
 * reader's cookie. A page without a referrer posts its forms with the Origin `null`, as a sandboxed one does:
 * Sec-Fetch-Site, which no script can write, tells them apart. `fromAnywhere`: paths whose secret is in their link
 * alone, so that no cookie lets a foreign page do more there than whoever holds the link.
 */
export function guardOrigin(isAllowed: IsAllowed, fromAnywhere: readonly string[] = []) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (
      !SAFE.has(c.req.method) &&
      !fromAnywhere.includes(c.req.path) &&
      isForeign(c.req.header('origin'), c.req.header('sec-fetch-site'), isAllowed)
    ) {
      throw new Refusal(403, apiText('foreign_page'));
    }
    await next();
  });
}

function isForeign(origin: string | undefined, site: string | undefined, isAllowed: IsAllowed): boolean {
  if (origin === 'null') return site !== 'same-origin';
  if (origin !== undefined) return !isAllowed(origin);
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
