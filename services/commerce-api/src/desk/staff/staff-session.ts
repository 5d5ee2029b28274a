import { DeskRole } from '@newsstand/contracts/desk-roles';
import type { Sql } from '../../platform/db/sql.ts';
import { HOUR, MINUTE } from '../../platform/duration.ts';
import { countingPoint, tooManyUntil } from '../../platform/limits/take-point.ts';
import { hashOf, newToken } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';

/** A session ends after this long without a request, and this long after it began. */
const IDLE = 2 * HOUR;
export const LASTS = 12 * HOUR;
/** `seen` is written at most once in this time. */
const TOUCH_AFTER = MINUTE;
/** For so long a key that was shown counts as fresh. */
const PROVED = 5 * MINUTE;

/** What one person asks for in a minute, in all their browsers: more than anybody clicks. */
const CALLS = { points: 600, window: MINUTE };

/**
 * Somebody who is signed in. `session`: the hash of their session's token; `fresh`: until when what wants a fresh key
 * may be done.
 */
export type Person = { id: string; name: string; email: string; roles: DeskRole[]; session: string; fresh: Date; keys: number };

type SessionDeps = { db: Sql } & Pick<Deps, 'clock' | 'config' | 'publication'>;
const Row = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  roles: v.array(DeskRole),
  proved: v.date(),
  keys: v.number(),
  points: v.number(),
  expires: v.date(),
  revision: v.number(),
});

/**
 * Who is signed in with a session, or null; one statement, which notes that they were here and counts the call. Refuses
 * (429) one too many of a minute. A sample person is nobody where others may reach the desk, whatever sessions the
 * database has. What a page asks for while nobody is there (not `isAttended`) keeps nobody signed in. From then on the
 * publication is as it is now, whichever process applied it: where no reader comes nothing else looks.
 */
export async function readPerson(
  { db, clock, config, publication }: SessionDeps,
  hash: string | null,
  isAttended = true,
): Promise<Person | null> {
  if (hash === null) return null;
  const now = clock();
  const [row] = await db.$queryRaw<unknown[]>`
    with live as (
      select p.id, p.name, p.email, p.roles, s.proved, s.token_hash, s.seen,
        (select count(*)::int from staff_key k where k.staff_id = p.id) as keys from staff_session s join staff p on p.id = s.staff_id
      where s.token_hash = ${hash} and s.expires > ${now} and s.seen > ${new Date(now.getTime() - IDLE)}
        and p.publication_id = ${config.publicationId} and p.disabled is null and (not p.sample or ${config.desk?.samples === true})
    ), touched as (
      update staff_session s set seen = ${now} from live
      where ${isAttended} and s.token_hash = live.token_hash and live.seen < ${new Date(now.getTime() - TOUCH_AFTER)}
    ), counted as (${countingPoint(Prisma.sql`'desk:' || live.id`, CALLS.window, now, Prisma.sql`live`)})
    select id, name, email, roles, proved, keys, points, counted.expires,
      (select revision from publication where publication.id = ${config.publicationId}) as revision from live, counted`;
  if (row === undefined) return null;
  const { proved, points, expires, revision, ...person } = v.parse(Row, row);
  if (points > CALLS.points) throw tooManyUntil(expires, now);
  await publication.at(revision);
  return { ...person, session: hash, fresh: new Date(proved.getTime() + PROVED) };
}

/**
 * Begins a session of somebody who has just shown who they are; ends the one that the browser had. Answers its token,
 * which is in no row.
 */
export async function startStaffSession(
  tx: Prisma.TransactionClient,
  { clock }: Pick<Deps, 'clock'>,
  staffId: string,
  before: string | null,
): Promise<string> {
  const token = newToken();
  const now = clock();
  if (before !== null) await tx.staffSession.deleteMany({ where: { tokenHash: before } });
  await tx.staffSession.create({
    data: { tokenHash: hashOf(token), staffId, created: now, seen: now, proved: now, expires: new Date(now.getTime() + LASTS) },
  });
  return token;
}
