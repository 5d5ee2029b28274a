import { mediumOf } from '@newsstand/contracts/deliverable';
import { issuesOf } from '@newsstand/contracts/term';
import type { Sql } from '../../platform/db/sql.ts';
import { newToken } from '../../platform/secrets.ts';
import { GIVE_UP, NEEDS_ANOTHER_CARD } from '../../rules/charges/retry-rules.ts';
import type { NewSubscription } from '../../rules/subscriptions/subscription-rules.ts';
import { stopRenewal } from './stop-renewal.ts';

export type NewTerm = NewSubscription & { publicationId: string; ownerId: string };

/**
 * What became of a term: `used-up` where all that it has came out before it was paid; `known`: its source was added
 * before.
 */
type AddedTerm = 'added' | 'used-up' | 'known';

/**
 * Adds one paid term behind those that the owner has, with a token for each of its issues, once for each source
 * (`addSubscription` of the tests' oracle is the same). Terms of one owner are added one after the other, since each
 * takes the next place in the row. A renewal that was about to be charged is not needed any more: a whole term that
 * takes its place, paid by it or not, begins with what has come out since its notice (decision 010). Call it inside a
 * transaction.
 */
export async function addTerm(tx: Sql, term: NewTerm): Promise<AddedTerm> {
  const { id, publicationId, ownerId, source, level, deliverables, copies = 1, issues = null, at } = term;
  await lockTerms(tx, term);
  const count = issues ?? issuesOf(term.term);
  const [added] = await tx.$queryRaw<{ used_up: boolean }[]>`
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
      returning publication_id, owner_id, id, cycle
    ),
    noticed as (
      -- What is left of a term that somebody else had begun (issues) brings no issue from before.
      select c.publication_id, c.owner_id, c.remind from added join charge c
        on c.publication_id = added.publication_id and c.owner_id = added.owner_id and c.kind = 'renewal' and c.cycle = added.cycle
      where ${issues}::int is null
        and (c.state in ('open', 'paid')
          or (c.why = any(${NEEDS_ANOTHER_CARD}::text[]) and c.due > ${new Date(at.getTime() - GIVE_UP)}))
        and exists (select from subscription s
          where s.publication_id = c.publication_id and s.owner_id = c.owner_id and s.id = c.subject and s.cancelled is null)
    ),
    missed as (
      select r.issue, r.released, row_number() over (order by r.released, r.issue) as ordinal
      from noticed n join release r on r.publication_id = n.publication_id and r.released >= n.remind
      where (r.released, r.issue) > (
        select t.delivered, t.issue from issue_token t
        where t.publication_id = n.publication_id and t.owner_id = n.owner_id and t.issue is not null
        order by t.delivered desc, t.issue desc limit 1
      )
        -- Whatever the instants say, nobody has an issue twice; and a payment is not refused for it.
        and not exists (select from issue_token t
          where t.publication_id = n.publication_id and t.owner_id = n.owner_id and t.issue = r.issue)
    ),
    owed as (
      insert into issue_token (publication_id, owner_id, subscription_id, ordinal, issue, deliverable, delivered, unlisted)
      select added.publication_id, added.owner_id, added.id, place, m.issue, case when m.issue is not null then ${deliverables.active} end, m.released,
        -- Its lists may have been made by now.
        m.issue is not null and ${deliverables.active} <> 'digital'
      from added cross join generate_series(1, coalesce(${count}::int, (select count(*)::int from missed))) as place
        left join missed m on m.ordinal = place
    )
    select coalesce((select count(*) from missed) >= ${count}::int, false) as used_up from added`;
  if (!added) return 'known';
  await stopRenewal(tx, { publicationId, ownerId, why: 'renewed', now: at });
  return added.used_up ? 'used-up' : 'added';
}

/** Whoever changes the row of an owner's terms in this transaction does it alone. */
export async function lockTerms(tx: Sql, { publicationId, ownerId }: Pick<NewTerm, 'publicationId' | 'ownerId'>): Promise<void> {
  await tx.$queryRaw`select pg_advisory_xact_lock(hashtextextended(${`term:${publicationId}:${ownerId}`}, 0))::text`;
}
