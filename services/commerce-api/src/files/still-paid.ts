import { Prisma } from '../../generated/prisma/client.ts';
import { isAllGone } from '../ledger/orders/money-gone.ts';
import { isPaid } from '../ledger/orders/order-states.ts';

/**
 * SQL of whether an order `o` is paid and its money has not gone back: what the bank has not decided counts as gone.
 */
export const stillPaid = Prisma.sql`${isPaid} and not ${isAllGone}`;
