import type { Stripe } from 'stripe';
import { idOf } from '../provider/card-of.ts';
import { paidOrder, type MoneyBackDeps } from './money-back.ts';
import { noteRefunds } from './note-refunds.ts';
import { nothingToDo } from '../provider/webhook-inbox.ts';

/**
 * Staff refunded a payment in the provider's dashboard, all of it or a part, or the desk did, or a refund arrived, or
 * came back: each refund of the charge is noted beside the order as it is now (`noteRefunds`), however often and in
 * whatever order its events come. What the order gave stays until staff take it away (decision 010). Money that we gave
 * back ourselves, for an order that was cancelled or a charge that was paid twice, belongs to no paid order. `event` is
 * the webhook's, marked processed with the effect.
 */
export async function recordRefund(deps: MoneyBackDeps, chargeId: string, event: string): Promise<void> {
  const { payment_intent: intent } = await deps.stripe.charges.retrieve(chargeId);
  const order = intent === null ? null : await paidOrder(deps, idOf(intent));
  const refunds = order ? await readRefunds(deps, { charge: chargeId }) : [];
  if (!order || refunds.length === 0) return nothingToDo(deps, event);
  await noteRefunds(deps, order, refunds, { event, charge: chargeId });
}

/** All that the provider knows of a charge's, or an intent's, the oldest first. */
export async function readRefunds(
  { stripe }: MoneyBackDeps,
  of: { charge: string } | { payment_intent: string },
): Promise<Stripe.Refund[]> {
  const refunds: Stripe.Refund[] = [];
  for await (const refund of stripe.refunds.list({ ...of, limit: 100 })) refunds.push(refund);
  return refunds.toReversed();
}
