import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { Instant } from '../../platform/db/instant.ts';
import { UNDER_WAY } from '../../rules/charges/retry-rules.ts';
import { ChargeState } from './charge.ts';

/** The charge that comes next, or that was made last; `outcome` is that of its last attempt, null before the first. */
export const Charge = v.nullable(
  v.object({
    cycle: v.number(),
    amount: v.number(),
    state: ChargeState,
    why: v.nullable(v.string()),
    due: Instant,
    next_attempt: v.nullable(Instant),
    outcome: v.nullable(v.string()),
    /** Of a renewal: it was written since autorenew was switched on. */
    current: v.optional(v.nullable(v.boolean())),
  }),
);

/**
 * SQL: the monthly donations of an owner as `SubscriberRow` reads them, the newest first, each with the last of its
 * months that was written down.
 */
export function donationRows(publication: string, owner: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    select coalesce(json_agg(json_build_object('token', n.token, 'amount', n.amount, 'first', n.first, 'paid_period', n.paid_period,
      'failing', n.failing, 'ended', n.ended,
      'ended_by', (select o.number from "order" o where o.id = n.ended_by), 'month', (
        select json_build_object(${LATEST}) from charge c
        where c.publication_id = n.publication_id and c.owner_id = n.owner_id and c.kind = 'donation' and c.subject = n.id
        order by c.cycle desc limit 1
      )) order by n.first desc, n.id desc), '[]')
    from donation n where n.publication_id = ${publication} and n.owner_id = ${owner} and n.process = 'monthly-init'`;
}

/** SQL: the latest renewal of an owner as `SubscriberRow` reads it. */
export function renewalRow(publication: string, owner: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    select json_build_object(${LATEST}, 'current', c.remind >= (select a.autorenew_since from account a where a.id = c.owner_id))
    from charge c where c.publication_id = ${publication} and c.owner_id = ${owner} and c.kind = 'renewal'
    order by c.cycle desc, c.state = 'open' desc, c.remind desc limit 1`;
}

/**
 * SQL: whether a renewal by itself of an owner is on its way; it is what happens, whatever is switched off or deleted
 * meanwhile (decision 010).
 */
export function renewalOnItsWay(publication: string, owner: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`exists (
    select from charge_attempt t
    where t.publication_id = ${publication} and t.owner_id = ${owner} and t.kind = 'renewal' and t.outcome = any(${UNDER_WAY}::text[])
  )`;
}

/** Of the charges `c`. */
const LATEST = Prisma.sql`'cycle', c.cycle, 'amount', c.amount, 'state', c.state, 'why', c.why, 'due', c.due,
  'next_attempt', c.next_attempt, 'outcome', (
    select t.outcome from charge_attempt t
    where t.publication_id = c.publication_id and t.owner_id = c.owner_id and t.kind = c.kind and t.subject = c.subject and t.cycle = c.cycle
    order by t.attempt desc limit 1
  )`;
