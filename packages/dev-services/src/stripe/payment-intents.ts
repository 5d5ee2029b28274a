import type { Stripe } from 'stripe';
import { type Call, idOf, need } from './call.ts';
import { confirmPayment, unexpectedState } from './confirm-payment.ts';
import { invalidRequest } from './fault.ts';
import { makeClientSecret, makeId } from './ids.ts';
import { automaticPaymentMethods, paymentCardOptions, paymentMethodTypes } from './intent-parts.ts';
import { mergeMetadata } from './metadata.ts';
import { resolvePaymentMethod } from './payment-methods.ts';
import type { Params } from './surface.ts';

export function createPaymentIntent(call: Call, params: Params['POST /v1/payment_intents']): Stripe.PaymentIntent {
  checkAmount(params.amount, params.currency);
  if (params.customer) need(call, 'customer', params.customer, 'customer');
  if (params.off_session && !params.confirm) {
    throw invalidRequest('You cannot set `off_session` without also setting `confirm=true`.', { param: 'off_session' });
  }
  const method = params.payment_method ? resolvePaymentMethod(call, params.payment_method) : null;
  const intent = call.store.put('payment_intent', { ...blankIntent(call, params), payment_method: idOf(method) });
  call.emit('payment_intent.created', intent);
  return params.confirm ? confirmPayment(call, intent, { ...params, ...(method && { payment_method: method.id }) }) : intent;
}

export function updatePaymentIntent(call: Call, id: string, params: Params['POST /v1/payment_intents/:id']): Stripe.PaymentIntent {
  const intent = need(call, 'payment_intent', id);
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    throw unexpectedState(
      `This PaymentIntent's ${Object.keys(params)[0]} could not be updated because it has a status of ${intent.status}.`,
      intent,
    );
  }
  checkAmount(params.amount ?? intent.amount, params.currency ?? intent.currency);
  if (params.customer) need(call, 'customer', params.customer, 'customer');
  const method = params.payment_method ? resolvePaymentMethod(call, params.payment_method) : null;
  return call.store.put('payment_intent', {
    ...intent,
    amount: params.amount ?? intent.amount,
    currency: params.currency?.toLowerCase() ?? intent.currency,
    customer: params.customer ?? intent.customer,
    description: params.description ?? intent.description,
    metadata: mergeMetadata(intent.metadata, params.metadata),
    receipt_email: params.receipt_email === undefined ? intent.receipt_email : params.receipt_email || null,
    setup_future_usage: params.setup_future_usage === undefined ? intent.setup_future_usage : params.setup_future_usage || null,
    payment_method: method?.id ?? intent.payment_method,
    payment_method_options: { card: paymentCardOptions(intent.payment_method_options?.card, params.payment_method_options?.card) },
    status: method && intent.status === 'requires_payment_method' ? 'requires_confirmation' : intent.status,
    ...(params.allowed_payment_method_types && {
      allowed_payment_method_types: params.allowed_payment_method_types,
      automatic_payment_methods: null,
      payment_method_types: paymentMethodTypes(params),
    }),
  });
}

export function cancelPaymentIntent(call: Call, id: string, params: Params['POST /v1/payment_intents/:id/cancel']): Stripe.PaymentIntent {
  const intent = need(call, 'payment_intent', id);
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
    throw unexpectedState(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, intent);
  }
  const canceled = call.store.put('payment_intent', {
    ...intent,
    status: 'canceled',
    canceled_at: call.now(),
    cancellation_reason: params.cancellation_reason ?? null,
    next_action: null,
  });
  call.emit('payment_intent.canceled', canceled);
  return canceled;
}

export function listPaymentIntents(call: Call, params: Params['GET /v1/payment_intents']) {
  const limit = params.limit ?? 10;
  const found = call.store.list('payment_intent', {
    limit: limit + 1,
    after: params.starting_after ?? '',
    where: ({ customer, created }) =>
      (params.customer === undefined || idOf(customer) === params.customer) && isWithin(created, params.created),
  });
  return { object: 'list', url: '/v1/payment_intents', has_more: found.length > limit, data: found.slice(0, limit) };
}

/** Seconds, or a range of them. */
function isWithin(created: number, range: Stripe.PaymentIntentListParams['created']): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return created === range;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return created > gt && created >= gte && created < lt && created <= lte;
}

function checkAmount(amount: number, currency: string): void {
  if (!Number.isInteger(amount) || amount < 1)
    throw invalidRequest('Invalid integer: amount', { code: 'parameter_invalid_integer', param: 'amount' });
  if (amount > 99_999_999) throw invalidRequest('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' });
  if (currency.toLowerCase() === 'usd' && amount < 50) {
    throw invalidRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
  }
}

function blankIntent(call: Call, params: Params['POST /v1/payment_intents']): Stripe.PaymentIntent {
  const id = makeId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount: params.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: automaticPaymentMethods(params),
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: makeClientSecret(id),
    confirmation_method: 'automatic',
    created: call.now(),
    currency: params.currency.toLowerCase(),
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: params.excluded_payment_method_types || null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: paymentCardOptions(undefined, params.payment_method_options?.card) },
    payment_method_types: paymentMethodTypes(params),
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email || null,
    review: null,
    setup_future_usage: params.setup_future_usage || null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: params.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}
