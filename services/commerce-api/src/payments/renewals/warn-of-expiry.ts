import { PaymentInfo } from '@newsstand/contracts/payment-info';
import * as v from 'valibot';
import type { CardExpires } from '../../letters/charge-letter.ts';
import { postLetter } from '../../letters/post-letter.ts';
import type { Deps } from '../../publication/deps.ts';
import { EXPIRY_NOTICE, expiryOf, expiryWarning, expiryWarningKey } from '../../rules/subscriptions/card-expiry-rules.ts';
import { RENEWAL_NOTICE } from '../../rules/subscriptions/renewing-rules.ts';
import { isOwed, isTokenOf } from '../../ledger/terms/owes.ts';

/** Cards that are looked at in one go. */
const BATCH = 500;

const Row = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  method: v.string(),
  payment: v.object({ card: PaymentInfo.entries.card }),
  /** When the charge that is written comes up; null when none is. */
  comesUp: v.nullable(v.date()),
  /** Whether issues are still owed, so that the next charge is a notice away at the least. */
  isOwed: v.boolean(),
  donation: v.nullable(v.string()),
});

type WarnDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

/**
 * Tells whoever's card runs out within 30 days that it does so before its next charge: of a renewal by itself, and of a
 * monthly donation. Once for each card and expiry, however often it is run.
 */
export async function warnOfExpiry(deps: WarnDeps): Promise<number> {
  let warned = 0;
  for (const month of expiringMonths(deps.clock())) {
    warned += await walk((after) => accounts(deps, month, after), deps);
    warned += await walk((after) => donations(deps, month, after), deps);
  }
  return warned;
}

type Month = { exp_month: number; exp_year: number };

/** The months whose cards are to be told of today: at most two. */
function expiringMonths(now: Date): Month[] {
  return [0, 1]
    .map((ahead) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)))
    .map((first) => ({ exp_month: first.getUTCMonth() + 1, exp_year: first.getUTCFullYear() }))
    .filter((month) => expiryOf(month).getTime() - EXPIRY_NOTICE <= now.getTime());
}

async function walk(next: (after: string | null) => Promise<unknown[]>, deps: WarnDeps): Promise<number> {
  let [after, warned]: [string | null, number] = [null, 0];
  for (;;) {
    const rows: v.InferOutput<typeof Row>[] = v.parse(v.array(Row), await next(after));
    for (const row of rows) if (await warn(deps, row)) warned += 1;
    after = rows.at(-1)?.id ?? null;
    if (rows.length < BATCH) return warned;
  }
}

async function warn({ db, config, clock }: WarnDeps, row: v.InferOutput<typeof Row>): Promise<boolean> {
  const now = clock();
  const { card } = row.payment;
  // While issues are owed the charge is not written yet: it comes a notice after the last of them.
  const nextCharge = row.comesUp ?? (row.isOwed ? new Date(now.getTime() + RENEWAL_NOTICE) : null);
  const warning = card && expiryWarning(card, nextCharge);
  if (!card || !warning || warning > now) return false;
  const payload: CardExpires = { name: row.name, ...card, donation: row.donation };
  const letter = { kind: 'card-expires' as const, subject: expiryWarningKey(row.method, card), recipient: row.email, payload };
  return postLetter(db, { config, clock }, letter);
}

function accounts({ db, config }: WarnDeps, { exp_month, exp_year }: Month, after: string | null): Promise<unknown[]> {
  return db.$queryRaw`
    select a.id, a.name, a.email, a.method, a.payment, null::text as donation,
      (select min(c.next_attempt) from charge c
       where c.publication_id = a.publication_id and c.owner_id = a.id and c.kind = 'renewal' and c.state = 'open') as "comesUp",
      exists (select from issue_token t join subscription s on ${isTokenOf()}
        where t.publication_id = a.publication_id and t.owner_id = a.id and ${isOwed} and s.cancelled is null)
      and not exists (select from subscription s
        where s.publication_id = a.publication_id and s.owner_id = a.id and s.term = 'lifetime' and s.cancelled is null) as "isOwed"
    from account a
    where a.publication_id = ${config.publicationId} and a.autorenew_since is not null and (${after}::uuid is null or a.id > ${after}::uuid)
      and (a.payment #>> '{card,exp_year}')::int = ${exp_year}::int and (a.payment #>> '{card,exp_month}')::int = ${exp_month}::int
    order by a.id limit ${BATCH}`;
}

function donations({ db, config }: WarnDeps, { exp_month, exp_year }: Month, after: string | null): Promise<unknown[]> {
  return db.$queryRaw`
    select d.id, coalesce(a.name, o.name) as name, coalesce(a.email, o.email) as email, d.method, d.payment, d.token as donation,
      (select min(c.next_attempt) from charge c
       where c.publication_id = d.publication_id and c.owner_id = d.owner_id and c.kind = 'donation' and c.subject = d.id and c.state = 'open') as "comesUp",
      false as "isOwed"
    from donation d join "order" o on o.id = d.order_id left join account a on a.id = d.owner_id and a.publication_id = d.publication_id
    where d.publication_id = ${config.publicationId} and d.process = 'monthly-init' and d.ended is null and d.method is not null
      and (${after}::uuid is null or d.id > ${after}::uuid)
      and (d.payment #>> '{card,exp_year}')::int = ${exp_year}::int and (d.payment #>> '{card,exp_month}')::int = ${exp_month}::int
    order by d.id limit ${BATCH}`;
}
