import { pageUrl } from '@newsstand/contracts/paths';
import type { CheckoutResult } from '@newsstand/contracts/checkout';
import type { Stripe } from 'stripe';
import type { Deps } from '../../publication/deps.ts';
import { checkoutText } from '../../publication/texts/checkout-texts.ts';
import { idOf } from '../provider/card-of.ts';
import { intentKeys } from '../provider/intent-keys.ts';
import { isUnexpectedState, PaymentRefused } from '../provider/payment-refusal.ts';
import { settle } from '../settle/settle.ts';
import { words } from '../../publication/texts/words.ts';
import { siteOf } from '../../publication/site-of.ts';

/**
 * Pays an order's intent with the card on record (section 4, use-card), the reader being there: a bank that asks gets
 * its answer on the page (`authorize-card`), and any other refusal leaves the intent for a new card (`replace-card`).
 * One intent is paid once, however often this is called.
 */
export async function chargeSavedCard(deps: Deps, intent: Stripe.PaymentIntent, method: string | null): Promise<CheckoutResult> {
  if (method === null) throw refused(deps, intent, 'replace-card');
  // The bank asks already: in another tab, or before a reload.
  const isAsked = intent.status === 'requires_action' && intent.payment_method !== null && idOf(intent.payment_method) === method;
  const confirmed = isAsked ? intent : await confirm(deps, intent, method);
  deps.reached('card-charged');
  switch (confirmed.status) {
    case 'succeeded':
    case 'processing':
      await settle(deps, intent.id);
      return { type: 'customer', intent: intent.id };
    case 'requires_action':
    case 'requires_confirmation':
      throw refused(deps, confirmed, 'authorize-card');
    case 'requires_payment_method':
    case 'canceled':
    case 'requires_capture':
      throw refused(deps, confirmed, 'replace-card');
    default:
      throw new Error(`an intent is in a state that we do not know: ${String(confirmed.status)}`);
  }
}

/** Where another tab was first, its intent's state says what became of it. A refusal of the card's is thrown. */
async function confirm(deps: Deps, intent: Stripe.PaymentIntent, method: string): Promise<Stripe.PaymentIntent> {
  const { stripe } = deps;
  try {
    return await stripe.paymentIntents.confirm(intent.id, {
      payment_method: method,
      use_stripe_sdk: true,
      return_url: pageUrl(siteOf(deps), 'checkout'),
    });
  } catch (error) {
    if (!isUnexpectedState(error)) throw error;
    return stripe.paymentIntents.retrieve(intent.id);
  }
}

function refused(deps: Deps, intent: Stripe.PaymentIntent, require: 'authorize-card' | 'replace-card'): PaymentRefused {
  const message = words(checkoutText(require === 'authorize-card' ? 'authorize_card' : 'no_saved_card'), deps.publication.cached());
  return new PaymentRefused({ require, message, intent: intent.id, keys: intentKeys(deps, intent) });
}
