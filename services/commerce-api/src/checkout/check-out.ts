import type { Cart } from '@newsstand/contracts/cart';
import type { CheckoutBody, CheckoutResult } from '@newsstand/contracts/checkout';
import { readCart } from '../cart/read-cart.ts';
import type { Deps } from '../deps.ts';
import { paymentRefusal, type PaymentRefusal } from '../payment/payment-refusal.ts';
import { startPayment } from '../payment/start-payment.ts';
import { Refusal } from '../refusal.ts';
import { checkoutMessages } from './messages.ts';
import { paidBefore } from './paid-before.ts';
import { findPaidTwin } from './paid-twin.ts';
import { placeOrder } from './place-order.ts';
import { releaseOrder } from './release-order.ts';
import type { StartedOrder } from './started-order.ts';

type CheckedOut = { type: 'result'; result: CheckoutResult } | ({ type: 'refused' } & PaymentRefusal);

/** The cart that is checked out, as it is at that moment. */
export type ReadCart = () => Promise<Cart>;

/** Two tabs may change the order under each other a few times; more than this is no reader. */
const TURNS = 8;

/**
 * The check-out (section 4): places the order and starts its payment. However often and from however many tabs it is called, there is one order,
 * and nobody is charged twice. `read` reads what is ordered: the owner's cart, unless it is told otherwise. The payment provider's refusals are an outcome; the order is kept, and trying again goes on with it.
 */
export async function checkOut(
  deps: Deps,
  ownerId: string,
  body: CheckoutBody,
  read: ReadCart = () => readCart(deps, ownerId),
): Promise<CheckedOut> {
  const { settings, messages } = deps.publication.cached();
  const failed = checkoutMessages(messages)('failed', { support: settings.support_address });
  try {
    return { type: 'result', result: await placeAndPay(deps, ownerId, body, read, failed) };
  } catch (error) {
    const refusal = paymentRefusal(error, deps.config.stripe.publishableKey, failed);
    if (!refusal) throw error;
    deps.log.warn({ err: error }, 'the payment could not be started');
    deps.metrics.payments.inc({ outcome: refusal.status === 402 ? 'declined' : 'provider-error' });
    return { type: 'refused', ...refusal };
  }
}

/** Without the reader's doing anything more. */
function isPaidAtOnce({ total }: StartedOrder, { customer }: CheckoutBody): boolean {
  return total === 0 || customer === 'use-card';
}

async function placeAndPay(deps: Deps, ownerId: string, body: CheckoutBody, read: ReadCart, failed: string): Promise<CheckoutResult> {
  if (body.invoice !== null && (await paidBefore(deps, ownerId, body.invoice))) return { type: 'customer', intent: body.invoice };
  for (let turn = 0; turn < TURNS; turn++) {
    const placed = await placeOrder(deps, ownerId, await read(), body);
    if (placed.type === 'paid')
      return { type: 'customer', intent: placed.intent, message: checkoutMessages(deps.publication.cached().messages)('already_paid') };
    if (placed.type === 'again') continue;
    deps.reached('order-placed');
    const twin = isPaidAtOnce(placed.order, body) ? await findPaidTwin(deps, placed.order.id) : null;
    if (twin) {
      await releaseOrder(deps, placed.order);
      return twin.intentId === null ? { type: 'gratis', receipt: twin.receiptToken } : { type: 'customer', intent: twin.intentId };
    }
    const result = await startPayment(deps, placed.order, body);
    if (result) return result;
  }
  throw new Refusal(409, { general: failed });
}
