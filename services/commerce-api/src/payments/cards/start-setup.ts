import type { Keys } from '@newsstand/contracts/checkout';
import type { Deps } from '../../publication/deps.ts';
import { intentKeys } from '../provider/intent-keys.ts';
import { bankAccountOptions, paymentMethodTypes } from '../provider/payment-method-types.ts';
import type { HeldCard } from '../provider/card-holder.ts';
import { customerOf } from '../provider/customer-of.ts';

/**
 * The keys with which a page puts a means of payment on record for its holder, to be charged when nobody is there.
 * Nothing is charged by it.
 */
export async function startSetup(deps: Pick<Deps, 'db' | 'stripe' | 'config' | 'publication'>, held: HeldCard): Promise<Keys> {
  const { kind, id } = held.holder;
  const { settings } = deps.publication.cached();
  const intent = await deps.stripe.setupIntents.create({
    customer: await customerOf(deps, held),
    usage: 'off_session',
    allowed_payment_method_types: paymentMethodTypes(settings),
    payment_method_options: { ...bankAccountOptions(settings), card: { setup_credential_usage: 'recurring' } },
    // `replaces`: what is to be detached once the new one is on record, whoever finishes that.
    metadata: { [kind]: id, ...(held.method !== null && { replaces: held.method }) },
  });
  return intentKeys(deps, intent);
}
