import { addressLines } from '@newsstand/contracts/address';
import { displayDate } from '@newsstand/contracts/display-date';
import { formatCents } from '@newsstand/contracts/money';
import { INK, openPaper, QUIET, row, rule, write, type Publisher } from './pdf-page.ts';
import type { CreditNote } from './read-credit-note.ts';

/**
 * A credit note as a PDF of US Letter pages: who gives whom what back of which order or invoice, and for what; its
 * number is counted without a gap.
 */
export function drawCreditNote(note: CreditNote, publisher: Publisher): Promise<Buffer> {
  const { number, date, name, email, address, lines, shipping, amount } = note;
  const title = `Credit note ${number}`;
  const { doc, done } = openPaper(title, date, publisher);
  write(doc, title, { size: 16, bold: true });
  write(doc, displayDate(date.toISOString(), 'UTC'), { color: QUIET });
  write(doc, correctedBy(note));
  if (note.voided !== null) write(doc, voidWords(note.voided), { bold: true });
  doc.moveDown(1);
  for (const line of [name, email, ...(address ? addressLines(address) : [])].filter((text) => text !== '')) write(doc, line);
  doc.moveDown(1.4);
  for (const { name: what, detail, quantity, amount: cents, part } of lines) {
    row(doc, quantity > 1 ? `${what}, ${quantity} pieces` : what, formatCents(-cents));
    const more = [...(detail === null ? [] : [detail]), ...(part ? ['part of the price'] : [])].join(', ');
    if (more !== '') write(doc, more, { size: 9, color: QUIET });
  }
  if (shipping > 0) row(doc, 'Shipping', formatCents(-shipping));
  rule(doc);
  row(doc, 'Total credited', formatCents(-amount), INK, true);
  doc.moveDown(1);
  write(doc, paidOut(note), { color: QUIET });
  doc.end();
  return done;
}

function correctedBy({ order, paid, invoice }: CreditNote): string {
  const day = (at: Date) => displayDate(at.toISOString(), 'UTC');
  const corrected =
    invoice === null ? `receipt ${order} of ${day(paid)}` : `invoice ${invoice.number} of ${day(invoice.date)}, order ${order}`;
  return `Corrects ${corrected}.`;
}

function voidWords({ date, by }: NonNullable<CreditNote['voided']>): string {
  const since = displayDate(date.toISOString(), 'UTC');
  return `Void since ${since}: it credits nothing any more.${by === null ? '' : ` ${by} credits what was paid instead.`}`;
}

function paidOut({ method, reference, kept, voided }: CreditNote): string {
  if (voided !== null) return 'It could not be paid out, and came back to us. What was paid instead has a credit note of its own.';
  if (kept) return 'It could not be paid out, and came back to us. It is paid in another way, or stays open until it is.';
  if (method === 'card') return 'It goes back to what paid.';
  return reference === null ? `It is paid by ${method}.` : `It is paid by ${method} ${reference}.`;
}
