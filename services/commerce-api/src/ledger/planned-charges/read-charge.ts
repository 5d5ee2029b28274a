import { PaymentInfo } from '@newsstand/contracts/payment-info';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Considered } from '../../rules/charges/dunning-rules.ts';
import { AttemptOutcome, type Payer } from '../../rules/charges/retry-rules.ts';
import { ChargeChoice, ChargeKind, ChargeState, type ChargeKey, type StoredAttempt } from './charge.ts';

/**
 * Who pays: how the retry rules see them, who the provider knows them as, what may be shown of their card, and where
 * their letters go.
 */
export type ChargePayer = Payer & { customer: string | null; card: PaymentInfo['card']; name: string; email: string };

/**
 * A charge with everything that decides about it. `donation` is the token of the donation, for the page that changes
 * its card.
 */
export type Charge = ChargeKey &
  Omit<Considered, 'attempts' | 'payer'> & {
    token: string;
    amount: number;
    choice: ChargeChoice;
    state: ChargeState;
    why: string | null;
    /** When it is looked at next; null once it has ended. */
    comesUp: Date | null;
    /**
     * What the next attempt asks for, in cents: what its letters name, once it was tried, or else what is given now.
     */
    asks: number;
    /** What its donor gives from the next charge on, in cents; of a renewal its own amount. */
    gives: number;
    attempts: readonly StoredAttempt[];
    payer: ChargePayer;
    donation: string | null;
  };

const instant = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
);
const Attempts = v.array(
  v.object({
    attempt: v.number(),
    at: instant,
    customer: v.string(),
    method: v.string(),
    outcome: AttemptOutcome,
    intent: v.nullable(v.string()),
  }),
);
const Row = v.object({
  publicationId: v.string(),
  ownerId: v.string(),
  kind: ChargeKind,
  subject: v.string(),
  cycle: v.number(),
  token: v.string(),
  amount: v.number(),
  choice: ChargeChoice,
  due: v.date(),
  state: ChargeState,
  why: v.nullable(v.string()),
  comesUp: v.nullable(v.date()),
  asks: v.number(),
  gives: v.number(),
  attempts: Attempts,
  wanted: v.boolean(),
  customer: v.nullable(v.string()),
  method: v.nullable(v.string()),
  payment: v.nullable(v.object({ card: PaymentInfo.entries.card })),
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  first: v.nullable(v.date()),
  donation: v.nullable(v.string()),
});

/** What the next attempt of a charge `c` asks for. */
export const CHARGE_ASKS = Prisma.sql`case when p.owes then c.amount else coalesce(p.gives, c.amount) end`;
/**
 * The columns of a charge `c` and of who pays it `p`. A renewal is wanted while its owner's autorenew is on and no
 * later term was bought; a donation until it ends. A donor may be a guest: then its order says who they are.
 */
export const CHARGE_COLUMNS = Prisma.sql`
  c.publication_id as "publicationId", c.owner_id as "ownerId", c.kind, c.subject, c.cycle, c.token, c.amount, c.choice, c.due, c.state, c.why, c.next_attempt as "comesUp",
  ${CHARGE_ASKS} as asks, coalesce(p.gives, c.amount) as gives,
  coalesce(p.wanted, false) as wanted, p.customer, p.method, p.payment, p.name, p.email, p.first, p.donation,
  (select coalesce(jsonb_agg(jsonb_build_object('attempt', a.attempt, 'at', a.started, 'customer', a.customer, 'method', a.method,
     'outcome', a.outcome, 'intent', a.intent_id) order by a.attempt), '[]')
   from charge_attempt a
   where a.publication_id = c.publication_id and a.owner_id = c.owner_id and a.kind = c.kind and a.subject = c.subject and a.cycle = c.cycle
  ) as attempts`;
export const CHARGE_PAYER = Prisma.sql`
  left join lateral (
    select a.autorenew_since is not null
        and exists (select from subscription s
          where s.publication_id = c.publication_id and s.owner_id = c.owner_id and s.id = c.subject and s.cancelled is null)
        and not exists (select from subscription s
          where s.publication_id = c.publication_id and s.owner_id = c.owner_id and s.cycle >= c.cycle) as wanted,
      a.customer, a.method, a.payment, a.name, a.email, null::int as gives, true as owes, null::timestamptz as first, null::text as donation
    from account a where c.kind = 'renewal' and a.id = c.owner_id and a.publication_id = c.publication_id
    union all
    select d.ended is null, d.customer, d.method, d.payment, coalesce(a.name, o.name), coalesce(a.email, o.email), d.amount,
      d.failing or exists (select from charge_attempt t
        where t.publication_id = c.publication_id and t.owner_id = c.owner_id and t.kind = c.kind and t.subject = c.subject and t.cycle = c.cycle),
      d.first, d.token
    from donation d join "order" o on o.id = d.order_id left join account a on a.id = d.owner_id and a.publication_id = d.publication_id
    where c.kind = 'donation' and d.publication_id = c.publication_id and d.owner_id = c.owner_id and d.id = c.subject
  ) p on true`;

/** The charge of a key as it is now, or null. Where it will be changed, `lockCharge` reads it. */
export async function readCharge(sql: Sql, { publicationId, ownerId, kind, subject, cycle }: ChargeKey): Promise<Charge | null> {
  const rows = await sql.$queryRaw<unknown[]>`
    select ${CHARGE_COLUMNS} from charge c ${CHARGE_PAYER}
    where c.publication_id = ${publicationId} and c.owner_id = ${ownerId}::uuid and c.kind = ${kind} and c.subject = ${subject}::uuid
      and c.cycle = ${cycle}::int`;
  return rows[0] === undefined ? null : chargeOf(rows[0]);
}

/** The charge behind the token of a letter, or null. */
export async function findCharge(sql: Sql, publicationId: string, token: string): Promise<Charge | null> {
  const rows = await sql.$queryRaw<unknown[]>`
    select ${CHARGE_COLUMNS} from charge c ${CHARGE_PAYER} where c.publication_id = ${publicationId} and c.token = ${token}`;
  return rows[0] === undefined ? null : chargeOf(rows[0]);
}

/** A row with `CHARGE_COLUMNS`. */
export function chargeOf(row: unknown): Charge {
  const { wanted, customer, method, payment, name, email, ...charge } = v.parse(Row, row);
  return {
    ...charge,
    payer: {
      wanted,
      customer,
      method: customer === null ? null : method,
      card: payment?.card ?? null,
      name: name ?? '',
      email: email ?? '',
    },
  };
}
