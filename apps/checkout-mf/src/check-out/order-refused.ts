import type { Cart } from '@newsstand/contracts/cart';
import type { Errors } from '@newsstand/contracts/refusal';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { OrderRefused } from '@newsstand/ui/send-order';
import { cartZone } from '../cart/cart-zone.ts';
import type { Failed, Problem } from './checkout-flow.ts';

/**
 * What was sent, in so far as another cart can differ from it; `readCart` reads it again and gives it to the page, null
 * when that failed.
 */
type Sent = { total: number; zone: Shipcode | undefined; readCart(): Promise<Cart | null> };

/** What the check-out alone says of an order that was refused (section 8). */
export const orderRefused = async ({ status, refusal }: OrderRefused, sent: Sent): Promise<Failed> => {
  if (status === 409) return { type: 'failed', problem: await whatChanged(refusal.errors, sent) };
  const failed = readErrors(refusal.errors);
  return refusal.require === 'login' ? { ...failed, login: true } : failed;
};

const readErrors = (errors: Errors): Failed => {
  if (typeof errors === 'string') return { type: 'failed', problem: { type: 'message', message: errors } };
  const { general, ...fields } = errors;
  return { type: 'failed', problem: general === undefined ? { type: 'fields' } : { type: 'message', message: general }, errors: fields };
};

/**
 * The order is not what the reader was shown: they see it anew, and confirm or not. Where it cannot be read again, the
 * server's own words are what there is.
 */
const whatChanged = async (errors: Errors, { total, zone, readCart }: Sent): Promise<Problem> => {
  const cart = await readCart();
  const byField = typeof errors === 'string' ? { general: errors } : errors;
  if (byField['general'] !== undefined) return { type: 'message', message: byField['general'] };
  if (cart === null) return byField['total'] === undefined ? { type: 'order-changed' } : { type: 'message', message: byField['total'] };
  const now = cart.totals[zone ?? cartZone(cart)].total;
  return now === total ? { type: 'order-changed' } : { type: 'price-changed', before: total, now };
};
