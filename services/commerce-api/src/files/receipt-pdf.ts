import { addressLines } from '@newsstand/contracts/address';
import { cardName } from '@newsstand/contracts/card-name';
import { displayDate } from '@newsstand/contracts/display-date';
import { formatCents } from '@newsstand/contracts/money';
import type { Receipt } from '@newsstand/contracts/receipt';
import Pdf from 'pdfkit';
import { moneyBackText, stoppedText } from '../payments/money-back-text.ts';
import { readableFace } from './readable-face.ts';

type Doc = InstanceType<typeof Pdf>;
type Publisher = { name: string; business: { name: string; address: readonly string[] } };

/** US Letter, in points. */
const [WIDTH, HEIGHT] = [612, 792];
const MARGIN = 56;
const COLUMN = WIDTH - 2 * MARGIN;
const AMOUNTS = 90;
const INK = '#1d1a16';
const QUIET = '#6b6358';

/** A receipt as a PDF of US Letter pages: the same words and sums as its page, to be kept. */
export function drawReceipt(receipt: Receipt, { name, business }: Publisher): Promise<Buffer> {
  const doc = new Pdf({
    size: 'LETTER',
    margin: MARGIN,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: `Receipt ${receipt.number}`, Author: business.name, CreationDate: new Date(receipt.created) },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  write(doc, name, { size: 22, bold: true });
  for (const line of [business.name, ...business.address]) write(doc, line, { size: 9, color: QUIET });
  doc.moveDown(1.6);
  write(doc, `Receipt ${receipt.number}`, { size: 16, bold: true });
  write(doc, displayDate(receipt.created, 'UTC'), { color: QUIET });
  doc.moveDown(1);
  for (const line of [receipt.name, receipt.email, ...(receipt.address ? addressLines(receipt.address) : [])]) write(doc, line);
  doc.moveDown(1.4);
  for (const { name: what, detail, quantity, price, coupon } of receipt.lines) {
    row(doc, quantity > 1 ? `${what}, ${quantity} × ${formatCents(price)}` : what, formatCents(price * quantity));
    const more = [...(detail === null ? [] : [detail]), ...(coupon === undefined ? [] : [`coupon ${coupon}`])].join(', ');
    if (more !== '') write(doc, more, { size: 9, color: QUIET });
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

function row(doc: Doc, label: string, amount: string, color = INK, bold = false): void {
  if (doc.y > HEIGHT - MARGIN - 40) doc.addPage();
  const top = doc.y;
  write(doc, amount, { color, bold, x: MARGIN + COLUMN - AMOUNTS, width: AMOUNTS, align: 'right' });
  doc.y = top;
  write(doc, label, { color, bold, width: COLUMN - AMOUNTS - 12 });
  doc.moveDown(0.25);
}

type Look = { size?: number; color?: string; bold?: boolean; x?: number; width?: number; align?: 'left' | 'right' };

function write(
  doc: Doc,
  text: string,
  { size = 11, color = INK, bold = false, x = MARGIN, width = COLUMN, align = 'left' }: Look = {},
): void {
  doc.font(readableFace(text, bold)).fontSize(size).fillColor(color).text(text, x, doc.y, { width, align });
  doc.x = MARGIN;
}

function rule(doc: Doc): void {
  doc
    .moveDown(0.4)
    .moveTo(MARGIN, doc.y)
    .lineTo(MARGIN + COLUMN, doc.y)
    .lineWidth(0.5)
    .strokeColor('#c9c1b2')
    .stroke();
  doc.moveDown(0.5);
}
