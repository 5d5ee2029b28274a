import { createMiddleware } from 'hono/factory';
import type { CookieMode } from '../config/config.ts';
import type { AppEnv } from './app-env.ts';
import { readCookie } from './cookies.ts';
import { apiText } from './api-text.ts';
import { Refusal } from './refusal.ts';

/**
 * How the tokens of sessions begin in which staff looks at a reader's account. The token itself says it, so that no
 * request needs the database to be refused; without its beginning it is another token, and no session's.
 */
const VIEW_ONLY = 'view-only-';

/** How a session of staff's says what it is (`session.method`). */
export const ADMIN_VIEW = 'admin-view';

/** All that such a session may send: what ends it, or opens another look. */
const ENDS_THE_LOOK = new Set(['/logout', '/api/admin-view']);

/**
 * Reads that do something: they settle an order, begin something at the card provider or a login, or hand out what only
 * the reader may have or see.
 */
const DOES_MORE =
  /^\/(?:api\/checkout\/|api\/account\/card$|api\/account\/export$|api\/access\/sessions$|api\/charges\/|api\/download\/|api\/receipts\/[^/]+\/|api\/invoice\/[^/]+\/|api\/gifts\/|oauth\/)/;

/** A token of the same length as any other, made from one. */
export function viewOnlyToken(token: string): string {
  return VIEW_ONLY + token.slice(VIEW_ONLY.length);
}

function isViewOnly(token: string | null): boolean {
  return token !== null && token.startsWith(VIEW_ONLY);
}

/**
 * Staff looks and touches nothing: whatever route there is now or later, a request that would change something is
 * refused (403). Every answer of the endpoint table leaves without what would open something elsewhere
 * (`serve-endpoint.ts`).
 */
export function guardViewOnly(cookie: CookieMode) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { method, path } = c.req;
    const looks = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
    const isRefused = looks ? DOES_MORE.test(path) : !ENDS_THE_LOOK.has(path);
    const viewOnly = isViewOnly(readCookie(c, cookie, 'sid'));
    c.set('viewOnly', viewOnly);
    if (isRefused && viewOnly) {
      throw new Refusal(403, apiText('view_only'));
    }
    await next();
  });
}
