import { formatCents } from '@newsstand/contracts/money';
import * as v from 'valibot';
import type { Letter } from './letter.ts';
import type { Wording } from './messages.ts';
import { receiptUrl, type Sender } from './receipt-letter.ts';

/** Money that went back after it had arrived: `amount` in cents, `receipt` the token of the order's; `debit` where a bank account had paid, not a card. */
export const MoneyBackLetter = v.object({
  how: v.picklist(['dispute', 'refund']),
  name: v.string(),
  amount: v.number(),
  number: v.string(),
  receipt: v.string(),
  debit: v.boolean(),
});
export type MoneyBackLetter = v.InferOutput<typeof MoneyBackLetter>;

/** To whoever paid: what was taken back or refunded, and what that changes. */
export function moneyBackLetter({ how, name, amount, number, receipt, debit }: MoneyBackLetter, sender: Sender, say: Wording): Letter {
  const values = { publication: sender.name, support: sender.support, amount: formatCents(amount), number };
  const kind = how === 'refund' ? 'refunded' : 'taken_back';
  return {
    subject: say(`${kind}_subject`, values),
    preheader: say(`${kind}_preheader`, values),
    sender: { name: sender.name, url: sender.url },
    footer: say('footer', values),
    blocks: [
      { type: 'heading', text: say(`${kind}_heading`, values) },
      { type: 'paragraph', text: say('greeting', { name }) },
      { type: 'paragraph', text: say(`${kind}_intro`, values) },
      ...(how === 'dispute' ? ([{ type: 'paragraph', text: say(debit ? 'taken_back_account' : 'taken_back_card', values) }] as const) : []),
      { type: 'button', text: say('receipt_button'), url: receiptUrl(sender.url, receipt) },
      { type: 'paragraph', text: say('charge_help', values) },
    ],
  };
}
