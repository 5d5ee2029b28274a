import { cancelOrder } from '../../ledger/orders/cancel-order.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Deps } from '../../publication/deps.ts';
import { cancelIntent } from '../provider/cancel-intent.ts';
import { settle } from '../settle/settle.ts';

/**
 * Lets go of an order that another is to replace, or that nobody came back to. The intent first: once the provider has
 * canceled it nobody can pay for it, and where it cannot be canceled it was paid, or is on its way, and the order
 * stands.
 */
export async function releaseOrder(
  deps: Deps,
  order: { id: string; intentId: string | null },
  within: (work: (db: Sql) => Promise<boolean>) => Promise<boolean> = (work) => work(deps.db),
): Promise<{ type: 'paid'; intent: string } | { type: 'again' }> {
  const { id, intentId } = order;
  if (intentId !== null && (await cancelIntent(deps, intentId)) === 'stands') {
    await settle(deps, intentId);
    return { type: 'paid', intent: intentId };
  }
  await within((db) => cancelOrder(db, id, deps.clock(), intentId));
  deps.metrics.payments.inc({ outcome: 'canceled' });
  return { type: 'again' };
}
