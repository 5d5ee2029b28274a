import * as v from 'valibot';
import { Bearer } from './bearer.ts';
import { Download } from './download.ts';
import { Address, required } from './address.ts';
import { tooLong } from './bounded.ts';
import { Deliverable, Medium } from './cart.ts';
import { Dollars } from './donation.ts';
import { Email } from './email.ts';
import { MoneyBack } from './money-back.ts';
import { Cents } from './money.ts';
import { PaymentInfo } from './payment-info.ts';
import { Picture } from './product.ts';
import { RenewalCharge, When } from './renewal-charge.ts';
import { says } from './schema-message.ts';
import { Shipcode, ShippingCode } from './shipcode.ts';
import { Standing } from './subscription.ts';
import { Timetable } from './timetable.ts';

/**
 * What a thing looked like when it was read. A change that brings it along (`?version=`) is refused with 409 when the
 * thing has changed since, in another tab, say. A change without one overwrites.
 */
export const Version = v.pipe(v.string(), v.maxLength(64, tooLong));

const byZone = <Schema extends v.GenericSchema>(schema: Schema) => v.object({ a: schema, b: schema, c: schema });

/**
 * At most one address for each zone (section 3, account), and the version of each. `address_returned`: copies came back
 * from it, and nothing is posted there until it is changed, or saved again as it is; absent from a service that was
 * deployed before it was told. Answers every change of an address.
 */
export const AccountAddresses = v.object({
  addresses: byZone(v.nullable(Address)),
  address_versions: byZone(Version),
  address_returned: v.optional(byZone(v.boolean())),
});
export type AccountAddresses = v.InferOutput<typeof AccountAddresses>;

/** Answers a change of the name. */
export const AccountName = v.object({ name: v.string(), first_name: v.string(), name_version: Version });
export type AccountName = v.InferOutput<typeof AccountName>;

/**
 * Answers POST /api/account/reset-email (section 7). `email_change` is the new address that waits to be confirmed, or
 * null; `replaced` the one that waited until now in its place, if one did: the link that went there works no more, be
 * it the same address.
 */
export const EmailChange = v.object({
  name: v.string(),
  email: v.string(),
  email_change: v.nullable(v.string()),
  replaced: v.optional(v.string()),
});
export type EmailChange = v.InferOutput<typeof EmailChange>;

/**
 * An order whose money went back, all of it or as much as its subscription had cost: staff refunded it, or a bank took
 * it. `number` is its receipt's.
 */
export const RefundedOrder = v.object({ number: v.string(), how: v.picklist(['refund', 'dispute']) });

/**
 * A reader's account (section 3). `created` is an ISO instant; `ref` is what the reader may name in a letter to the
 * support.
 */
export const Account = v.object({
  ...AccountName.entries,
  ...AccountAddresses.entries,
  /**
   * The number of the first issue that goes to an address of the zone which is changed now: its labels are not made
   * yet. Null where none is to go there.
   */
  address_reaches: v.optional(byZone(v.nullable(v.number()))),
  email: v.string(),
  /** The new address that waits to be confirmed. */
  email_change: v.nullable(v.string()),
  /**
   * Whether its reader has shown that the mailbox is theirs; before, it cannot be changed. Absent from a service that
   * was deployed before it was told.
   */
  email_proved: v.optional(v.boolean()),
  /** Mail to the address comes back (section 8, account warnings). */
  email_failing: v.boolean(),
  ref: v.string(),
  autorenew: v.boolean(),
  /**
   * Autorenew was on, and the payment of this order went back: nothing renews until its reader switches it on again.
   * Null where that is not so; absent from a service that was deployed before it was told.
   */
  autorenew_stopped: v.optional(v.nullable(RefundedOrder)),
  /**
   * Whether the reader is written to when an issue is out. Absent from a service that was deployed before it was told.
   */
  issue_letters: v.optional(v.boolean()),
  created: v.string(),
  /** The zone of the current subscription, or else of an address on record, or else the default. */
  shipcode: Shipcode,
});
export type Account = v.InferOutput<typeof Account>;

/**
 * What is given each month. `amount` in cents; `next_charge` an ISO date, null while it waits for the donor and once it
 * has ended; other times are ISO instants.
 */
export const MonthlyDonation = v.object({
  token: Bearer,
  process: v.literal('monthly'),
  amount: Cents,
  created: v.string(),
  next_charge: v.nullable(v.string()),
  /**
   * What the card was asked for this month and did not pay, in cents; it stays so, whatever `amount` becomes. Absent
   * from a service that was deployed before it was told.
   */
  refused: v.optional(v.nullable(Cents)),
  /** The ISO date from which `amount` is charged; null for from the next charge on. Absent as `refused`. */
  amount_from: v.optional(v.nullable(v.string())),
  /**
   * A bank debits the last month, which takes days, whether or not the donation has ended since. Absent as `refused`.
   */
  processing: v.optional(v.boolean()),
  /** Its card is refused: it goes on with a new one (section 4, monthly donation card update). */
  failing: v.boolean(),
  ended: v.nullable(v.string()),
  /** The number of the refunded order that ended it; null where its donor did. Absent as `refused`. */
  ended_by: v.optional(v.nullable(v.string())),
  version: Version,
});
export type MonthlyDonation = v.InferOutput<typeof MonthlyDonation>;

/** Answers every change of a monthly donation: all that the reader has, the newest first. */
export const Donations = v.object({ donations: v.array(MonthlyDonation) });

/**
 * A paid order in the list of one's receipts, the newest first: /receipts?token= shows it, GET
 * /api/receipts/{token}/pdf is the same to keep.
 */
export const ReceiptEntry = v.object({
  token: Bearer,
  number: v.string(),
  created: v.string(),
  total: Cents,
  /** What was bought, in a few words: the name of the first line, and how many more there are. */
  name: v.string(),
  more: v.number(),
  /** What of it went back after it had arrived, the oldest first; absent where nothing did. */
  money_back: v.optional(v.array(MoneyBack)),
});
export type ReceiptEntry = v.InferOutput<typeof ReceiptEntry>;

/**
 * An invoice in the list of one's invoices: /invoice/{token} shows it. `due_date` is a date, `paid` an ISO instant, or
 * the date on which a check or a wire was received.
 */
export const InvoiceEntry = v.object({
  token: Bearer,
  invoice_no: v.string(),
  created: v.string(),
  due_date: v.pipe(v.string(), v.isoDate()),
  total: Cents,
  paid: v.nullable(v.string()),
  /** It is not paid yet, and the reader's own subscription would go on by it. */
  renews: v.optional(v.boolean()),
  /** As of a receipt. */
  money_back: v.optional(v.array(MoneyBack)),
});
export type InvoiceEntry = v.InferOutput<typeof InvoiceEntry>;

/**
 * An issue that a reader has received (section 2, issues received), the newest first. Until it is `released` it is
 * '(Not Yet Available)', and there is nothing to download. `url` is its page, /issue/{slug}. `from`: a subscription
 * brought it, or it was bought by itself.
 */
export const ReceivedIssue = v.object({
  number: v.number(),
  title: v.string(),
  slug: v.string(),
  medium: Medium,
  from: v.picklist(['subscription', 'order']),
  released: v.boolean(),
  url: v.string(),
  cover: v.optional(Picture),
  downloads: v.array(Download),
});
export type ReceivedIssue = v.InferOutput<typeof ReceivedIssue>;

/**
 * What became of the renewal by itself of a subscription that has run out: tried `again`, `at` an ISO date, after the
 * bank refused it; to be confirmed to the bank (`confirm`); `refused` for good, until there is another card; or `over`,
 * and nothing more is charged. `at` is null but for `again`.
 */
export const RenewalState = v.object({ state: v.picklist(['again', 'confirm', 'refused', 'over']), at: v.nullable(v.string()) });
export type RenewalState = v.InferOutput<typeof RenewalState>;

/**
 * A gift that the reader bought: `url` is where it is redeemed, `receipt` the token of the receipt that has its card.
 * `redeemed` and `bought` are ISO instants; `refunded`: it was taken back before anybody redeemed it, with or without
 * its money, or all of that went back; `sent_to`: who it is posted to directly.
 */
export const OwnGift = v.object({
  token: Bearer,
  receipt: Bearer,
  detail: v.string(),
  url: Bearer,
  bought: v.string(),
  redeemed: v.nullable(v.string()),
  refunded: v.boolean(),
  sent_to: v.nullable(v.string()),
});
export type OwnGift = v.InferOutput<typeof OwnGift>;

/** The issue that comes next, with its title once that is announced. */
export const NextIssue = v.object({
  number: v.number(),
  title: v.nullable(v.string()),
  when: When,
  deliverable: Deliverable,
  copies: v.number(),
});
export type NextIssue = v.InferOutput<typeof NextIssue>;

/**
 * What is charged without the reader's doing: a renewal to the means of payment on record, a month of a donation to the
 * donation's own.
 */
export const NextCharge = v.object({ type: v.picklist(['renewal', 'donation']), ...RenewalCharge.entries });
export type NextCharge = v.InferOutput<typeof NextCharge>;

/** All that the account pages show (sections 2 and 3), in one reading. */
export const Subscriber = v.object({
  account: Account,
  timetable: Timetable,
  standing: Standing,
  /** What a reader comes for. Absent, like the two that follow, from a service that was deployed before it was told. */
  next_issue: v.optional(v.nullable(NextIssue)),
  next_charges: v.optional(v.array(NextCharge)),
  /** What autorenew charges, or would if it were switched on now. */
  renewal_charge: v.optional(v.nullable(RenewalCharge)),
  /**
   * Null while it is expected as announced, and where there is none. Absent from a service that was deployed before it
   * was told.
   */
  renewal: v.optional(v.nullable(RenewalState)),
  /**
   * A renewal by itself is on its way: a bank debits it, which takes days, whether or not autorenew was switched off
   * since. Absent as `renewal`.
   */
  renewal_processing: v.optional(v.boolean()),
  payment_info: v.nullable(PaymentInfo),
  donations: v.array(MonthlyDonation),
  /** Absent from a service that was deployed before it was told. The newest first. */
  gifts: v.optional(v.array(OwnGift)),
  receipts: v.array(ReceiptEntry),
  invoices: v.array(InvoiceEntry),
  issues: v.array(ReceivedIssue),
  /** Section 2: future cycles are posted otherwise than the current one. */
  future_settings_differ: v.boolean(),
  /** Staff looks at a reader's page: everything that would change something is refused (403) and must be disabled. */
  view_only: v.boolean(),
});
export type Subscriber = v.InferOutput<typeof Subscriber>;

/**
 * Answers GET /api/account/subscriber (section 7): the specification names the timetable both by itself and as the
 * subscriber's.
 */
export const SubscriberAnswer = v.object({ subscriber: Subscriber, timetable: Timetable });

/** A zone as an address names it: `a`, or `ship-a` (section 3, codes). */
export const ZoneParam = v.pipe(
  v.union([Shipcode, ShippingCode]),
  v.transform((code) => v.parse(Shipcode, code.replace('ship-', ''))),
);

/** POST /api/account/name (section 7). */
export const ChangeName = v.object({
  name: required(120),
});

/** POST /api/account/issue-letters, and its answer. */
export const IssueLetters = v.object({ issue_letters: v.boolean() });

/**
 * POST /api/account/claim: what stands on the label of a copy, or what another system called the subscription, and
 * where it goes.
 */
export const ClaimSubscription = v.object({ number: required(60), postcode: required(60) });
/** How many subscriptions came to the account by it: none where they had come already. */
export const SubscriptionClaimed = v.object({ subscriptions: v.number() });
export type SubscriptionClaimed = v.InferOutput<typeof SubscriptionClaimed>;

/** POST /api/account/reset-email (section 7). The present address withdraws a change that waits. */
export const ResetEmail = v.object({ email: Email });

/** What stands in a letter's link. */
const letterToken = (refusal: string) => v.pipe(v.string(says(refusal)), v.regex(/^[\w-]{43}$/, says(refusal)));

/**
 * POST /api/account/email/confirm: `token` is what stands behind `#confirm=` in the letter's link to /account/email.
 */
export const ConfirmEmail = v.object({ token: letterToken('change_used') });
/**
 * `logged_in`: the browser is logged in to the account, and stays so. Elsewhere the reader logs in by code, and the
 * password and Google's login went with the change, where there was one; a service that was deployed before these were
 * told does not say.
 */
export const EmailConfirmed = v.object({
  email: v.string(),
  logged_in: v.boolean(),
  password_gone: v.optional(v.boolean()),
  google_gone: v.optional(v.boolean()),
});
export type EmailConfirmed = v.InferOutput<typeof EmailConfirmed>;

/**
 * POST /api/account/email/withdraw: `token` is what stands behind `#withdraw=` in the letter that tells the present
 * address of a change.
 */
export const WithdrawEmail = v.object({ token: letterToken('change_withdrawn') });
/** `email`: the address that the account keeps. */
export const EmailWithdrawn = v.object({ email: v.string() });
export type EmailWithdrawn = v.InferOutput<typeof EmailWithdrawn>;

/** PATCH /api/account/donations/{token}: what is given from the next month on, in whole dollars. */
export const ChangeDonation = v.object({
  dollars: Dollars,
});

/** POST /api/admin-view: `token` is what stands behind `?admin-view=` in the link that staff made. */
export const OpenAdminView = v.object({
  token: v.pipe(v.string(), v.regex(/^[\w-]{43}$/, says('look_used'))),
});
/** The reader's account can be looked at until `expires`, an ISO instant; the page goes to `redirect`. */
export const AdminViewOpened = v.object({ redirect: v.string(), expires: v.string() });
