import { Deliverable, Level, Term, type Cart, type CartLine } from '@newsstand/contracts/cart';
import { deliverableOf } from '@newsstand/contracts/deliverable';
import * as v from 'valibot';
import { giftRef } from './membership-rules.ts';

const chosen = { deliverable: Deliverable, level: Level, term: Term, coupon: v.nullable(v.string()) };

/** What an order's line promises beyond a good, frozen with its price: paying for the order gives just this. */
export const LineChoice = v.variant('type', [
  v.object({ type: v.literal('subscription'), ...chosen, renewal: v.boolean() }),
  v.object({ type: v.literal('gift'), ...chosen }),
  v.object({
    type: v.literal('upgrade'),
    subscription: v.pipe(v.string(), v.uuid()),
    deliverable: Deliverable,
    level: Level,
    /** What it was paid for as when this was promised, so that it is not paid for twice. */
    from: v.optional(Deliverable),
    from_level: v.optional(Level),
  }),
  /** A gift that is redeemed in a better way than it was paid for. */
  v.object({ type: v.literal('redeem'), gift: v.string(), deliverable: Deliverable }),
  v.object({ type: v.literal('donation'), process: v.picklist(['onetime', 'monthly-init']), amount: v.number() }),
]);
export type LineChoice = v.InferOutput<typeof LineChoice>;
/** What paying for an upgrade changes: a subscription, or a gift that is redeemed. */
export type UpgradeChoice = Extract<LineChoice, { type: 'upgrade' | 'redeem' }>;

/** A cart that can be ordered: the store's, or one of its own that holds an upgrade alone. */
export type OrderedCart = Cart & { upgrade?: UpgradeChoice };

/** What a line of a cart promises when it ships to the line's zone; null for a good. */
export function choiceOf(
  { cart: { type, ref }, shipcode }: CartLine,
  { subscription, giftsubs, donation, upgrade }: OrderedCart,
): LineChoice | null {
  if (type === 'personal-subscription' && subscription) {
    const { medium, level, term, coupon, renewal } = subscription;
    return { type: 'subscription', deliverable: deliverableOf(medium, shipcode), level, term, coupon, renewal };
  }
  const gift = type === 'gift-subscription' ? giftsubs.find((giftsub) => giftRef(giftsub) === ref) : undefined;
  if (gift) {
    const { deliverable, level, term, coupon } = gift;
    return { type: 'gift', deliverable, level, term, coupon };
  }
  if (type === 'subscription-upgrade' && upgrade) return upgrade;
  if (type === 'donation-item' && donation) return { type: 'donation', process: donation.process, amount: donation.amount };
  return null;
}

/** Whether the card will be charged again, each month. */
export function isMonthly(lines: readonly { choice?: LineChoice | null }[]): boolean {
  return lines.some(({ choice }) => choice?.type === 'donation' && choice.process === 'monthly-init');
}

/** Whether it changes a subscription that is there, which two orders may promise. */
export function isUpgrade(lines: readonly { choice?: LineChoice | null }[]): boolean {
  return lines.some(({ choice }) => choice?.type === 'upgrade');
}
