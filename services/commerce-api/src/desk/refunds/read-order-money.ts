import { DeskMoneyBack, DeskRefund, type DeskOrderMoney } from '@newsstand/contracts/desk-refund';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { creditNoteNumber } from '../../rules/pricing/credit-note-rules.ts';
import { GOING_STATES } from '../../ledger/orders/refund-states.ts';
import { listOf, type Sql } from '../../platform/db/sql.ts';
import type { Deps } from '../../publication/deps.ts';
import { paymentPage } from '../../payments/provider/payment-page.ts';
import { creditNoteAt } from './credit-note.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { paidForTerm } from '../../ledger/terms/paid-for-term.ts';
import { isOfGift } from '../../ledger/terms/source-parts.ts';
import { goneOf } from './refundable.ts';

const instant = v.pipe(
  v.date(),
  v.transform((at) => at.toISOString()),
);
const Row = v.object({
  ...v.omit(DeskRefund, ['credit_note', 'credit_note_pdf', 'created', 'updated']).entries,
  credit_number: v.nullable(v.number()),
  created: instant,
  updated: instant,
});
const Back = v.object({
  ...v.omit(DeskMoneyBack, ['created', 'decided', 'ended', 'also']).entries,
  created: instant,
  decided: v.nullable(instant),
  ended: v.nullable(v.array(v.string())),
});

/**
 * SQL: whether the line `b` of a refund takes something away: pieces, or, with no money, what stayed with whom it was
 * given as its money went back.
 */
export const takesOf = Prisma.sql`(b.quantity > 0 or b.amount = 0)`;

/**
 * SQL: the refund that took something away since the dispute `m` began, paid nothing, and waits for nobody: what it
 * took is away as long as nobody gives it back. One that was refused may be older than what we know of the dispute: the
 * provider refuses what a bank has taken before it tells us so.
 */
export const tookForDispute = Prisma.sql`
  select r.id from refund r
  where r.order_id = m.order_id and (r.method = 'none' and r.settled is null and r.created >= m.created or r.state = 'refused' and r.given_up)
    and exists (select from refund_line b where b.refund_id = r.id and ${takesOf})
  order by r.created desc limit 1`;

/**
 * SQL: the actions that ended subscriptions of the order of the dispute `m` since that began, with no refund: its
 * reader's own, and those that its gifts gave, on whomever's page.
 */
const endings = (still: Prisma.Sql): Prisma.Sql => Prisma.sql`
  select x.id, x.at from "order" o cross join lateral (
    select s.publication_id, s.id from subscription s where ${paidForTerm} and ${still}
    union all
    select s.publication_id, s.id from gift g join subscription s on s.publication_id = g.publication_id and ${isOfGift}
    where g.order_id = o.id and ${still}
  ) e join staff_action x on x.publication_id = e.publication_id and x.subject = e.id::text and x.verb = 'cancelSubscription' and x.at >= m.created
  where o.id = m.order_id`;

/** SQL: those of them whose subscriptions have ended still, and can go on. */
export const endedInDispute = Prisma.sql`${endings(Prisma.sql`s.cancelled is not null`)} and x."from" is not null
  and not exists (select from staff_action u where u.undoes = x.id)`;

/** Whether the action `done` ended a subscription of the order of a dispute that was won, since that began. */
export async function isEndedForWon(db: Sql, publicationId: string, { back, done }: { back: string; done: string }): Promise<boolean> {
  const [row] = await db.$queryRaw<{ is: boolean }[]>`
    select exists (select from money_back m join "order" p on p.id = m.order_id
      where m.id = ${back} and m.state = 'won' and p.publication_id = ${publicationId}
        and exists (${endings(Prisma.sql`true`)} and x.id = ${done}::uuid)) as is`;
  return row?.is ?? false;
}

/** SQL: whether something is away still that was taken away since the dispute `m` began. */
export const isAwayForDispute = Prisma.sql`(exists (${tookForDispute}) or exists (${endedInDispute}))`;

/**
 * SQL: what the action that took something away for a refund `r` keeps of it (`tookOf`): how much of its order had gone
 * back by then, and whether pieces came back.
 */
const tookBy = Prisma.sql`
  with recursive again as (
    select x.verb, x."to" from staff_action x where x.id = r.id
    union all select x.verb, x."to" from again g join staff_action x on g.verb = 'retryRefund' and x.id = (g."to" ->> 'refund')::uuid
  )
  select (g."to" -> 'took' ->> 'gone')::int as gone, (g."to" -> 'took' ->> 'came_back')::boolean as came_back from again g where g."to" ? 'took'`;

/** The same of one that was read. */
export const isTaking = ({ quantity, amount }: { quantity: number; amount: number }): boolean => quantity > 0 || amount === 0;

/**
 * What of an order went back or is going, the oldest first: by the desk, and as the provider tells it; and what a bank
 * asks. Three statements.
 */
export async function readOrderMoney({ db, config }: Pick<Deps, 'db' | 'config'>, order: string): Promise<DeskOrderMoney> {
  const refunds = (await readRefunds(db, Prisma.sql`r.order_id = ${order}::uuid`)).map((refund) => ({
    ...refund,
    ...(refund.credit_note !== null && { credit_note_pdf: creditNoteAt(refund.credit_note) }),
  }));
  const back = await db.$queryRaw<unknown[]>`
    select m.id, m.state, m.amount, m.reason, m.created, m.refund_id is not null as here, m.decided,
      case when m.state = 'won' and m.decided is null then (${tookForDispute}) end as took,
      case when m.state = 'won' and m.decided is null then (select array_agg(n.id order by n.at desc) from (${endedInDispute}) n) end as ended
    from money_back m where m.order_id = ${order}::uuid order by m.created, m.id`;
  const told = v
    .parse(v.array(Back), back)
    .map(({ ended, ...one }) => ({ ...one, ended: ended?.[0] ?? null, also: ended?.slice(1) ?? [] }));
  return { refunds, back: told, inquiries: await readInquiries(db, config, order) };
}

const Asked = v.object({
  id: v.string(),
  amount: v.number(),
  reason: v.nullable(v.string()),
  due: v.nullable(instant),
  answered: v.boolean(),
  created: instant,
  intent: v.string(),
});

/** What banks ask about an order's money, and where that is answered. */
async function readInquiries(db: Sql, config: Deps['config'], order: string): Promise<DeskOrderMoney['inquiries']> {
  const rows = await db.$queryRaw<unknown[]>`
    select i.id, i.amount, i.reason, i.due, i.answered, i.created, o.intent_id as intent
    from bank_inquiry i join "order" o on o.id = i.order_id where i.order_id = ${order}::uuid and i.closed is null order by i.created, i.id`;
  return v.parse(v.array(Asked), rows).map(({ intent, ...one }) => ({ ...one, provider: paymentPage(config, intent) }));
}

/** One refund as it is now. Refuses (404) one that is not known. */
export async function readRefund(db: Sql, id: string): Promise<DeskRefund> {
  const [refund] = await readRefunds(db, Prisma.sql`r.id = ${id}::uuid`);
  if (!refund) throw new Refusal(404, deskText('no_such_refund'));
  return refund;
}

async function readRefunds(db: Sql, which: Prisma.Sql): Promise<DeskRefund[]> {
  const rows = await db.$queryRaw<unknown[]>`
    select r.id, r.method, r.amount, r.state, r.failure, r.reference, r.credit_number, r.created, r.updated, coalesce(p.name, a.program, '') as who, r.settled is not null as settled,
      coalesce(a.verb = 'decideMoneyBack', false) as elsewhere,
      r.voided_by is not null as void, t.takes, coalesce(t.nothing and t.takes and took.gone >= f.gone and not took.came_back, false) as undo,
      case when t.nothing and t.takes and took.gone < f.gone then coalesce(f.method, 'elsewhere') end as went
    from refund r left join staff_action a on a.id = r.id left join staff p on p.id = a.staff_id
      cross join lateral (
        select r.state = 'refused' or r.method = 'none' as nothing, exists (select from refund_line b where b.refund_id = r.id and ${takesOf}) as takes
      ) t
      left join lateral (${tookBy}) took on t.nothing and t.takes
      left join lateral (
        select ${goneOf(Prisma.sql`w.order_id`)} as gone, (
          select l.method from refund l where l.order_id = w.order_id and l.state in ${listOf(GOING_STATES)} and l.amount > 0 and l.created > w.created
          order by l.created desc limit 1
        ) as method from refund w where w.id = r.id
      ) f on t.nothing and t.takes
    where ${which} order by r.created, r.id`;
  return v.parse(v.array(Row), rows).map(({ credit_number, ...refund }) => ({ ...refund, credit_note: creditNoteNumber(credit_number) }));
}
