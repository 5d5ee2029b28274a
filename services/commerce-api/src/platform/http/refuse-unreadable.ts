import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './app-env.ts';
import { apiText } from './api-text.ts';
import { Refusal } from './refusal.ts';

/** Deeper than anything that a page sends; what walks a value after this may call itself for each level. */
const MAX_DEPTH = 20;

/**
 * Refuses an address with a character that the database cannot keep (400), before anything looks at it. A browser never
 * sends one.
 */
export const refuseUnreadable = createMiddleware<AppEnv>((c, next) => {
  if (c.req.url.includes('%00')) throw unreadable();
  return next();
});

export const unreadable = (): Refusal => new Refusal(400, apiText('unreadable'));

/**
 * Whether every text in what was sent, the names of its fields included, can be kept. PostgreSQL takes all characters
 * but NUL, which no reader types, and half a surrogate pair, which is none.
 */
export function isReadable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return depth < MAX_DEPTH && Object.entries(value).every(([name, inner]) => isReadable(name) && isReadable(inner, depth + 1));
}
