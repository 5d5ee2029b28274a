import type { CartDonation, CartLine, CartSubscription, Giftsub, Term } from '@newsstand/contracts/cart';
import type { Coupon, CouponResult } from '@newsstand/contracts/coupon';
import { deliverableOf, mediumOf } from '@newsstand/contracts/deliverable';
import { subscriptionPrice, type Choice, type Pricing } from '@newsstand/contracts/pricing';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { issuesOf, yearsOf } from '@newsstand/contracts/term';
import { lineText, type Messages } from '../../publication/texts/line-texts.ts';
import { countCopies, couponTold, giftCoupon, subscriptionCoupon } from './coupon-rules.ts';

/** What a cart holds beside its goods. */
export type Membership = { subscription: CartSubscription | null; giftsubs: readonly Giftsub[]; donation: CartDonation | null };

/** What memberships are priced by, and the publication's words for them. */
export type Offer = { prices: Pricing; coupons: readonly Coupon[]; messages: Messages };

export const NO_MEMBERSHIP: Membership = { subscription: null, giftsubs: [], donation: null };

/**
 * The lines of a cart's subscription, gifts and donation as they are billed when the order ships to a zone (section 3).
 * A gift goes where it goes.
 */
export function membershipLines(offer: Offer, membership: Membership, shipcode: Shipcode): CartLine[] {
  const { subscription, giftsubs, donation } = membership;
  const gifts = sameGifts(giftsubs);
  const copiesWith = countCopies([
    ...(subscription ? [{ coupon: subscription.coupon, copies: 1 }] : []),
    ...gifts.map(({ giftsub, quantity }) => ({ coupon: giftsub.coupon, copies: quantity })),
  ]);
  return [
    ...(subscription ? [personalLine(offer, subscription, copiesWith(subscription.coupon), shipcode)] : []),
    ...gifts.map(({ giftsub, quantity }) => giftLine(offer, giftsub, { quantity, copies: copiesWith(giftsub.coupon) }, shipcode)),
    ...(donation ? [donationLine(offer, donation, shipcode)] : []),
  ];
}

/**
 * Section 5: print of one's own needs an address; a gift's address is its recipient's, and a donation is not posted.
 */
export function needsAddress({ subscription }: Membership): boolean {
  return subscription?.medium === 'print';
}

/** Section 6: a guest who buys a subscription of their own makes an account at check-out. */
export function needsAccount({ subscription }: Membership): boolean {
  return subscription !== null;
}

/**
 * What names a line in calls: everything that two lines of one type can differ in. It is compared and never read: what
 * was chosen stands beside it.
 */
export function giftRef({ deliverable, level, term, coupon }: Giftsub): string {
  return [deliverable, level, term, ...(coupon === null ? [] : [coupon])].join('/');
}

function personalLine(offer: Offer, subscription: CartSubscription, copies: number, shipcode: Shipcode): CartLine {
  const { medium, level, term, renewal } = subscription;
  const choice = { deliverable: deliverableOf(medium, shipcode), level, term };
  return subscriptionLine(offer, choice, subscriptionCoupon(offer.coupons, subscription, shipcode, copies), {
    type: 'personal-subscription',
    ref: `${medium}/${level}/${term}`,
    name: lineText(offer.messages, renewal ? 'renewal' : 'subscription'),
    quantity: 1,
    shipcode,
  });
}

type Copies = { quantity: number; copies: number };

/** `copies`: how many subscriptions and gifts of the order have the same coupon. */
function giftLine(offer: Offer, giftsub: Giftsub, { quantity, copies }: Copies, shipcode: Shipcode): CartLine {
  return subscriptionLine(offer, giftsub, giftCoupon(offer.coupons, giftsub, copies), {
    type: 'gift-subscription',
    ref: giftRef(giftsub),
    name: lineText(offer.messages, 'gift'),
    quantity,
    shipcode,
  });
}

type Line = { type: 'personal-subscription' | 'gift-subscription'; ref: string; name: string; quantity: number; shipcode: Shipcode };

function subscriptionLine(
  { prices, messages }: Offer,
  choice: Choice,
  coupon: CouponResult | null,
  { type, ref, name, quantity, shipcode }: Line,
): CartLine {
  const told = coupon && 'why' in coupon ? couponTold(coupon.why) : null;
  const { price, shipping, discount } = subscriptionPrice(prices, choice, coupon, quantity);
  return {
    ...plainLine(type, ref, quantity, shipcode),
    cart: { type, ref, item: { medium: mediumOf(choice.deliverable) }, qty: quantity },
    name,
    detail: describeChoice(choice, messages),
    change_quantity: type === 'gift-subscription',
    price,
    shipping,
    discount,
    ...(told && { coupon_message: told.inWords(messages), coupon_message_code: told.toCode() }),
  };
}

function donationLine({ messages }: Offer, { process, amount }: CartDonation, shipcode: Shipcode): CartLine {
  const monthly = process === 'monthly-init';
  return {
    ...plainLine('donation-item', process, 1, shipcode),
    name: lineText(messages, monthly ? 'monthly_donation' : 'donation'),
    detail: monthly ? lineText(messages, 'monthly') : null,
    price: amount,
  };
}

function plainLine(type: CartLine['cart']['type'], ref: string, quantity: number, shipcode: Shipcode): CartLine {
  return {
    id: `${type}/${ref}`,
    cart: { type, ref, item: null, qty: quantity },
    name: '',
    detail: null,
    slug: null,
    image: null,
    change_quantity: false,
    quantity,
    price: 0,
    shipping: 0,
    discount: 0,
    shipcode,
    availability: { type: 'available', left: null },
  };
}

/** `Print, Standard, 2 years (8 issues)` (section 9); `Print, Standard, 3 of 8 issues` where no more are left. */
export function describeChoice({ deliverable, level, term }: Choice, messages: Messages, left: number | null = null): string {
  const medium = lineText(messages, mediumOf(deliverable));
  return lineText(messages, 'choice', { medium, level: lineText(messages, level), length: lengthOf(messages, term, left) });
}

/** The same of what was given as so many issues, which are no part of a term: `Print, Standard, 1 issue`. */
export function describeIssues(choice: Choice, messages: Messages, issues: number | null): string {
  if (issues === null || issues === issuesOf(choice.term)) return describeChoice(choice, messages);
  const medium = lineText(messages, mediumOf(choice.deliverable));
  const length = lineText(messages, issues === 1 ? 'only_one' : 'only', { issues });
  return lineText(messages, 'choice', { medium, level: lineText(messages, choice.level), length });
}

function lengthOf(messages: Messages, term: Term, left: number | null): string {
  const [years, issues] = [yearsOf(term), issuesOf(term)];
  if (years === null || issues === null) return lineText(messages, 'lifetime');
  if (left !== null && left !== issues) return lineText(messages, 'left', { left, issues });
  return years === 1 ? lineText(messages, 'one_year', { issues }) : lineText(messages, 'years', { years, issues });
}

/** Gifts that are alike make one line of so many. */
export function sameGifts(giftsubs: readonly Giftsub[]): { giftsub: Giftsub; quantity: number }[] {
  const byRef = Map.groupBy(giftsubs, giftRef);
  return [...byRef.values()].flatMap((alike) => (alike[0] ? [{ giftsub: alike[0], quantity: alike.length }] : []));
}
