import type { CheckoutBody, CheckoutResult } from '@newsstand/contracts/checkout';
import { paidBefore } from '../../ledger/orders/paid-before.ts';
import { findPaidDuplicate } from '../../ledger/orders/paid-duplicate.ts';
import type { StartedOrder } from '../../ledger/orders/started-order.ts';
import { paymentRefusal, type PaymentRefusal } from '../../payments/provider/payment-refusal.ts';
import { releaseOrder } from '../../payments/intents/release-order.ts';
import { startPayment } from '../../payments/intents/start-payment.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { checkoutText } from '../../publication/texts/checkout-texts.ts';
import type { OrderedCart } from '../../rules/pricing/line-choice.ts';
import { readCart } from '../cart/read-cart.ts';
import { placeOrder, type Placer } from './place-order.ts';
import { words } from '../../publication/texts/words.ts';

type CheckedOut = { type: 'result'; result: CheckoutResult } | ({ type: 'refused' } & PaymentRefusal);

/**
 * What is ordered: `read` reads it as it is at that moment; `known` was read a moment ago, so that only another look
 * needs another reading.
 */
type Ordered = { read: () => Promise<OrderedCart>; known: OrderedCart | null };

/** Two tabs may change the order under each other a few times; more than this is no reader. */
const TURNS = 8;

/**
 * The check-out (section 4): places the order and starts its payment. However often and from however many tabs it is
 * called, there is one order, and nobody is charged twice. What is ordered is the owner's cart, unless it is told
 * otherwise. The payment provider's refusals are an outcome; the order is kept, and trying again goes on with it.
 */
export async function checkOut(
  deps: Deps,
  placer: Placer,
  body: CheckoutBody,
  { read = () => readCart(deps, placer.ownerId), known = null }: Partial<Ordered> = {},
): Promise<CheckedOut> {
  try {
    return { type: 'result', result: await placeAndPay(deps, placer, body, { read, known }) };
  } catch (error) {
    const refusal = paymentRefusal(error, deps.config.stripe.publishableKey, words(checkoutText('failed'), deps.publication.cached()));
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

async function placeAndPay(deps: Deps, placer: Placer, body: CheckoutBody, { read, known }: Ordered): Promise<CheckoutResult> {
  if (body.invoice !== null && (await paidBefore(deps, placer.ownerId, body.invoice))) return { type: 'customer', intent: body.invoice };
  for (let turn = 0; turn < TURNS; turn++) {
    const placed = await placeOrder(deps, placer, turn === 0 && known ? known : await read(), body);
    if (placed.type === 'paid')
      return { type: 'customer', intent: placed.intent, message: words(checkoutText('already_paid'), deps.publication.cached()) };
    if (placed.type === 'again') continue;
    deps.reached('order-placed');
    const duplicate = isPaidAtOnce(placed.order, body) ? await findPaidDuplicate(deps, placed.order.id) : null;
    if (duplicate) {
      await releaseOrder(deps, placed.order);
      return duplicate.intentId === null
        ? { type: 'gratis', receipt: duplicate.receiptToken }
        : { type: 'customer', intent: duplicate.intentId };
    }
    const result = await startPayment(deps, placed.order, body);
    if (result) return result;
  }
  throw new Refusal(409, { general: checkoutText('failed') });
}
