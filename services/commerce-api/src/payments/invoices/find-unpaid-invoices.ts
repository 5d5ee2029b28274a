import type { CartType } from '@newsstand/contracts/cart';
import { Prisma } from '../../../generated/prisma/client.ts';
import { isUnpaid } from '../../ledger/orders/order-states.ts';
import type { Sql } from '../../platform/db/sql.ts';

/** An invoice that is not paid; `processing`: a bank moves its money. */
export type UnpaidInvoice = {
  id: string;
  number: number;
  token: string;
  dueDate: Date;
  order: { id: string; name: string; total: number; state: 'started' | 'processing'; lines: { choice: unknown }[] };
};

/** SQL: an order `o` as `UnpaidInvoice` has it. */
export const UNPAID_ORDER = Prisma.sql`
  json_build_object('id', o.id, 'name', o.name, 'total', o.total, 'state', o.state, 'lines', (
    select json_agg(json_build_object('choice', l.choice) order by l.ordinal) from order_line l where l.order_id = o.id))`;

type Wanted = { publicationId: string; subscriberId: string; type: CartType };

/** The unpaid invoices for an account of which a line is of this type, the oldest first. */
export function findUnpaidInvoices(sql: Sql, { publicationId, subscriberId, type }: Wanted): Promise<UnpaidInvoice[]> {
  return sql.$queryRaw<UnpaidInvoice[]>`
    select i.id, i.number, i.token, i.due_date as "dueDate", ${UNPAID_ORDER} as "order"
    from invoice i join "order" o on o.id = i.order_id
    where i.publication_id = ${publicationId} and i.subscriber_id = ${subscriberId}::uuid and i.paid is null and ${isUnpaid}
      and exists (select from order_line l where l.order_id = o.id and l.type = ${type})
    order by i.number`;
}
