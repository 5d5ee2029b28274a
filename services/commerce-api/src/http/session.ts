import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { Prisma } from '../../generated/prisma/client.ts';
import type { CookieMode } from '../config.ts';
import type { Deps } from '../deps.ts';
import { DAY, HOUR } from '../duration.ts';
import type { AppContext } from './app-env.ts';

/** A session ends after this long without a visit, and this long after it began. */
const IDLE = 30 * DAY;
const ABSOLUTE = 180 * DAY;
/** `seen` is written at most once in this time. */
const TOUCH_AFTER = HOUR;

export type NewSession = { token: string; hash: string; ownerId: string; created: Date; expires: Date };

/** A session that does not exist yet: the statement that first has something to remember stores it. */
export function newSession(now: Date): NewSession {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOf(token), ownerId: randomUUID(), created: now, expires: new Date(now.getTime() + ABSOLUTE) };
}

/** The hash under which the browser's session is stored, or null when it brought no token. */
export function sessionHash(c: AppContext, cookie: CookieMode): string | null {
  const token = getCookie(c, cookieName(cookie));
  return token !== undefined && /^[\w-]{43}$/.test(token) ? hashOf(token) : null;
}

/** The token leaves the service here only. */
export function sendSessionCookie(c: AppContext, cookie: CookieMode, token: string): void {
  setCookie(c, cookieName(cookie), token, cookieOptions(cookie));
}

/** SQL of the session that still holds: `owner_id` and `seen`. To be used inside the one statement of a hot path. */
export function liveSession(hash: string, now: Date): Prisma.Sql {
  const idleSince = new Date(now.getTime() - IDLE);
  return Prisma.sql`select owner_id, seen from session where token_hash = ${hash} and expires > ${now} and seen > ${idleSince}`;
}

/** Whose cart and orders these are, or null for a browser without a session. */
export async function readOwner(deps: Pick<Deps, 'db' | 'clock' | 'config'>, c: AppContext): Promise<string | null> {
  const hash = sessionHash(c, deps.config.cookie);
  if (hash === null) return null;
  const [row] = await deps.db.$queryRaw<{ owner_id: string; seen: Date }[]>(liveSession(hash, deps.clock()));
  if (!row) return null;
  await touchSession(deps, c, row.seen);
  return row.owner_id;
}

/** A visit keeps the session alive, in the database and in the browser. */
export async function touchSession({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>, c: AppContext, seen: Date): Promise<void> {
  const now = clock();
  const token = getCookie(c, cookieName(config.cookie));
  if (token === undefined || now.getTime() - seen.getTime() < TOUCH_AFTER) return;
  await db.$executeRaw`update session set seen = ${now} where token_hash = ${hashOf(token)}`;
  sendSessionCookie(c, config.cookie, token);
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function cookieName({ mode }: CookieMode): string {
  if (mode === 'plain') return 'sid';
  return mode === 'domain' ? '__Secure-sid' : '__Host-sid';
}

function cookieOptions(cookie: CookieMode): CookieOptions {
  return {
    path: '/',
    httpOnly: true,
    maxAge: IDLE / 1000,
    secure: cookie.mode !== 'plain',
    // A CMS on another site embeds the widgets: there the cookie is a third party's, kept apart for each site.
    sameSite: cookie.mode === 'partitioned' ? 'None' : 'Lax',
    ...(cookie.mode === 'partitioned' && { partitioned: true }),
    ...(cookie.mode === 'domain' && { domain: cookie.domain }),
  };
}
