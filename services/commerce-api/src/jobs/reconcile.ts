import { HOLD, HOLD_MOST } from '../ledger/orders/prolong-hold.ts';
import { UNPAID } from '../ledger/orders/order-states.ts';
import { releaseOrder } from '../payments/intents/release-order.ts';
import { settle, settleGratis } from '../payments/settle/settle.ts';
import { takeMissed } from '../payments/webhooks/take-missed.ts';
import { DAY, HOUR, MINUTE } from '../platform/duration.ts';
import { withinJobTime } from '../platform/within-job-time.ts';
import type { Deps } from '../publication/deps.ts';

/** What no webhook and no reader has settled by now is asked for. */
const SETTLE_AFTER = 15 * MINUTE;
/** After this long without a payment a reader is not coming back, and others may have the goods. */
const ABANDONED_AFTER = HOUR;
/** An invoice waits as long as need be, and is asked about while somebody may have begun to pay it. */
const INVOICE_ASKED_FOR = 30 * DAY;
type Order = { id: string; intentId: string | null; total: number; state: string; updated: Date; invoice: { id: string } | null };
type Holding = { id: string; intentId: string | null; created: Date };

/**
 * Asks the provider about every order that has waited for 15 minutes: settles what was paid, and cancels what was
 * abandoned, its stock put back. So it takes what was told of money that went back, and did not come. With it a webhook
 * that never came costs nobody anything. One order's trouble does not keep the others waiting; it fails the round at
 * its end.
 */
export async function reconcile(deps: Deps): Promise<void> {
  const now = deps.clock().getTime();
  const orders = await deps.db.order.findMany({
    where: {
      state: { in: UNPAID },
      updated: { lt: new Date(now - SETTLE_AFTER) },
      OR: [{ invoice: null }, { intentId: { not: null }, updated: { gt: new Date(now - INVOICE_ASKED_FOR) } }],
    },
    select: { id: true, intentId: true, total: true, state: true, updated: true, invoice: { select: { id: true } } },
    relationLoadStrategy: 'join',
  });
  const failures = await withinJobTime(shuffled(orders), (order) => reconcileOrder(deps, order, now));
  const back = await takeMissed(deps);
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${orders.length} orders could not be reconciled`);
  if (back.failures.length > 0)
    throw new AggregateError(
      back.failures,
      `${back.failures.length} of ${back.missed} events about money that went back could not be taken`,
    );
}

/**
 * Lets go of what unpaid orders hold of the goods once nobody is at paying for them, each minute. Who is at their bank
 * has an hour, and an order that turns out to be paid is settled. An invoice, and a bank debit under way, keep theirs.
 */
export async function releaseHolds(deps: Deps): Promise<void> {
  const now = deps.clock().getTime();
  const orders = await deps.db.$queryRaw<Holding[]>`
    select o.id, o.intent_id as "intentId", o.created from "order" o
    where o.state = 'started' and o.total > 0 and (o.updated < ${new Date(now - HOLD)} or o.created < ${new Date(now - HOLD_MOST)})
      and not exists (select from invoice i where i.order_id = o.id)
      and exists (select from order_line l where l.order_id = o.id and l.held)`;
  const failures = await withinJobTime(shuffled(orders), (order) => releaseHold(deps, order, now));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${orders.length} orders could not be let go of`);
}

/** Orders that the provider never answers for do not stand before the others in each round. */
function shuffled<T>(orders: readonly T[]): T[] {
  return orders
    .map((order) => ({ order, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ order }) => order);
}

async function releaseHold(deps: Deps, order: Holding, now: number): Promise<void> {
  const isOld = order.created.getTime() < now - HOLD_MOST;
  if (order.intentId !== null && !isOld) {
    const { status } = await deps.stripe.paymentIntents.retrieve(order.intentId);
    if (status === 'requires_action') return;
  }
  await releaseOrder(deps, order);
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
