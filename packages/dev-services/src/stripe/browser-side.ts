import { type Call, need } from './call.ts';
import { finishAuthentication } from './confirm-payment.ts';
import { finishSetupAuthentication } from './confirm-setup.ts';
import { parseParams } from './contract.ts';
import { invalidRequest, missing, StripeFault } from './fault.ts';
import type { Form } from './form.ts';
import { intentIdOf } from './ids.ts';
import { createPaymentMethod } from './payment-methods.ts';

const ALLOWED = new Set([
  'GET /v1/payment_intents/:id',
  'POST /v1/payment_intents/:id/confirm',
  'GET /v1/setup_intents/:id',
  'POST /v1/setup_intents/:id/confirm',
]);

/** Fields that a browser never gets, even with the client secret. */
const PRIVATE = new Set(
  'amount_capturable amount_received application application_fee_amount customer customer_account latest_charge metadata on_behalf_of payment_method_options payment_record review statement_descriptor statement_descriptor_suffix transfer_data transfer_group'.split(
    ' ',
  ),
);

/** Lets a browser see and confirm the one intent whose secret it holds. Answers the form without the secret. */
export function admitBrowser(call: Call, endpoint: string, id: string, form: Form): Form {
  if (!ALLOWED.has(endpoint)) {
    const message = 'This API call cannot be made with a publishable API key. Please use a secret API key.';
    throw new StripeFault(401, { type: 'invalid_request_error', code: 'secret_key_required', message });
  }
  const { client_secret: secret, payment_method_data: data, ...rest } = form;
  if (intentFor(call, String(secret)).id !== id) throw missing('payment_intent', id, 'intent');
  if (data === undefined || typeof data === 'string' || Array.isArray(data)) return rest;
  // Only a browser may send card numbers with a confirmation: stripe-node's types have no place for them there.
  return { ...rest, payment_method: createPaymentMethod(call, parseParams('POST /v1/payment_methods', data)).id };
}

/** Keeps private fields from a browser, in answers and in what a refusal carries. */
export function forBrowser(work: () => object): object {
  try {
    return publicView(work());
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    const { payment_intent, setup_intent, ...rest } = error.body;
    const carried = {
      ...(isObject(payment_intent) && { payment_intent: publicView(payment_intent) }),
      ...(isObject(setup_intent) && { setup_intent: publicView(setup_intent) }),
    };
    throw new StripeFault(error.status, { ...rest, ...carried });
  }
}

export function publicView(intent: object): object {
  return Object.fromEntries(Object.entries(intent).filter(([key]) => !PRIVATE.has(key)));
}

/** What the payment element has to know before it can draw itself. */
export function elementsSession(call: Call, form: Form): object {
  const intent = intentFor(call, String(form.client_secret));
  return {
    object: 'elements_session',
    payment_method_types: intent.payment_method_types,
    status: intent.status,
    wallets: (['apple_pay', 'google_pay'] as const).filter((wallet) => call.switches[wallet]),
    intent: publicView(intent),
  };
}

/** The reader's answer in the bank's challenge. */
export function answerChallenge(call: Call, clientSecret: string, isAuthentic: boolean): object {
  const intent = intentFor(call, clientSecret);
  return intent.object === 'payment_intent'
    ? finishAuthentication(call, intent, isAuthentic)
    : finishSetupAuthentication(call, intent, isAuthentic);
}

function intentFor(call: Call, clientSecret: string) {
  const id = intentIdOf(clientSecret);
  const intent = id.startsWith('seti_') ? need(call, 'setup_intent', id, 'intent') : need(call, 'payment_intent', id, 'intent');
  if (intent.client_secret === clientSecret) return intent;
  throw invalidRequest('The client_secret provided does not match any associated intent on this account.', {
    code: 'resource_missing',
    param: 'client_secret',
    status: 404,
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
