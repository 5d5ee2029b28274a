import { Deliverable } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import { cancelOrder } from '../../ledger/orders/cancel-order.ts';
import { moveTerms } from '../../ledger/terms/move-terms.ts';
import { owes } from '../../ledger/terms/owes.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { isMoveOf } from './post-move-letter.ts';

const Posted = v.object({ publication: v.string(), owner: v.string(), to: Deliverable, id: v.string() });

/**
 * An invoice for another zone is paid: what its reader was given, or bought, since it was written, and is posted
 * elsewhere still, goes there, too, as all does that is posted. Nobody is billed for that, and it goes back with the
 * move; what its reader has begun to pay in the account for that is cancelled. Part of the claim's transaction, after
 * what the invoice names has moved.
 */
export async function moveWhatCameSince(tx: Sql, { order, now }: { order: string; now: Date }): Promise<void> {
  const rows = await tx.$queryRaw<unknown[]>`
    select s.publication_id as publication, s.owner_id as owner, m."to", s.id
    from invoice i
      join lateral (
        select l.choice ->> 'deliverable' as "to" from order_line l
        where l.order_id = i.order_id and l.choice ->> 'type' = 'upgrade' order by l.ordinal limit 1
      ) m on true
      join subscription s on s.publication_id = i.publication_id and s.owner_id = i.subscriber_id
    where i.order_id = ${order}::uuid and exists (select from staff_action x where ${isMoveOf})
      and ${owes()} and s.active_deliverable like 'print-%' and s.active_deliverable <> m."to"
    order by s.cycle for update of s`;
  const posted = v.parse(v.array(Posted), rows);
  const [first] = posted;
  if (!first) return;
  const { publication: publicationId, owner: ownerId, to } = first;
  const ids = posted.map(({ id }) => id);
  await moveTerms(tx, { publicationId, ownerId, to, order, now }, ids);
  // One that is being settled in this moment is waited for by nobody: it holds its order before what it upgrades.
  const begun = await tx.$queryRaw<{ id: string }[]>`
    select o.id from "order" o
    where o.publication_id = ${publicationId} and o.owner_id = ${ownerId}::uuid and o.state = 'started' and exists (
      select from order_line l where l.order_id = o.id and l.choice ->> 'type' = 'upgrade' and l.choice ->> 'subscription' = any(${ids}::text[])
    ) for update of o skip locked`;
  for (const one of begun) await cancelOrder(tx, one.id, now);
}
