import { pageUrl } from '@newsstand/contracts/paths';
import { displayDate } from '@newsstand/contracts/display-date';
import { type Invoice } from '@newsstand/contracts/invoice';
import { formatCents } from '@newsstand/contracts/money';
import type { Letter } from '../../letters/letter.ts';
import type { Sender } from '../../letters/receipt-letter.ts';
import type { PublishedData } from '../../publication/published-data.ts';
import type { Wording } from '../../publication/texts/letter-texts.ts';

/**
 * The letter that brings an invoice: what is asked, by when and how it is paid; the invoice itself as a PDF goes with
 * it.
 */
export function invoiceLetter(invoice: Invoice, pdf: Buffer, business: PublishedData['business'], sender: Sender, say: Wording): Letter {
  const { invoice_no: number, lines, totals } = invoice;
  const total = formatCents(totals.total);
  const values = { publication: sender.name, support: sender.support, number, total, due: displayDate(invoice.due_date, 'UTC') };
  const isOnline = invoice.accepted_payments === 'any';
  return {
    subject: say('invoice_subject', values),
    preheader: say('invoice_preheader', values),
    sender: { name: sender.name, url: sender.url },
    footer: say('footer', values),
    attachments: [{ name: `${number}.pdf`, content: pdf, type: 'application/pdf' }],
    blocks: [
      { type: 'heading', text: say('invoice_heading', values) },
      { type: 'paragraph', text: say('greeting', { name: invoice.name }) },
      { type: 'paragraph', text: say('invoice_intro', values) },
      {
        type: 'facts',
        facts: [
          { name: say('receipt_number'), value: number },
          { name: say('invoice_billed_to'), value: invoice.billed_to },
          { name: say('invoice_terms'), value: say('invoice_net', { term: invoice.term }) },
          { name: say('invoice_due'), value: values.due },
        ],
      },
      {
        type: 'bill',
        lines: lines.map(({ name, detail, quantity, price }) => ({
          name,
          detail,
          quantity: say('receipt_quantity', { quantity, price: formatCents(price) }),
          amount: formatCents(price * quantity),
        })),
        sums: [
          { name: say('receipt_goods'), value: formatCents(totals.goods) },
          ...(totals.discount > 0 ? [{ name: say('receipt_discount'), value: formatCents(-totals.discount) }] : []),
          ...(totals.shipping > 0 ? [{ name: say('receipt_shipping'), value: formatCents(totals.shipping) }] : []),
        ],
        total: { name: say('receipt_total'), value: totals.total === 0 ? say('receipt_free') : total },
      },
      { type: 'button', text: say(isOnline ? 'invoice_pay' : 'invoice_view'), url: pageUrl(sender, 'invoice', invoice.token) },
      { type: 'paragraph', text: business.checking },
      { type: 'address', title: say('invoice_wire'), lines: business.banking },
      { type: 'paragraph', text: say('invoice_help', values) },
    ],
  };
}
