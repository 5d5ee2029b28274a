import type { Deliverable } from '@newsstand/contracts/cart';
import { mediumOf } from '@newsstand/contracts/deliverable';
import type { Sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

/**
 * `to`: how it is posted from the next issue on. `order`: with whose paid move it goes along; null for one that nobody
 * pays for.
 */
type Move = { publicationId: string; ownerId: string; to: Deliverable; order: string | null; now: Date };

/**
 * What is owed goes to another zone from the next issue on, and counts as paid for it, as after an upgrade, though no
 * line of an order was for it. Call it inside a transaction.
 */
export async function moveTerms(
  tx: Sql,
  { publicationId, ownerId, to, order, now }: Move,
  subscriptions: readonly string[],
): Promise<void> {
  for (const subscription of subscriptions) {
    await tx.$queryRaw`
      with held as (
        select * from subscription where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and id = ${subscription}::uuid for update
      ),
      noted as (
        insert into subscription_change (publication_id, owner_id, id, subscription_id, "from", "to", paid, order_id, created)
        select publication_id, owner_id, ${uuidv7(now.getTime())}::uuid, id,
          jsonb_build_object('set', set_deliverable, 'active', active_deliverable, 'level', level),
          jsonb_build_object('set', ${to}::text, 'active', ${to}::text, 'level', level), false, ${order}::uuid, ${now}
        from held
        returning subscription_id
      )
      update subscription s set set_deliverable = ${to}, active_deliverable = ${to}, settings_medium = ${mediumOf(to)}
      from noted where s.publication_id = ${publicationId} and s.owner_id = ${ownerId}::uuid and s.id = noted.subscription_id`;
  }
}
