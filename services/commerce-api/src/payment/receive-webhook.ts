import { Stripe } from 'stripe';
import { forgetDetached } from '../card/forget-detached.ts';
import { settleSetup } from '../card/keep-setup.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';
import { recordDispute } from './record-dispute.ts';
import { recordRefund } from './record-refund.ts';
import { settle } from './settle.ts';
import { receiveEvent } from './webhook-inbox.ts';

/**
 * Takes one delivery of the provider's webhook: `text` exactly as it came, because the signature is over it. Duplicates, other orders of arrival
 * and parallel deliveries are harmless, because an event only says what to look at.
 */
export async function receiveWebhook(deps: Deps, text: string, signature: string): Promise<void> {
  const event = await verified(deps, text, signature);
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled': {
      if (await receiveEvent(deps.db, event, deps.clock())) await settle(deps, event.data.object.id, event.id);
      return;
    }
    case 'setup_intent.succeeded': {
      if (await receiveEvent(deps.db, event, deps.clock())) await settleSetup(deps, event.data.object.id, event.id);
      return;
    }
    case 'payment_method.detached': {
      if (await receiveEvent(deps.db, event, deps.clock())) await forgetDetached(deps, event.data.object.id, event.id);
      return;
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      if (await receiveEvent(deps.db, event, deps.clock())) await recordDispute(deps, event.data.object.id, event.id);
      return;
    }
    case 'charge.refunded': {
      if (await receiveEvent(deps.db, event, deps.clock())) await recordRefund(deps, event.data.object.id, event.id);
      return;
    }
    default:
    // The provider sends what the account is subscribed to; what we do not use is accepted, or it would come again and again.
  }
}

async function verified({ stripe, config, log }: Deps, text: string, signature: string): Promise<Stripe.Event> {
  try {
    return await stripe.webhooks.constructEventAsync(text, signature, config.stripe.webhookSecret);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    log.warn('a webhook without a good signature was refused');
    throw new Refusal(400, 'The signature does not fit.');
  }
}
