import { GoodType } from '@newsstand/contracts/cart';
import {
  FEW,
  isLow,
  type DeskGood,
  type DeskStock,
  type StockedGood,
  type StockMonth,
  type StockMove,
} from '@newsstand/contracts/desk-stock';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { isSentOnceMore } from '../../ledger/orders/sent-once-more.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { DAY } from '../../platform/duration.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { mayBeTakenBack } from '../read-history.ts';
import { beginOf, timeZoneOf } from '../../publication/publication-day.ts';

type StockDeps = { db: Sql } & Pick<Deps, 'clock' | 'config'>;
export type GoodRef = { type: GoodType; ref: string };
/** How many rows of a ledger are shown. */
const SHOWN = 100;

const Row = v.object({
  type: GoodType,
  ref: v.string(),
  name: v.string(),
  detail: v.nullable(v.string()),
  on_sale: v.boolean(),
  stock: v.number(),
  held: v.number(),
  sold: v.number(),
});

/**
 * SQL: of each good so many `pieces` of the lines `l` of orders `o` for which `is` holds: counted at once, as a look
 * for each good would go over all orders again and again.
 */
const pieces = (publication: string, count: Prisma.Sql, is: Prisma.Sql) => Prisma.sql`(
  select l.type, l.ref, sum(${count})::int as pieces from "order" o join order_line l on l.order_id = o.id
  where l.held and o.publication_id = ${publication} and ${is} group by l.type, l.ref)`;

/** SQL: goods that are counted, those that are on sale or that somebody waits for; `which` narrows them. */
const goodsOf = (publication: string, since: Date, which: Prisma.Sql) => Prisma.sql`
  select g.type, g.ref, g.name, g.detail, g.on_sale, g.stock, coalesce(held.pieces, 0) as held, coalesce(sold.pieces, 0) as sold
  from good g
    left join ${pieces(publication, Prisma.sql`l.quantity - l.sent - l.dropped`, Prisma.sql`l.sent + l.dropped < l.quantity`)} held on (held.type, held.ref) = (g.type, g.ref)
    left join ${pieces(publication, Prisma.sql`l.quantity - l.dropped`, Prisma.sql`o.paid >= ${since} and not ${isSentOnceMore}`)} sold on (sold.type, sold.ref) = (g.type, g.ref)
  where g.publication_id = ${publication} and g.stock is not null and ${which}`;

async function readGoods({ db, clock, config }: StockDeps, which: Prisma.Sql): Promise<StockedGood[]> {
  const since = new Date(clock().getTime() - 90 * DAY);
  const rows = v.parse(
    v.array(Row),
    await db.$queryRaw`${goodsOf(config.publicationId, since, which)} order by g.name, g.detail nulls first, g.type, g.ref`,
  );
  // Issue 2 stands before Issue 16.
  const named = new Intl.Collator('en', { numeric: true });
  return rows.toSorted((one, other) => named.compare(one.name, other.name)).map((row) => ({ ...row, low: isLow(row) }));
}

/** What there is of each good that is counted. What was withdrawn is shown as long as there is some of it. */
export async function readStock(deps: StockDeps): Promise<DeskStock> {
  const goods = await readGoods(deps, Prisma.sql`true`);
  return { goods: goods.filter((good) => good.on_sale || good.stock > 0 || good.held > 0) };
}

/** SQL: goods of which few are left, by the rule of `isLow`, for Today's count. */
export const lowGoods = (publication: string, now: Date): Prisma.Sql =>
  Prisma.sql`select g.ref from (${goodsOf(publication, new Date(now.getTime() - 90 * DAY), Prisma.sql`g.on_sale`)}) g where g.stock <= greatest(${FEW}::int, ceil(g.sold / 3.0))`;

export async function readGood(deps: StockDeps, { type, ref }: GoodRef): Promise<StockedGood> {
  const [good] = await readGoods(deps, Prisma.sql`g.type = ${type} and g.ref = ${ref}`);
  if (!good) throw new Refusal(404, deskText('no_such_good'));
  return good;
}

const Move = v.object({
  at: v.date(),
  why: v.string(),
  quantity: v.number(),
  order: v.nullable(v.string()),
  who: v.nullable(v.string()),
  note: v.nullable(v.string()),
  action: v.nullable(v.string()),
  verb: v.nullable(v.string()),
  undone: v.boolean(),
  acted: v.nullable(v.date()),
});

/**
 * A good and what moved it, the newest first, and how its ledger began: moves that were written, and what orders hold.
 * It began before all of them, whenever that was noted: goods were sold before there was a ledger. Refuses (404) what
 * is not counted.
 */
export async function readLedger(deps: StockDeps & Pick<Deps, 'publication'>, { type, ref }: GoodRef): Promise<DeskGood> {
  const { db, clock, config } = deps;
  const good = await readGood(deps, { type, ref });
  const { publicationId } = config;
  const rows = v.parse(
    v.array(Move),
    await db.$queryRaw`
      select case when why = 'start' then min(at) over () else at end as at, why, quantity, "order", who, note, action, verb, undone, acted from (
        select m.at, m.why, m.quantity, ro.number as order, coalesce(s.name, a.program) as who, a.to ->> 'note' as note,
          m.action::text as action, a.verb, exists (select from staff_action u where u.undoes = m.action) as undone, a.at as acted, m.id
        from stock_move m left join staff_action a on a.id = m.action left join staff s on s.id = a.staff_id
          -- What takes pieces from an order, or gives them back, is done to the order.
          left join "order" ro on m.why = 'refund' and (ro.publication_id, ro.number) = (m.publication_id, a.subject)
        where (m.publication_id, m.type, m.ref) = (${publicationId}, ${type}, ${ref})
        union all
        select coalesce(o.paid, o.created), case when ${isSentOnceMore} then 'again' else 'sold' end, -l.quantity, o.number, null, null, null, null, false, null, o.id
        from order_line l join "order" o on o.id = l.order_id
        where l.held and l.type = ${type} and l.ref = ${ref} and o.publication_id = ${publicationId}
      ) moved order by why = 'start', moved.at desc, id desc limit ${SHOWN + 1}::int`,
  );
  const [sum] = await db.$queryRaw<{ sum: number }[]>`
    select ((select coalesce(sum(m.quantity), 0) from stock_move m where (m.publication_id, m.type, m.ref) = (${publicationId}, ${type}, ${ref}))
      - (select coalesce(sum(l.quantity), 0) from order_line l join "order" o on o.id = l.order_id
          where l.held and l.type = ${type} and l.ref = ${ref} and o.publication_id = ${publicationId}))::int as sum`;
  let left = good.stock;
  let counted = false;
  const moves = rows.slice(0, SHOWN).map(({ at, why, quantity, order, who, note, action, verb, undone, acted }): StockMove => {
    const row = { at: at.toISOString(), why, quantity, left, order, who, note: note ?? '', action };
    left -= quantity;
    const stands = verb === 'adjustStock' && acted !== null && !undone;
    // What was before a count is not taken back (`nothing-to-take-back.ts`).
    const undo = stands && !counted && mayBeTakenBack({ verb, from: {}, to: {}, at: acted, undoes: null }, clock());
    counted ||= stands && why === 'count';
    return { ...row, undo };
  });
  const year = await readYear(deps, good);
  const last = await lastMoves(db, publicationId, { type, ref });
  return { good, moves, more: rows.length > SHOWN, balanced: sum?.sum === good.stock, year, last };
}

const LastMoves = v.array(
  v.object({
    why: v.string(),
    action: v.string(),
    at: v.date(),
    pieces: v.number(),
    who: v.nullable(v.string()),
    note: v.nullable(v.string()),
  }),
);

/** The last time that some of a good came, and that some were gone, which nobody has taken back. */
export async function lastMoves(db: Sql, publication: string, { type, ref }: GoodRef): Promise<NonNullable<DeskGood['last']>> {
  const rows = await db.$queryRaw<unknown[]>`
    select distinct on (m.why) m.why, m.action::text as action, m.at, abs(m.quantity)::int as pieces, coalesce(s.name, a.program) as who, a.to ->> 'note' as note
    from stock_move m join staff_action a on a.id = m.action left join staff s on s.id = a.staff_id
    where (m.publication_id, m.type, m.ref) = (${publication}, ${type}, ${ref}) and m.why in ('restock', 'loss')
      and not exists (select from staff_action u where u.undoes = m.action)
    order by m.why, m.at desc, m.id desc`;
  const of = (kind: string) => {
    const found = v.parse(LastMoves, rows).find(({ why }) => why === kind);
    return found
      ? { action: found.action, at: found.at.toISOString(), pieces: found.pieces, who: found.who, note: found.note ?? '' }
      : null;
  };
  return { restock: of('restock'), loss: of('loss') };
}

/**
 * What was sold of a good in each month and not taken back since, and what there was at its end: what there is, less
 * what moved it since. With what its ledger
 * began, it began before all else.
 */
async function readYear(
  { db, clock, config, publication }: StockDeps & Pick<Deps, 'publication'>,
  { type, ref, stock }: StockedGood,
): Promise<StockMonth[]> {
  const { publicationId } = config;
  const zone = timeZoneOf(publication.cached());
  return db.$queryRaw<StockMonth[]>`
    with moved as materialized (
      select m.at, m.quantity, 0 as sold, m.why = 'start' as begins from stock_move m where (m.publication_id, m.type, m.ref) = (${publicationId}, ${type}, ${ref})
      union all
      select coalesce(o.paid, o.created), -l.quantity, case when ${isSentOnceMore} then 0 else l.quantity - l.dropped end, false from order_line l join "order" o on o.id = l.order_id
      where l.held and l.type = ${type} and l.ref = ${ref} and o.publication_id = ${publicationId}
    ),
    months as (
      select month, ${beginOf(Prisma.sql`month`, zone)} as begins, ${beginOf(Prisma.sql`month + interval '1 month'`, zone)} as ends
      from generate_series(date_trunc('month', ${clock()}::timestamptz at time zone ${zone}) - interval '11 months',
        date_trunc('month', ${clock()}::timestamptz at time zone ${zone}), interval '1 month') month
    )
    select to_char(n.month, 'YYYY-MM') as month,
      (select coalesce(sum(m.sold), 0)::int from moved m where m.at >= n.begins and m.at < n.ends) as sold,
      (${stock}::int - (select coalesce(sum(m.quantity), 0)::int from moved m where m.at >= n.ends and not m.begins)) as left
    from months n where n.ends > (select min(m.at) from moved m) order by n.month`;
}
