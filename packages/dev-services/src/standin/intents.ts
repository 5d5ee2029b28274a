import type { PaymentIntent, SetupIntent, StripeError } from '@stripe/stripe-js';
import { challenge } from './challenge.ts';
import { NOT_CONNECTED } from './connection.ts';
import { API_ORIGIN } from './origins.ts';

export type Intent = PaymentIntent | SetupIntent;
export type Wire = (Intent & { error?: undefined }) | { error: StripeError };
export type IntentResult =
  | { paymentIntent: PaymentIntent; error?: undefined }
  | { setupIntent: SetupIntent; error?: undefined }
  | { error: StripeError };

export async function retrieveIntent(key: string, clientSecret: string): Promise<Wire> {
  return ask(`${intentPath(clientSecret)}?${new URLSearchParams({ key, client_secret: clientSecret })}`);
}

export async function postIntent(path: string, params: Record<string, string>): Promise<Wire> {
  return ask(path, { method: 'POST', body: new URLSearchParams(params) });
}

export function intentPath(clientSecret: string): string {
  const id = clientSecret.split('_secret_')[0] ?? '';
  return `/v1/${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${id}`;
}

/** Leads the reader through the bank's challenge when the intent asks for one. */
export async function completeActions(key: string, clientSecret: string, intent: Wire): Promise<IntentResult> {
  if (intent.error !== undefined || intent.status !== 'requires_action') return resultOf(intent);
  const outcome = (await challenge(intent.id)) ? 'succeeded' : 'failed';
  const after = await postIntent('/v1/3ds2/authenticate', { key, client_secret: clientSecret, outcome });
  const error = after.error ?? failureOf(after);
  return error ? { error } : resultOf(after);
}

export function resultOf(intent: Wire): IntentResult {
  if (intent.error !== undefined) return { error: intent.error };
  return intent.object === 'payment_intent' ? { paymentIntent: intent } : { setupIntent: intent };
}

function failureOf(intent: Intent): StripeError | null {
  if (intent.status !== 'requires_payment_method') return null;
  if (intent.object === 'payment_intent') return intent.last_payment_error && { ...intent.last_payment_error, payment_intent: intent };
  return intent.last_setup_error && { ...intent.last_setup_error, setup_intent: intent };
}

async function ask(path: string, init?: RequestInit): Promise<Wire> {
  return fetch(API_ORIGIN + path, init).then(
    (response) => response.json(),
    () => ({ error: NOT_CONNECTED }),
  );
}
