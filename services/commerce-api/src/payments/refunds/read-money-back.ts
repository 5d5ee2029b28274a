import { MoneyBackState, Stopped, type MoneyBack } from '@newsstand/contracts/money-back';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { hasLeft } from '../../ledger/orders/refund-states.ts';
import type { Sql } from '../../platform/db/sql.ts';

/** PostgreSQL writes an instant into JSON as ISO text. */
const Instant = v.pipe(
  v.string(),
  v.transform((text) => new Date(text).toISOString()),
);
/** What went back of an order, the oldest first, as `moneyBackRows` answers it. */
export const MoneyBackRows = v.array(
  v.object({ state: MoneyBackState, amount: v.number(), created: Instant, updated: Instant, credit_note: v.optional(v.string()) }),
);

/** SQL: how the number of a refund's credit note is written (`creditNoteNumber`); null where it has none. */
export const creditNote = Prisma.sql`'CN-' || r.credit_number`;

/** SQL: whether a refund `p` of the order is paid, or on its way. */
const isPaid = Prisma.sql`p.order_id = m.order_id and p.method <> 'none' and ${hasLeft('p')}`;

/**
 * SQL: whether the money `m` of the desk's refund `r` did not arrive and was paid in another way since: its reader is
 * told of that one alone. One that somebody left as it is was paid only once nothing of the order is left to pay it
 * from.
 */
const isPaidOtherwise = Prisma.sql`(m.state = 'failed' and r.settled is not null and case when r.voided_by is not null then true when r.given_up
  then (select coalesce(sum(p.amount), 0) from refund p where ${isPaid}) + m.amount > (select o.total from "order" o where o.id = m.order_id)
  else exists (select from refund p where ${isPaid} and p.id <> r.id and p.created >= r.created and p.amount >= m.amount) end)`;

/** SQL: what went back of an order, as JSON. */
export function moneyBackRows(order: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    select coalesce(json_agg(jsonb_build_object('state', m.state, 'amount', m.amount, 'created', m.created, 'updated', m.updated)
      || jsonb_strip_nulls(jsonb_build_object('credit_note', ${creditNote})) order by m.created, m.id), '[]')
    from money_back m left join refund r on r.id = m.refund_id where m.order_id = ${order} and ${isPaidOtherwise} is not true
  )`;
}

/** As a receipt, an invoice and their entries in the account have it: nothing where nothing went back. */
export function toldMoneyBack(back: MoneyBack[]): { money_back?: MoneyBack[] } {
  return back.length > 0 ? { money_back: back } : {};
}

const Columns = v.object({ back: MoneyBackRows, stopped: v.array(Stopped) });

/**
 * SQL: columns of an order's statement for `toldOfColumns`: what went back of it, and what that stopped that nobody has
 * begun again.
 */
export function moneyBackColumns(order: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${moneyBackRows(order)} as back,
    array_remove(array[
      case when exists (select from account a where a.autorenew_stopped_by = ${order}) then 'autorenew' end,
      case when exists (select from donation d where d.ended_by = ${order}) then 'donation' end
    ], null) as stopped`;
}

export function toldOfColumns(row: unknown): { money_back?: MoneyBack[]; stopped?: Stopped[] } {
  const { back, stopped } = v.parse(Columns, row);
  return { ...toldMoneyBack(back), ...(stopped.length > 0 && { stopped }) };
}

/** The same of one order alone. */
export async function readMoneyBack(db: Sql, order: string): Promise<{ money_back?: MoneyBack[] }> {
  const [row] = await db.$queryRaw<unknown[]>`select ${moneyBackColumns(Prisma.sql`${order}::uuid`)}`;
  return toldOfColumns(row);
}
