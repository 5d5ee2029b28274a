import { Prisma } from '../../../generated/prisma/client.ts';
import type { Deps } from '../../publication/deps.ts';
import { planDonation } from '../../rules/charges/monthly-rules.ts';
import { GIVE_UP, NEEDS_ANOTHER_CARD } from '../../rules/charges/retry-rules.ts';
import { isUnderWay } from '../terms/stop-renewal.ts';
import type { ChargeKey } from './charge.ts';
import { writeMonth } from './write-month.ts';

type Tx = Prisma.TransactionClient;
type When = { config: Pick<Deps['config'], 'publicationId'>; clock: Deps['clock'] };

/**
 * A reader has another card on record: the renewal that the old one could not pay comes up at once. Call it in the
 * transaction that stores the card, after it, and `chargeAtOnce` with its answer once that is committed; the next
 * renewal run does the same. Nothing that is not yet due, nothing that was given up (decision 010), and nothing while
 * another is under way, is charged.
 */
export async function reopenRenewal(tx: Tx, { config, clock }: When, ownerId: string): Promise<ChargeKey[]> {
  const now = clock();
  const { publicationId } = config;
  const ofThem = Prisma.sql`c.publication_id = ${publicationId} and c.owner_id = ${ownerId}::uuid and c.kind = 'renewal'`;
  // Asked twice: what settles it meanwhile is waited for.
  const comesBack = Prisma.sql`(c.state = 'open' or (c.state = 'stopped' and c.why = any(${NEEDS_ANOTHER_CARD}::text[])))`;
  // What is planned comes before what had stopped: a reader has one open renewal.
  const rows = await tx.$queryRaw<{ subject: string; cycle: number }[]>`
    with last as (
      select c.subject, c.cycle from charge c where ${ofThem} and ${comesBack} order by c.state = 'open' desc, c.cycle desc, c.remind desc limit 1
    )
    update charge c set state = 'open', why = null, next_attempt = ${now} from last
    where ${ofThem} and ${comesBack} and (c.subject, c.cycle) = (last.subject, last.cycle)
      and c.due <= ${now} and c.due > ${new Date(now.getTime() - GIVE_UP)} and not exists (select from charge c where ${ofThem} and ${isUnderWay})
    returning c.subject, c.cycle`;
  return rows.map(({ subject, cycle }) => ({ publicationId, ownerId, kind: 'renewal', subject, cycle }));
}

/**
 * A donor has another card on record: the month that the old one could not pay comes up at once, and of a failing
 * donation the latest month: at the amount that its letter named, or as is given now where it was never asked for. As
 * `reopenRenewal`.
 */
export async function reopenDonation(tx: Tx, { config, clock }: When, owned: { ownerId: string; id: string }): Promise<ChargeKey[]> {
  const now = clock();
  const { publicationId } = config;
  const [donation] = await tx.$queryRaw<{ amount: number; first: Date; paid_period: number; failing: boolean; ended: Date | null }[]>`
    select amount, first, paid_period, failing, ended from donation
    where publication_id = ${publicationId} and owner_id = ${owned.ownerId}::uuid and id = ${owned.id}::uuid and process = 'monthly-init' for update`;
  if (!donation) return [];
  const { amount, first, paid_period: paidPeriod, failing, ended } = donation;
  const subject = { publicationId, ownerId: owned.ownerId, subject: owned.id };
  const plan = planDonation({ first, paidPeriod, failing: false, ended }, now);
  if (plan.type !== 'charge' || plan.due > now) return [];
  if (failing) await writeMonth(tx, subject, { period: plan.period, due: plan.due, amount });
  const rows = await tx.$queryRaw<unknown[]>`
    update charge c set state = 'open', why = null, next_attempt = ${now}
    where c.publication_id = ${publicationId} and c.owner_id = ${owned.ownerId}::uuid and c.kind = 'donation' and c.subject = ${owned.id}::uuid
      and c.cycle = ${plan.period}::int and c.state <> 'paid' and not ${isUnderWay}
    returning 1`;
  return rows.length === 0 ? [] : [{ ...subject, kind: 'donation', cycle: plan.period }];
}
