import * as v from 'valibot';
import { Cents } from './money.ts';

/**
 * What became of money that goes back: a refund is 'pending' until it is 'refunded', or 'failed', when it stayed with
 * the magazine; what a bank took is 'open' while a dispute lasts, then 'lost', or 'won', when it came back to the
 * magazine.
 */
export const MoneyBackState = v.picklist(['pending', 'refunded', 'failed', 'open', 'lost', 'won']);
export type MoneyBackState = v.InferOutput<typeof MoneyBackState>;

/**
 * Money of an order that went back after it had arrived, as the card provider tells it. `created` and `updated`, the
 * last news of it, are ISO instants. `credit_note`: the number of its credit note, where the magazine wrote one (GET
 * /api/receipts/{token}/credit-notes/{number}/pdf).
 */
export const MoneyBack = v.object({
  state: MoneyBackState,
  amount: Cents,
  created: v.string(),
  updated: v.string(),
  credit_note: v.optional(v.string()),
});
export type MoneyBack = v.InferOutput<typeof MoneyBack>;

/**
 * What ended as an order's money went back, all of it or as much as it had cost, and what its reader has not begun
 * again since: renewing by itself, or a monthly donation.
 */
export const Stopped = v.picklist(['autorenew', 'donation']);
export type Stopped = v.InferOutput<typeof Stopped>;
