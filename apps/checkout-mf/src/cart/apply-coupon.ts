import type { Cart } from '@newsstand/contracts/cart';
import { addToCart } from '@newsstand/contracts/cart-endpoints';
import { type Coupon, type CouponResult, couponText, tryCoupon, unable } from '@newsstand/contracts/coupon';
import { deliverableOf } from '@newsstand/contracts/deliverable';
import type { Refusal } from '@newsstand/contracts/refusal';
import { createTableApi } from '@newsstand/ui/call-table';
import { refusedFor } from '@newsstand/ui/refused-for';
import { errorText } from '../error-text.ts';
import { builderPathOf } from './builder-path.ts';
import { cartZone } from './cart-zone.ts';
import { askCoupon } from './read-coupon.ts';

/** `builder`: the form that the message speaks of. */
export type Applied = { ok: true; cart: Cart } | { ok: false; message: string; builder?: string | null };
type Tried = Exclude<Applied, { ok: false }> | { ok: false; message: string; wantsSettings: boolean };

/**
 * Puts a coupon on the cart's own subscription, or on its gifts, or says in the texts of section 5 why it cannot be.
 */
export const applyCoupon = async (base: string, cart: Cart, typed: string): Promise<Applied> => {
  const code = typed.toUpperCase();
  const applied = await tryAndPut(base, cart, code);
  if (applied.ok) return applied;
  const { ok, message, wantsSettings } = applied;
  return { ok, message, builder: wantsSettings ? builderPathOf(code, cart, cartZone(cart)) : null };
};

const tryAndPut = async (base: string, cart: Cart, code: string): Promise<Tried> => {
  const { subscription, giftsubs } = cart;
  const onGifts = giftsubs.length > 0;
  if (!subscription && onGifts) return put(base, code);
  const tried = tryOnCart(code, await askCoupon(base, code), cart);
  // What is not for the subscription may be for the gifts: the server knows of each whether it fits.
  if (tried.type !== 'applied' && onGifts) return put(base, code);
  if (tried.type !== 'applied') return { ok: false, message: couponText(tried.why), wantsSettings: tried.why.key === 'not_this' };
  const answer = await createTableApi(base, { addToCart })('addToCart', {
    body: { type: 'membership', item: { subscription: subscription && { ...subscription, coupon: code } } },
  });
  return answer.ok ? { ok: true, cart: answer.data } : refused(answer.refusal);
};

const put = async (base: string, code: string | null): Promise<Tried> => {
  const answer = await createTableApi(base, { addToCart })('addToCart', { body: { type: 'coupon', code } });
  return answer.ok ? { ok: true, cart: answer.data } : refused(answer.refusal);
};

const refused = (refusal: Refusal): Tried => ({
  ok: false,
  message: errorText(refusal),
  wantsSettings: refusedFor(refusal, 'coupon_not_this', 'coupon'),
});

/** Takes every coupon off the subscription and the gifts. */
export const takeCouponsOff = (base: string): Promise<Applied> => put(base, null);

/**
 * Tries it in the zone that the cart is shown for, as the server does. One for gifts only wants other settings, too:
 * the builder makes it a gift (section 2).
 */
export const tryOnCart = (
  code: string,
  coupon: Coupon | null,
  { subscription, shipcode }: Pick<Cart, 'subscription' | 'shipcode'>,
): Exclude<CouponResult, { type: 'forces-gift' }> => {
  if (!subscription) return { type: 'cannot-apply', why: unable(code) };
  const { renewal, medium, level, term } = subscription;
  const deliverable = deliverableOf(medium, cartZone({ subscription, shipcode }));
  const tried = tryCoupon(code, coupon, { purpose: 'personal', renewal, level, term, deliverable, copies: 1 });
  return tried.type === 'forces-gift' ? { type: 'not-applicable', why: { key: 'not_this' } } : tried;
};
