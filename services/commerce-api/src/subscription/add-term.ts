import { mediumOf } from '@newsstand/contracts/deliverable';
import { issuesOf } from '@newsstand/contracts/term';
import { newToken } from '../access/secrets.ts';
import type { Sql } from '../checkout/sql.ts';
import { stopRenewal } from '../calendar/stop-renewal.ts';
import type { NewSubscription } from './subscription-rules.ts';

export type NewTerm = NewSubscription & { publicationId: string; ownerId: string };

/**
 * Adds one paid term behind those that the owner has, with a token for each of its issues, as `addSubscription` does: once for each source.
 * Terms of one owner are added one after the other, since each takes the next place in the row. A renewal that was about to be charged is not needed
 * any more. Call it inside a transaction.
 */
export async function addTerm(tx: Sql, term: NewTerm): Promise<boolean> {
  const { id, publicationId, ownerId, source, level, deliverables, copies = 1, issues = null, at } = term;
  await lockTerms(tx, term);
  const added = await tx.$queryRaw<unknown[]>`
    with before as (
      select coalesce(max(cycle), 0) as cycle from subscription where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid
    ),
    added as (
      insert into subscription (publication_id, owner_id, id, token, source, cycle, phase, term, level, set_deliverable, active_deliverable,
                                settings_medium, settings_level, copies, issues, created)
      select ${publicationId}, ${ownerId}::uuid, ${id}::uuid, ${newToken()}, ${source}, cycle + 1,
        case when cycle = 0 then 'introductory' else 'renewal' end, ${term.term}, ${level}, ${deliverables.set}, ${deliverables.active},
        ${mediumOf(deliverables.active)}, ${level}, ${copies}::int, ${issues}::int, ${at}
      from before
      on conflict (publication_id, source) do nothing
      returning publication_id, owner_id, id
    ),
    owed as (
      insert into issue_token (publication_id, owner_id, subscription_id, ordinal)
      select publication_id, owner_id, id, ordinal from added, generate_series(1, ${issues ?? issuesOf(term.term) ?? 0}::int) as ordinal
    )
    select id from added`;
  if (added.length === 0) return false;
  await stopRenewal(tx, { publicationId, ownerId, why: 'renewed' });
  return true;
}

/** Whoever changes the row of an owner's terms in this transaction does it alone. */
export async function lockTerms(tx: Sql, { publicationId, ownerId }: Pick<NewTerm, 'publicationId' | 'ownerId'>): Promise<void> {
  await tx.$queryRaw`select pg_advisory_xact_lock(hashtextextended(${`term:${publicationId}:${ownerId}`}, 0))::text`;
}
