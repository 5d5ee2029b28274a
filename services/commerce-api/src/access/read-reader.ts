import type { Reader } from '@newsstand/contracts/access';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Deps } from '../deps.ts';
import { isLive } from '../http/session.ts';

type Row = { session: string; seen: Date; account_id: string | null; name: string | null; email: string | null; entity_id: string | null };

/** Who is logged in with a session: `accountId` stays inside. `session` is the id that the reader may know; `seen` its last visit. */
export type LiveReader = Reader & { accountId: string | null; session: string; seen: Date };

export const NOBODY: Reader = { account: null, institution: null };

/** The reader behind a session, or null without one. An institution that is no customer any more gives nothing. */
export async function readReader(
  { db, clock, publication }: Pick<Deps, 'db' | 'clock' | 'publication'>,
  hash: string | null,
): Promise<LiveReader | null> {
  if (hash === null) return null;
  const [row] = await db.$queryRaw<Row[]>(Prisma.sql`
    select session.id as session, session.seen, session.account_id, session.entity_id, account.name, account.email
    from session left join account on account.id = session.account_id
    where session.token_hash = ${hash} and ${isLive(clock())}`);
  if (!row) return null;
  const { session, seen, account_id, name, email, entity_id } = row;
  const institution = publication.cached().institutions.find((candidate) => candidate.entity_id === entity_id);
  return {
    account: name === null || email === null ? null : { name, email },
    institution: institution ? { entity_id: institution.entity_id, name: institution.name } : null,
    accountId: account_id,
    session,
    seen,
  };
}
