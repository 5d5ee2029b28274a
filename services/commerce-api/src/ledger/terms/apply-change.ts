import type { Deliverable, Level } from '@newsstand/contracts/cart';
import { mediumOf } from '@newsstand/contracts/deliverable';
import type { Sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

/** `order` paid for it; null for a change that costs nothing. */
export type Change = {
  publicationId: string;
  ownerId: string;
  subscription: string;
  target: { deliverable: Deliverable; level: Level };
  order: string | null;
  now: Date;
};

/**
 * Changes how the issues that are still owed come, and remembers what it was: once for each order that paid for it,
 * which may be for several subscriptions. Call it inside a transaction.
 */
export async function applyChange(tx: Sql, { publicationId, ownerId, subscription, target, order, now }: Change): Promise<void> {
  const { deliverable, level } = target;
  const isPaid = order !== null;
  await tx.$queryRaw`
    with held as (
      select * from subscription where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and id = ${subscription}::uuid for update
    ),
    noted as (
      insert into subscription_change (publication_id, owner_id, id, subscription_id, "from", "to", paid, order_id, created)
      select publication_id, owner_id, ${uuidv7(now.getTime())}::uuid, id,
        jsonb_build_object('set', set_deliverable, 'active', active_deliverable, 'level', level),
        jsonb_build_object('set', case when ${isPaid}::boolean then ${deliverable} else set_deliverable end, 'active', ${deliverable}::text,
          'level', case when ${isPaid}::boolean then ${level} else level end),
        ${isPaid}::boolean, ${order}::uuid, ${now}
      from held
      on conflict (publication_id, order_id, subscription_id) do nothing
      returning subscription_id
    )
    update subscription s set
      level = case when ${isPaid}::boolean then ${level} else s.level end,
      set_deliverable = case when ${isPaid}::boolean then ${deliverable} else s.set_deliverable end,
      active_deliverable = ${deliverable}, settings_medium = ${mediumOf(deliverable)}, settings_level = ${level}
    from noted where s.publication_id = ${publicationId} and s.owner_id = ${ownerId}::uuid and s.id = noted.subscription_id`;
}
