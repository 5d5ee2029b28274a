import { pageUrl } from '@newsstand/contracts/paths';
import { formatCents } from '@newsstand/contracts/money';
import * as v from 'valibot';
import type { Wording } from '../publication/texts/letter-texts.ts';
import type { Letter } from './letter.ts';
import type { Sender } from './receipt-letter.ts';

const Token = v.optional(v.nullable(v.string()), null);

/**
 * A bank debit that failed days after the order: `amount` in cents. What it was for is paid again on a page of its own,
 * by its token: an invoice, the upgrade of a subscription, or that of a gift as it is redeemed; anything else is
 * ordered again.
 */
export const PaymentFailed = v.object({ name: v.string(), amount: v.number(), invoice: Token, subscription: Token, gift: Token });
export type PaymentFailed = v.InferOutput<typeof PaymentFailed>;

/** To whoever left the page believing that it was paid. */
export function paymentFailedLetter(failed: PaymentFailed, sender: Sender, say: Wording): Letter {
  const values = { publication: sender.name, support: sender.support, amount: formatCents(failed.amount) };
  const { ending, url } = wayBack(failed, sender);
  return {
    subject: say('payment_failed_subject', values),
    preheader: say('payment_failed_preheader', values),
    sender: { name: sender.name, url: sender.url },
    footer: say('footer', values),
    blocks: [
      { type: 'heading', text: say('payment_failed_heading', values) },
      { type: 'paragraph', text: say('greeting', { name: failed.name }) },
      { type: 'paragraph', text: say('payment_failed_intro', values) },
      { type: 'paragraph', text: say(`payment_failed_${ending}`, values) },
      { type: 'button', text: say(`payment_failed_${ending}_button`, values), url },
      { type: 'paragraph', text: say('charge_help', values) },
    ],
  };
}

function wayBack(
  { invoice, subscription, gift }: PaymentFailed,
  sender: Sender,
): { ending: 'invoice' | 'upgrade' | 'redeem' | 'order'; url: string } {
  if (invoice !== null) return { ending: 'invoice', url: pageUrl(sender, 'invoice', invoice) };
  if (subscription !== null) return { ending: 'upgrade', url: pageUrl(sender, 'account-subscription', subscription) };
  if (gift !== null) return { ending: 'redeem', url: pageUrl(sender, 'redeem', gift) };
  return { ending: 'order', url: pageUrl(sender, 'store') };
}
