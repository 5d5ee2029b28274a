import * as v from 'valibot';
import { Term, type Deliverable, type Level, type Medium } from './cart.ts';
import { mediumOf, shipcodeOf } from './deliverable.ts';
import { Cents } from './money.ts';
import { inWords } from './schema-message.ts';
import type { Shipcode } from './shipcode.ts';

/** Cents off each copy, never more than its price; 'free' takes off the price and the shipping too. */
export const Discount = v.union([Cents, v.literal('free')]);
export type Discount = v.InferOutput<typeof Discount>;

export const CouponUse = v.picklist(['new', 'renewal', 'gift']);
export type CouponUse = v.InferOutput<typeof CouponUse>;

/** A coupon as a page knows it (section 3). A deliverable without a discount is one it cannot be used for. */
export const Coupon = v.object({
  code: v.string(),
  uses: v.array(CouponUse),
  applied: v.picklist(['gift', 'renewal', 'other']),
  discounts: v.object({
    print_us: v.optional(Discount),
    print_ca: v.optional(Discount),
    print_intl: v.optional(Discount),
    digital: v.optional(Discount),
  }),
  label: v.string(),
  description: v.string(),
  /** The terms that it is for; absent: all of them. */
  terms: v.optional(v.array(Term)),
  /** The most subscriptions and gifts of one order that it is for, all together; absent: as many as one likes. */
  per_order: v.optional(v.number()),
  category_message: v.optional(v.string()),
  shipping_message: v.optional(v.string()),
});
export type Coupon = v.InferOutput<typeof Coupon>;

/**
 * What a coupon is tried on: who the subscription is for, whether it renews one, what was chosen so far, and how many
 * `copies` of one order it would be for, all together.
 */
export type CouponTrial = {
  purpose: 'personal' | 'gift';
  renewal: boolean;
  deliverable: Deliverable;
  level: Level;
  term: Term;
  copies: number;
};

/**
 * What comes of trying a coupon (sections 4, 5 and 8).
 * `cannot-apply`: never on this page. `forces-gift`: a gift-only coupon, so the purpose becomes gift and it is tried
 * again.
 * `not-applicable`: not to the present choice, but to another one. Only `applied` takes anything off.
 */
export type CouponResult =
  | { type: 'cannot-apply'; why: CouponTold }
  | { type: 'forces-gift' }
  | { type: 'not-applicable'; why: CouponTold }
  | { type: 'applied'; discount: Discount };

/** The specification's texts (sections 2 and 5). */
export const COUPON_MESSAGES = {
  applied: 'Coupon Applied',
  unable: 'Unable to apply coupon {code}',
  not_renewals: 'This coupon does not apply to subscription renewals.',
  not_new: 'This coupon does not apply to new subscriptions.',
  not_this:
    'Coupon does not apply to this subscription. If you would like to use this coupon, please change your subscription settings via the following form.',
  too_many: 'With this coupon, at most {n} in one order.',
} as const;

/** What one that is for a single medium says of itself, where its publisher says nothing. */
export const FOR_MEDIUM = { print: 'For print subscriptions only.', digital: 'For digital subscriptions only.' } as const satisfies Record<
  Medium,
  string
>;

/** Why a coupon takes nothing off: one of the texts above, and what stands in it. */
export type CouponTold =
  | { key: 'not_renewals' | 'not_new' | 'not_this'; values?: undefined }
  | { key: 'unable'; values: { code: string } }
  | { key: 'too_many'; values: { n: number } };

/** The same in words, for a page. */
export const couponText = ({ key, values }: CouponTold): string => inWords(`coupon_${key}`, COUPON_MESSAGES[key], values);

/** A code that is none here. */
export const unable = (code: string): CouponTold => ({ key: 'unable', values: { code } });

/** Tries a coupon on what was chosen. A code that nobody knows is `null` and answered like one without discounts. */
export const tryCoupon = (code: string, coupon: Coupon | null, trial: CouponTrial): CouponResult => {
  if (!coupon || allowedDeliverables(coupon).length === 0) {
    return { type: 'cannot-apply', why: unable(code) };
  }
  const use = useOf(trial);
  if (!coupon.uses.includes(use)) return misused(coupon, use);
  const discount = discountOf(coupon, trial.deliverable);
  if (discount === null || trial.level === 'high' || !allowsTerm(coupon, trial.term)) {
    return { type: 'not-applicable', why: { key: 'not_this' } };
  }
  const { per_order } = coupon;
  if (per_order !== undefined && trial.copies > per_order)
    return { type: 'not-applicable', why: { key: 'too_many', values: { n: per_order } } };
  return { type: 'applied', discount };
};

const TARGETS = { 'print-a': 'print_us', 'print-b': 'print_ca', 'print-c': 'print_intl', digital: 'digital' } as const;
const DELIVERABLES = ['print-a', 'print-b', 'print-c', 'digital'] as const satisfies Deliverable[];

/** What the coupon takes off this deliverable; null where it has nothing to take off. */
export const discountOf = ({ discounts }: Coupon, deliverable: Deliverable): Discount | null => discounts[TARGETS[deliverable]] || null;

/**
 * The deliverables that a coupon can be used for. The others, and the high level, are disabled while it is on (section
 * 5).
 */
export const allowedDeliverables = (coupon: Coupon): Deliverable[] =>
  DELIVERABLES.filter((deliverable) => discountOf(coupon, deliverable) !== null);

/** Whether the coupon is for subscriptions of this length. */
export const allowsTerm = ({ terms }: Pick<Coupon, 'terms'>, term: Term): boolean => terms?.includes(term) ?? true;

/**
 * The present choice, or where the coupon does not allow it the first one that it does: print before digital, so that
 * print stays print (section 4, renew).
 */
export const resetToCoupon = <Choice extends { deliverable: Deliverable; level: Level; term: Term }>(
  coupon: Coupon,
  choice: Choice,
): Choice => {
  const allowed = allowedDeliverables(coupon);
  const { deliverable, term } = choice;
  return {
    ...choice,
    level: 'low',
    deliverable: allowed.includes(deliverable) ? deliverable : (allowed[0] ?? deliverable),
    term: allowsTerm(coupon, term) ? term : (coupon.terms?.[0] ?? term),
  };
};

/**
 * Texts that name what a coupon is limited to (section 5): the publisher's own, or made from its discounts, `sentTo`
 * for zones and `lasting` for terms; null for no limit.
 */
export const couponLimits = (
  coupon: Coupon,
  sentTo: (zones: Shipcode[]) => string,
  lasting: (terms: Term[]) => string,
): { category_message: string | null; shipping_message: string | null; term_message: string | null; quantity_message: string | null } => {
  const allowed = allowedDeliverables(coupon);
  const [medium, other] = new Set(allowed.map(mediumOf));
  const zones = allowed.map(shipcodeOf).filter((shipcode) => shipcode !== null);
  const someZones = zones.length === 0 || zones.length === 3 ? null : zones;
  return {
    category_message: coupon.category_message ?? (medium && !other ? inWords(`coupon_${medium}`, FOR_MEDIUM[medium]) : null),
    shipping_message: coupon.shipping_message ?? (someZones && sentTo(someZones)),
    term_message: coupon.terms && Term.options.some((term) => !allowsTerm(coupon, term)) ? lasting(coupon.terms) : null,
    quantity_message: coupon.per_order === undefined ? null : couponText({ key: 'too_many', values: { n: coupon.per_order } }),
  };
};

function useOf({ purpose, renewal }: CouponTrial): CouponUse {
  if (purpose === 'gift') return 'gift';
  return renewal ? 'renewal' : 'new';
}

/**
 * A gift is a new subscription, so a renewal-only coupon says so; one for new personal subscriptions only asks to
 * change the choice.
 */
function misused(coupon: Coupon, use: CouponUse): CouponResult {
  if (use === 'renewal') return { type: 'cannot-apply', why: { key: 'not_renewals' } };
  if (coupon.uses.every((each) => each === 'renewal')) return { type: 'cannot-apply', why: { key: 'not_new' } };
  if (use === 'gift') return { type: 'not-applicable', why: { key: 'not_this' } };
  return coupon.applied === 'gift' ? { type: 'forces-gift' } : { type: 'cannot-apply', why: { key: 'not_new' } };
}
