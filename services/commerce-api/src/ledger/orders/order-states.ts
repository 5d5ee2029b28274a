import { ORDER_STANDINGS } from '@newsstand/contracts/order-state';
import { OrderState } from '../../../generated/prisma/enums.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { listOf } from '../../platform/db/sql.ts';

type Standing = (typeof ORDER_STANDINGS)[OrderState];
const statesOf = (...standings: readonly Standing[]): OrderState[] =>
  Object.values(OrderState).filter((state) => standings.includes(ORDER_STANDINGS[state]));

/** An order that is paid, with or without what is posted of it. */
export const PAID: OrderState[] = statesOf('paid');
/** One that somebody bought: paid, or the bank is moving its money. */
export const BOUGHT: OrderState[] = statesOf('on-its-way', 'paid');
/** One that may still be paid. */
export const UNPAID: OrderState[] = statesOf('begun', 'on-its-way');
/** One that has no receipt. What was given up holds its reader's data as well. */
export const NOT_PAID: OrderState[] = statesOf('begun', 'on-its-way', 'given-up');

export const isPaidState = (state: OrderState): boolean => PAID.includes(state);

/** SQL: whether an order `o` is paid; was bought; may still be paid. */
export const isPaid = Prisma.sql`o.state in ${listOf(PAID)}`;
export const isBought = Prisma.sql`o.state in ${listOf(BOUGHT)}`;
export const isUnpaid = Prisma.sql`o.state in ${listOf(UNPAID)}`;
