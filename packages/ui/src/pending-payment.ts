import { Keys } from '@newsstand/contracts/checkout';
import * as v from 'valibot';
import { type Stored, stored } from './stored.ts';

/**
 * A payment that was started in this tab. `keys` are null where the card on record pays and nobody has asked for more.
 * `total` is what its element shows, in cents, where that is known. `confirming` from the moment the reader pressed
 * 'Submit Payment': from then on it may have been paid. `message` is what the server says beside it, for the receipt.
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
