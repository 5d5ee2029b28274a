import { Deliverable, Level, Term, type Cart, type CartLine } from '@newsstand/contracts/cart';
import { deliverableOf } from '@newsstand/contracts/deliverable';
import * as v from 'valibot';
import { readGiftRef } from '../pricing/membership-rules.ts';

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

/** What a line of a cart promises when it ships to the line's zone; null for a good. */
export function choiceOf({ cart: { type, ref }, shipcode }: CartLine, { subscription, donation }: Cart): LineChoice | null {
  if (type === 'personal-subscription' && subscription) {
    const { medium, level, term, coupon, renewal } = subscription;
    return { type: 'subscription', deliverable: deliverableOf(medium, shipcode), level, term, coupon, renewal };
  }
  const gift = type === 'gift-subscription' ? readGiftRef(ref) : null;
  if (gift) return { type: 'gift', ...gift };
  if (type === 'subscription-upgrade') return upgradeOf(ref);
  if (type === 'donation-item' && donation) return { type: 'donation', process: donation.process, amount: donation.amount };
  return null;
}

/** What an upgrade's line is named after. */
function upgradeOf(ref: string): LineChoice {
  const [subscription, deliverable, level, from, from_level] = ref.split('/');
  if (subscription === 'gift') return v.parse(LineChoice, { type: 'redeem', gift: level, deliverable });
  return v.parse(LineChoice, { type: 'upgrade', subscription, deliverable, level, from, from_level });
}

/** Whether the card will be charged again, each month. */
export function isMonthly(lines: readonly { choice?: LineChoice | null }[]): boolean {
  return lines.some(({ choice }) => choice?.type === 'donation' && choice.process === 'monthly-init');
}

/** Whether it changes a subscription that is there, which two orders may promise. */
export function isUpgrade(lines: readonly { choice?: LineChoice | null }[]): boolean {
  return lines.some(({ choice }) => choice?.type === 'upgrade');
}
