import type { CheckoutBody, CheckoutResult } from '@newsstand/contracts/checkout';
import { Stripe } from 'stripe';
import type { StartedOrder } from '../../ledger/orders/started-order.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Deps } from '../../publication/deps.ts';
import { cancelIntent } from '../provider/cancel-intent.ts';
import { readHeldCard, type HeldCard } from '../provider/card-holder.ts';
import { customerOf } from '../provider/customer-of.ts';
import { chargeSavedCard } from './charge-saved-card.ts';
import { noteToCancel } from './intents-to-cancel.ts';
import { intentKeys } from '../provider/intent-keys.ts';
import { bankAccountOptions, paymentMethodTypes } from '../provider/payment-method-types.ts';
import { isUnexpectedState } from '../provider/payment-refusal.ts';
import { settle, settleGratis } from '../settle/settle.ts';
import { holdUpgrade } from '../upgrades/begun-upgrades.ts';

/** What the payer agrees to beside this payment: `future` is a card that may be charged again. */
type Agreement = { customer: string | null; future: boolean };

/**
 * Starts the payment of an order, or takes it up where it was left. An intent's amount never changes: another amount is
 * another order.
 * `payer` is the account whose card on record may pay: its owner's, unless another one pays. Null when the order
 * changed hands meanwhile (replaced, cancelled, a key that the provider knows otherwise): look at the cart again.
 */
export async function startPayment(
  deps: Deps,
  order: StartedOrder,
  body: CheckoutBody,
  payer = order.ownerId,
): Promise<CheckoutResult | null> {
  if (order.total === 0) {
    await settleGratis(deps, order);
    return { type: 'gratis', receipt: order.receiptToken };
  }
  const account = await readHeldCard(deps.db, { kind: 'account', id: payer });
  const agreement = await agreementOf(deps, order, account);
  const intent =
    order.intentId === null ? await createIntent(deps, order, agreement) : await updateIntent(deps, order, order.intentId, agreement);
  if (!intent) return null;
  switch (intent.status) {
    case 'succeeded':
    case 'processing':
      await settle(deps, intent.id);
      return { type: 'customer', intent: intent.id };
    case 'canceled':
      await settle(deps, intent.id);
      return null;
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'requires_action':
    case 'requires_capture':
      if (body.customer === 'use-card') return chargeSavedCard(deps, intent, account?.method ?? null);
      // `updated` for a page that has this intent's element in front of the reader (it names it as `invoice`),
      // `started` for one that has not.
      return {
        type: body.invoice === intent.id ? 'updated' : 'started',
        intent: intent.id,
        keys: intentKeys(deps, intent),
        total: order.total,
      };
    default:
      throw new Error(`an intent is in a state that we do not know: ${String(intent.status)}`);
  }
}

/**
 * An account pays as the one customer that it is at the provider's. A card that is charged each month belongs to a
 * customer too: a guest's is made for the order.
 */
async function agreementOf(deps: Deps, order: StartedOrder, account: HeldCard | null): Promise<Agreement> {
  if (account) return { customer: await customerOf(deps, account), future: order.saveCard || order.isMonthly };
  if (!order.isMonthly) return { customer: null, future: false };
  const { id, attempt, name, email } = order;
  const customer = await deps.stripe.customers.create(
    { name, email, metadata: { order: id } },
    { idempotencyKey: `customer:${id}:${attempt}` },
  );
  return { customer: customer.id, future: true };
}

async function createIntent(deps: Deps, order: StartedOrder, { customer, future }: Agreement): Promise<Stripe.PaymentIntent | null> {
  const { id, attempt, total: amount, currency } = order;
  const { settings } = deps.publication.cached();
  try {
    // Not confirmed yet, a saved card neither: no money moves before the order knows its intent, wherever the process
    // dies.
    const intent = await deps.stripe.paymentIntents.create(
      {
        amount,
        currency,
        metadata: { order: id },
        allowed_payment_method_types: paymentMethodTypes(settings),
        payment_method_options: { ...bankAccountOptions(settings), ...(future && { card: { setup_credential_usage: 'recurring' } }) },
        ...(customer !== null && { customer }),
        ...(future && { setup_future_usage: 'off_session' }),
      },
      { idempotencyKey: `order:${id}:${attempt}` },
    );
    deps.reached('intent-created');
    if (!(await recordIntent(deps, order, intent.id))) {
      // The order was replaced in these moments, or what it upgrades is being paid for otherwise. Nobody has seen the
      // intent, and nobody shall.
      await noteToCancel(deps.db, id, intent.id, deps.clock());
      await cancelIntent(deps, intent.id);
      await nextAttempt(deps, order);
      return null;
    }
    deps.reached('intent-recorded');
    return intent;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;
    // What the key stands for is somewhere at the provider's.
    await noteToCancel(deps.db, id, null, deps.clock());
    await nextAttempt(deps, order);
    return null;
  }
}

/**
 * Conditional, so that an order that was replaced meanwhile does not get an intent after its end, nor one whose upgrade
 * another order can be paid for.
 */
async function recordIntent({ db, clock }: Deps, { id, isUpgrade }: StartedOrder, intent: string): Promise<boolean> {
  const record = async (sql: Sql) => {
    const recorded = await sql.$queryRaw<unknown[]>`
      update "order" set intent_id = ${intent}, updated = ${clock()}
      where id = ${id}::uuid and state = 'started' and (intent_id is null or intent_id = ${intent}) returning 1`;
    return recorded.length === 1;
  };
  return isUpgrade ? db.$transaction(async (tx) => (await holdUpgrade(tx, id)) && record(tx)) : record(db);
}

/**
 * The provider knows this key with other parameters, from before a change of ours, or its intent was canceled. That was
 * never shown; the next key makes another.
 */
async function nextAttempt({ db, clock }: Deps, { id, attempt }: StartedOrder): Promise<void> {
  await db.$executeRaw`
    update "order" set attempt = attempt + 1, updated = ${clock()}
    where id = ${id}::uuid and state = 'started' and intent_id is null and attempt = ${attempt}`;
}

/** As the form agrees now. Where the intent can no longer change, its state says what became of it. */
async function updateIntent(
  { stripe }: Deps,
  order: StartedOrder,
  intent: string,
  { customer, future }: Agreement,
): Promise<Stripe.PaymentIntent> {
  try {
    return await stripe.paymentIntents.update(intent, {
      metadata: { order: order.id },
      setup_future_usage: future ? 'off_session' : '',
      ...(customer !== null && { customer }),
      ...(future && { payment_method_options: { card: { setup_credential_usage: 'recurring' } } }),
    });
  } catch (error) {
    if (!isUnexpectedState(error)) throw error;
    return stripe.paymentIntents.retrieve(intent);
  }
}
