import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';

export type Limit = {
  /** How many in one window. */
  points: number;
  /** Milliseconds. */
  window: number;
};

/** Counts one attempt under `key`, exactly, over all replicas: one statement. Throws a `Refusal` of 429 once the window's points are used up. */
export async function takePoint(deps: Pick<Deps, 'db' | 'clock'>, key: string, limit: Limit): Promise<void> {
  const { points, expires } = await countPoint(deps, key, limit.window);
  if (points <= limit.points) return;
  const wait = Math.max(1, Math.ceil((expires.getTime() - deps.clock().getTime()) / 1000));
  throw new Refusal(429, { general: 'Too many attempts. Please try again later.' }, wait);
}

/** Counts one attempt and says how many there were in this window, and when it ends. */
export async function countPoint(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: string,
  window: number,
): Promise<{ points: number; expires: Date }> {
  const now = clock();
  const end = new Date(now.getTime() + window);
  const [row] = await db.$queryRaw<{ points: number; expires: Date }[]>`
    insert into rate_limit as r (key, points, expires) values (${key}, 1, ${end})
    on conflict (key) do update set
      points = case when r.expires <= ${now} then 1 else r.points + 1 end,
      expires = case when r.expires <= ${now} then excluded.expires else r.expires end
    returning points, expires`;
  if (!row) throw new Error('the rate limit was not counted');
  return row;
}
