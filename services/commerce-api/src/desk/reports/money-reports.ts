import { RevenueKind } from '@newsstand/contracts/desk-reports';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { isAllGone, isGone } from '../../ledger/orders/money-gone.ts';
import { isGoing } from '../../ledger/orders/refund-states.ts';
import { linePaid } from '../../ledger/orders/line-paid.ts';
import { isPaid } from '../../ledger/orders/order-states.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { readRows, type Rows, type Span } from './report-rows.ts';

/** SQL: orders `o` that were paid within the days. */
const paidIn = ({ publication, from, until }: Span): Prisma.Sql =>
  Prisma.sql`o.publication_id = ${publication} and ${isPaid} and o.paid >= ${from} and o.paid < ${until}`;

/** SQL: the month of a moment, `2026-11`. */
const month = (at: Prisma.Sql, zone: string): Prisma.Sql => Prisma.sql`to_char(${at} at time zone ${zone}, 'YYYY-MM')`;

const [words, number, share] = [v.nullable(v.string()), v.number(), v.nullable(v.number())];

const KIND: Record<RevenueKind, string> = {
  subscriptions: 'Subscriptions',
  renewals: 'Renewals',
  gifts: 'Gifts',
  upgrades: 'Upgrades',
  'single-issues': 'Single issues',
  goods: 'Goods',
  donations: 'Donations',
  'monthly-donations': 'Monthly donations',
  parcels: 'Parcels',
  waived: 'Waived',
  'money-back': 'Money back',
};

/** What came in, by the month and kind of what was sold; parcels, what was waived and what went back make it whole. */
export function readRevenue(db: Sql, span: Span): Promise<Rows> {
  return readRows(
    db,
    v.pipe(
      v.tuple([words, RevenueKind, number, number, number, number]),
      v.transform(([at, kind, ...cents]) => [at, KIND[kind], ...cents, kind]),
    ),
    Prisma.sql`
    with o as materialized (select o.* from "order" o where ${paidIn(span)}),
    part as (
      select o.paid as at, case l.type
          when 'gift-subscription' then 'gifts' when 'subscription-upgrade' then 'upgrades'
          when 'print-issue' then 'single-issues' when 'digital-issue' then 'single-issues'
          when 'personal-subscription' then case when (l.choice ->> 'renewal')::boolean then 'renewals' else 'subscriptions' end
          when 'donation-item' then case l.choice ->> 'process' when 'monthly-init' then 'monthly-donations' else 'donations' end
          else 'goods' end as kind,
        l.price * l.quantity as sold, l.discount, l.shipping, ${linePaid} as net
      from o join order_line l on l.order_id = o.id
      union all
      select o.paid, 'parcels', 0, 0, p.cents, p.cents
      from o cross join lateral (select o.shipping - coalesce(sum(l.shipping), 0)::int as cents from order_line l where l.order_id = o.id) p
      union all
      select o.paid, 'waived', 0, 0, 0, -o.waived from o
      union all
      select m.created, 'money-back', 0, 0, 0, -m.amount from money_back m join "order" o on o.id = m.order_id
      where o.publication_id = ${span.publication} and ${isGone} and m.created >= ${span.from} and m.created < ${span.until}
    )
    select ${month(Prisma.sql`at`, span.zone)} as month, kind, sum(sold)::float8 as sold, sum(discount)::float8 as discount,
      sum(shipping)::float8 as postage, sum(net)::float8 as net from part
    group by 1, 2 having bool_or(sold <> 0 or net <> 0 or shipping <> 0)
    order by 1 desc, kind in ('parcels', 'waived', 'money-back'), kind`,
  );
}

/** Gifts by the month in which they were paid, and what became of them. */
export function readGifts(db: Sql, span: Span): Promise<Rows> {
  return readRows(
    db,
    v.tuple([words, number, number, number, number, number, share]),
    Prisma.sql`
    select month, sold, posted, by_link, redeemed, revoked, round(100.0 * redeemed / nullif(by_link, 0))::int as share from (
      select ${month(Prisma.sql`o.paid`, span.zone)} as month, count(*)::int as sold, count(g.recipient_name)::int as posted,
        count(*) filter (where g.recipient_name is null)::int as by_link,
        count(*) filter (where g.recipient_name is null and g.redeemed is not null)::int as redeemed, count(g.revoked)::int as revoked
      from gift g join "order" o on o.id = g.order_id where g.publication_id = ${span.publication} and ${paidIn(span)} group by 1
    ) counted order by month desc`,
  );
}

/** What codes took off, and what was bought with them. */
export function readCoupons(db: Sql, span: Span): Promise<Rows> {
  return readRows(
    db,
    v.tuple([words, number, number, number, number]),
    Prisma.sql`
    select u.code, count(distinct u.order_id)::int as orders, sum(u.quantity)::int as pieces, sum(l.discount)::float8 as discount, sum(${linePaid})::float8 as brought
    from coupon_use u join "order" o on o.id = u.order_id join order_line l on l.order_id = u.order_id and l.ordinal = u.ordinal
    where u.publication_id = ${span.publication} and ${paidIn(span)} group by u.code order by brought desc, u.code`,
  );
}

/**
 * SQL: what was given with a donation's line `l` of an order `o`, less what went back of it; no more than what the
 * order has left of its money, as nobody may have said yet what it went back for.
 */
export const givenCents = Prisma.sql`greatest(0, least(${linePaid} - (
  select coalesce(sum(b.amount), 0)::int from refund_line b join refund r on r.id = b.refund_id
  where r.order_id = o.id and b.ordinal = l.ordinal and ${isGoing}
), o.total - (select coalesce(sum(m.amount), 0)::int from money_back m where m.order_id = o.id and ${isGone})))`;

/** Who gave, by the mailbox of their order. What went back of a donation was not given. */
export function readDonors(db: Sql, span: Span): Promise<Rows> {
  return readRows(
    db,
    v.tuple([words, words, number, number, number]),
    Prisma.sql`
    with given as (
      select lower(normalize(coalesce(o.kept_for, o.email), nfkc)) as mailbox, o.name, o.paid, ${givenCents} as cents
      from "order" o join order_line l on l.order_id = o.id and l.type = 'donation-item' where ${paidIn(span)} and not ${isAllGone}
    )
    select (array_agg(name order by paid desc))[1] as name, mailbox, count(*)::int as donations, sum(cents)::float8 as given, max(cents)::float8 as largest
    from given where cents > 0 group by mailbox order by given desc, mailbox`,
  );
}
