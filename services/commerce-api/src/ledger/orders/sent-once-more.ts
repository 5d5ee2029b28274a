import { Prisma } from '../../../generated/prisma/client.ts';

/**
 * SQL: whether the desk made the order `o`, to send pieces of another once more: nobody bought it, so it is no receipt,
 * and none of it is sold.
 */
export const isSentOnceMore = Prisma.sql`exists (select from staff_action made where made.id = o.id and made.verb = 'sendCopy')`;
