import type { Elements } from './elements.ts';
import { IntegrationError } from './integration-error.ts';
import { completeActions, type Intent, type IntentResult, intentPath, postIntent, type Wire } from './intents.ts';

export type ConfirmOptions = {
  elements?: Elements;
  clientSecret?: string;
  confirmParams?: { return_url?: string; payment_method?: string };
  redirect?: 'always' | 'if_required';
};

/**
 * confirmPayment and confirmSetup: sends the element's card (or a saved one), leads through a challenge, and goes to
 * `return_url` if asked to.
 */
export async function confirmIntent(
  key: string,
  { elements, clientSecret, confirmParams = {}, redirect = 'always' }: ConfirmOptions,
): Promise<IntentResult> {
  const secret = clientSecret ?? elements?.clientSecret;
  if (!secret) throw new IntegrationError('You must pass in a clientSecret when calling stripe.confirmPayment().');
  if (redirect === 'always' && !confirmParams.return_url) {
    throw new IntegrationError('confirmParams.return_url is required unless redirect is "if_required".');
  }
  const sent = await send(key, secret, elements, confirmParams);
  const result = await completeActions(key, secret, sent);
  if (redirect === 'if_required' || result.error || !confirmParams.return_url) return result;
  return leaveTo(confirmParams.return_url, secret, 'paymentIntent' in result ? result.paymentIntent : result.setupIntent);
}

async function send(
  key: string,
  secret: string,
  elements: Elements | undefined,
  confirmParams: { return_url?: string; payment_method?: string },
): Promise<Wire> {
  const path = `${intentPath(secret)}/confirm`;
  const params = { client_secret: secret, use_stripe_sdk: 'true', ...confirmParams };
  if (!elements) return postIntent(path, { key, ...params });
  const handed = await elements.takeHanded();
  if (handed.error) return { error: handed.error };
  if (handed.token === null) return elements.confirm(path, params);
  const data = 'payment_method_data';
  return postIntent(path, { key, ...params, [`${data}[type]`]: 'card', [`${data}[card][token]`]: handed.token });
}

function leaveTo(returnUrl: string, secret: string, { object, id, status }: Intent): Promise<never> {
  const url = new URL(returnUrl);
  url.searchParams.set(object, id);
  url.searchParams.set(`${object}_client_secret`, secret);
  url.searchParams.set('redirect_status', status === 'succeeded' ? 'succeeded' : 'pending');
  location.assign(url);
  return new Promise(() => undefined); // the page goes away
}
