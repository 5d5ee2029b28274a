import type { Stripe } from 'stripe';
import { type Call, idOf } from './call.ts';
import { cardError, documentation } from './card-error.ts';
import { testCard } from './cards.ts';
import { AUTHENTICATION_FAILURE } from './confirm-payment.ts';
import { invalidRequest } from './fault.ts';
import { attachTo, createPaymentMethod, instrumentOf, resolvePaymentMethod, usableInstrument } from './payment-methods.ts';
import type { Params } from './surface.ts';

type Confirm = Params['POST /v1/setup_intents/:id/confirm'];

/** Keeps a card for later, or says what is still needed for it. A refusal is thrown, and the intent remembers it. */
export function confirmSetup(call: Call, intent: Stripe.SetupIntent, params: Confirm): Stripe.SetupIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpectedState(`You cannot confirm this SetupIntent because it has a status of ${intent.status}.`, intent);
  }
  const method = methodFor(call, intent, params);
  const card = testCard(usableInstrument(call, method).number);
  const confirmed: Stripe.SetupIntent = { ...intent, payment_method: method.id, last_setup_error: null };
  if (card?.decline && card.accepts === 'never') {
    const failed = fail(call, confirmed, {
      type: 'card_error',
      ...card.decline,
      doc_url: documentation(card.decline.code),
      payment_method: method,
    });
    throw cardError(card.decline, { setup_intent: failed, payment_method: method });
  }
  if (!card?.authentication) return succeed(call, confirmed, method);
  const waiting = call.store.put('setup_intent', {
    ...confirmed,
    status: 'requires_action',
    next_action: nextAction(call, intent.id, params),
  });
  call.emit('setup_intent.requires_action', waiting);
  return waiting;
}

export function finishSetupAuthentication(call: Call, intent: Stripe.SetupIntent, isAuthentic: boolean): Stripe.SetupIntent {
  if (intent.status !== 'requires_action') throw unexpectedState('This SetupIntent does not require action.', intent);
  const method = resolvePaymentMethod(call, idOf(intent.payment_method) ?? '');
  if (isAuthentic) return succeed(call, intent, method);
  return fail(call, intent, {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message: AUTHENTICATION_FAILURE,
    payment_method: method,
  });
}

function methodFor(call: Call, intent: Stripe.SetupIntent, params: Confirm): Stripe.PaymentMethod {
  if (params.payment_method_data) return createPaymentMethod(call, params.payment_method_data);
  const id = params.payment_method ?? idOf(intent.payment_method);
  if (id) return resolvePaymentMethod(call, id);
  throw unexpectedState("You cannot confirm this SetupIntent because it's missing a payment method.", intent);
}

function succeed(call: Call, intent: Stripe.SetupIntent, method: Stripe.PaymentMethod): Stripe.SetupIntent {
  const customer = idOf(intent.customer);
  if (customer) attachTo(call, method, customer);
  call.store.put('instrument', { ...instrumentOf(call, method), isSetUp: intent.usage === 'off_session' });
  const succeeded = call.store.put('setup_intent', { ...intent, status: 'succeeded', next_action: null });
  call.emit('setup_intent.succeeded', succeeded);
  return succeeded;
}

function fail(call: Call, intent: Stripe.SetupIntent, error: Stripe.SetupIntent.LastSetupError): Stripe.SetupIntent {
  const failed = call.store.put('setup_intent', {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: error,
  });
  call.emit('setup_intent.setup_failed', failed);
  return failed;
}

function nextAction(call: Call, intentId: string, params: Confirm): Stripe.SetupIntent.NextAction {
  if (call.fromBrowser || params.use_stripe_sdk || !params.return_url) return { type: 'use_stripe_sdk', use_stripe_sdk: {} };
  const url = `${call.baseUrl}/_emulator/3ds/${intentId}`;
  return { type: 'redirect_to_url', redirect_to_url: { return_url: params.return_url, url } };
}

function unexpectedState(message: string, intent: Stripe.SetupIntent) {
  return invalidRequest(message, { code: 'setup_intent_unexpected_state', setup_intent: intent });
}
