import { type CartLine, Giftsub, Level, Medium, Term } from '@newsstand/contracts/cart';
import { deliverableOf } from '@newsstand/contracts/deliverable';
import { makeDonation } from '@newsstand/contracts/donation';
import { formatCents } from '@newsstand/contracts/money';
import { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import { lineText, type Messages } from '../../publication/texts/line-texts.ts';
import { describeChoice, type Membership } from '../../rules/pricing/membership-rules.ts';

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
/** What the row of a gift's line keeps of it. */
export const StoredGift = v.pick(Giftsub, ['deliverable', 'level', 'term', 'coupon']);
export type StoredDonation = v.InferOutput<typeof StoredDonation>;

/**
 * What a login did to the cart's subscription or donation (`merge-carts.ts`): it took the place of the account's own,
 * or is the account's own.
 */
const Merged = <Schema extends v.GenericSchema>(other: Schema) =>
  v.nullable(v.object({ in_place_of: v.optional(other), from_account: v.optional(v.literal(true)) }));

/** What a line says of a login that put two carts together. */
export type MergeNote = Pick<CartLine, 'left_out' | 'from_account' | 'in_place_of'>;

/** `renewal`: whether the owner has ever had a subscription. */
export type MembershipRow = { subscription: unknown; donation: unknown; gifts: { choice: unknown; quantity: number }[]; renewal: boolean };

/** What a cart holds beside its goods, as it is stored; gifts are lines. */
export function readMembership({ subscription, donation, gifts, renewal }: MembershipRow): Membership {
  const personal = v.parse(v.nullable(StoredSubscription), subscription);
  const given = v.parse(v.nullable(StoredDonation), donation);
  return {
    subscription: personal && { ...personal, renewal },
    giftsubs: gifts.flatMap(({ choice, quantity }) => {
      const giftsub = v.parse(StoredGift, choice);
      return Array.from({ length: quantity }, () => giftsub);
    }),
    donation: given && makeDonation(given.process === 'monthly-init' ? 'monthly' : 'onetime', given.dollars),
  };
}

/**
 * What a login did to the lines of a subscription and a donation, by the lines' types: a cart has one of each at most.
 */
export function readMergeNotes(
  { subscription, donation }: Pick<MembershipRow, 'subscription' | 'donation'>,
  messages: Messages,
): (readonly [string, MergeNote])[] {
  const personal = mergeNoteOf(v.parse(Merged(StoredSubscription), subscription), (choice) => describeStored(choice, messages));
  const given = mergeNoteOf(v.parse(Merged(StoredDonation), donation), (choice) => describeDonation(choice, messages));
  return [...(personal ? [['personal-subscription', personal] as const] : []), ...(given ? [['donation-item', given] as const] : [])];
}

function mergeNoteOf<Choice>(
  merged: { in_place_of?: Choice | undefined; from_account?: true | undefined } | null,
  describe: (choice: Choice) => string,
): MergeNote | null {
  if (!merged?.in_place_of && !merged?.from_account) return null;
  return { ...(merged.from_account && { from_account: 1 }), ...(merged.in_place_of && { in_place_of: describe(merged.in_place_of) }) };
}

/** Of the deliverable the words have no zone. */
function describeStored(choice: StoredSubscription, messages: Messages): string {
  return describeChoice({ ...choice, deliverable: deliverableOf(choice.medium, 'a') }, messages);
}

function describeDonation({ process, dollars }: StoredDonation, messages: Messages): string {
  return `${lineText(messages, process === 'monthly-init' ? 'monthly_donation' : 'donation')}, ${formatCents(dollars * 100)}`;
}
