import { Prisma } from '../../../generated/prisma/client.ts';
import { MINUTE, SECOND } from '../duration.ts';
import { apiText } from '../http/api-text.ts';
import { Refusal } from '../http/refusal.ts';
import { CodedText } from '../http/coded-text.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';

export type Limit = {
  /** How many in one window. */
  points: number;
  /** Milliseconds. */
  window: number;
};

/**
 * Counts one attempt under `key`, exactly, over all replicas: one statement. Throws a `Refusal` of 429 once the
 * window's points are used up.
 */
export async function takePoint(deps: { db: Db; clock: Clock }, key: string, limit: Limit): Promise<void> {
  const { points, expires } = await countPoint(deps, key, limit.window);
  if (points <= limit.points) return;
  throw tooManyUntil(expires, deps.clock());
}

/**
 * What is refused until a window ends: as an error of the whole, or with a message of its own. Both say when it is
 * worth trying again.
 */
export function tooManyUntil(expires: Date, now: Date, message?: CodedText | ((minutes: number) => CodedText)): Refusal {
  const wait = Math.max(1, Math.ceil((expires.getTime() - now.getTime()) / SECOND));
  // One minute would want a word of its own.
  const n = Math.max(2, Math.ceil((wait * SECOND) / MINUTE));
  if (!message) return new Refusal(429, { general: tooManyAttempts(n) }, wait);
  return new Refusal(429, message instanceof CodedText ? message : message(n), wait);
}

/** Nobody counts a day in minutes. */
export const tooManyAttempts = (minutes: number): CodedText =>
  minutes <= 120 ? apiText('too_many_attempts', { n: minutes }) : apiText('too_many_attempts_hours', { n: Math.ceil(minutes / 60) });

/** Counts one attempt and says how many there were in this window, and when it ends. */
export async function countPoint(
  { db, clock }: { db: Db; clock: Clock },
  key: string,
  window: number,
): Promise<{ points: number; expires: Date }> {
  const now = clock();
  const [row] = await db.$queryRaw<{ points: number; expires: Date }[]>(countingPoint(key, window, now, Prisma.sql`(select 1) once`));
  if (!row) throw new Error('the rate limit was not counted');
  return row;
}

/**
 * SQL that counts one attempt, or as much as `by` says, where `from` has a row: to be part of a statement that may turn
 * out to make none.
 */
export function countingPoint(
  key: string | Prisma.Sql,
  window: number,
  now: Date,
  from: Prisma.Sql,
  by: Prisma.Sql = Prisma.sql`1`,
): Prisma.Sql {
  return Prisma.sql`
    insert into rate_limit as r (key, points, expires) select ${key}, ${by}, ${new Date(now.getTime() + window)}::timestamptz from ${from}
    on conflict (key) do update set
      points = case when r.expires <= ${now} then excluded.points else r.points + excluded.points end,
      expires = case when r.expires <= ${now} then excluded.expires else r.expires end
    returning points, expires`;
}
