import { KEPT_STATES } from '@newsstand/contracts/money-back';
import { Prisma } from '../../../generated/prisma/client.ts';

/** SQL: of the rows `m` of money_back, those whose money is gone: what nobody has decided yet counts as gone. */
export const isGone = Prisma.sql`m.state not in (${Prisma.join([...KEPT_STATES])})`;

/** SQL: whether all that an order `o` was paid has gone back. Of one that was free nothing has. */
export const isAllGone = Prisma.sql`(o.total > 0
  and o.total <= (select coalesce(sum(m.amount), 0) from money_back m where m.order_id = o.id and ${isGone}))`;
