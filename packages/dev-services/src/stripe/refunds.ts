import type { Stripe } from 'stripe';
import { type Call, idOf, need } from './call.ts';
import { testCard } from './cards.ts';
import { chargeIdOf } from './charges.ts';
import { answerInquiry } from './disputes.ts';
import { invalidRequest } from './fault.ts';
import { makeId } from './ids.ts';
import { mergeMetadata } from './metadata.ts';
import type { Params } from './surface.ts';

type New = Params['POST /v1/refunds'];

export function createRefund(call: Call, params: New): Stripe.Refund {
  const charge = need(call, 'charge', chargeIdOf(call, params), 'charge');
  const instrument = call.store.get('instrument', charge.payment_method ?? '');
  const ends = instrument?.type === 'card' ? testCard(instrument.number)?.refund : undefined;
  const refund = makeRefund(call, params, { isPending: call.switches.refunds_pend || ends === 'arrives' });
  if (ends !== undefined) call.later((then) => endRefund(then, refund.id, ends === 'arrives' ? 'succeeded' : 'failed'));
  return refund;
}

/**
 * `isPending`: what it goes back to takes its time, as a bank account does; it succeeds or fails later (`endRefund`).
 */
export function makeRefund(call: Call, params: New, { isPending }: { isPending: boolean }): Stripe.Refund {
  const charge = need(call, 'charge', chargeIdOf(call, params), 'charge');
  const left = charge.amount_captured - charge.amount_refunded;
  const amount = params.amount ?? left;
  if (isTakenBack(call, charge.id)) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' });
  }
  if (left === 0) throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  if (amount > left || amount < 1) {
    throw invalidRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, { param: 'amount' });
  }
  const refund = call.store.put('refund', {
    id: makeId('re'),
    object: 'refund',
    amount,
    balance_transaction: makeId('txn'),
    charge: charge.id,
    created: call.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isPending ? 'pending' : 'succeeded',
    transfer_reversal: null,
  });
  const refunded = charge.amount_refunded + amount;
  const changed = call.store.put('charge', { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount_captured });
  call.emit('refund.created', refund);
  call.emit('charge.refunded', changed);
  answerInquiry(call, changed);
  return refund;
}

/** A bank has the money of a charge: what it only asks about, and what was won, can be refunded. */
function isTakenBack(call: Call, charge: string): boolean {
  const taken = call.store.list('dispute', { limit: 1, where: (one) => idOf(one.charge) === charge && TAKEN.has(one.status) });
  return taken.length > 0;
}

const TAKEN = new Set<Stripe.Dispute.Status>(['needs_response', 'under_review', 'lost']);

/**
 * A refund that was pending arrives, or one comes back: then its money is ours again, and its charge is refunded less.
 */
export function endRefund(call: Call, id: string, status: 'succeeded' | 'failed'): Stripe.Refund {
  const refund = need(call, 'refund', id);
  if (refund.status === status || refund.status === 'failed') throw invalidRequest(`This refund is ${refund.status} already.`);
  const isFailed = status === 'failed';
  const ended = call.store.put('refund', {
    ...refund,
    status,
    ...(isFailed && { failure_reason: 'declined', failure_balance_transaction: makeId('txn') }),
  });
  const charge = need(call, 'charge', idOf(ended.charge) ?? '');
  if (isFailed) call.store.put('charge', { ...charge, amount_refunded: charge.amount_refunded - ended.amount, refunded: false });
  call.emit('refund.updated', ended);
  call.emit('charge.refund.updated', ended);
  if (isFailed) call.emit('refund.failed', ended);
  return ended;
}

export function listRefunds(call: Call, params: Params['GET /v1/refunds']) {
  const limit = params.limit ?? 10;
  const found = call.store.list('refund', {
    limit: limit + 1,
    after: params.starting_after ?? '',
    where: (refund) =>
      (params.payment_intent === undefined || refund.payment_intent === params.payment_intent) &&
      (params.charge === undefined || refund.charge === params.charge),
  });
  return { object: 'list', url: '/v1/refunds', has_more: found.length > limit, data: found.slice(0, limit) };
}
