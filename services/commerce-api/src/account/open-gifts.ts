import { isGiftGone } from '../ledger/orders/gift-states.ts';
import type { Sql } from '../platform/db/sql.ts';

/**
 * How many gifts an account has bought whose links still do something: nobody has redeemed them, and they stand; or
 * they are posted to somebody who has opened no account with them yet. They say who gave them.
 */
export async function countOpenGifts(sql: Sql, publicationId: string, ownerId: string): Promise<number> {
  const [row] = await sql.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from gift g
    where g.publication_id = ${publicationId} and g.owner_id = ${ownerId}::uuid
      and ((g.redeemed is null and not exists (select from "order" o where o.id = g.order_id and ${isGiftGone}))
        or (g.recipient_name is not null and not exists (select from account a where a.id = g.redeemed_by)))`;
  return row?.count ?? 0;
}
