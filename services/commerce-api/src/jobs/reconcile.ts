import { releaseOrder } from '../checkout/release-order.ts';
import type { Deps } from '../deps.ts';
import { DAY, HOUR, MINUTE } from '../duration.ts';
import { settle, settleGratis } from '../payment/settle.ts';

/** What no webhook and no reader has settled by now is asked for. */
const SETTLE_AFTER = 15 * MINUTE;
/** After this long without a payment a reader is not coming back, and others may have the goods. */
const ABANDONED_AFTER = HOUR;
/** An invoice waits as long as need be, and is asked about while somebody may have begun to pay it. */
const INVOICE_ASKED_FOR = 30 * DAY;
type Order = { id: string; intentId: string | null; total: number; state: string; updated: Date; invoice: { id: string } | null };

/**
 * Asks the provider about every order that has waited for 15 minutes: settles what was paid, and cancels what was abandoned, its stock put back.
 * With it a webhook that never came costs nobody anything. One order's trouble does not keep the others waiting; it fails the round at its end.
 */
export async function reconcile(deps: Deps): Promise<void> {
  const now = deps.clock().getTime();
  const orders = await deps.db.order.findMany({
    where: {
      state: { in: ['started', 'processing'] },
      updated: { lt: new Date(now - SETTLE_AFTER) },
      OR: [{ invoice: null }, { intentId: { not: null }, updated: { gt: new Date(now - INVOICE_ASKED_FOR) } }],
    },
    orderBy: { updated: 'asc' },
    select: { id: true, intentId: true, total: true, state: true, updated: true, invoice: { select: { id: true } } },
    relationLoadStrategy: 'join',
  });
  const failures: unknown[] = [];
  for (const order of orders) {
    await reconcileOrder(deps, order, now).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${orders.length} orders could not be reconciled`);
}

async function reconcileOrder(deps: Deps, order: Order, now: number): Promise<void> {
  if (order.invoice) return order.intentId === null ? undefined : settle(deps, order.intentId);
  // The reader had said yes to it, and there is nothing to pay.
  if (order.total === 0) return settleGratis(deps, order);
  if (order.intentId !== null) await settle(deps, order.intentId);
  const current = await deps.db.order.findUnique({ where: { id: order.id }, select: { state: true, updated: true } });
  const isAbandoned = current?.state === 'started' && current.updated.getTime() < now - ABANDONED_AFTER;
  if (isAbandoned) await releaseOrder(deps, order);
}
