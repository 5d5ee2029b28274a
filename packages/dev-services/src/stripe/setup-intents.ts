import type { Stripe } from 'stripe';
import { type Call, idOf, need } from './call.ts';
import { confirmSetup } from './confirm-setup.ts';
import { invalidRequest } from './fault.ts';
import { makeClientSecret, makeId } from './ids.ts';
import { automaticPaymentMethods, paymentMethodTypes } from './intent-parts.ts';
import { mergeMetadata } from './metadata.ts';
import { resolvePaymentMethod } from './payment-methods.ts';
import type { Params } from './surface.ts';

export function createSetupIntent(call: Call, params: Params['POST /v1/setup_intents']): Stripe.SetupIntent {
  if (params.customer) need(call, 'customer', params.customer, 'customer');
  const method = params.payment_method ? resolvePaymentMethod(call, params.payment_method) : null;
  const intent = call.store.put('setup_intent', { ...blankIntent(call, params), payment_method: idOf(method) });
  call.emit('setup_intent.created', intent);
  return params.confirm ? confirmSetup(call, intent, { ...params, ...(method && { payment_method: method.id }) }) : intent;
}

export function updateSetupIntent(call: Call, id: string, params: Params['POST /v1/setup_intents/:id']): Stripe.SetupIntent {
  const intent = need(call, 'setup_intent', id);
  if (params.customer) need(call, 'customer', params.customer, 'customer');
  const method = params.payment_method ? resolvePaymentMethod(call, params.payment_method) : null;
  return call.store.put('setup_intent', {
    ...intent,
    customer: params.customer ?? intent.customer,
    description: params.description ?? intent.description,
    metadata: mergeMetadata(intent.metadata ?? {}, params.metadata),
    payment_method: method?.id ?? intent.payment_method,
  });
}

export function cancelSetupIntent(call: Call, id: string, params: Params['POST /v1/setup_intents/:id/cancel']): Stripe.SetupIntent {
  const intent = need(call, 'setup_intent', id);
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
    throw invalidRequest(`You cannot cancel this SetupIntent because it has a status of ${intent.status}.`, {
      code: 'setup_intent_unexpected_state',
      setup_intent: intent,
    });
  }
  const canceled = call.store.put('setup_intent', {
    ...intent,
    status: 'canceled',
    cancellation_reason: params.cancellation_reason ?? null,
    next_action: null,
  });
  call.emit('setup_intent.canceled', canceled);
  return canceled;
}

function blankIntent(call: Call, params: Params['POST /v1/setup_intents']): Stripe.SetupIntent {
  const id = makeId('seti');
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    application: null,
    automatic_payment_methods: automaticPaymentMethods(params),
    cancellation_reason: null,
    client_secret: makeClientSecret(id),
    created: call.now(),
    customer: params.customer ?? null,
    description: params.description ?? null,
    excluded_payment_method_types: params.excluded_payment_method_types || null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: cardOptions(params) },
    payment_method_types: paymentMethodTypes(params),
    single_use_mandate: null,
    status: params.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    usage: params.usage ?? 'off_session',
  };
}

function cardOptions(params: Params['POST /v1/setup_intents']): Stripe.SetupIntent.PaymentMethodOptions.Card {
  const usage = params.payment_method_options?.card?.setup_credential_usage;
  return { mandate_options: null, network: null, request_three_d_secure: 'automatic', ...(usage && { setup_credential_usage: usage }) };
}
