import { Level, Medium, Term } from '@newsstand/contracts/cart';
import { deliverableOf } from '@newsstand/contracts/deliverable';
import { makeDonation } from '@newsstand/contracts/donation';
import { formatCents } from '@newsstand/contracts/money';
import { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import { describeChoice, readGiftRef, type Membership } from '../pricing/membership-rules.ts';

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

/** What a login put the cart's own subscription or donation in the place of (`absorb-cart.ts`). */
const inPlaceOf = <Schema extends v.GenericSchema>(other: Schema) => v.nullable(v.object({ in_place_of: v.optional(other) }));

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

/** What the lines of a subscription and a donation took the place of, in words, by the lines' types. */
export function readReplaced({ subscription, donation }: Pick<MembershipRow, 'subscription' | 'donation'>): Map<string, string> {
  const said = new Map<string, string>();
  const personal = v.parse(inPlaceOf(StoredSubscription), subscription)?.in_place_of;
  const given = v.parse(inPlaceOf(StoredDonation), donation)?.in_place_of;
  // Of the deliverable the words have no zone.
  if (personal) said.set('personal-subscription', describeChoice({ ...personal, deliverable: deliverableOf(personal.medium, 'a') }));
  if (given)
    said.set('donation-item', `${given.process === 'monthly-init' ? 'Monthly donation' : 'Donation'}, ${formatCents(given.dollars * 100)}`);
  return said;
}
