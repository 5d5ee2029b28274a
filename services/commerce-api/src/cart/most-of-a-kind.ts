import { MAX_GIFTS, MAX_QUANTITY } from '@newsstand/contracts/quantity';
import { Prisma } from '../../generated/prisma/client.ts';

/** SQL of how many of a line's kind a cart may hold (section 9): 20 gifts, 50 of anything else. `row` names the row that the line is in. */
export function mostOfAKind(row: 'w' | 'excluded'): Prisma.Sql {
  return Prisma.sql`case when ${Prisma.raw(row)}.type = 'gift-subscription' then ${MAX_GIFTS}::int else ${MAX_QUANTITY}::int end`;
}
