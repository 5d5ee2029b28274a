import { Keys } from '@newsstand/contracts/checkout';
import * as v from 'valibot';
import { stored } from '@newsstand/ui/stored';

/**
 * A payment that was started in this tab. `confirming` from the moment the reader pressed 'Submit Payment': from then on it may have been paid.
 * `message` is what the server says beside it, for the receipt.
 */
export const PendingPayment = v.object({
  intent: v.string(),
  keys: v.nullable(Keys),
  confirming: v.boolean(),
  message: v.optional(v.string()),
});
export type PendingPayment = v.InferOutput<typeof PendingPayment>;

export const pendingPayment = stored(() => sessionStorage, 'newsstand:checkout-payment', PendingPayment);

/** The same for an invoice, by its token: it has nothing to do with what is in the cart. */
export const pendingInvoice = (token: string) => stored(() => sessionStorage, `newsstand:invoice-payment:${token}`, PendingPayment);

const RETURN_PARAMETERS = ['payment_intent', 'payment_intent_client_secret', 'redirect_status'];

/** What a bank's page left in the address when it sent the reader back here, null where the reader came by themself. */
export const returnedPayment = (url: URL, pubkey: string): PendingPayment | null => {
  const intent = url.searchParams.get('payment_intent');
  if (!intent) return null;
  const secret = url.searchParams.get('payment_intent_client_secret');
  return { intent, keys: secret ? { pubkey, secret } : null, confirming: true };
};

/** The same address without them: a reload must not start over, and a secret does not belong into the history. */
export const withoutReturn = (url: URL): URL => {
  const clean = new URL(url);
  for (const name of RETURN_PARAMETERS) clean.searchParams.delete(name);
  return clean;
};
