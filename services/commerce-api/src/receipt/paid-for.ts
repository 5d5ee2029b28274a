import { Prisma } from '../../generated/prisma/client.ts';

/** SQL of whether an order `o` is paid and its money has not gone back: what the bank has not decided counts as gone. */
export const paidFor = Prisma.sql`o.state in ('paid', 'fulfilled')
  and (o.total = 0 or o.total > (select coalesce(sum(m.amount), 0) from money_back m where m.order_id = o.id and m.state <> 'won'))`;
