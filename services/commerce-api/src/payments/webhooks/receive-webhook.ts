import { Stripe } from 'stripe';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { idOf } from '../provider/card-of.ts';
import { forgetDetached } from '../settle/forget-detached.ts';
import { settleSetup } from './keep-setup.ts';
import { recordDispute } from '../refunds/record-dispute.ts';
import { recordRefund } from '../refunds/record-refund.ts';
import { settle } from '../settle/settle.ts';
import { nothingToDo, onEvent } from '../provider/webhook-inbox.ts';
import { apiText } from '../../platform/http/api-text.ts';

/**
 * Takes one delivery of the provider's webhook: `text` exactly as it came, because the signature is over it.
 * Duplicates, other orders of arrival and parallel deliveries are harmless, because an event only says what to look at.
 */
export async function receiveWebhook(deps: Deps, text: string, signature: string): Promise<void> {
  return takeEvent(deps, await verified(deps, text, signature));
}

/** What an event says is done once, whoever brings it. */
export async function takeEvent(deps: Deps, event: Stripe.Event): Promise<void> {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return onEvent(deps, event, () => settle(deps, event.data.object.id, event.id));
    case 'setup_intent.succeeded':
      return onEvent(deps, event, () => settleSetup(deps, event.data.object.id, event.id));
    case 'payment_method.detached':
      return onEvent(deps, event, () => forgetDetached(deps, event.data.object.id, event.id));
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return onEvent(deps, event, () => recordDispute(deps, event.data.object.id, event.id));
    case 'charge.refunded':
      return onEvent(deps, event, () => recordRefund(deps, event.data.object.id, event.id));
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated': {
      const { charge } = event.data.object;
      return onEvent(deps, event, () => (charge === null ? nothingToDo(deps, event.id) : recordRefund(deps, idOf(charge), event.id)));
    }
    default:
    // The provider sends what the account is subscribed to; what we do not use is accepted, or it would come again and
    // again.
  }
}

async function verified({ stripe, config, log }: Deps, text: string, signature: string): Promise<Stripe.Event> {
  try {
    return await stripe.webhooks.constructEventAsync(text, signature, config.stripe.webhookSecret);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    log.warn('a webhook without a good signature was refused');
    throw new Refusal(400, apiText('signature'));
  }
}
