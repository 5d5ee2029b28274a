import { addUp, subscriptionPrice, type Choice, type Pricing } from '@newsstand/contracts/pricing';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { RenewalNotice } from '../../letters/charge-letter.ts';
import { postLetters } from '../../letters/post-letter.ts';
import { newToken } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { describeChoice } from '../../rules/pricing/membership-rules.ts';
import { planRenewal } from '../../rules/subscriptions/renewal-rules.ts';
import { RENEWAL_NOTICE } from '../../rules/subscriptions/renewing-rules.ts';
import { readSubscriptionsOf } from '../terms/read-subscriptions.ts';
import type { ChargeChoice } from './charge.ts';
import { isGivenUp, isUnderWay, stopRenewal } from '../terms/stop-renewal.ts';

type PlanDeps = Pick<Deps, 'clock' | 'publication'> & { config: Pick<Deps['config'], 'publicationId'> };
/** Who has just switched autorenew on, which the notice confirms. */
export type SwitchedBy = 'reader' | 'staff';
type Account = { id: string; name: string; email: string; autorenew_since: Date };

/**
 * What the renewal run must know when a reader's autorenew was switched on or off: on, and the last issue is out, the
 * next cycle's charge is written with its notice, 30 days ahead; off, what was to be charged is not, unless an attempt
 * is under way. Call it in the transaction that changed the account, after the change. Answers whether a notice was
 * written, which confirms what was switched (`by`), too.
 */
export async function followAutorenew(tx: Prisma.TransactionClient, deps: PlanDeps, ownerId: string, by?: SwitchedBy): Promise<boolean> {
  const { publicationId } = deps.config;
  const noticed = await planRenewals(tx, deps, [ownerId], by);
  const isOn = await tx.account.count({ where: { publicationId, id: ownerId, autorenewSince: { not: null } } });
  if (isOn === 0) await stopRenewal(tx, { publicationId, ownerId, why: 'not-wanted', now: deps.clock() });
  return noticed;
}

/**
 * Writes the charge of the next cycle, and its notice, for each of these owners whose last issue is out and whose
 * autorenew is on (decision 010). Once for each notice: a charge is written anew only when autorenew was switched on
 * again since, with a new date; and none for one that was given up since. No reader has two: another that is open is
 * stopped, and while one is under way none is written. The accounts are locked, so that either this sees that autorenew
 * is on, or who switches it on sees that the last issue is out.
 */
export async function planRenewals(
  tx: Prisma.TransactionClient,
  deps: PlanDeps,
  ownerIds: readonly string[],
  by?: SwitchedBy,
): Promise<boolean> {
  const { config, publication } = deps;
  const accounts = await tx.$queryRaw<Account[]>`
    select id, name, email, autorenew_since from account
    where publication_id = ${config.publicationId} and id = any(${ownerIds}::uuid[]) and autorenew_since is not null
    order by id for share`;
  if (accounts.length === 0) return false;
  const { prices } = publication.cached();
  const earliest = deps.clock().getTime() + RENEWAL_NOTICE;
  const owned = await readSubscriptionsOf(
    { db: tx, config },
    accounts.map(({ id }) => id),
  );
  const plans = accounts.flatMap((account, index) => {
    const plan = planRenewal(owned[index] ?? [], account.autorenew_since);
    return plan.type === 'planned' ? [{ account, plan }] : [];
  });
  if (plans.length === 0) return false;
  const givenUp = await readGivenUp(
    tx,
    deps,
    plans.map(({ account }) => account.id),
  );
  const planned = plans.flatMap(({ account, plan }) => {
    const { subscription, cycle, remind } = plan;
    if ((givenUp.get(account.id) ?? 0) > subscription.cycle) return [];
    // A release that was interrupted goes on late: its notices are no shorter for it.
    const due = new Date(Math.max(plan.charge.getTime(), earliest));
    const { choice, amount } = chargeFor(prices, plan.choice, plan.copies);
    return [{ account, renewal: { owner: account.id, subject: subscription.id, cycle, token: newToken(), amount, choice, remind, due } }];
  });
  return planned.length > 0 && (await write(tx, deps, planned, by));
}

/** The cycle of the last renewal of each of these owners that was given up since they switched autorenew on. */
async function readGivenUp(tx: Prisma.TransactionClient, { config, clock }: PlanDeps, owners: string[]): Promise<Map<string, number>> {
  const rows = await tx.$queryRaw<{ owner_id: string; cycle: number }[]>`
    select c.owner_id, max(c.cycle) as cycle from charge c join account o on o.id = c.owner_id
    where c.publication_id = ${config.publicationId} and c.owner_id = any(${owners}::uuid[]) and c.kind = 'renewal'
      and c.remind >= o.autorenew_since and ${isGivenUp(clock())}
    group by c.owner_id`;
  return new Map(rows.map(({ owner_id, cycle }) => [owner_id, cycle]));
}

/**
 * What a renewal costs, in cents, as at a check-out: shipping included, and nothing where it would be less than the
 * provider's minimum.
 */
export function chargeFor(prices: Pricing, chosen: Choice, copies: number): { choice: RenewalChoice; amount: number } {
  const { price, shipping } = subscriptionPrice(prices, chosen, null, copies);
  return {
    choice: { kind: 'renewal', ...chosen, copies, price, shipping },
    amount: addUp([{ goods: price * copies, shipping, discount: 0 }]).total,
  };
}

type RenewalChoice = Extract<ChargeChoice, { kind: 'renewal' }>;
type Renewal = {
  owner: string;
  subject: string;
  cycle: number;
  token: string;
  amount: number;
  choice: RenewalChoice;
  remind: Date;
  due: Date;
};
const attempts = Prisma.sql`select from charge_attempt a
  where a.publication_id = c.publication_id and a.owner_id = c.owner_id and a.kind = c.kind and a.subject = c.subject and a.cycle = c.cycle`;
const tried = Prisma.sql`exists (${attempts})`;

type Written = { owner_id: string; subject: string; cycle: number; amount: number; due: Date };

async function write(
  tx: Prisma.TransactionClient,
  { config, clock, publication }: PlanDeps,
  planned: { account: Account; renewal: Renewal }[],
  by: SwitchedBy | undefined,
): Promise<boolean> {
  const keys = planned.map(({ renewal: { owner, subject, cycle } }) => ({ owner, subject, cycle }));
  const others = Prisma.sql`from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as r(owner uuid, subject uuid, cycle int)
    where c.publication_id = ${config.publicationId} and c.owner_id = r.owner and c.kind = 'renewal' and (c.subject, c.cycle) <> (r.subject, r.cycle)`;
  const open = await tx.$queryRaw<unknown[]>`
    select 1 from charge c
    where c.publication_id = ${config.publicationId} and c.owner_id = any(${keys.map(({ owner }) => owner)}::uuid[]) and c.state = 'open' and exists (select ${others})
    order by c.owner_id, c.cycle, c.subject for update`;
  if (open.length > 0) {
    await tx.$executeRaw`
      update charge c set state = 'stopped', why = 'renewed', next_attempt = null ${others} and c.state = 'open' and not ${isUnderWay}`;
  }
  // What was tried keeps its price: the reader may be about to authenticate just that.
  const written = await tx.$queryRaw<Written[]>`
    insert into charge as c (publication_id, owner_id, kind, subject, cycle, token, amount, choice, remind, due, next_attempt)
    select ${config.publicationId}, owner, 'renewal', subject, cycle, token, amount, choice, remind, due, due
    from jsonb_to_recordset(${JSON.stringify(planned.map(({ renewal }) => renewal))}::jsonb)
      as r(owner uuid, subject uuid, cycle int, token text, amount int, choice jsonb, remind timestamptz(3), due timestamptz(3))
    where not exists (
      select from charge c where c.publication_id = ${config.publicationId} and c.owner_id = r.owner and c.kind = 'renewal'
        and (c.subject, c.cycle) <> (r.subject, r.cycle) and ${isUnderWay}
    )
    on conflict (publication_id, owner_id, kind, subject, cycle) do update set
      remind = excluded.remind, due = excluded.due, state = 'open', why = null, next_attempt = excluded.due,
      amount = case when ${tried} then c.amount else excluded.amount end, choice = case when ${tried} then c.choice else excluded.choice end
    where c.state <> 'paid' and (c.remind < excluded.remind or c.why = 'not-wanted') and not ${isUnderWay}
    returning owner_id, subject, cycle, amount, due`;
  const { messages } = publication.cached();
  const notices = written.flatMap(({ owner_id, subject, cycle, amount, due }) => {
    const found = planned.find(({ account }) => account.id === owner_id);
    if (!found) return [];
    const { account, renewal } = found;
    const payload: RenewalNotice = {
      name: account.name,
      detail: describeChoice(renewal.choice, messages),
      amount,
      due: due.toISOString(),
      ...(by === 'reader' && { by }),
      ...(by === 'staff' && { staff: true }),
    };
    const at = due.toISOString();
    return [{ kind: 'renewal-notice' as const, subject: `renewal:${subject}:${cycle}:${at}`, recipient: account.email, payload }];
  });
  await postLetters(tx, { config, clock }, notices);
  return notices.length > 0;
}
