import type { Stripe } from 'stripe';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { payerOf } from '../provider/card-of.ts';
import { lockHeldCard, writeHeldCard } from '../provider/card-holder.ts';
import { infoOf } from '../provider/payment-snapshot.ts';
import type { Agreed } from './claim-order.ts';

type Paid = { order: string; intent: Stripe.PaymentIntent | null; now: Date };

/**
 * Does what an order's purchaser agreed to beside paying: the card becomes the account's, which renews with it from now
 * on or, where they said so, no more (what was to be charged was stopped by the subscription that is paid now), and a
 * monthly donation remembers what its card looks like. Part of the claim's transaction. Answers the card on the account
 * that it takes the place of, which is to be detached once that is committed.
 */
export async function keepPaidCard(
  tx: Prisma.TransactionClient,
  agreed: Agreed,
  { order, intent, now }: Paid,
): Promise<{ ownerId: string; method: string } | null> {
  const { ownerId, autorenew } = agreed;
  const replaced = intent ? await keepCard(tx, agreed, order, intent) : null;
  if (autorenew) {
    await tx.account.updateMany({
      where: { id: ownerId, method: { not: null }, autorenewSince: null },
      data: { autorenewSince: now, autorenewStoppedBy: null },
    });
  }
  if (autorenew === false)
    await tx.account.updateMany({ where: { id: ownerId }, data: { autorenewSince: null, autorenewStoppedBy: null } });
  return replaced === null ? null : { ownerId, method: replaced };
}

async function keepCard(tx: Prisma.TransactionClient, agreed: Agreed, order: string, intent: Stripe.PaymentIntent): Promise<string | null> {
  const { payment_method: method } = intent;
  const payer = payerOf(intent);
  if (!payer || method === null || typeof method === 'string') return null;
  const payment = { name: method.billing_details.name ?? agreed.name, ...infoOf(method), agreed: intent.created };
  await tx.donation.updateMany({ where: { orderId: order, method: payer.method }, data: { payment } });
  if (!agreed.saveCard) return null;
  const account = await lockHeldCard(tx, { kind: 'account', id: agreed.ownerId });
  // A guest has no account, and a card that was put on record after this payment began is the newer one.
  if (!account || account.method === payer.method || (account.payment && account.payment.agreed > intent.created)) return null;
  await writeHeldCard(tx, account.holder, { ...payer, payment });
  return account.method;
}
