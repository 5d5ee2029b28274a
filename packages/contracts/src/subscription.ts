import * as v from 'valibot';
import { Bearer } from './bearer.ts';
import { Address } from './address.ts';
import { Deliverable, Level, Medium, Phase, Term } from './cart.ts';
import { shipcodeOf } from './deliverable.ts';
import { Cents } from './money.ts';
import type { Shipcode } from './shipcode.ts';

/** `set` is what was paid for, `active` what is delivered (section 3). They differ after a change that cost nothing. */
export const Deliverables = v.object({ set: Deliverable, active: Deliverable });
export type Deliverables = v.InferOutput<typeof Deliverables>;

/** One issue that a subscription owes or has delivered: the issue's number, and how it comes (section 3). */
export const IssueToken = v.object({ issue: v.number(), deliverable: Deliverable });
export type IssueToken = v.InferOutput<typeof IssueToken>;

/** Section 3: `count` issues are left, null for a lifetime. Few left is expiring, several is extended. */
export const SubscriptionStatus = v.object({ expiring: v.boolean(), extended: v.boolean(), count: v.nullable(v.number()) });
export type SubscriptionStatus = v.InferOutput<typeof SubscriptionStatus>;

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * One subscription of a reader's account (section 3): one term, bought or redeemed. Instants are ISO.
 * `tokens` are the issues it has delivered; `issues_left` is null for a lifetime that runs, whose deliveries are in
 * `legacy_tokens` too. A count that may be null is always there; a remote that cannot read it takes it for missing, and
 * says nothing, lest it say 'for ever'.
 */
export const Subscription = v.object({
  token: v.string(),
  term: Term,
  level: Level,
  phase: Phase,
  created: v.string(),
  cancelled: v.nullable(v.string()),
  deliverables: Deliverables,
  /** What the next renewal keeps. */
  settings: v.object({ medium: Medium, level: Level }),
  copies: v.number(),
  /** The order or gift that paid for it: a gift by its token. */
  order: Bearer,
  /** How many issues it is for, where that is another number than its term has: some were given, or left of one. */
  issues: v.optional(v.nullable(Count)),
  /** Whether nobody paid: staff gave it. */
  given: v.optional(v.boolean()),
  tokens: v.array(IssueToken),
  token_summary: v.object({
    paid: v.optional(v.nullable(Count)),
    delivered: Count,
    left: v.optional(v.nullable(Count)),
    forfeited: Count,
  }),
  tokens_left: v.optional(v.nullable(Count)),
  issues_left: v.optional(v.nullable(Count)),
  legacy_tokens: v.array(IssueToken),
  status: SubscriptionStatus,
});
export type Subscription = v.InferOutput<typeof Subscription>;

/** Issues left at which 'several' becomes 'few' (section 4 gives no number): half a year. */
export const EXPIRING_ISSUES = 2;

/**
 * Where a reader stands (section 4, subscription display). `left` counts the issues of every subscription that runs or
 * follows.
 */
export const Standing = v.variant('type', [
  v.object({ type: v.literal('none') }),
  v.object({ type: v.literal('lifetime') }),
  v.object({ type: v.literal('extended'), left: Count, autorenew: v.boolean() }),
  v.object({ type: v.literal('expiring'), left: Count, autorenew: v.boolean() }),
  v.object({ type: v.literal('expired'), autorenew: v.boolean() }),
  v.object({ type: v.literal('cancelled') }),
]);
export type Standing = v.InferOutput<typeof Standing>;

/**
 * What the renewal page is told (section 3). At most one of the three is true; none for a lifetime and for who never
 * subscribed.
 */
export const RenewalOptions = v.object({
  expiration_tokens: v.object({ extended: v.boolean(), expiring: v.boolean(), expired: v.boolean() }),
  issues_expected: v.array(v.object({ issue: v.number() })),
  is_lifetime: v.boolean(),
});
export type RenewalOptions = v.InferOutput<typeof RenewalOptions>;

const StoredAddress = v.nullable(v.object({ name: v.string(), address: Address }));

/**
 * An unpaid invoice of staff's for a subscription: /invoice/{token} shows it. `total` in cents, `due_date` an ISO date.
 */
export const UnpaidInvoice = v.object({
  invoice_no: v.string(),
  token: Bearer,
  total: Cents,
  due_date: v.pipe(v.string(), v.isoDate()),
});
export type UnpaidInvoice = v.InferOutput<typeof UnpaidInvoice>;

/**
 * Everything that the renewal page is told of a subscriber. `subscription` is the one that runs, or that ran last; null
 * for who never had one.
 * `addresses` are those on record, with who receives the post there.
 */
export const Renewing = v.object({
  options: RenewalOptions,
  standing: Standing,
  subscription: v.nullable(v.pick(Subscription, ['term', 'level', 'deliverables', 'settings'])),
  addresses: v.object({ a: StoredAddress, b: StoredAddress, c: StoredAddress }),
  /** Autorenew was tried, and the bank refused the card; or it was given up. */
  declined: v.optional(v.boolean()),
  /** Autorenew waits for the reader, whose bank asks them to confirm it: the token of its page, /renewal. */
  confirm: v.optional(v.nullable(Bearer)),
  /**
   * A renewal by itself is on its way: a bank debits it, which takes days, whether or not autorenew was switched off
   * since.
   */
  processing: v.optional(v.boolean()),
  /** Invoices by which the subscription would go on; `processing`: a payment of it is on its way. */
  invoices: v.optional(v.array(v.object({ ...UnpaidInvoice.entries, processing: v.boolean() }))),
});
export type Renewing = v.InferOutput<typeof Renewing>;

/** Section 4, renew: with what the server refuses a lifetime subscriber. */
export const RENEWAL_NOT_NECESSARY = 'Renewal not necessary: your subscription is for a lifetime, and every issue to come is yours.';

type Renewable = Pick<Subscription, 'term' | 'deliverables' | 'settings'>;

/**
 * What renewing with the same settings keeps, on the page and when it renews by itself (section 4, renew): how the
 * subscription comes now. Files have the zone that was paid for, or else `zone`, the publication's default (section 9);
 * a lifetime that ended is renewed by the year.
 */
export const sameSettings = (
  { term, deliverables: { set, active }, settings }: Renewable,
  zone: Shipcode,
): { medium: Medium; level: Level; term: Term; shipcode: Shipcode } => ({
  ...settings,
  term: term === 'lifetime' ? '1year' : term,
  shipcode: shipcodeOf(active) ?? shipcodeOf(set) ?? zone,
});

/**
 * Whether it is impossible: no address is stored for where that would be posted, or the server refused the one that is
 * (section 4, renew).
 */
export const mustChangeSettings = (
  { subscription, addresses, zone }: { subscription: Renewable; addresses: Record<Shipcode, unknown>; zone: Shipcode },
  addressRefused: boolean,
): boolean => {
  const { medium, shipcode } = sameSettings(subscription, zone);
  return addressRefused || (medium === 'print' && addresses[shipcode] === null);
};
