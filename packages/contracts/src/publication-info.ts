import * as v from 'valibot';
import { Cents } from './money.ts';
import { Shipcode } from './shipcode.ts';

/** A way to pay. The wallets hand over a card; `us_bank_account` is a debit (ACH). */
export const PaymentMethod = v.picklist(['card', 'apple_pay', 'google_pay', 'us_bank_account']);
export type PaymentMethod = v.InferOutput<typeof PaymentMethod>;

/**
 * The publication's own texts: they override a remote's key by key, and those of `texts.ts` by theirs (`api.blank`).
 * The names of its zones and levels are among them (`name-words.ts`).
 */
export const PublicationMessages = v.record(v.string(), v.string());

/** What remotes may know of the publication. */
export const PublicationInfo = v.object({
  name: v.string(),
  support_address: v.string(),
  settings: v.object({
    checkout_later: v.boolean(),
    add_donation: v.boolean(),
    add_products: v.boolean(),
    /**
     * What is offered, in the order in which it is shown (section 9). Absent from a service that was deployed before it
     * was told.
     */
    payment_methods: v.optional(v.array(PaymentMethod)),
    /**
     * The zone that is shown until a reader chooses one or gives an address, and what the donation form proposes, in
     * cents (section 9). As above.
     */
    default_shipcode: v.optional(Shipcode, 'a'),
    default_donation: v.optional(Cents, 2500),
  }),
  messages: PublicationMessages,
});
export type PublicationInfo = v.InferOutput<typeof PublicationInfo>;
