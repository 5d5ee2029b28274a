import type { Subscriber } from '@newsstand/contracts/account';
import * as v from 'valibot';
import { Prisma } from '../../generated/prisma/client.ts';
import { isGiftGone } from '../ledger/orders/gift-states.ts';
import { isSentOnceMore } from '../ledger/orders/sent-once-more.ts';
import { isOfBank } from '../ledger/orders/money-gone.ts';
import { renewalDue, tokenRows } from '../ledger/terms/token-rows.ts';
import { moneyBackRows } from '../payments/refunds/read-money-back.ts';
import type { Sql } from '../platform/db/sql.ts';
import { isLive } from '../platform/sessions/session.ts';
import type { Deps } from '../publication/deps.ts';
import { donationRows, renewalOnItsWay, renewalRow } from '../ledger/planned-charges/charge-rows.ts';
import { isPaid, isUnpaid } from '../ledger/orders/order-states.ts';
import { defaultZone } from '../publication/default-zone.ts';
import { subscriberOf } from './subscriber-of.ts';
import { SubscriberRow } from './subscriber-row.ts';
import { siteOf } from '../publication/site-of.ts';
import { notWithdrawn } from '../publication/withdrawn.ts';
import { isOutBy, todayOf } from '../publication/publication-day.ts';

type ReadDeps = { db: Sql } & Pick<Deps, 'clock' | 'config' | 'publication'>;

/** `accountId` stays inside; `seen` is the session's last visit. */
export type SubscriberReading = { subscriber: Subscriber; accountId: string; seen: Date };

/**
 * All that the account pages show (section 2) of whoever is logged in with a session, or null: one statement, however
 * many subscriptions, orders and issues there are.
 */
export async function readSubscriber(deps: ReadDeps, hash: string | null): Promise<SubscriberReading | null> {
  if (hash === null) return null;
  return read(
    deps,
    Prisma.sql`
      select account.*, session.method as session_method, session.seen
      from session join account on account.id = session.account_id
      where session.token_hash = ${hash} and ${isLive(deps.clock())}`,
  );
}

/** The same of an account, for what is mailed to its reader: nobody is logged in. */
export async function readSubscriberOf(deps: ReadDeps, accountId: string): Promise<Subscriber | null> {
  const { publicationId } = deps.config;
  const account = Prisma.sql`
    select account.*, 'code' as session_method, ${deps.clock()}::timestamptz as seen from account
    where account.publication_id = ${publicationId} and account.id = ${accountId}::uuid`;
  return (await read(deps, account))?.subscriber ?? null;
}

async function read(deps: ReadDeps, account: Prisma.Sql): Promise<SubscriberReading | null> {
  const { db, clock, config } = deps;
  const [now, today] = [clock(), todayOf(deps)];
  const [row] = await db.$queryRaw<unknown[]>(select(config.publicationId, account, { now, today }));
  if (row === undefined) return null;
  const parsed = v.parse(SubscriberRow, row);
  const publication = deps.publication.cached();
  const { invoice_prefix: invoicePrefix } = publication.settings;
  return {
    subscriber: subscriberOf(parsed, {
      now,
      today,
      secret: config.access.secret,
      invoicePrefix,
      zone: defaultZone(publication),
      prices: publication.prices,
      messages: publication.messages,
      site: siteOf(deps),
    }),
    accountId: parsed.id,
    seen: parsed.seen,
  };
}

function select(publication: string, account: Prisma.Sql, { now, today }: { now: Date; today: string }): Prisma.Sql {
  return Prisma.sql`
    with a as (${account}),
    paid as (
      select o.id, o.receipt_token, o.number, o.paid, o.total from "order" o
      where o.publication_id = ${publication} and o.owner_id = (select id from a) and ${isPaid} and not ${isSentOnceMore}
    ),
    delivered as (
      select distinct t.issue from issue_token t
      where t.publication_id = ${publication} and t.owner_id = (select id from a) and t.issue is not null
    ),
    latest as (
      select i.number, to_char(i.released, 'YYYY-MM-DD') as released from issue i
      where i.publication_id = ${publication} and ${isOutBy(today)} order by i.number desc limit 1
    ),
    bought as (
      select distinct l.ref from paid join order_line l on l.order_id = paid.id where l.type = 'digital-issue'
    )
    select a.id, a.session_method as method, a.seen, a.name, md5(a.name) as name_version, a.email,
      a.email_failing is not null as email_failing, a.verified is not null as email_proved, a.issue_letters, a.created, a.autorenew_since is not null as autorenew, a.payment,
      (
        select json_build_object('number', o.number, 'how', case when exists (
          select from money_back m where m.order_id = o.id and ${isOfBank}
        ) then 'dispute' else 'refund' end)
        from "order" o where o.id = a.autorenew_stopped_by
      ) as autorenew_stopped,
      (select c.email from email_change c where c.account_id = a.id and c.expires > ${now}) as email_change,
      coalesce((select number from latest), 0) as latest_issue,
      (select released from latest) as latest_released,
      (
        select json_build_object('title', i.title, 'released', to_char(i.released, 'YYYY-MM-DD')) from issue i
        where i.publication_id = ${publication} and i.number = coalesce((select number from latest), 0) + 1 and ${notWithdrawn}
      ) as announced,
      (
        select coalesce(json_agg(distinct right(t.deliverable, 1)), '[]') from issue_token t
        where t.publication_id = ${publication} and t.owner_id = a.id and t.deliverable like 'print-%'
          and t.issue = (select number from latest)
          and not exists (
            select from post_list l where l.publication_id = t.publication_id and l.issue = t.issue and l.shipcode = right(t.deliverable, 1)
          )
      ) as without_labels,
      (
        select coalesce(json_agg(json_build_object('shipcode', d.shipcode, 'address', d.address, 'version', md5(d.address::text), 'returned', d.undeliverable is not null)), '[]')
        from owner_address d where d.publication_id = ${publication} and d.owner_id = a.id
      ) as addresses,
      (
        select coalesce(json_agg(json_build_object(
          'token', s.token, 'source', s.source, 'cycle', s.cycle, 'phase', s.phase, 'term', s.term, 'level', s.level,
          'deliverables', json_build_object('set', s.set_deliverable, 'active', s.active_deliverable),
          'settings', json_build_object('medium', s.settings_medium, 'level', s.settings_level),
          'copies', s.copies, 'issues', s.issues, 'created', s.created, 'cancelled', s.cancelled,
          'renewalDue', (${renewalDue}), 'tokens', (${tokenRows})
        ) order by s.cycle), '[]')
        from subscription s where s.publication_id = ${publication} and s.owner_id = a.id
      ) as subscriptions,
      (${renewalRow(publication, Prisma.sql`a.id`)}) as renewal,
      ${renewalOnItsWay(publication, Prisma.sql`a.id`)} as renewal_processing,
      (${donationRows(publication, Prisma.sql`a.id`)}) as donations,
      (
        select coalesce(json_agg(json_build_object('token', g.token, 'receipt', o.receipt_token, 'deliverable', g.deliverable, 'level', g.level,
          'term', g.term, 'bought', o.paid, 'redeemed', g.redeemed, 'refunded', ${isGiftGone},
          'sent_to', g.recipient_name) order by o.paid desc, g.ordinal, g.number), '[]')
        from gift g join "order" o on o.id = g.order_id
        where g.publication_id = ${publication} and g.owner_id = a.id and o.paid is not null
      ) as gifts,
      (
        select coalesce(json_agg(json_build_object('token', paid.receipt_token, 'number', paid.number, 'paid', paid.paid, 'total', paid.total,
          'money_back', ${moneyBackRows(Prisma.sql`paid.id`)},
          'name', (select concat_ws(', ', l.name, l.detail) from order_line l where l.order_id = paid.id order by l.ordinal limit 1),
          'lines', (select count(*) from order_line l where l.order_id = paid.id)) order by paid.paid desc, paid.id desc), '[]')
        from paid where paid.number is not null and paid.paid is not null
      ) as orders,
      (
        select coalesce(json_agg(json_build_object('token', i.token, 'number', i.number, 'created', o.created,
          'due_date', to_char(i.due_date, 'YYYY-MM-DD'), 'total', o.total, 'paid', i.paid,
          'renews', i.paid is null and i.subscriber_id = a.id and ${isUnpaid}
            and exists (select from order_line l where l.order_id = o.id and l.type = 'personal-subscription'),
          'received', to_char(p.received, 'YYYY-MM-DD'), 'money_back', ${moneyBackRows(Prisma.sql`o.id`)}) order by i.number desc), '[]')
        from invoice i join "order" o on o.id = i.order_id
        left join invoice_payment p on p.publication_id = i.publication_id and p.invoice_id = i.id and p.method <> 'card'
        where i.publication_id = ${publication} and (i.owner_id = a.id or i.subscriber_id = a.id)
      ) as invoices,
      (
        select coalesce(json_agg(json_build_object('number', i.number, 'title', i.title, 'slug', i.slug, 'cover', i.cover,
          'out', i.released is not null and ${isOutBy(today)} and ${notWithdrawn},
          'bought', i.ref in (select ref from bought))), '[]')
        from issue i
        where i.publication_id = ${publication} and (i.number in (select issue from delivered) or i.ref in (select ref from bought))
      ) as issues
    from a`;
}
