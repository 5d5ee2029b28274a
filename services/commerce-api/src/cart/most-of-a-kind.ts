import { MAX_GIFTS, MAX_QUANTITY } from '@newsstand/contracts/quantity';
import { Prisma } from '../../generated/prisma/client.ts';

/** What is said where more gifts of a kind are asked for than a cart may hold (section 9). */
export const TOO_MANY_GIFTS = `At most ${MAX_GIFTS} gifts of a kind.`;

/** SQL of how many of a line's kind a cart may hold (section 9): 20 gifts, 50 of anything else. The line is the one that an insert conflicts with. */
export function mostOfAKind(): Prisma.Sql {
  return Prisma.sql`case when excluded.type = 'gift-subscription' then ${MAX_GIFTS}::int else ${MAX_QUANTITY}::int end`;
}
