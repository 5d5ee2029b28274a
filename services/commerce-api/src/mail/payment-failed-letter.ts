import { formatCents } from '@newsstand/contracts/money';
import * as v from 'valibot';
import { invoiceUrl } from '../invoice/invoice-url.ts';
import type { Letter } from './letter.ts';
import type { Wording } from './messages.ts';
import type { Sender } from './receipt-letter.ts';

/** A bank debit that failed days after the order: `amount` in cents, `invoice` the token of an invoice, which is paid on its page; an order is made again. */
export const PaymentFailed = v.object({ name: v.string(), amount: v.number(), invoice: v.nullable(v.string()) });
export type PaymentFailed = v.InferOutput<typeof PaymentFailed>;

/** To whoever left the page believing that it was paid. */
export function paymentFailedLetter({ name, amount, invoice }: PaymentFailed, sender: Sender, say: Wording): Letter {
  const values = { publication: sender.name, support: sender.support, amount: formatCents(amount) };
  const ending = invoice === null ? 'order' : 'invoice';
  return {
    subject: say('payment_failed_subject', values),
    preheader: say('payment_failed_preheader', values),
    sender: { name: sender.name, url: sender.url },
    footer: say('footer', values),
    blocks: [
      { type: 'heading', text: say('payment_failed_heading', values) },
      { type: 'paragraph', text: say('greeting', { name }) },
      { type: 'paragraph', text: say('payment_failed_intro', values) },
      { type: 'paragraph', text: say(`payment_failed_${ending}`, values) },
      {
        type: 'button',
        text: say(`payment_failed_${ending}_button`, values),
        url: invoice === null ? new URL('/store', sender.url).href : invoiceUrl(sender.url, invoice),
      },
      { type: 'paragraph', text: say('charge_help', values) },
    ],
  };
}
