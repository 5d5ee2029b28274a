import { Deliverable, Level, Medium, Phase, Term } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import type { Sql } from '../../platform/db/sql.ts';
import type { Deps } from '../../publication/deps.ts';
import type { Subscriptions } from '../../rules/subscriptions/subscription-rules.ts';
import { renewalDue, TokenRow, tokenRows } from './token-rows.ts';

/** Words that the database's own rules know too. */
const Terms = v.array(
  v.object({
    id: v.string(),
    source: v.string(),
    cycle: v.number(),
    phase: Phase,
    term: Term,
    level: Level,
    deliverables: v.object({ set: Deliverable, active: Deliverable }),
    settings: v.object({ medium: Medium, level: Level }),
    copies: v.number(),
    issues: v.nullable(v.number()),
    created: v.date(),
    cancelled: v.nullable(v.date()),
    renewalDue: v.nullable(v.date()),
    tokens: v.array(TokenRow),
  }),
);

type ReadDeps = { db: Sql; config: Pick<Deps['config'], 'publicationId'> };

/**
 * Holds what owners were ever subscribed to: what is read after this nobody changes until the transaction ends. After
 * orders and accounts, and of all that are held in a transaction at once, so that each who holds some waits in one
 * order.
 */
export async function holdSubscriptions(tx: Sql, publicationId: string, owners: readonly string[]): Promise<void> {
  if (owners.length === 0) return;
  await tx.$queryRaw`
    select 1 from subscription where publication_id = ${publicationId} and owner_id = any(${[...owners]}::uuid[])
    order by owner_id, id for update`;
}

/** Everything one owner was ever subscribed to, by cycle, as the rules have it: one statement. */
export async function readSubscriptions(deps: ReadDeps, ownerId: string): Promise<Subscriptions> {
  const [subscriptions = []] = await readSubscriptionsOf(deps, [ownerId]);
  return subscriptions;
}

/** The same for many owners, in their order: one statement. */
export async function readSubscriptionsOf({ db, config }: ReadDeps, ownerIds: readonly string[]): Promise<Subscriptions[]> {
  const rows = await db.$queryRaw<{ owner: string }[]>`
    select s.owner_id as owner, s.id, s.source, s.cycle, s.phase, s.term, s.level,
      json_build_object('set', s.set_deliverable, 'active', s.active_deliverable) as deliverables,
      json_build_object('medium', s.settings_medium, 'level', s.settings_level) as settings,
      s.copies, s.issues, s.created, s.cancelled, (${renewalDue}) as "renewalDue", (${tokenRows}) as tokens
    from subscription s where s.publication_id = ${config.publicationId} and s.owner_id = any(${[...ownerIds]}::uuid[]) order by s.cycle`;
  const byOwner = Map.groupBy(rows, ({ owner }) => owner);
  return ownerIds.map((ownerId): Subscriptions => v.parse(Terms, byOwner.get(ownerId) ?? []));
}
