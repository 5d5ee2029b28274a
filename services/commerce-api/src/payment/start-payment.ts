import type { CheckoutBody, CheckoutResult } from '@newsstand/contracts/checkout';
import { Stripe } from 'stripe';
import type { StartedOrder } from '../checkout/started-order.ts';
import type { Deps } from '../deps.ts';
import { cancelIntent } from './cancel-intent.ts';
import { isUnexpectedState } from './payment-refusal.ts';
import { paymentMethodTypes } from './payment-method-types.ts';
import { settle, settleGratis } from './settle.ts';

/**
 * Starts the payment of an order, or takes it up where it was left. An intent's amount never changes: another amount is another order.
 * Null when the order changed hands meanwhile (replaced, cancelled, a key that the provider knows otherwise): look at the cart again.
 */
export async function startPayment(deps: Deps, order: StartedOrder, body: CheckoutBody): Promise<CheckoutResult | null> {
  if (order.total === 0) {
    await settleGratis(deps, order);
    return { type: 'gratis', receipt: order.receiptToken };
  }
  return order.intentId === null ? createIntent(deps, order) : resume(deps, order, order.intentId, body.invoice);
}

async function createIntent(deps: Deps, order: StartedOrder): Promise<CheckoutResult | null> {
  const { id, attempt, total: amount, currency } = order;
  try {
    const future = order.isMonthly ? await chargedAgain(deps, order) : {};
    const intent = await deps.stripe.paymentIntents.create(
      {
        amount,
        currency,
        metadata: { order: id },
        allowed_payment_method_types: paymentMethodTypes(deps.publication.cached().settings),
        ...future,
      },
      { idempotencyKey: `order:${id}:${attempt}` },
    );
    deps.reached('intent-created');
    if (!(await recordIntent(deps, id, intent.id))) {
      // The order was replaced in these moments. Nobody has seen the intent, and nobody shall.
      await cancelIntent(deps, intent.id);
      return null;
    }
    deps.reached('intent-recorded');
    return { type: 'started', intent: intent.id, keys: keysOf(deps, intent), total: order.total };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;
    await nextAttempt(deps, order);
    return null;
  }
}

/** A card that is to be charged each month belongs to a customer of the provider's, and its holder agrees to it with this payment. */
async function chargedAgain(
  { stripe }: Deps,
  { id, attempt, name, email }: StartedOrder,
): Promise<Partial<Stripe.PaymentIntentCreateParams>> {
  const customer = await stripe.customers.create({ name, email, metadata: { order: id } }, { idempotencyKey: `customer:${id}:${attempt}` });
  return { customer: customer.id, setup_future_usage: 'off_session' };
}

/** Conditional, so that an order that was replaced meanwhile does not get an intent after its end. */
async function recordIntent({ db, clock }: Deps, order: string, intent: string): Promise<boolean> {
  const recorded = await db.$executeRaw`
    update "order" set intent_id = ${intent}, updated = ${clock()}
    where id = ${order}::uuid and state = 'started' and (intent_id is null or intent_id = ${intent})`;
  return recorded === 1;
}

/** The provider knows this key with other parameters, from before a change of ours. The intent behind it was never shown; the next key makes another. */
async function nextAttempt({ db, clock }: Deps, { id, attempt }: StartedOrder): Promise<void> {
  await db.$executeRaw`
    update "order" set attempt = attempt + 1, updated = ${clock()}
    where id = ${id}::uuid and state = 'started' and intent_id is null and attempt = ${attempt}`;
}

/** `updated` for a page that has this intent's element in front of the reader (it names it as `invoice`), `started` for one that has not. */
async function resume(deps: Deps, order: StartedOrder, intentId: string, invoice: string | null): Promise<CheckoutResult | null> {
  const isShown = invoice === intentId;
  const intent = await (isShown ? update(deps, order, intentId) : deps.stripe.paymentIntents.retrieve(intentId));
  switch (intent.status) {
    case 'succeeded':
    case 'processing':
      await settle(deps, intentId);
      return { type: 'customer', intent: intentId };
    case 'canceled':
      await settle(deps, intentId);
      return null;
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'requires_action':
    case 'requires_capture':
      return { type: isShown ? 'updated' : 'started', intent: intentId, keys: keysOf(deps, intent), total: order.total };
    default:
      throw new Error(`an intent is in a state that we do not know: ${String(intent.status)}`);
  }
}

/** Where the intent can no longer change, its state says what became of it. */
async function update({ stripe }: Deps, order: StartedOrder, intentId: string): Promise<Stripe.PaymentIntent> {
  try {
    return await stripe.paymentIntents.update(intentId, { metadata: { order: order.id } });
  } catch (error) {
    if (!isUnexpectedState(error)) throw error;
    return stripe.paymentIntents.retrieve(intentId);
  }
}

function keysOf({ config }: Deps, intent: Stripe.PaymentIntent): { pubkey: string; secret: string } {
  if (intent.client_secret === null) throw new Error('the provider named no client secret');
  return { pubkey: config.stripe.publishableKey, secret: intent.client_secret };
}
