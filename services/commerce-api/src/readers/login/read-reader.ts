import type { Reader } from '@newsstand/contracts/reader';
import { Prisma } from '../../../generated/prisma/client.ts';
import { isLive } from '../../platform/sessions/session.ts';
import type { Deps } from '../../publication/deps.ts';
import type { PublishedData } from '../../publication/published-data.ts';

/** What a statement reads of whoever is logged in. */
export type ReaderRow = { name: string | null; email: string | null; entity_id: string | null };
type Row = ReaderRow & { session: string; created: Date; seen: Date; account_id: string | null };

/**
 * Who is logged in with a session: `accountId` stays inside. `session` is the id that the reader may know; `since` is
 * its login, `seen` its last visit.
 */
export type LiveReader = Reader & { accountId: string | null; session: string; since: Date; seen: Date };

export const NOBODY: Reader = { account: null, institution: null };

/** The reader behind a session, or null without one. */
export async function readReader(
  { db, clock, publication }: Pick<Deps, 'db' | 'clock' | 'publication'>,
  hash: string | null,
): Promise<LiveReader | null> {
  if (hash === null) return null;
  const [row] = await db.$queryRaw<Row[]>(Prisma.sql`
    select session.id as session, session.created, session.seen, session.account_id, session.entity_id, account.name, account.email
    from session left join account on account.id = session.account_id
    where session.token_hash = ${hash} and ${isLive(clock())}`);
  if (!row) return null;
  return { ...toReader(row, publication.cached()), accountId: row.account_id, session: row.session, since: row.created, seen: row.seen };
}

/** Who is logged in, as the reader may know it. An institution that is no customer any more gives nothing. */
export function toReader({ name, email, entity_id }: ReaderRow, { institutions }: Pick<PublishedData, 'institutions'>): Reader {
  const institution = institutions.find((candidate) => candidate.entity_id === entity_id);
  return {
    account: name === null || email === null ? null : { name: calledBy({ name, email }), email },
    institution: institution ? { entity_id: institution.entity_id, name: institution.name } : null,
  };
}

/**
 * What a reader is called on the page: by their address, as long as nobody of whom we know that the mailbox is theirs
 * has said a name. Letters say 'reader'.
 */
export function calledBy({ name, email }: { name: string; email: string }): string {
  return name === '' ? email : name;
}
