import type { Stripe } from 'stripe';
import { type Call, idOf, need } from './call.ts';
import type { Decline } from './cards.ts';
import { invalidRequest } from './fault.ts';
import { makeId } from './ids.ts';
import type { Params } from './surface.ts';

type Outcome = 'succeeded' | 'pending' | 'failed';

/** The money's own record: one per try. A bank debit's pending charge becomes the succeeded one. */
export function recordCharge(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  status: Outcome,
  decline?: Decline,
): Stripe.Charge {
  const pending = intent.status === 'processing' ? call.store.get('charge', idOf(intent.latest_charge) ?? '') : undefined;
  const isPaid = status === 'succeeded';
  const { tax_id: _taxId, ...billing } = method.billing_details;
  const charge: Stripe.Charge = {
    id: pending?.id ?? makeId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isPaid ? makeId('txn') : null,
    billing_details: { ...billing, tax_id: null },
    calculated_statement_descriptor: 'NEWSSTAND',
    captured: isPaid,
    created: call.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: null,
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status,
    transfer_data: null,
    transfer_group: null,
  };
  call.store.put('charge', charge);
  call.emit(`charge.${status}`, charge);
  return charge;
}

export function chargeIdOf(call: Call, params: Params['POST /v1/refunds']): string {
  if (params.charge) return params.charge;
  if (!params.payment_intent)
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.');
  const intent = need(call, 'payment_intent', params.payment_intent, 'payment_intent');
  const charge = idOf(intent.latest_charge);
  if (charge && intent.status === 'succeeded') return charge;
  throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, { param: 'payment_intent' });
}
