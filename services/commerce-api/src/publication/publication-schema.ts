import { LEVEL_NAMES } from '@newsstand/contracts/deliverable';
import { OwnPaths } from '@newsstand/contracts/own-paths';
import { PaymentMethod } from '@newsstand/contracts/publication-info';
import * as v from 'valibot';
import type { Article } from './article-schema.ts';
import type { Coupon } from './coupon-schema.ts';
import { Cents, Email, ListTag, Picture, Sender, Text, YesOrNo, listOf, oneOf } from './fields.ts';
import type { Issue } from './issue-schema.ts';
import { LetterLook, PLAIN_LOOK } from './letter-look-schema.ts';
import type { DonationTier, Prices } from './prices-schema.ts';
import type { Product } from './product-schema.ts';
import type { Zones } from './zones-schema.ts';

const Prefix = v.pipe(v.string('must be text'), v.regex(/^[A-Z]{2,6}$/, 'must be two to six capital letters'));

/**
 * Whether a name is one of the IANA database's: `Europe/Berlin`. An offset is none: PostgreSQL reads its sign the other
 * way round.
 */
const isTimeZone = (name: string): boolean => {
  if (!/^[A-Z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: name }).resolvedOptions().timeZone !== undefined;
  } catch {
    return false;
  }
};

export const Settings = v.strictObject({
  currency: oneOf('usd'),
  checkout_later: YesOrNo,
  add_donation: YesOrNo,
  add_products: YesOrNo,
  /** The login tabs, in the order they are shown. */
  logins: listOf(oneOf('password', 'email-code', 'google', 'institutional')),
  /**
   * In the order the payment form shows them (specification 9). `us_bank_account` is a debit (ACH), whose money arrives
   * days later.
   */
  payment_methods: v.pipe(listOf(oneOf(...PaymentMethod.options)), v.minLength(1, 'must hold at least one method')),
  support_address: Email,
  mail_from: Sender,
  invoice_prefix: Prefix,
  /** Receipts are counted apart from invoices: a prefix of their own keeps the two apart on paper. */
  receipt_prefix: Prefix,
  /**
   * The zone that is shown, and where an order without an address goes, until a reader says another (specification 9:
   * ship-a).
   */
  default_shipcode: oneOf('ship-a', 'ship-b', 'ship-c'),
  /** What the donation form proposes, in cents: whole dollars, at least one (specification 9: 25 dollars). */
  default_donation: Cents,
  /**
   * What one person at the desk may pay back of an order in a day, in cents; more waits for another (`REFUND_LIMIT`
   * where nothing is said).
   */
  refund_limit: v.optional(Cents),
  /**
   * For how many issues a lifetime is reckoned where money goes back and in what is not served: what an accountant says
   * (`LIFETIME_ISSUES` where nothing is said).
   */
  lifetime_issues: v.optional(v.pipe(v.number('must be a number'), v.integer('must be whole'), v.minValue(1, 'must be at least one'))),
  /**
   * What whoever deducts a donation from their taxes has to be told of who takes it, as a sentence: `Exclave Foundation
   * is a charity under section 501(c)(3), EIN 12-3456789.` The letters of a year say it, and that nothing was given in
   * return.
   */
  charity: v.optional(Text),
  /**
   * Where the publisher's days begin and end, as issues come out by them and the desk's reports count them: a name of
   * the IANA database, such as `America/New_York` (UTC where nothing is said).
   */
  time_zone: v.optional(v.pipe(Text, v.check(isTimeZone, 'must be a time zone, such as America/New_York'))),
});
export type Settings = v.InferOutput<typeof Settings>;

/** `publication.json`: who the magazine is and how its shop behaves. */
export const Identity = v.strictObject({
  name: Text,
  tagline: Text,
  description: Text,
  /** The words of the colophon, as paragraphs. */
  about: listOf(Text),
  logo: Picture,
  wordmark: Picture,
  /** What the two rates are called, wherever they are named (specification 3, levels). */
  levels: v.optional(v.strictObject({ low: Text, high: Text }), LEVEL_NAMES),
  /** What mailing lists are called, by their tags, to who signs up or leaves. Others there are not. */
  lists: v.optional(v.record(ListTag, Text, 'must be names by tag'), {}),
  /** How its letters look; a sober look where it says nothing. */
  letters: v.optional(LetterLook, PLAIN_LOOK),
  settings: Settings,
  /** Where the publisher's site has the pages, in so far as it is not where the specification has them. */
  paths: v.optional(OwnPaths, {}),
  /** How an invoice can be paid without a card (specification 3, business info). */
  business: v.strictObject({ name: Text, address: listOf(Text), checking: Text, banking: listOf(Text) }),
  /**
   * Institutions whose readers may read what is for subscribers: what OpenAthens calls them (`realmName`), and their
   * scopes.
   */
  institutions: v.optional(
    listOf(v.strictObject({ entity_id: v.pipe(v.string('must be a URL'), v.url('must be a URL')), name: Text, scopes: listOf(Text) })),
    [],
  ),
  /** The publication's own wording of a remote's text, by `<remote>.<key>` as in that remote's catalogue. */
  messages: v.record(
    v.pipe(v.string(), v.regex(/^[a-z][a-z-]*(\.[a-z0-9][a-z0-9_-]*)+$/i, 'must be a key like "checkout.empty_cart"')),
    Text,
    'must be texts by key',
  ),
});
export type Identity = v.InferOutput<typeof Identity>;

/** Everything a publisher decides, as one checked value. Money is in cents. */
export type Publication = Identity & {
  zones: Zones;
  prices: Prices;
  donation_tiers: DonationTier[];
  products: Product[];
  issues: Issue[];
  coupons: Coupon[];
  articles: Article[];
};
