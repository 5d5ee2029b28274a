import { UNTOLD } from '@newsstand/contracts/desk-verbs';
import { INTO_OUTBOX } from '../../letters/post-letter.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

/**
 * SQL: the action `x` that asked for the move to another zone that the invoice `i` bills, which is its reference
 * (`change-address-for.ts`). A move is billed by its own action alone, so what staff typed as a reference names none.
 */
export const isMoveOf = Prisma.sql`x.publication_id = i.publication_id and x.verb = 'changeAddressFor'
  and x.id = case when i.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then i.reference::uuid end`;

/**
 * An invoice for another zone is paid: copies go there from now on, and the reader whom staff asked for is told, as of
 * any change of address.
 */
export async function postMoveLetter(tx: Sql, { order, now }: { order: string; now: Date }): Promise<void> {
  await tx.$queryRaw`
    ${INTO_OUTBOX}
    select ${uuidv7(now.getTime())}::uuid, i.publication_id, 'address-changed', x.id::text, coalesce(a.email, o.email),
      jsonb_build_object('name', coalesce(nullif(a.name, ''), o.name)), ${now}
    from invoice i join "order" o on o.id = i.order_id join staff_action x on ${isMoveOf} left join account a on a.id = i.subscriber_id
    where i.order_id = ${order}::uuid and x.reason <> all(${[...UNTOLD]}::text[])
    on conflict (kind, subject) do nothing`;
}
