import { randomUUID } from 'node:crypto';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Config, CookieMode } from '../config/config.ts';
import { DAY, HOUR, SECOND } from '../duration.ts';
import { countingPoint, type Limit } from '../limits/take-point.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { hashOf, newToken } from '../secrets.ts';
import type { AppContext } from '../http/app-env.ts';
import { clientAddress, networkOf } from '../http/client-address.ts';
import { dropCookie, loginMark, readCookie, readerCookie, sayReader, sendCookie } from '../http/cookies.ts';

/** A session ends after this long without a visit, and this long after it began. */
export const IDLE = 30 * DAY;
const ABSOLUTE = 180 * DAY;
/**
 * Whose browser never came back with its token is a program, or a reader who keeps no cookies: what it began is kept
 * this long.
 */
export const UNTOUCHED = 3 * DAY;

/** A browser that did not log in for this long is a new one when it does; its cookie lasts as long. */
export const OLD_DEVICE = 365 * DAY;
/**
 * How many sessions the guests of one network begin: those of a large office in the hour of a campaign, and of a
 * program not enough to fill a table.
 */
export const NEW_GUESTS: Limit = { points: 300, window: HOUR };
/** `seen` is written at most once in this time. */
const TOUCH_AFTER = HOUR;

export type NewSession = { token: string; hash: string; ownerId: string; created: Date; expires: Date };

/** A session that does not exist yet: the statement that first has something to remember stores it. */
export function newSession(now: Date, ownerId: string = randomUUID()): NewSession {
  const token = newToken();
  return { token, hash: hashOf(token), ownerId, created: now, expires: new Date(now.getTime() + ABSOLUTE) };
}

/**
 * The same for a guest, of whom nothing is known but that they came: their first return makes it one like any other.
 */
export function newGuest(now: Date): NewSession {
  return { ...newSession(now), expires: new Date(now.getTime() + UNTOUCHED) };
}

/** A browser as it comes: its session's hash, null where it brought no token, and what limits count it by. */
export type Visit = { hash: string | null; network: string };

export function readVisit(c: AppContext, { cookie, trustedProxies }: Pick<Config, 'cookie' | 'trustedProxies'>): Visit {
  return { hash: sessionHash(c, cookie), network: networkOf(clientAddress(c, trustedProxies)) };
}

/** What the guests of a network are counted by. */
export function guestsKey(network: string): string {
  return `guest:${network}`;
}

/**
 * SQL of two parts of a statement, for where `from` has a row: `counted` says how many guests came from this network,
 * and until when that counts, and
 * `begun` holds the `owner_id` of the session, unless they were too many.
 */
export function beginning(session: NewSession, network: string, now: Date, from: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    counted as (${countingPoint(guestsKey(network), NEW_GUESTS.window, now, from)}),
    begun as (
      insert into session (token_hash, owner_id, created, seen, expires, touched)
      select ${session.hash}, ${session.ownerId}::uuid, ${now}, ${now}, ${session.expires}, false
      from counted where points <= ${NEW_GUESTS.points}::int
      returning owner_id
    )`;
}

/**
 * SQL of when a network may begin sessions again; null where it may. A column of the statement that `beginning` is part
 * of.
 */
export function refusedUntil(): Prisma.Sql {
  return Prisma.sql`(select expires from counted where points > ${NEW_GUESTS.points}::int)`;
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
  sayWhetherReader(c, cookie, false);
}

/**
 * Tells the page whether somebody is logged in, where it says otherwise, for as long as their session lasts without a
 * visit. Staff that looks is nobody.
 */
export function sayWhetherReader(c: AppContext, cookie: CookieMode, isReader: boolean, token = readCookie(c, cookie, 'sid')): void {
  const mark = isReader ? loginMark(token) : undefined;
  if (readerCookie(c) !== mark && !c.get('viewOnly')) sayReader(c, cookie, mark, IDLE);
}

/**
 * SQL of the session that still holds: `owner_id`, `seen`, who is logged in (`account_id`, `entity_id`, or both), and
 * the `guest_id` that the browser was before. To be used inside the one statement of a hot path.
 */
export function liveSession(hash: string, now: Date): Prisma.Sql {
  // A guest's first return is noted at once, whenever it is.
  const noted = Prisma.sql`case when touched then seen else seen - make_interval(secs => ${TOUCH_AFTER / SECOND}::int) end as seen`;
  return Prisma.sql`select owner_id, account_id, entity_id, guest_id, ${noted} from session where token_hash = ${hash} and ${isLive(now)}`;
}

/**
 * SQL of the same for a statement that may make a cart, in a CTE that is `materialized`. `logged_in_as` is the account
 * that the guest's browser logged in to meanwhile, null as long as it did not: into its cart goes what is put into the
 * guest's now (`mergeCarts`). A guest's row is locked, so that a login either waits and sees the cart, or is waited for
 * and seen here. An account's is not: its new session is another row.
 */
export function writingSession(hash: string, now: Date): Prisma.Sql {
  return Prisma.sql`select session.*, (
    select late.logged_in_as from session late where late.token_hash = ${hash} and late.account_id is null for key share
  ) as logged_in_as from (${liveSession(hash, now)}) session`;
}

/** SQL of the condition under which a row of `session` still holds. */
export function isLive(now: Date): Prisma.Sql {
  return Prisma.sql`session.expires > ${now} and session.seen > ${new Date(now.getTime() - IDLE)}`;
}

/** A visit keeps the session alive, in the database and in the browser. */
export async function touchSession(
  { db, clock, config }: { db: Db; clock: Clock; config: Config },
  c: AppContext,
  seen: Date,
): Promise<void> {
  const now = clock();
  const token = readCookie(c, config.cookie, 'sid');
  if (token === null || now.getTime() - seen.getTime() < TOUCH_AFTER) return;
  await db.$executeRaw`
    update session set seen = ${now}, touched = true,
      expires = case when touched then expires else created + make_interval(secs => ${ABSOLUTE / SECOND}::int) end
    where token_hash = ${hashOf(token)}`;
  sendSessionCookie(c, config.cookie, token);
  if (readerCookie(c)) sayReader(c, config.cookie, loginMark(token), IDLE);
}
