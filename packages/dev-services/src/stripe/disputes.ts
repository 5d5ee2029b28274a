import type { Stripe } from 'stripe';
import * as v from 'valibot';
import { type Call, idOf, need } from './call.ts';
import { chargeIdOf } from './charges.ts';
import { invalidRequest } from './fault.ts';
import { makeId } from './ids.ts';
import type { Params } from './surface.ts';

/** So long a bank waits for an answer. */
const ANSWERED_WITHIN = 10 * 24 * 3600;

/** `inquiry`: a bank only asks, and no money moves. */
export type NewDispute = { reason?: string | undefined; inquiry?: boolean | undefined };

/**
 * Money that was taken back: by a bank after its debit had arrived, which is final, or by a cardholder, which may yet
 * be won.
 */
export function openDispute(call: Call, intentId: string, { reason, inquiry = false }: NewDispute = {}): Stripe.Dispute {
  const charge = need(call, 'charge', chargeIdOf(call, { payment_intent: intentId }), 'charge');
  if (charge.disputed) throw invalidRequest(`Charge ${charge.id} has already been disputed.`);
  const amount = leftOf(charge);
  if (amount === 0) throw nothingLeft(charge);
  const method = call.store.get('payment_method', charge.payment_method ?? '');
  const isDebit = method?.type === 'us_bank_account';
  const opened = call.store.put('dispute', {
    ...NO_EVIDENCE,
    evidence_details: { ...NO_EVIDENCE.evidence_details, due_by: isDebit ? null : call.now() + ANSWERED_WITHIN },
    id: makeId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: call.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    ...(method?.card && { payment_method_details: cardDetails(method.card.brand) }),
    reason: reason ?? (isDebit ? 'insufficient_funds' : 'fraudulent'),
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  });
  call.store.put('charge', { ...charge, disputed: true });
  call.emit('charge.dispute.created', opened);
  if (inquiry) return opened;
  call.emit('charge.dispute.funds_withdrawn', opened);
  return isDebit ? closeDispute(call, opened.id, 'lost') : opened;
}

export function closeDispute(call: Call, id: string, status: 'won' | 'lost'): Stripe.Dispute {
  const dispute = need(call, 'dispute', id);
  if (dispute.status !== 'needs_response') throw invalidRequest(`This dispute is ${dispute.status} already.`);
  const closed = call.store.put('dispute', { ...dispute, status });
  if (status === 'won') call.emit('charge.dispute.funds_reinstated', closed);
  call.emit('charge.dispute.closed', closed);
  return closed;
}

export const InquiryStatus = v.picklist(['warning_under_review', 'warning_closed', 'needs_response']);
/** What a bank asks about, and has not taken. */
export const INQUIRIES: ReadonlySet<Stripe.Dispute.Status> = new Set(['warning_needs_response', 'warning_under_review']);
export type InquiryStatus = v.InferOutput<typeof InquiryStatus>;

const leftOf = ({ amount_captured, amount_refunded }: Stripe.Charge): number => amount_captured - amount_refunded;
const nothingLeft = ({ id }: Stripe.Charge) => invalidRequest(`Charge ${id} has been refunded: there is nothing to take back.`);

/**
 * What becomes of a bank's question: it is answered and looked at, the bank asks no more, or takes the money after all:
 * of a payment that was refunded meanwhile no more than is left (`is_charge_refundable` in the provider's types).
 */
export function moveInquiry(call: Call, id: string, status: InquiryStatus): Stripe.Dispute {
  const dispute = need(call, 'dispute', id);
  if (!INQUIRIES.has(dispute.status)) throw invalidRequest(`This dispute is ${dispute.status} already.`);
  const isAnswered = status === 'warning_under_review';
  const charge = need(call, 'charge', idOf(dispute.charge) ?? '');
  const takes = status === 'needs_response';
  if (takes && leftOf(charge) === 0) throw nothingLeft(charge);
  const moved = call.store.put('dispute', {
    ...dispute,
    status,
    ...(takes && { amount: Math.min(dispute.amount, leftOf(charge)) }),
    is_charge_refundable: !takes,
    evidence_details: {
      ...dispute.evidence_details,
      ...(isAnswered && { has_evidence: true, submission_count: 1, submission_method: 'manual' as const }),
      ...(takes && { due_by: call.now() + ANSWERED_WITHIN }),
    },
  });
  if (status === 'warning_closed') call.emit('charge.dispute.closed', moved);
  else call.emit('charge.dispute.updated', moved);
  if (takes) call.emit('charge.dispute.funds_withdrawn', moved);
  return moved;
}

/** A bank that asks about a payment which was refunded whole has its answer. */
export function answerInquiry(call: Call, { id, refunded }: Stripe.Charge): void {
  if (!refunded) return;
  const [asked] = call.store.list('dispute', { limit: 1, where: (one) => idOf(one.charge) === id && INQUIRIES.has(one.status) });
  if (asked) moveInquiry(call, asked.id, 'warning_closed');
}

export function listDisputes(call: Call, params: Params['GET /v1/disputes']) {
  const limit = params.limit ?? 10;
  const found = call.store.list('dispute', {
    limit: limit + 1,
    after: params.starting_after ?? '',
    where: (dispute) =>
      (params.payment_intent === undefined || dispute.payment_intent === params.payment_intent) &&
      (params.charge === undefined || idOf(dispute.charge) === params.charge),
  });
  return { object: 'list', url: '/v1/disputes', has_more: found.length > limit, data: found.slice(0, limit) };
}

function cardDetails(brand: string): Stripe.Dispute.PaymentMethodDetails {
  return { type: 'card', card: { brand, network: brand, case_type: 'chargeback', network_reason_code: '10.4' } };
}

const NO_EVIDENCE: Pick<Stripe.Dispute, 'evidence' | 'evidence_details'> = {
  evidence: {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  },
  evidence_details: {
    due_by: null,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  },
};
