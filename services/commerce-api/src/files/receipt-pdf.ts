import { addressLines } from '@newsstand/contracts/address';
import { cardName } from '@newsstand/contracts/card-name';
import { displayDate } from '@newsstand/contracts/display-date';
import { formatCents } from '@newsstand/contracts/money';
import type { Receipt } from '@newsstand/contracts/receipt';
import { becameText, moneyBackText, stoppedText } from '../payments/refunds/money-back-text.ts';
import { INK, openPaper, QUIET, row, rule, write, type Publisher } from './pdf-page.ts';

/** A receipt as a PDF of US Letter pages: the same words and sums as its page, to be kept. */
export function drawReceipt(receipt: Receipt, { name, business }: Publisher): Promise<Buffer> {
  const { doc, done } = openPaper(`Receipt ${receipt.number}`, new Date(receipt.created), { name, business });
  write(doc, `Receipt ${receipt.number}`, { size: 16, bold: true });
  write(doc, displayDate(receipt.created, 'UTC'), { color: QUIET });
  doc.moveDown(1);
  for (const line of [receipt.name, receipt.email, ...(receipt.address ? addressLines(receipt.address) : [])]) write(doc, line);
  doc.moveDown(1.4);
  for (const line of receipt.lines) {
    const { name: what, detail, quantity, price, coupon } = line;
    row(doc, quantity > 1 ? `${what}, ${quantity} × ${formatCents(price)}` : what, formatCents(price * quantity));
    const more = [...(detail === null ? [] : [detail]), ...(coupon === undefined ? [] : [`coupon ${coupon}`])].join(', ');
    const note = [...(more === '' ? [] : [more]), ...becameText(line)].join('. ');
    if (note !== '') write(doc, note, { size: 9, color: QUIET });
  }
  rule(doc);
  for (const [label, cents] of sums(receipt)) row(doc, label, formatCents(cents), QUIET);
  row(doc, 'Total', receipt.totals.total === 0 ? 'FREE' : formatCents(receipt.totals.total), INK, true);
  doc.moveDown(1);
  const paid = receipt.card ? `Paid with ${cardName(receipt.card.type, receipt.card.wallet)} ending in ${receipt.card.last_four}.` : null;
  const otherwise = receipt.paid_by ? `Paid by ${receipt.paid_by}.` : null;
  write(doc, paid ?? otherwise ?? 'Nothing was charged.', { color: QUIET });
  for (const back of receipt.money_back ?? []) {
    doc.moveDown(0.5);
    row(doc, moneyBackText(back), formatCents(back.amount));
  }
  for (const what of receipt.stopped ?? []) write(doc, stoppedText(what), { color: QUIET });
  doc.end();
  return done;
}

/** As a receipt's page has them: what is nothing is not said. */
function sums({ totals: { goods, shipping, discount, waived } }: Receipt): [string, number][] {
  const all: [string, number][] = [
    ['Subtotal', goods],
    ['Shipping', shipping],
    ['Discount', -discount],
    ['Waived, too small to charge', -waived],
  ];
  return all.filter(([, cents]) => cents !== 0);
}
