import { Prisma } from '../../../generated/prisma/client.ts';
import { isAllGone } from './money-gone.ts';

/** SQL: whether a gift `g` may be redeemed, held or taken back: none of it has happened. */
export const isOpenGift = Prisma.sql`(g.redeemed is null and g.held_by is null and g.revoked is null)`;

/**
 * SQL: whether a gift `g` of an order `o` is none any more: nobody had redeemed it when it was taken back, for its
 * money or for nothing, or all that was paid for it went back.
 */
export const isGiftGone = Prisma.sql`(g.redeemed is null and (g.revoked is not null or ${isAllGone}))`;
