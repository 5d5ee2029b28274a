import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { holdSubscriptions, readSubscriptions } from '../../ledger/terms/read-subscriptions.ts';
import { isUnpaid } from '../../ledger/orders/order-states.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Deps } from '../../publication/deps.ts';
import { LineChoice } from '../../rules/pricing/line-choice.ts';
import { isUpgradeValid, type PromisedUpgrade } from '../../rules/pricing/upgrade-validity-rules.ts';
import { cancelIntent } from '../provider/cancel-intent.ts';
import { settle } from '../settle/settle.ts';

/** `ownerId` owns the subscriptions; for an invoice's order that is the account which the invoice is for. */
type Promised = { publicationId: string; ownerId: string; upgrades: PromisedUpgrade[] };
/**
 * An order whose payment can be made, or is under way (`processing`). `ownerId` is the order's own; `page` the token of
 * its invoice page.
 */
export type BegunUpgrade = { order: string; ownerId: string; state: 'started' | 'processing'; intent: string; page: string };

/** The payments that were begun for upgrades of these subscriptions, in the account and by invoices. */
export function findBegunUpgrades(
  sql: Sql,
  { publicationId, ownerId, subscriptions }: { publicationId: string; ownerId: string; subscriptions: readonly string[] },
): Promise<BegunUpgrade[]> {
  return sql.$queryRaw<BegunUpgrade[]>`
    select o.id as "order", o.owner_id as "ownerId", o.state, o.intent_id as intent, coalesce(i.token, o.receipt_token) as page
    from "order" o left join invoice i on i.order_id = o.id
    where o.id in (
        select o.id from "order" o where o.publication_id = ${publicationId} and o.owner_id = ${ownerId}::uuid and ${isUnpaid}
        union all
        select order_id from invoice where publication_id = ${publicationId} and subscriber_id = ${ownerId}::uuid and paid is null
      )
      and ${isUnpaid} and o.intent_id is not null
      and exists (
        select from order_line l where l.order_id = o.id and l.choice ->> 'type' = 'upgrade' and l.choice ->> 'subscription' = any(${subscriptions})
      )
    order by o.id`;
}

/**
 * Cancels payments that were begun, so that nobody can make them any more. One that the provider will not cancel was
 * paid or is under way, and is settled as that.
 */
export async function giveUpUpgrades(deps: Deps, begun: readonly BegunUpgrade[]): Promise<void> {
  for (const { intent } of begun) {
    await cancelIntent(deps, intent);
    await settle(deps, intent);
  }
}

/**
 * Whether an order that promises upgrades may be paid: no other order that can be paid promises the same, and something
 * is left to upgrade. The answer holds until the transaction ends, so at most one of several orders for the same
 * upgrade has an intent. An order without upgrades may always be paid.
 */
export async function holdUpgrade(tx: Prisma.TransactionClient, order: string): Promise<boolean> {
  // The order before the subscriptions: settling locks them in the same sequence.
  await tx.$queryRaw`select 1 from "order" where id = ${order}::uuid for update`;
  const promised = await readPromised(tx, order);
  if (!promised) return true;
  const { publicationId, ownerId, upgrades } = promised;
  const subscriptions = upgrades.map(({ subscription }) => subscription);
  await holdSubscriptions(tx, publicationId, [ownerId]);
  const begun = await findBegunUpgrades(tx, { publicationId, ownerId, subscriptions });
  if (begun.some((other) => other.order !== order)) return false;
  return isUpgradeValid(upgrades, await readSubscriptions({ db: tx, config: { publicationId } }, ownerId));
}

async function readPromised(sql: Sql, order: string): Promise<Promised | null> {
  const rows = await sql.$queryRaw<{ publicationId: string; ownerId: string; choice: unknown }[]>`
    select o.publication_id as "publicationId", coalesce(i.subscriber_id, o.owner_id) as "ownerId", l.choice
    from "order" o join order_line l on l.order_id = o.id and l.choice ->> 'type' = 'upgrade' left join invoice i on i.order_id = o.id
    where o.id = ${order}::uuid order by l.ordinal`;
  const [first] = rows;
  return first ? { publicationId: first.publicationId, ownerId: first.ownerId, upgrades: upgradesOf(rows) } : null;
}

/** What an order's lines promise to upgrade. */
export function upgradesOf(lines: readonly { choice: unknown }[]): PromisedUpgrade[] {
  return lines.flatMap(({ choice }) => {
    const promised = v.parse(v.nullable(LineChoice), choice);
    return promised?.type === 'upgrade' ? [promised] : [];
  });
}
