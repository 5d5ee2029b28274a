import * as v from 'valibot';
import { Bearer } from './bearer.ts';
import { oneLine, plain, required, SentAddress } from './address.ts';
import { mustNotBeBlank } from './blank.ts';
import { tooLong, upTo } from './bounded.ts';
import { Email } from './email.ts';
import { Cents } from './money.ts';
import { notValid, Refusal } from './refusal.ts';
import { says } from './schema-message.ts';
import { Shipcode } from './shipcode.ts';

/** Which card pays (section 4, payment method choice). */
export const PaymentChoice = v.picklist(['use-card', 'add-card'], says('payment_choice'));
export type PaymentChoice = v.InferOutput<typeof PaymentChoice>;

const totalMissing = says('total_missing');
/** Far more than a full cart costs, in cents. */
const MAX_TOTAL = 10_000_000_000;
const wrongTotal = says('total_whole', undefined, 0);
const ShownTotal = v.pipe(v.number(totalMissing), v.integer(wrongTotal), v.minValue(0, wrongTotal), v.maxValue(MAX_TOTAL, wrongTotal));

const TypedPassword = v.pipe(v.string(), v.maxLength(1024, says('password_too_long')));

/**
 * What POST /api/cart/checkout takes (section 3, checkout form, and what the submit body adds).
 * `invoice` is the id of the intent that an earlier answer named. `total`, in cents, is what the reader was shown: a
 * different price is refused and shown anew.
 */
export const CheckoutBody = v.object(
  {
    name: required(120),
    email: Email,
    password: v.optional(v.object({ password: TypedPassword, confirm: TypedPassword })),
    recipient_name: v.optional(v.pipe(v.string(), plain, v.maxLength(120, tooLong), oneLine)),
    recipient_shipcode: v.optional(Shipcode),
    recipient_address: v.optional(SentAddress),
    origin: v.optional(upTo(2000)),
    address: v.optional(v.nullable(SentAddress), null),
    /** Where the order goes that has no address; left out, the publication's default (section 9). */
    shipcode: v.optional(Shipcode),
    account: v.optional(v.boolean()),
    session: v.optional(upTo(200)),
    gifted: v.optional(v.boolean()),
    invoice: v.optional(v.nullable(upTo(255)), null),
    customer: v.optional(PaymentChoice, 'add-card'),
    save_card: v.optional(v.boolean(), false),
    /**
     * Whether a subscription of one's own renews at its end (section 9); left out, autorenew stays as it is. Only of an
     * account, and not for a lifetime; the card that pays becomes the account's.
     */
    autorenew: v.optional(v.boolean()),
    total: ShownTotal,
  },
  incomplete,
);
export type CheckoutBody = v.InferOutput<typeof CheckoutBody>;
export type CheckoutInput = v.InferInput<typeof CheckoutBody>;

/** What Stripe.js needs: the publishable key and the client secret of one intent. */
export const Keys = v.object({ pubkey: v.string(), secret: Bearer });
export type Keys = v.InferOutput<typeof Keys>;

const Started = v.object({ type: v.literal('started'), intent: v.string(), keys: Keys, total: Cents });
const Updated = v.object({ type: v.literal('updated'), intent: v.string(), keys: Keys, total: Cents });
/** `message` says what the reader may not expect, such as that an earlier order was already paid. */
const Customer = v.object({ type: v.literal('customer'), intent: v.string(), message: v.optional(v.string()) });
const Gratis = v.object({ type: v.literal('gratis'), receipt: Bearer });

/** Results of the check-out itself (section 4). `receipt` is the receipt's token. */
export const CheckoutResult = v.variant('type', [Started, Updated, Customer, Gratis]);
export type CheckoutResult = v.InferOutput<typeof CheckoutResult>;

/** Every result that a page with the payment component may get (section 4). */
export const PaymentResult = v.variant('type', [
  Started,
  Updated,
  Customer,
  Gratis,
  v.object({ type: v.literal('update-succeeded') }),
  v.object({ type: v.literal('redeem-succeeded') }),
  v.object({ type: v.literal('upgrade-checkout'), checkout: CheckoutResult }),
]);
export type PaymentResult = v.InferOutput<typeof PaymentResult>;

/** Why a charge did not go through and what the page must do next (section 4). */
export const CheckoutErrors = v.object({
  require: v.nullable(v.picklist(['authorize-card', 'replace-card'])),
  message: v.string(),
  intent: v.optional(v.string()),
  keys: v.optional(Keys),
});
export type CheckoutErrors = v.InferOutput<typeof CheckoutErrors>;

/**
 * Every failure of a payment page (section 4); statuses of 400 or more. `require: 'login'` beside the error at `email`:
 * the address has an account, and the page offers its owner to log in where they are. A password that an account needs
 * is told of at `password.password` and `password.confirm`.
 */
export const PaymentFailure = v.union([
  v.object({ checkout_errors: CheckoutErrors }),
  v.object({ type: v.picklist(['updated-failed', 'redeem-failed']), message: v.string() }),
  v.object({ type: v.literal('upgrade-failed'), ...Refusal.entries }),
  v.object({ ...Refusal.entries, require: v.optional(v.literal('login')) }),
]);
export type PaymentFailure = v.InferOutput<typeof PaymentFailure>;

/**
 * GET /api/checkout/{intent_id} (section 4, fulfilment poll). `failure` is the last payment error of an intent that is
 * still in progress.
 */
export const CheckoutStatus = v.variant('status', [
  v.object({ status: v.literal('completed'), receipt: Bearer }),
  v.object({ status: v.literal('processing'), invoice: Bearer }),
  v.object({ status: v.literal('in-progress'), failure: v.optional(v.string()) }),
]);
export type CheckoutStatus = v.InferOutput<typeof CheckoutStatus>;

/**
 * An order that came to its end without the page that placed it: where its receipt is, or the invoice whose money is on
 * its way.
 */
export const LastOrder = v.variant('status', [CheckoutStatus.options[0], CheckoutStatus.options[1]]);
export type LastOrder = v.InferOutput<typeof LastOrder>;

/** Section 9: checkout poll interval, in ms, and the most polls. */
export const POLL_INTERVAL_MS = 1000;
export const MAX_POLLS = 100;

/** The card provider's smallest charge, in cents; smaller totals are waived. */
export const MINIMUM_CHARGE = 50;

/** An absent field is the object's to tell of: no reader types the total, so a blank one is not what is wrong. */
function incomplete(issue: v.BaseIssue<unknown>): string {
  if (issue.expected === '"total"') return totalMissing(issue);
  return (issue.input === undefined ? mustNotBeBlank : notValid)(issue);
}
