import type { Sql } from '../platform/db/sql.ts';
import { HOUR } from '../platform/duration.ts';
import type { Deps } from '../publication/deps.ts';

/** The hour in which a look is kept: a row for each person, reader and hour. */
export const hourOf = (now: Date): Date => new Date(Math.floor(now.getTime() / HOUR) * HOUR);

/** Who reads a page: one that asks again by itself while nobody is at it is no look. */
export type Onlooker<Who extends { id: string }> = { person: Who; isAttended: boolean };

/** Notes that somebody has opened a page of a reader's own; whether it was for the first time within the hour. */
export async function noteOpened(
  { db, clock, config }: { db: Sql } & Pick<Deps, 'clock' | 'config'>,
  { person: { id }, isAttended }: Onlooker<{ id: string }>,
  owner: string,
): Promise<boolean> {
  if (!isAttended) return false;
  const now = clock();
  const [noted] = await db.$queryRaw<{ first: boolean }[]>`
    with before as (
      select opened from staff_look where publication_id = ${config.publicationId} and owner_id = ${owner}::uuid and staff_id = ${id}::uuid and hour = ${hourOf(now)}
    )
    insert into staff_look (publication_id, owner_id, staff_id, hour, opened) values (${config.publicationId}, ${owner}::uuid, ${id}::uuid, ${hourOf(now)}, ${now})
    on conflict (publication_id, owner_id, staff_id, hour) do update set opened = excluded.opened
    returning (select opened from before) is null as first`;
  return noted?.first === true;
}
