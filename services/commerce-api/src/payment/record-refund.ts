import { idOf } from './card-of.ts';
import { paidOrder, postMoneyBack, type MoneyBackDeps } from './money-back.ts';
import { markProcessed } from './webhook-inbox.ts';

/**
 * Staff refunded a payment in the provider's dashboard, all of it or a part: it is noted beside the order, with all that was refunded so far, and whoever paid is
 * written to. What the order gave stays until staff take it away (decision 010). Money that we gave back ourselves, for an order that was
 * cancelled or a charge that was paid twice, belongs to no paid order. `event` is the webhook's, marked processed with the effect.
 */
export async function recordRefund(deps: MoneyBackDeps, id: string, event: string): Promise<void> {
  const { amount_refunded: amount, payment_intent: intent } = await deps.stripe.charges.retrieve(id);
  const isOurs = intent !== null && (await deps.db.order.count({ where: { intentId: idOf(intent), state: { not: 'cancelled' } } })) > 0;
  const order = isOurs && amount > 0 ? await paidOrder(deps, idOf(intent)) : null;
  if (!order) return markProcessed(deps.db, event, deps.clock());
  const now = deps.clock();
  const news = await deps.db.$transaction(async (tx) => {
    const written = await tx.$queryRaw<unknown[]>`
      insert into money_back as m (id, order_id, state, amount, created, updated)
      values (${id}, ${order.id}::uuid, 'refunded', ${amount}::int, ${now}, ${now})
      on conflict (id) do update set amount = excluded.amount, updated = excluded.updated where m.amount < excluded.amount
      returning 1`;
    if (written.length > 0) await postMoneyBack(tx, { order: order.id, how: 'refund', amount, subject: `${id}:${amount}`, now });
    await markProcessed(tx, event, now);
    return written.length > 0;
  });
  if (!news) return;
  deps.metrics.payments.inc({ outcome: 'refunded' });
  deps.log.warn({ order: order.number, charge: id, amount }, 'a payment was refunded; what the order gave stays until somebody decides');
}
