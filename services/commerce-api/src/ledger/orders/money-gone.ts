import { isByBank, isKept, isTakenByBank as takenByBank, moneyBackStates } from '@newsstand/contracts/money-back-states';
import { Prisma } from '../../../generated/prisma/client.ts';
import { listOf } from '../../platform/db/sql.ts';
import { hasLeft } from './refund-states.ts';
import { linePaid } from './line-paid.ts';

/** SQL: of the rows `m` of money_back, those whose money is gone: what nobody has decided yet counts as gone. */
export const isGone = Prisma.sql`m.state not in ${listOf(moneyBackStates(isKept))}`;

/** SQL: of the rows `m` of money_back, those that a bank took, whatever became of them. */
export const isOfBank = Prisma.sql`m.state in ${listOf(moneyBackStates(isByBank))}`;

/** SQL: of the rows `m` of money_back, those that a bank has taken, and we have not got back. */
export const isTakenByBank = Prisma.sql`m.state in ${listOf(moneyBackStates(takenByBank))}`;

/** SQL: whether all that an order `o` was paid has gone back. Of one that was free nothing has. */
export const isAllGone = Prisma.sql`(o.total > 0
  and o.total <= (select coalesce(sum(m.amount), 0) from money_back m where m.order_id = o.id and ${isGone}))`;

/**
 * SQL: whether all that the line `l` of an order `o` cost has gone back, by itself or with the whole order. What waits
 * to be approved has not gone.
 */
export const isLineGone = Prisma.sql`(${isAllGone} or (${linePaid} > 0
  and ${linePaid} <= (select coalesce(sum(b.amount), 0) from refund_line b join refund r on r.id = b.refund_id
    where r.order_id = o.id and b.ordinal = l.ordinal and ${hasLeft()})))`;
