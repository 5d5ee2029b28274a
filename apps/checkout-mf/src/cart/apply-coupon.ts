import type { Cart } from '@newsstand/contracts/cart';
import { addToCart } from '@newsstand/contracts/cart-endpoints';
import { type Coupon, COUPON_MESSAGES, type CouponResult, tryCoupon } from '@newsstand/contracts/coupon';
import { deliverableOf } from '@newsstand/contracts/deliverable';
import { createTableApi } from '@newsstand/ui/call-table';
import { errorText } from '../error-text.ts';
import { builderPathOf } from './builder-path.ts';
import { cartZone } from './cart-zone.ts';
import { askCoupon } from './read-coupon.ts';

/** `builder`: the form that the message speaks of. */
export type Applied = { ok: true; cart: Cart } | { ok: false; message: string; builder?: string | null };

/** Puts a coupon on the cart's own subscription, or on its gifts, or says in the texts of section 5 why it cannot be. */
export const applyCoupon = async (base: string, cart: Cart, typed: string): Promise<Applied> => {
  const code = typed.toUpperCase();
  const applied = await tryAndPut(base, cart, code);
  return applied.ok ? applied : { ...applied, builder: builderPathOf(applied.message, code, cart, cartZone(cart)) };
};

const tryAndPut = async (base: string, cart: Cart, code: string): Promise<Applied> => {
  const { subscription, giftsubs } = cart;
  const onGifts = giftsubs.length > 0;
  if (!subscription && onGifts) return put(base, code);
  const tried = tryOnCart(code, await askCoupon(base, code), cart);
  // What is not for the subscription may be for the gifts: the server knows of each whether it fits.
  if (tried.type !== 'applied' && onGifts) return put(base, code);
  if (!subscription || tried.type !== 'applied') return { ok: false, message: tried.message };
  const answer = await createTableApi(base, { addToCart })('addToCart', {
    body: { type: 'membership', item: { subscription: { ...subscription, coupon: code } } },
  });
  return answer.ok ? { ok: true, cart: answer.data } : { ok: false, message: errorText(answer.refusal) };
};

const put = async (base: string, code: string | null): Promise<Applied> => {
  const answer = await createTableApi(base, { addToCart })('addToCart', { body: { type: 'coupon', code } });
  return answer.ok ? { ok: true, cart: answer.data } : { ok: false, message: errorText(answer.refusal) };
};

/** Takes every coupon off the subscription and the gifts. */
export const takeCouponsOff = (base: string): Promise<Applied> => put(base, null);

/** Tries it in the zone that the cart is shown for, as the server does. One for gifts only wants other settings, too: the builder makes it a gift (section 2). */
export const tryOnCart = (
  code: string,
  coupon: Coupon | null,
  { subscription, shipcode }: Pick<Cart, 'subscription' | 'shipcode'>,
): Exclude<CouponResult, { type: 'forces-gift' }> => {
  if (!subscription) return { type: 'cannot-apply', message: COUPON_MESSAGES.unable.replace('{code}', () => code) };
  const { renewal, medium, level, term } = subscription;
  const deliverable = deliverableOf(medium, cartZone({ subscription, shipcode }));
  const tried = tryCoupon(code, coupon, { purpose: 'personal', renewal, level, term, deliverable, copies: 1 });
  return tried.type === 'forces-gift' ? { type: 'not-applicable', message: COUPON_MESSAGES.not_this } : tried;
};
