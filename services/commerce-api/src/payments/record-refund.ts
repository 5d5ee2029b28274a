import type { MoneyBackState } from '@newsstand/contracts/money-back';
import { Stripe } from 'stripe';
import type { Sql } from '../platform/db/sql.ts';
import { idOf } from './card-of.ts';
import { lockOrder, moneyBackOf, paidOrder, postMoneyBack, type MoneyBackDeps } from './money-back.ts';
import { cancelAtOnce } from './renewals/cancel-abandoned.ts';
import { stopRefunded } from './stop-refunded.ts';
import { writeEffect, nothingToDo } from './webhook-inbox.ts';

type Refund = { id: string; state: MoneyBackState; amount: number; created: Date };

/**
 * Staff refunded a payment in the provider's dashboard, all of it or a part, or a refund arrived, or came back: each refund of the charge is noted beside the order as
 * it is now, however often and in whatever order its events come, and whoever paid is written to. As soon as so much has gone back that it may be what renews by itself,
 * that stops (`stopRefunded`); what the order gave stays until staff take it away (decision 010). Money that we gave back ourselves, for an order that was
 * cancelled or a charge that was paid twice, belongs to no paid order. `event` is the webhook's, marked processed with the effect.
 */
export async function recordRefund(deps: MoneyBackDeps, chargeId: string, event: string): Promise<void> {
  const { payment_intent: intent } = await deps.stripe.charges.retrieve(chargeId);
  const order = intent === null ? null : await paidOrder(deps, idOf(intent));
  const refunds = order ? await readRefunds(deps, chargeId) : [];
  if (!order || refunds.length === 0) return nothingToDo(deps, event);
  const now = deps.clock();
  const news = await writeEffect(deps, event, async (tx) => {
    const { ownerId } = await lockOrder(tx, order.id);
    const before = await moneyBackOf(tx, order.id);
    // What was noted before refunds were told apart.
    await tx.moneyBack.deleteMany({ where: { id: chargeId } });
    const written = await write(tx, order.id, refunds, now);
    const after = await moneyBackOf(tx, order.id);
    const stopped = await stopRefunded(tx, deps, order.id, { before, after });
    const amount = refunds.reduce((sum, { state, amount: each }) => sum + (state === 'failed' ? 0 : each), 0);
    const begun = written.findLast(({ is_new, state }) => is_new && state !== 'failed');
    if (begun) await postMoneyBack(tx, { order: order.id, how: 'refund', amount, subject: begun.id, stopped, now });
    for (const { id, amount: kept } of written.filter(({ state }) => state === 'failed'))
      await postMoneyBack(tx, { order: order.id, how: 'refund-failed', amount: kept, subject: `${id}:failed`, stopped: [], now });
    return { written, ownerId, stopped, amount };
  });
  // What a bank asks the reader about is not to be confirmed any more.
  if (news.stopped.length > 0) await cancelAtOnce(deps, news.ownerId);
  for (const { id, state, is_new } of news.written) {
    const told = { order: order.number, charge: chargeId, refund: id, amount: news.amount };
    if (state === 'failed') {
      deps.metrics.payments.inc({ outcome: 'refund-failed' });
      deps.log.error(told, 'a refund failed: its money stayed with us, and somebody has to give it back otherwise');
    } else if (is_new) {
      deps.metrics.payments.inc({ outcome: 'refunded' });
      deps.log.warn({ ...told, stopped: news.stopped }, 'a payment was refunded; what the order gave stays until somebody decides');
    }
  }
}

/** All that the provider knows of, the oldest first. */
async function readRefunds({ stripe }: MoneyBackDeps, charge: string): Promise<Refund[]> {
  const refunds: Refund[] = [];
  for await (const refund of stripe.refunds.list({ charge, limit: 100 })) {
    refunds.push({ id: refund.id, state: stateOf(refund), amount: refund.amount, created: new Date(refund.created * 1000) });
  }
  return refunds.toReversed();
}

function stateOf({ id, status }: Stripe.Refund): MoneyBackState {
  switch (status) {
    case 'succeeded':
      return 'refunded';
    case 'pending':
    case 'requires_action':
      return 'pending';
    case 'failed':
    case 'canceled':
      return 'failed';
    default:
      throw new Error(`refund ${id} is in a state that we do not know: ${String(status)}`);
  }
}

type Written = { id: string; state: MoneyBackState; amount: number; is_new: boolean };

/** A refund goes from pending to refunded, and either may fail: who read an older state and comes second changes nothing. Answers what is news, the oldest first. */
async function write(tx: Sql, order: string, refunds: Refund[], now: Date): Promise<Written[]> {
  const written = await tx.$queryRaw<Written[]>`
    insert into money_back as m (id, order_id, state, amount, created, updated)
    select id, ${order}::uuid, state, amount, created, ${now}
    from jsonb_to_recordset(${JSON.stringify(refunds)}::jsonb) as r(id text, state text, amount int, created timestamptz(3))
    on conflict (id) do update set state = excluded.state, updated = excluded.updated
      where array_position(array['pending', 'refunded', 'failed'], excluded.state) > array_position(array['pending', 'refunded', 'failed'], m.state)
    returning m.id, m.state, m.amount, m.xmax = 0 as is_new`;
  return refunds.flatMap(({ id }) => written.filter((row) => row.id === id));
}
