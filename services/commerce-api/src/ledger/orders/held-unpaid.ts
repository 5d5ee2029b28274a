import { Prisma } from '../../../generated/prisma/client.ts';

/**
 * SQL of whether somebody's unpaid order holds some of a good, so that it may be had again in minutes (decision 003);
 * an invoice's is held for weeks.
 * `good` is the good's row, `owner` whose own order is not meant. To be asked of what there is too little of, and of
 * nothing else.
 */
export function heldUnpaid(good: Prisma.Sql, owner: Prisma.Sql = Prisma.sql`null::uuid`): Prisma.Sql {
  return Prisma.sql`exists (
    select from "order" ho join order_line hl on hl.order_id = ho.id and hl.held and hl.type = ${good}.type and hl.ref = ${good}.ref
    where ho.publication_id = ${good}.publication_id and ho.state = 'started' and ho.owner_id is distinct from ${owner}
      and not exists (select from invoice hi where hi.order_id = ho.id)
  )`;
}

/** On the wire only where it is so. */
export function withHeld<Row extends { held: boolean | null }>({ held, ...row }: Row): Omit<Row, 'held'> & { held?: true } {
  return held === true ? { ...row, held } : row;
}
