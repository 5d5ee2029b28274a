import { CartType } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { OrderState } from '../../../generated/prisma/enums.ts';
import { isGone, isTakenByBank } from '../../ledger/orders/money-gone.ts';
import { isGoing, isMissed } from '../../ledger/orders/refund-states.ts';
import { lifetimeIssues } from '../../ledger/terms/lifetime-issues.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { LineChoice } from '../../rules/pricing/line-choice.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { isOfGift, isOfLine, isOfRenewal, isRedeemed } from '../../ledger/terms/source-parts.ts';
import { linePaid } from '../../ledger/orders/line-paid.ts';
import { sharesOf, type Share } from '../to-send/parcel-rules.ts';
import { DroppedOf, droppedOf, Given, gifteesOf, SentParcel, sentParcelsOf } from '../to-send/read-posted.ts';
import { isPaidState } from '../../ledger/orders/order-states.ts';
import { isOwedAt, isTokenOf } from '../../ledger/terms/owes.ts';

const Term = v.object({
  id: v.string(),
  owner: v.string(),
  served: v.number(),
  issues: v.nullable(v.number()),
  reckoned: v.number(),
  cancelled: v.boolean(),
  /** From when on its reader may withdraw; null while no copy has come. */
  begun: v.optional(v.nullable(v.string())),
});
/** `issues`: null for a lifetime; `reckoned`: for how many it was paid, also then. */
export type RefundableTerm = v.InferOutput<typeof Term>;
/** `name`: of who has redeemed it, as far as it is known. */
const Gift = v.object({ id: v.string(), redeemed: v.boolean(), revoked: v.boolean(), name: v.string(), terms: v.array(Term) });
export type RefundableGift = v.InferOutput<typeof Gift>;
const Line = v.object({
  ordinal: v.number(),
  type: CartType,
  ref: v.string(),
  name: v.string(),
  detail: v.nullable(v.string()),
  quantity: v.number(),
  value: v.number(),
  held: v.boolean(),
  sent: v.number(),
  dropped: v.number(),
  choice: v.nullable(LineChoice),
  /** Pieces that were taken away before, and cents that have gone back or are going. */
  taken: v.number(),
  back: v.number(),
  coupon: v.boolean(),
  /** What a subscription's line paid for, or what an upgrade changed, with the issues since. */
  term: v.nullable(Term),
  /** Of what redeemed a gift in a better way: how much of that came. */
  bettered: v.optional(v.nullable(v.object({ served: v.number(), reckoned: v.number() })), null),
  gifts: v.array(Gift),
  /** The token of the monthly donation that it is a month of, while that runs. */
  donation: v.nullable(v.string()),
});
/**
 * Whose pieces of a line are, where several have some: `left` of them can be taken away, and `open` of these are not
 * sent.
 */
export type Whose = { giftee: number | null; name: string; left: number; open: number };
export type RefundableLine = v.InferOutput<typeof Line> & { whose: Whose[] };
/** An order with which pieces of the line `of` are sent once more, and of which `open` were not sent yet. */
const Waiting = v.object({
  id: v.string(),
  number: v.string(),
  of: v.number(),
  type: CartType,
  ref: v.string(),
  name: v.string(),
  detail: v.nullable(v.string()),
  open: v.number(),
});
export type Waiting = v.InferOutput<typeof Waiting>;
const Order = v.object({
  id: v.string(),
  number: v.string(),
  owner: v.string(),
  total: v.number(),
  gone: v.number(),
  /** A bank has taken some of it. */
  disputed: v.boolean(),
  /** How many refunds of it were ever made here, also those that only took something away. */
  refunds: v.number(),
  /** How many refunds of it did not arrive, and wait for somebody. */
  missed: v.number(),
  /** Whether any did not arrive that is not closed, or has a credit note that may hold no more. */
  unsettled: v.boolean(),
  waiting: v.array(Waiting),
  parcels: v.number(),
  parcels_back: v.number(),
  intent: v.nullable(v.string()),
  card: v.nullable(v.object({ type: v.string(), last_four: v.string() })),
  lines: v.array(Line),
  name: v.string(),
  giftees: v.array(v.object({ ordinal: v.number(), name: v.string(), lines: v.array(Given) })),
  dispatches: v.array(SentParcel),
  dropped_of: v.array(DroppedOf),
});
/**
 * A paid order as far as its money can go back. `gone`: cents that have gone or are going; `parcels`: what its parcel
 * cost, beside what stands in the lines.
 */
export type Refundable = Omit<v.InferOutput<typeof Order>, 'lines' | 'name' | 'giftees' | 'dispatches' | 'dropped_of'> & {
  lines: RefundableLine[];
  /** Whose its pieces are, where an invoice has giftees. */
  shares: Share[];
};

/** SQL: cents of an order that have gone back or are going. */
export const goneOf = (order: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  (select coalesce(sum(r.amount), 0)::int from refund r where r.order_id = ${order} and ${isGoing})
  + (select coalesce(sum(m.amount), 0)::int from money_back m where m.order_id = ${order} and m.refund_id is null and ${isGone}))`;

/** SQL: cents of the line `l` of an order `o` that have gone back or are going, by refunds that name it. */
export const backOfLine = Prisma.sql`(select coalesce(sum(b.amount), 0)::int from refund_line b join refund r on r.id = b.refund_id
  where r.order_id = o.id and b.ordinal = l.ordinal and ${isGoing})`;

/** SQL: pieces of the line `l` of an order `o` that were taken away. */
export const takenOfLine = Prisma.sql`(select coalesce(sum(b.quantity), 0)::int from refund_line b join refund r on r.id = b.refund_id
  where r.order_id = o.id and b.ordinal = l.ordinal)`;

/** SQL: how many issues a term `s` has had and has. */
const tokens = Prisma.sql`(select count(*)::int from issue_token t where ${isTokenOf()})`;

/** SQL: when a term `s` began for who may withdraw from it: digital as it was bought, print with the first copy. */
const begun = Prisma.sql`case when s.set_deliverable = 'digital' then s.created
  else (select min(t.delivered) from issue_token t where ${isTokenOf()}) end`;

/** SQL: how many issues of a term `s` came, and for how many it was paid. */
export const served = Prisma.sql`(select count(*)::int from issue_token t where ${isTokenOf()} and t.delivered is not null)`;
export const reckoned = Prisma.sql`(case when s.term <> 'lifetime' then ${tokens} else ${lifetimeIssues(Prisma.sql`s.publication_id`)} end)`;

/** SQL: a term `s` with what came of it. */
const term = Prisma.sql`jsonb_build_object('id', s.id, 'owner', s.owner_id, 'cancelled', s.cancelled is not null,
  'served', ${served}, 'begun', ${begun}, 'issues', case when s.term <> 'lifetime' then ${tokens} end, 'reckoned', ${reckoned})`;

/** SQL: the term that the line `l` of the order `o` paid for, in a check-out or as it renewed by itself. */
const termOfLine = Prisma.sql`(select ${term} from subscription s
  where s.publication_id = o.publication_id and s.owner_id = o.owner_id and (${isOfLine} or exists (
    select from charge_attempt a
    where a.publication_id = s.publication_id and a.owner_id = s.owner_id and a.kind = 'renewal' and a.intent_id = o.intent_id
      and ${isOfRenewal}
  )) limit 1)`;

const tokensSince = Prisma.sql`(select count(*)::int from issue_token t
  where ${isTokenOf()} and ${isOwedAt(Prisma.sql`c.created`)})`;

/** SQL: how many issues of a term `s` came since its change `c`, and for how many that was paid. */
export const servedSince = Prisma.sql`(select count(*)::int from issue_token t
  where ${isTokenOf()} and t.delivered > c.created)`;
export const reckonedSince = Prisma.sql`(case when s.term <> 'lifetime' then ${tokensSince} else ${lifetimeIssues(Prisma.sql`s.publication_id`)} end)`;

/** SQL: the term that the line changed; its issues are those that were still to come then. */
const termUpgraded = Prisma.sql`(select jsonb_build_object('id', s.id, 'owner', s.owner_id, 'cancelled', s.cancelled is not null,
    'served', ${servedSince}, 'issues', case when s.term <> 'lifetime' then ${tokensSince} end, 'reckoned', ${reckonedSince})
  from subscription_change c join subscription s on (s.publication_id, s.owner_id, s.id) = (c.publication_id, c.owner_id, c.subscription_id)
  where c.publication_id = o.publication_id and c.order_id = o.id and c.subscription_id::text = l.choice ->> 'subscription' limit 1)`;

/** SQL: of the term that redeemed a gift in the better way that the line paid for how much came. */
const bettered = Prisma.sql`(select jsonb_build_object('served', ${served}, 'reckoned', ${reckoned}) from subscription s
  where s.publication_id = o.publication_id and s.owner_id = o.owner_id and ${isRedeemed(Prisma.sql`(l.choice ->> 'gift')`)} limit 1)`;

/**
 * SQL: the gifts of the line, those that nobody has redeemed first; what was posted of one before an account took it
 * over is a term of its own.
 */
const giftsOfLine = Prisma.sql`(select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'redeemed', g.redeemed is not null, 'revoked', g.revoked is not null,
    'name', coalesce((select nullif(a.name, '') from account a where a.id = g.redeemed_by), g.recipient_name, ''),
    'terms', (select coalesce(jsonb_agg(${term}), '[]') from subscription s
      where s.publication_id = g.publication_id and ${isOfGift})
  ) order by g.redeemed is not null, g.number), '[]') from gift g where g.order_id = o.id and g.ordinal = l.ordinal)`;

/** SQL: the token of the monthly donation that goes on, of which the order `o` paid a month. */
export const donationOfLine = Prisma.sql`(select d.token from donation d
  where d.publication_id = o.publication_id and d.owner_id = o.owner_id and d.process = 'monthly-init' and d.ended is null
    and (d.order_id = o.id or exists (
      select from charge_attempt a
      where a.publication_id = d.publication_id and a.owner_id = d.owner_id and a.kind = 'donation' and a.subject = d.id and a.intent_id = o.intent_id
    )) limit 1)`;

/**
 * SQL: what of the order `o` is sent once more and waits, the oldest first; what was sent so may have been sent once
 * more itself.
 */
const waitingOf = Prisma.sql`(with recursive again as (
    select a.id, a.at, (a."to" ->> 'ordinal')::int as of from staff_action a
    where a.publication_id = o.publication_id and a.subject = o.number and a.verb = 'sendCopy' and a."to" ->> 'of' = o.id::text
    union all select a.id, a.at, g.of from again g join "order" c on c.id = g.id
      join staff_action a on a.publication_id = c.publication_id and a.subject = c.number and a.verb = 'sendCopy' and a."to" ->> 'of' = c.id::text
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'number', n.number, 'of', g.of, 'type', l.type, 'ref', l.ref, 'name', l.name, 'detail', l.detail,
    'open', l.quantity - l.sent - l.dropped) order by g.at, n.id), '[]')
  from again g join "order" n on n.id = g.id join order_line l on l.order_id = n.id and l.sent + l.dropped < l.quantity)`;

/**
 * A paid order with its row held, so that two who pay it back have their turn, and with those of what is sent of it
 * once more and waits. Refuses (404) one that is not known, and (409) one that nobody has paid.
 */
export async function lockRefundable(tx: Sql, publicationId: string, order: string): Promise<Refundable> {
  const [known] = await tx.$queryRaw<{ state: OrderState }[]>`
    select state from "order" where id = ${order}::uuid and publication_id = ${publicationId} for update`;
  if (!known) throw new Refusal(404, deskText('no_such_order'));
  if (!isPaidState(known.state)) throw new Refusal(409, deskText('order_not_paid'));
  const [row] = await tx.$queryRaw<{ refundable: unknown }[]>`
    select jsonb_build_object('id', o.id, 'number', o.number, 'owner', o.owner_id, 'total', o.total, 'intent', o.intent_id, 'card', o.card,
      'gone', ${goneOf(Prisma.sql`o.id`)},
      'disputed', exists (select from money_back m where m.order_id = o.id and ${isTakenByBank}),
      'refunds', (select count(*)::int from refund r where r.order_id = o.id),
      'missed', (select count(*)::int from refund r where r.order_id = o.id and ${isMissed} and r.settled is null),
      'unsettled', exists (select from refund r where r.order_id = o.id and r.voided_by is null
        and (${isMissed} and r.settled is null or r.given_up)),
      'waiting', ${waitingOf},
      'name', o.name, 'giftees', ${gifteesOf}, 'dropped_of', ${droppedOf}, 'dispatches', ${sentParcelsOf},
      'parcels', o.shipping - (select coalesce(sum(l.shipping), 0)::int from order_line l where l.order_id = o.id),
      'parcels_back', (select coalesce(sum(r.shipping), 0)::int from refund r where r.order_id = o.id and ${isGoing}),
      'lines', (select jsonb_agg(jsonb_build_object('ordinal', l.ordinal, 'type', l.type, 'ref', l.ref, 'name', l.name, 'detail', l.detail, 'quantity', l.quantity,
        'value', greatest(0, ${linePaid}), 'held', l.held, 'sent', l.sent, 'dropped', l.dropped, 'choice', l.choice,
        'taken', ${takenOfLine}, 'back', ${backOfLine},
        'coupon', exists (select from coupon_use u where u.publication_id = o.publication_id and u.order_id = o.id and u.ordinal = l.ordinal),
        'term', case l.type when 'personal-subscription' then ${termOfLine} when 'subscription-upgrade' then ${termUpgraded} end,
        'bettered', case when l.choice ->> 'type' = 'redeem' then ${bettered} end,
        'gifts', case when l.type = 'gift-subscription' then ${giftsOfLine} else '[]'::jsonb end,
        'donation', case when l.type = 'donation-item' then ${donationOfLine} end
      ) order by l.ordinal) from order_line l where l.order_id = o.id)
    ) as refundable from "order" o where o.id = ${order}::uuid`;
  const { name, giftees, dispatches, dropped_of, ...read } = v.parse(Order, row?.refundable);
  const posted = {
    lines: read.lines.filter(({ held }) => held),
    giftees,
    dropped_of,
    dispatches: dispatches.map((one) => ({ ...one, sent: true })),
  };
  const shares = giftees.length === 0 ? [] : sharesOf(posted);
  const nameOf = (giftee: number | null) => giftees.find(({ ordinal }) => ordinal === giftee)?.name ?? name;
  const lines = read.lines.map((line) => ({ ...line, whose: whoseOf(line, shares).map((one) => ({ ...one, name: nameOf(one.giftee) })) }));
  return { ...read, lines, shares, waiting: read.waiting.length === 0 ? [] : await lockWaiting(tx, read.waiting) };
}

/** How many pieces of a line were sent and not taken away since: of those that were nobody knows whose they are. */
export const sentLeftOf = ({ taken, sent, dropped }: Pick<v.InferOutput<typeof Line>, 'taken' | 'sent' | 'dropped'>): number =>
  Math.max(0, sent + dropped - taken);

/** Nobody of a line that is all one person's: nobody has to say whose. */
function whoseOf(line: v.InferOutput<typeof Line>, shares: readonly Share[]): Omit<Whose, 'name'>[] {
  const theirs = shares
    .filter((share) => share.ordinal === line.ordinal)
    .map((share) => ({ giftee: share.giftee, left: share.open + Math.min(share.sent, sentLeftOf(line)), open: share.open }))
    .filter(({ left }) => left > 0);
  return theirs.length > 1 ? theirs : [];
}

/** They may have been sent, or taken back, until they were held. */
async function lockWaiting(tx: Sql, waiting: readonly Waiting[]): Promise<Waiting[]> {
  const ids = waiting.map(({ id }) => id);
  await tx.$queryRaw`select 1 from "order" where id = any(${ids}::uuid[]) order by id for update`;
  const rows = await tx.$queryRaw<{ id: string; open: number }[]>`
    select order_id as id, quantity - sent - dropped as open from order_line where order_id = any(${ids}::uuid[])`;
  const left = new Map(rows.map(({ id, open }) => [id, open]));
  return waiting.map((one) => ({ ...one, open: left.get(one.id) ?? 0 })).filter(({ open }) => open > 0);
}
