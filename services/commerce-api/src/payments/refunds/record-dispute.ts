import { Stripe } from 'stripe';
import { idOf } from '../provider/card-of.ts';
import { lockOrder, moneyBackOf, paidOrder, postMoneyBack, type MoneyBackDeps } from './money-back.ts';
import { cancelAtOnce } from '../settle/cancel-abandoned.ts';
import { forgetMethod } from '../settle/forget-detached.ts';
import { recordInquiry } from './record-inquiry.ts';
import { stopAutorenew } from './stop-refunded.ts';
import { writeEffect, nothingToDo } from '../provider/webhook-inbox.ts';

type State = 'open' | 'lost' | 'won';

/**
 * A bank took a payment back that had arrived: a cardholder disputes it, or an account that was debited (ACH) returns
 * it, which is a dispute as well, lost from the beginning. It is noted beside the order, once, however often and in
 * whatever order its events come. Nothing is charged any more to what had paid, the autorenew of its account goes off,
 * and of the subscription that it may be the money of, and whoever paid is written to. What the order gave stays until
 * staff, who find it in the log, say otherwise (decision 010). `event` is the webhook's, marked processed with the
 * effect; null for what was not told by one.
 */
export async function recordDispute(deps: MoneyBackDeps, id: string, event: string | null): Promise<void> {
  const dispute = await deps.stripe.disputes.retrieve(id, { expand: ['charge'] });
  const order = dispute.payment_intent === null ? null : await paidOrder(deps, idOf(dispute.payment_intent));
  const state = stateOf(dispute);
  const told = { order: order?.number, dispute: id, reason: dispute.reason, status: dispute.status, amount: dispute.amount };
  if (!order) {
    deps.log.error(told, 'a payment of no order of ours is disputed');
    return nothingToDo(deps, event);
  }
  if (state === null) return recordInquiry(deps, { dispute, order: order.id, told }, event);
  const method = state === 'won' || typeof dispute.charge === 'string' ? null : dispute.charge.payment_method;
  const now = deps.clock();
  const news = await writeEffect(deps, event, async (tx) => {
    const { ownerId } = await lockOrder(tx, order.id);
    const before = await moneyBackOf(tx, order.id);
    const [written] = await tx.$queryRaw<{ is_new: boolean }[]>`
      with asked as (update bank_inquiry set closed = ${now} where id = ${id} and closed is null)
      insert into money_back as m (id, order_id, state, amount, reason, created, updated)
      values (${id}, ${order.id}::uuid, ${state}, ${dispute.amount}::int, ${dispute.reason}, ${now}, ${now})
      on conflict (id) do update set state = excluded.state, updated = excluded.updated,
          decided = case when excluded.state <> 'won' then m.decided end
        where m.state <> excluded.state and excluded.state <> 'open'
      returning created = updated as is_new`;
    const gone = { before, after: await moneyBackOf(tx, order.id) };
    const stopped = (await stopAutorenew(tx, deps, order.id, gone)) ? (['autorenew'] as const) : [];
    if (written?.is_new && state !== 'won')
      await postMoneyBack(tx, { order: order.id, how: 'dispute', amount: dispute.amount, subject: id, stopped: [...stopped], now });
    if (written && method !== null) await forgetMethod(tx, deps, method);
    return written && { ...written, ownerId, stopped };
  });
  if (method !== null) await detachMethod(deps, method);
  if (!news) return;
  if (news.stopped.length > 0) await cancelAtOnce(deps, news.ownerId);
  if (news.is_new && state !== 'won') deps.metrics.payments.inc({ outcome: 'disputed' });
  if (state !== 'open') deps.metrics.payments.inc({ outcome: `dispute-${state}` });
  if (state === 'won') deps.log.info(told, 'a dispute was won');
  else deps.log.error(told, 'a bank took a payment back; what the order gave stays until somebody decides');
}

/** Null while a bank only asks, and no money has moved. */
function stateOf({ id, status }: Stripe.Dispute): State | null {
  switch (status) {
    case 'needs_response':
    case 'under_review':
    case 'appeal_needs_response':
    case 'appeal_under_review':
      return 'open';
    case 'lost':
      return 'lost';
    case 'won':
      return 'won';
    case 'warning_needs_response':
    case 'warning_under_review':
    case 'warning_closed':
    case 'prevented':
      return null;
    default:
      throw new Error(`dispute ${id} is in a state that we do not know: ${status}`);
  }
}

/**
 * The mandate of a debit that came back is void, and who disputes a card does not want it charged: only its reader can
 * put it on record again.
 */
async function detachMethod({ stripe }: MoneyBackDeps, method: string): Promise<void> {
  try {
    await stripe.paymentMethods.detach(method);
  } catch (error) {
    // Nobody had it on record, or has any more.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}
