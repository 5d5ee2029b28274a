import { MAX_GIFTS, MAX_LINES, MAX_QUANTITY } from '@newsstand/contracts/quantity';
import { MAX_GIFTSUBS } from '@newsstand/contracts/subscribe';
import { Prisma } from '../../../generated/prisma/client.ts';
import { apiText } from '../../platform/http/api-text.ts';

/** What is said where more gifts of a kind are asked for than a cart may hold (section 9). */
export const TOO_MANY_GIFTS = apiText('gifts_of_a_kind', { n: MAX_GIFTS });

/** What is said where a cart would hold more gifts, or more lines, than one may. */
export const TOO_MANY_GIFTSUBS = apiText('gifts_in_order', { n: MAX_GIFTSUBS });
export const TOO_MANY_LINES = apiText('lines_in_cart', { n: MAX_LINES });

/**
 * SQL of how many of a line's kind a cart may hold (section 9): 20 gifts, 50 of anything else. The line is the one that
 * an insert conflicts with.
 */
export function mostOfAKind(): Prisma.Sql {
  return Prisma.sql`case when excluded.type = 'gift-subscription' then ${MAX_GIFTS}::int else ${MAX_QUANTITY}::int end`;
}
