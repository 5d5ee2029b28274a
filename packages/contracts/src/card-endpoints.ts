import * as v from 'valibot';
import { Bearer } from './bearer.ts';
import { Version } from './account.ts';
import { required } from './address.ts';
import { mustNotBeBlank } from './blank.ts';
import type { Endpoint } from './endpoint.ts';
import { PaymentOnRecord, PaymentSetup } from './payment-info.ts';
import { says } from './schema-message.ts';

/**
 * Section 5, card update form: the payment name must not be blank. Left out (back from a bank's page, where nothing is
 * typed), it is the card's own.
 */
const PaymentName = v.optional(required(120));
/**
 * The SetupIntent that the page has confirmed: `setup_intent` of Stripe.js's answer, and of the query after a redirect.
 */
const SetupIntentId = v.pipe(v.string(mustNotBeBlank), v.regex(/^seti_\w{1,200}$/, says('card_again')));
/** A monthly donation's token, out of a letter: it stands for the donor, without a login. */
const DonationToken = v.pipe(v.string(), v.regex(/^[\w-]{8,200}$/));

/**
 * POST /api/account/card: after `confirmSetup`, and back from a redirect. The server asks the provider what became of
 * it.
 */
export const KeepCard = v.object({ name: PaymentName, setup_intent: SetupIntentId });
export type KeepCard = v.InferOutput<typeof KeepCard>;

/**
 * What became of a renewal that waited for another card, and was charged to it as it was put on record. `token` is that
 * of its page, where the bank's question is answered.
 */
export const RenewalByCard = v.variant('state', [
  v.object({ state: v.picklist(['paid', 'processing', 'refused']) }),
  v.object({ state: v.literal('confirm'), token: Bearer }),
]);
export type RenewalByCard = v.InferOutput<typeof RenewalByCard>;
/**
 * `renewal`: absent where none waited, where nobody knows yet, and from a service that was deployed before it was told.
 */
export const KeptCard = v.object({ ...PaymentOnRecord.entries, renewal: v.optional(RenewalByCard) });
export type KeptCard = v.InferOutput<typeof KeptCard>;

/** POST /api/account/autorenew: what it shall be; left out, the other way than it is. */
export const ChangeAutorenew = v.object({ autorenew: v.optional(v.boolean()) });
export const Autorenew = v.object({ autorenew: v.boolean() });

/**
 * POST /api/donation/setup (section 7): `cc_token` is a SetupIntent that the page has confirmed; without one it only
 * asks for the keys of a new one.
 */
export const DonationSetupBody = v.object({ name: PaymentName, cc_token: v.optional(v.nullable(SetupIntentId), null) });
/**
 * `failing`: the last month was given up, and the new card is to be charged for it (POST /api/donation/restart).
 * `owed`, in cents: a card was refused for the last month, whether or not it is tried again, and a new card is charged
 * this at once; null where nothing is owed. `next_charge`: the ISO date on which the card on record is charged next;
 * null where that waits for the donor. `processing`: a bank debits the last month, which takes days; until then
 * `failing` is as it was. What is optional is absent from a service that was deployed before it was told.
 */
export const DonationSetup = v.object({
  ...PaymentSetup.entries,
  failing: v.boolean(),
  owed: v.optional(v.nullable(v.number())),
  next_charge: v.optional(v.nullable(v.string())),
  processing: v.optional(v.boolean()),
});
export type DonationSetup = v.InferOutput<typeof DonationSetup>;

/**
 * POST /api/donation/restart (section 7): `payment-method` is the confirmed SetupIntent of the card that is to be
 * charged.
 */
export const DonationRestartBody = v.object({ 'payment-method': SetupIntentId, name: PaymentName });
/** `charged` in cents: 0 where nothing was owed, or where it is charged later. */
export const DonationRestarted = v.object({ ...PaymentOnRecord.entries, failing: v.boolean(), charged: v.number() });
export type DonationRestarted = v.InferOutput<typeof DonationRestarted>;

export const paymentSetup = {
  method: 'GET',
  path: '/api/account/card',
  summary: "The account's means of payment, and the keys to put another on record",
  answer: PaymentSetup,
  refuses: [401, 429],
  security: [['session']],
} as const satisfies Endpoint;

export const keepCard = {
  method: 'POST',
  path: '/api/account/card',
  summary: "Put a confirmed card on record: the account's, or with `token` that of a monthly donation",
  query: { token: v.optional(DonationToken) },
  body: KeepCard,
  answer: KeptCard,
  refuses: [401, 402, 404, 409, 410, 429],
  security: [['session'], ['token']],
} as const satisfies Endpoint;

export const deleteCard = {
  method: 'DELETE',
  path: '/api/account/card',
  summary: "Forget the account's means of payment; autorenew goes off with it",
  query: { version: v.optional(Version) },
  answer: PaymentOnRecord,
  refuses: [401, 409],
  security: [['session']],
  repeatable: true,
} as const satisfies Endpoint;

export const autorenew = {
  method: 'POST',
  path: '/api/account/autorenew',
  summary: 'Switch autorenew on or off',
  body: ChangeAutorenew,
  answer: Autorenew,
  refuses: [401, 409],
  security: [['session']],
} as const satisfies Endpoint;

export const donationSetup = {
  method: 'POST',
  path: '/api/donation/setup',
  summary: "A monthly donation's means of payment, and the keys to put another on record; nobody needs to be logged in",
  query: { token: DonationToken },
  body: DonationSetupBody,
  answer: DonationSetup,
  refuses: [402, 404, 409, 410, 429],
  security: [['token']],
} as const satisfies Endpoint;

export const donationRestart = {
  method: 'POST',
  path: '/api/donation/restart',
  summary:
    'Put a confirmed card on record for a monthly donation that failed, and charge it for the month that is owed; nobody needs to be logged in',
  query: { token: DonationToken },
  body: DonationRestartBody,
  answer: DonationRestarted,
  refuses: [402, 404, 409, 410, 429],
  security: [['token']],
} as const satisfies Endpoint;
