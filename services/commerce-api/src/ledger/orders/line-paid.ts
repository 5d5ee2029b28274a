import { Prisma } from '../../../generated/prisma/client.ts';

/** SQL: what a line `l` cost without its own postage, in cents. */
export const goodsPaid = Prisma.sql`(l.price * l.quantity - l.discount)`;

/** SQL: what a line `l` cost, in cents. */
export const linePaid = Prisma.sql`(${goodsPaid} + l.shipping)`;
