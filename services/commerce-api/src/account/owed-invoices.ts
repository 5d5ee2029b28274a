import { invoiceNumber } from '@newsstand/contracts/invoice';
import { readSubscriptions } from '../ledger/terms/read-subscriptions.ts';
import { isUnpaid } from '../ledger/orders/order-states.ts';
import { upgradesOf } from '../payments/upgrades/begun-upgrades.ts';
import type { Sql } from '../platform/db/sql.ts';
import type { Deps } from '../publication/deps.ts';
import type { Subscriptions } from '../rules/subscriptions/subscription-rules.ts';
import { isUpgradeValid, type PromisedUpgrade } from '../rules/pricing/upgrade-validity-rules.ts';

type World = Pick<Deps, 'config' | 'publication'>;

/**
 * The numbers of the unpaid invoices for an account's own subscription, which whoever pays must find there. Leaves out
 * invoices that cannot be paid any more because their upgrade was bought in another way.
 */
export async function owedInvoices(sql: Sql, { config, publication }: World, accountId: string): Promise<string[]> {
  const rows = await sql.$queryRaw<{ number: number; state: string; lines: { choice: unknown }[] }[]>`
    select i.number, o.state, (select json_agg(json_build_object('choice', l.choice) order by l.ordinal) from order_line l where l.order_id = o.id) as lines
    from invoice i join "order" o on o.id = i.order_id
    where i.publication_id = ${config.publicationId} and i.subscriber_id = ${accountId}::uuid and ${isUnpaid}
      and exists (select from order_line l where l.order_id = o.id and l.type in ('personal-subscription', 'subscription-upgrade'))
    order by i.number`;
  const subscriptions = rows.length === 0 ? [] : await readSubscriptions({ db: sql, config }, accountId);
  return rows
    .filter(({ state, lines }) => state === 'processing' || isPayable(upgradesOf(lines), subscriptions))
    .map(({ number }) => invoiceNumber(publication.cached().settings.invoice_prefix, number));
}

function isPayable(upgrades: readonly PromisedUpgrade[], subscriptions: Subscriptions): boolean {
  return upgrades.length === 0 || isUpgradeValid(upgrades, subscriptions);
}
