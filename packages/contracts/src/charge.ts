import * as v from 'valibot';
import { Bearer } from './bearer.ts';
import { Keys } from './checkout.ts';
import type { Endpoint } from './endpoint.ts';
import { Cents } from './money.ts';

const about = {
  /** Whose subscription renews, or which month of a donation it is. */
  charge: v.picklist(['renewal', 'donation']),
  /** `Print, Standard, 1 year (4 issues)`; null for a donation. */
  detail: v.nullable(v.string()),
  amount: Cents,
  name: v.string(),
};

/**
 * A charge that is made without the reader, as the page behind its letter's link shows it (section 4, checkout flow:
 * `authorize-card`).
 * `authorize-card`: confirm the intent of `keys` with the card `method`, which is on record (`confirmPayment` with
 * `confirmParams.payment_method`, then whatever the bank asks), and ask again; `failure` is what the bank said the last
 * time. `replace-card`: it goes on with another card, on the account's page, or on the page of the donation that
 * `donation` names. `receipt` is the receipt's token.
 */
export const ChargeStatus = v.variant('status', [
  v.object({
    status: v.literal('authorize-card'),
    ...about,
    intent: v.string(),
    keys: Keys,
    method: v.string(),
    card: v.nullable(v.object({ type: v.string(), last_four: v.string(), wallet: v.optional(v.string()) })),
    failure: v.nullable(v.string()),
    donation: v.nullable(Bearer),
  }),
  v.object({ status: v.literal('replace-card'), ...about, donation: v.nullable(Bearer) }),
  /**
   * Nothing is asked of the reader: its day has not come, or it is tried again, or the bank is still moving the money.
   */
  v.object({ status: v.literal('in-progress'), ...about, due: v.string() }),
  v.object({ status: v.literal('completed'), ...about, receipt: Bearer }),
  /** Given up, switched off, or renewed otherwise: nothing will be charged. */
  v.object({ status: v.literal('stopped'), ...about }),
]);
export type ChargeStatus = v.InferOutput<typeof ChargeStatus>;

/** The token of the letter about a charge, which opens its page for whoever has it, without a login. */
const ChargeToken = v.pipe(v.string(), v.regex(/^[\w-]{8,200}$/));

export const charge = {
  method: 'GET',
  path: '/api/charges/{token}',
  summary: 'A renewal or a month of a donation, behind the token of its letter; settles it when it was paid',
  params: { token: ChargeToken },
  answer: ChargeStatus,
  refuses: [429],
} as const satisfies Endpoint;
