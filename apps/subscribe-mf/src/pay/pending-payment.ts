import { Keys } from '@newsstand/contracts/checkout';
import { stored } from '@newsstand/ui/stored';
import * as v from 'valibot';

/**
 * A payment that was started in this tab. `keys` are null where the card on record pays and nobody has asked for more; `total` is in cents, null
 * where a bank's page sent the reader back. `confirming` from the moment on which it may have been made. `message` is what the server says beside it,
 * for the receipt.
 */
const PendingPayment = v.object({
  intent: v.string(),
  keys: v.nullable(Keys),
  total: v.nullable(v.number()),
  confirming: v.boolean(),
  message: v.optional(v.string()),
});
export type PendingPayment = v.InferOutput<typeof PendingPayment>;

/** Where it is kept over a reload. `what` is paid: the renewal, or a gift by its token. */
export const pendingPayment = (what: string) => stored(() => sessionStorage, `newsstand:payment:${what}`, PendingPayment);

const RETURN_PARAMETERS = ['payment_intent', 'payment_intent_client_secret', 'redirect_status'];

/** What a bank's page left in the address when it sent the reader back here; null where the reader came by themself. */
export const returnedPayment = ({ searchParams }: URL, pubkey: string): PendingPayment | null => {
  const intent = searchParams.get('payment_intent');
  if (intent === null) return null;
  const secret = searchParams.get('payment_intent_client_secret');
  return { intent, keys: secret === null ? null : { pubkey, secret }, total: null, confirming: true };
};

/** The same address without them: a reload must not start over, and a secret does not belong into the history. */
export const withoutReturn = (url: URL): URL => {
  const clean = new URL(url);
  for (const name of RETURN_PARAMETERS) clean.searchParams.delete(name);
  return clean;
};
