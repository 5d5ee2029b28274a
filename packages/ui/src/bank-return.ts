import type { PendingPayment } from './pending-payment.ts';

const RETURN_PARAMETERS = [
  'payment_intent',
  'payment_intent_client_secret',
  'setup_intent',
  'setup_intent_client_secret',
  'redirect_status',
];

/**
 * What a bank's page left in the address when it sent the reader back here (section 2), null where the reader came by
 * themself.
 */
export const returnedPayment = ({ searchParams }: URL, pubkey: string): PendingPayment | null => {
  const intent = searchParams.get('payment_intent');
  if (!intent) return null;
  const secret = searchParams.get('payment_intent_client_secret');
  return { intent, keys: secret ? { pubkey, secret } : null, confirming: true };
};

/** The same address without it: a reload must not start over, and a secret does not belong into the history. */
export const withoutReturn = (url: URL): URL => {
  const clean = new URL(url);
  for (const name of RETURN_PARAMETERS) clean.searchParams.delete(name);
  return clean;
};

/** Takes what a bank's page left out of the address. */
export const takeReturn = (pubkey: string): PendingPayment | null => {
  const url = new URL(location.href);
  const returned = returnedPayment(url, pubkey);
  if (returned) history.replaceState(history.state, '', withoutReturn(url));
  return returned;
};

/** How a bank's page ended that was asked about a card to be put on record (section 2, redirect_status). */
export type ReturnedSetup = { type: 'confirmed'; setup_intent: string } | { type: 'refused' };

/** Null where the reader came by themself. */
export const returnedSetup = ({ searchParams }: URL): ReturnedSetup | null => {
  const status = searchParams.get('redirect_status');
  const setup_intent = searchParams.get('setup_intent');
  if (status === null || setup_intent === null) return null;
  return status === 'failed' ? { type: 'refused' } : { type: 'confirmed', setup_intent };
};

/** Takes it out of the address. */
export const takeReturnedSetup = (): ReturnedSetup | null => {
  const url = new URL(location.href);
  const returned = returnedSetup(url);
  if (returned) history.replaceState(history.state, '', withoutReturn(url));
  return returned;
};
