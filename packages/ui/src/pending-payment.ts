import { Keys } from '@newsstand/contracts/checkout';
import * as v from 'valibot';
import { type Stored, stored } from './stored.ts';

/**
 * A payment that was started in this tab. `keys` are null where the card on record pays and nobody has asked for more. `total` is what its element
 * shows, in cents, where that is known. `confirming` from the moment the reader pressed 'Submit Payment': from then on it may have been paid. `message`
 * is what the server says beside it, for the receipt.
 */
const PendingPayment = v.object({
  intent: v.string(),
  keys: v.nullable(Keys),
  total: v.nullish(v.number()),
  confirming: v.boolean(),
  message: v.optional(v.string()),
});
export type PendingPayment = v.InferOutput<typeof PendingPayment>;

/** Where it is kept over a reload; `what` says what is paid. */
export const pendingPayment = (what: string): Stored<PendingPayment> => stored(() => sessionStorage, `newsstand:${what}`, PendingPayment);

const RETURN_PARAMETERS = [
  'payment_intent',
  'payment_intent_client_secret',
  'setup_intent',
  'setup_intent_client_secret',
  'redirect_status',
];

/** What a bank's page left in the address when it sent the reader back here (section 2), null where the reader came by themself. */
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
