import { Stripe } from 'stripe';
import type { Deps } from '../../publication/deps.ts';

type DetachDeps = Pick<Deps, 'db' | 'stripe'>;
type OwnMethod = { ownerId: string; method: string };

/**
 * Lets the provider forget a means of payment that nothing of its owner's is charged with any more: a monthly donation
 * keeps the card that its donor gave it, also when the account has another. However often it is asked.
 */
export async function detachUnused(deps: DetachDeps, own: OwnMethod): Promise<void> {
  const { ownerId, method } = own;
  if ((await deps.db.account.count({ where: { id: ownerId, method } })) === 0) await detachFromAccount(deps, own);
}

/**
 * The same where another has taken its place already: what cannot be detached at this moment is no reader's trouble.
 */
export async function detachReplaced(deps: DetachDeps & Pick<Deps, 'log'>, own: OwnMethod): Promise<void> {
  try {
    await detachUnused(deps, own);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    deps.log.warn({ err: error }, 'an old card could not be detached');
  }
}

/** The same for a card that an account is about to forget. */
export async function detachFromAccount({ db, stripe }: DetachDeps, { ownerId, method }: OwnMethod): Promise<void> {
  if ((await db.donation.count({ where: { ownerId, method, process: 'monthly-init', ended: null } })) > 0) return;
  try {
    await stripe.paymentMethods.detach(method);
  } catch (error) {
    // Another tab was first, or staff.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}
