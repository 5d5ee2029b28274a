import { Level, Medium, Term } from '@newsstand/contracts/cart';
import { makeDonation } from '@newsstand/contracts/donation';
import { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import { readGiftRef, type Membership } from '../pricing/membership-rules.ts';

/** What the cart's row keeps of its subscription, and of its donation. */
export const StoredSubscription = v.object({
  medium: Medium,
  level: Level,
  term: Term,
  coupon: v.nullable(v.string()),
  shipcode: v.optional(Shipcode),
});
export type StoredSubscription = v.InferOutput<typeof StoredSubscription>;
export const StoredDonation = v.object({ process: v.picklist(['onetime', 'monthly-init']), dollars: v.number() });
export type StoredDonation = v.InferOutput<typeof StoredDonation>;

/** `renewal`: whether the owner has ever had a subscription. */
export type MembershipRow = { subscription: unknown; donation: unknown; gifts: { ref: string; quantity: number }[]; renewal: boolean };

/** What a cart holds beside its goods, as it is stored; gifts are lines. */
export function readMembership({ subscription, donation, gifts, renewal }: MembershipRow): Membership {
  const personal = v.parse(v.nullable(StoredSubscription), subscription);
  const given = v.parse(v.nullable(StoredDonation), donation);
  return {
    subscription: personal && { ...personal, renewal },
    giftsubs: gifts.flatMap(({ ref, quantity }) => {
      const giftsub = readGiftRef(ref);
      return giftsub ? Array.from({ length: quantity }, () => giftsub) : [];
    }),
    donation: given && makeDonation(given.process === 'monthly-init' ? 'monthly' : 'onetime', given.dollars),
  };
}
