import { randomUUID } from 'node:crypto';
import { Prisma } from '../../generated/prisma/client.ts';
import { hashOf, newToken } from '../access/secrets.ts';
import type { CookieMode } from '../config.ts';
import type { Deps } from '../deps.ts';
import { DAY, HOUR } from '../duration.ts';
import type { AppContext } from './app-env.ts';
import { dropCookie, readCookie, sendCookie } from './cookies.ts';

/** A session ends after this long without a visit, and this long after it began. */
const IDLE = 30 * DAY;
const ABSOLUTE = 180 * DAY;
/** `seen` is written at most once in this time. */
const TOUCH_AFTER = HOUR;

export type NewSession = { token: string; hash: string; ownerId: string; created: Date; expires: Date };

/** A session that does not exist yet: the statement that first has something to remember stores it. */
export function newSession(now: Date, ownerId: string = randomUUID()): NewSession {
  const token = newToken();
  return { token, hash: hashOf(token), ownerId, created: now, expires: new Date(now.getTime() + ABSOLUTE) };
}

/** The hash under which the browser's session is stored, or null when it brought no token. */
export function sessionHash(c: AppContext, cookie: CookieMode): string | null {
  const token = readCookie(c, cookie, 'sid');
  return token === null ? null : hashOf(token);
}

/** The token leaves the service here only. */
export function sendSessionCookie(c: AppContext, cookie: CookieMode, token: string): void {
  sendCookie(c, cookie, 'sid', token, IDLE);
}

export function dropSessionCookie(c: AppContext, cookie: CookieMode): void {
  dropCookie(c, cookie, 'sid');
}

/**
 * SQL of the session that still holds: `owner_id`, `seen`, who is logged in (`account_id`, `entity_id`, or both), and the `guest_id` that the browser
 * was before. To be used inside the one statement of a hot path.
 */
export function liveSession(hash: string, now: Date): Prisma.Sql {
  return Prisma.sql`select owner_id, account_id, entity_id, guest_id, seen from session where token_hash = ${hash} and ${isLive(now)}`;
}

/** SQL of the condition under which a row of `session` still holds. */
export function isLive(now: Date): Prisma.Sql {
  return Prisma.sql`session.expires > ${now} and session.seen > ${new Date(now.getTime() - IDLE)}`;
}

/** Whose cart and orders these are, and behind it the guest that the same browser was before it logged in: the order that it placed then is still its own. */
export async function readOwners(deps: Pick<Deps, 'db' | 'clock' | 'config'>, c: AppContext): Promise<string[]> {
  const hash = sessionHash(c, deps.config.cookie);
  if (hash === null) return [];
  const [row] = await deps.db.$queryRaw<{ owner_id: string; guest_id: string | null; seen: Date }[]>(liveSession(hash, deps.clock()));
  if (!row) return [];
  await touchSession(deps, c, row.seen);
  return row.guest_id === null ? [row.owner_id] : [row.owner_id, row.guest_id];
}

/** A visit keeps the session alive, in the database and in the browser. */
export async function touchSession({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>, c: AppContext, seen: Date): Promise<void> {
  const now = clock();
  const token = readCookie(c, config.cookie, 'sid');
  if (token === null || now.getTime() - seen.getTime() < TOUCH_AFTER) return;
  await db.$executeRaw`update session set seen = ${now} where token_hash = ${hashOf(token)}`;
  sendSessionCookie(c, config.cookie, token);
}
