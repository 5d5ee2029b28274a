import { Prisma } from '../../../generated/prisma/client.ts';
import { isOfOrder, isOfRenewal } from './source-parts.ts';

/**
 * SQL: whether the order `o` paid for the term `s`: in a check-out, or as it renewed by itself, of which an order is
 * made as it is paid. A gift's term is somebody else's.
 */
export const paidForTerm = Prisma.sql`(o.publication_id = s.publication_id and o.owner_id = s.owner_id and (${isOfOrder} or exists (
  select from charge_attempt a
  where a.publication_id = s.publication_id and a.owner_id = s.owner_id and a.kind = 'renewal' and ${isOfRenewal}
    and a.intent_id = o.intent_id
)))`;
