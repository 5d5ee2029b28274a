import type { Stripe } from 'stripe';
import { type Call, idOf } from './call.ts';
import { cardError, documentation } from './card-error.ts';
import { DECLINES, type Decline, testBankAccount, testCard } from './cards.ts';
import { recordCharge } from './charges.ts';
import { invalidRequest, type StripeFault } from './fault.ts';
import { paymentCardOptions } from './intent-parts.ts';
import type { Instrument } from './records.ts';
import { attachTo, createPaymentMethod, instrumentOf, resolvePaymentMethod, usableInstrument } from './payment-methods.ts';
import type { Params } from './surface.ts';
import { takeOne } from './switches.ts';

type Confirm = Params['POST /v1/payment_intents/:id/confirm'];
type Failure = Decline & { type?: 'card_error' | 'invalid_request_error' };

export const AUTHENTICATION_FAILURE =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/** Pays an intent, or says what it still needs. A decline is thrown, and the intent remembers it. */
export function confirmPayment(call: Call, intent: Stripe.PaymentIntent, params: Confirm): Stripe.PaymentIntent {
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    throw unexpectedState(`This PaymentIntent's status is ${intent.status}, which does not allow confirmation.`, intent);
  }
  const method = methodFor(call, intent, params);
  checkMethod(call, intent, method, params);
  const confirmed: Stripe.PaymentIntent = {
    ...intent,
    payment_method: method.id,
    last_payment_error: null,
    setup_future_usage: params.setup_future_usage === undefined ? intent.setup_future_usage : params.setup_future_usage || null,
    payment_method_options: { card: paymentCardOptions(intent.payment_method_options?.card, params.payment_method_options?.card) },
  };
  if (!mustAuthenticate(usableInstrument(call, method), params)) return charge(call, confirmed, method, { isPresent: true });
  if (params.off_session || params.error_on_requires_action) throw decline(call, confirmed, method, DECLINES.authentication_required);
  const waiting = call.store.put('payment_intent', {
    ...confirmed,
    status: 'requires_action',
    next_action: nextAction(call, intent.id, params),
  });
  call.emit('payment_intent.requires_action', waiting);
  return waiting;
}

/**
 * What follows the reader's answer to the bank's question. A decline is not thrown here: the reader's page reads it
 * from the intent.
 */
export function finishAuthentication(call: Call, intent: Stripe.PaymentIntent, isAuthentic: boolean): Stripe.PaymentIntent {
  if (intent.status !== 'requires_action') throw unexpectedState('This PaymentIntent does not require action.', intent);
  const method = resolvePaymentMethod(call, idOf(intent.payment_method) ?? '');
  if (isAuthentic) return charge(call, intent, method, { isPresent: false });
  return fail(call, intent, method, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    decline_code: '',
    message: AUTHENTICATION_FAILURE,
  });
}

/** Bank debits arrive days later; here they arrive when asked for. */
export function settleBankDebits(call: Call): Stripe.PaymentIntent[] {
  return call.store.list('payment_intent', { where: (intent) => intent.status === 'processing' }).map((intent) => {
    const method = resolvePaymentMethod(call, idOf(intent.payment_method) ?? '');
    if (testBankAccount(instrumentOf(call, method).number) === 'succeeds') return succeed(call, intent, method);
    return fail(call, intent, method, {
      type: 'invalid_request_error',
      code: 'payment_method_provider_decline',
      decline_code: '',
      message: 'The customer’s bank account could not be debited (R01 insufficient funds).',
    });
  });
}

export function unexpectedState(message: string, intent: Stripe.PaymentIntent): StripeFault {
  return invalidRequest(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });
}

function methodFor(call: Call, intent: Stripe.PaymentIntent, params: Confirm): Stripe.PaymentMethod {
  if (params.payment_method_data) return createPaymentMethod(call, params.payment_method_data);
  const id = params.payment_method ?? idOf(intent.payment_method);
  if (id) return resolvePaymentMethod(call, id);
  throw unexpectedState("You cannot confirm this PaymentIntent because it's missing a payment method.", intent);
}

function checkMethod(call: Call, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod, params: Confirm): void {
  if (!intent.payment_method_types.includes(method.type)) {
    throw invalidRequest(`The payment method type provided: ${method.type} is invalid.`, {
      code: 'payment_intent_invalid_parameter',
      param: 'payment_method',
    });
  }
  if (method.customer && method.customer !== intent.customer) {
    throw invalidRequest(`The payment method supplied (${method.id}) belongs to a different Customer.`, { param: 'payment_method' });
  }
  const mayRedirect = intent.automatic_payment_methods?.allow_redirects === 'always';
  if (call.fromBrowser || !mayRedirect || params.return_url || params.off_session) return;
  throw invalidRequest(
    'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.',
    { param: 'return_url' },
  );
}

function mustAuthenticate(instrument: Instrument, params: Confirm): boolean {
  const authentication = testCard(instrument.number)?.authentication;
  if (authentication === 'until-set-up') return !(instrument.isSetUp && params.off_session);
  return authentication === 'always';
}

function nextAction(call: Call, intentId: string, params: Confirm): Stripe.PaymentIntent.NextAction {
  if (call.fromBrowser || params.use_stripe_sdk) return { type: 'use_stripe_sdk', use_stripe_sdk: {} };
  const url = `${call.baseUrl}/_emulator/3ds/${intentId}`;
  return { type: 'redirect_to_url', redirect_to_url: { return_url: params.return_url ?? null, url } };
}

function charge(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { isPresent }: { isPresent: boolean },
): Stripe.PaymentIntent {
  const instrument = usableInstrument(call, method);
  const { decline: switched } = call.switches;
  const refusal = takeOne(switched) ? DECLINES[switched.code] : testCard(instrument.number)?.decline;
  if (refusal && isPresent) throw decline(call, intent, method, refusal);
  if (refusal) return fail(call, intent, method, refusal, recordCharge(call, intent, method, 'failed', refusal));
  if (instrument.type === 'card') return succeed(call, intent, method);
  const pending = recordCharge(call, intent, method, 'pending');
  const processing = call.store.put('payment_intent', { ...intent, status: 'processing', next_action: null, latest_charge: pending.id });
  call.emit('payment_intent.processing', processing);
  return processing;
}

function succeed(call: Call, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): Stripe.PaymentIntent {
  const paid = recordCharge(call, intent, method, 'succeeded');
  const customer = idOf(intent.customer);
  const isKept = intent.setup_future_usage !== null && customer !== null;
  const instrument = instrumentOf(call, method);
  call.store.put('instrument', {
    ...instrument,
    isSetUp: instrument.isSetUp || (isKept && intent.setup_future_usage === 'off_session'),
    isSpent: method.customer === null && !isKept,
  });
  if (isKept) attachTo(call, method, customer);
  const succeeded = call.store.put('payment_intent', {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: paid.id,
    last_payment_error: null,
    next_action: null,
    processing: null,
  });
  call.emit('payment_intent.succeeded', succeeded);
  return succeeded;
}

function decline(call: Call, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod, refusal: Decline): StripeFault {
  const failed = recordCharge(call, intent, method, 'failed', refusal);
  const declined = fail(call, intent, method, refusal, failed);
  return cardError(refusal, { charge: failed.id, payment_intent: declined, payment_method: method });
}

function fail(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  failure: Failure,
  failed?: Stripe.Charge,
): Stripe.PaymentIntent {
  const { type = 'card_error', code, decline_code, message, advice_code } = failure;
  const declined = call.store.put('payment_intent', {
    ...intent,
    status: 'requires_payment_method',
    next_action: null,
    payment_method: null,
    processing: null,
    latest_charge: failed?.id ?? intent.latest_charge,
    last_payment_error: {
      type,
      code,
      message,
      doc_url: documentation(code),
      payment_method: method,
      ...(decline_code && { decline_code }),
      ...(advice_code && { advice_code }),
      ...(failed && { charge: failed.id }),
    },
  });
  call.emit('payment_intent.payment_failed', declined);
  return declined;
}
