import { pageUrl, type Site } from '@newsstand/contracts/paths';
import { createRequire } from 'node:module';
import { addressLines } from '@newsstand/contracts/address';
import type { Deliverable } from '@newsstand/contracts/cart';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import { displayDate } from '@newsstand/contracts/display-date';
import { invoiceTerms, isPastDue, type Invoice, type Superseded } from '@newsstand/contracts/invoice';
import { formatCents } from '@newsstand/contracts/money';
import Pdf from 'pdfkit';
import type { PublishedData } from '../../publication/published-data.ts';
import { becameText, moneyBackText } from '../refunds/money-back-text.ts';

type World = { publication: Pick<PublishedData, 'name' | 'business' | 'settings' | 'zones'>; now: Date; site: Site };
type Doc = InstanceType<typeof Pdf>;
type Face = keyof typeof FACES;

const MARGIN = 56;
const WIDTH = 612 - 2 * MARGIN;
const BOTTOM = 792 - 64;
/** Giftees stand in so many columns, with this between them. */
const COLUMNS = 3;
const GAP = 20;
const INK = '#1d1a16';
const QUIET = '#6b6358';
const RULE = '#c9c1b2';
const RED = '#a8321f';

const require = createRequire(import.meta.url);

const SUPERSEDED: Record<Superseded, string> = {
  done: 'It cannot be paid any more: nothing is left to upgrade.',
  'on-its-way': 'Another payment for this upgrade is on its way.',
};

/** As the invoice's page names it. */
function nameOf(deliverable: Deliverable, { publication: { zones } }: World): string {
  const zone = shipcodeOf(deliverable);
  return zone === null ? 'Digital' : `Print, ${zones[zone].name}`;
}

/** The built-in face, and one that has the letters which the built-in one has not. */
const FACES = {
  serif: ['Times-Roman', require.resolve('dejavu-fonts-ttf/ttf/DejaVuSerif.ttf')],
  bold: ['Times-Bold', require.resolve('dejavu-fonts-ttf/ttf/DejaVuSerif-Bold.ttf')],
  sans: ['Helvetica', require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')],
} as const;

/** An invoice as a PDF of US Letter pages: the same words and sums as its page, to be kept, printed and passed on. */
export function drawInvoice(invoice: Invoice, world: World): Promise<Buffer> {
  const doc = new Pdf({
    size: 'LETTER',
    margins: { top: MARGIN, bottom: 0, left: MARGIN, right: MARGIN },
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: `Invoice ${invoice.invoice_no}`,
      Author: world.publication.business.name,
      CreationDate: new Date(invoice.created),
    },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  drawHead(doc, invoice, world);
  drawParties(doc, invoice);
  drawLines(doc, invoice);
  drawMoneyBack(doc, invoice);
  drawUpgrade(doc, invoice, world);
  drawGiftees(doc, invoice);
  drawPayment(doc, invoice, world);
  drawFeet(doc, invoice, world);
  doc.end();
  return done;
}

function drawHead(doc: Doc, invoice: Invoice, { publication, now }: World): void {
  const { business, name } = publication;
  doc.rect(0, 0, 612, 8).fill(RED);
  text(doc, 'bold', 30, name, { y: MARGIN - 8 });
  const below = doc.y;
  text(doc, 'sans', 8.5, [business.name, ...business.address].join('\n'), {
    y: MARGIN - 4,
    x: MARGIN + WIDTH / 2,
    width: WIDTH / 2,
    align: 'right',
    color: QUIET,
  });
  doc.y = Math.max(below, doc.y) + 16;
  text(doc, 'serif', 24, 'Invoice');
  doc.y += 8;
  const today = now.toISOString().slice(0, 10);
  const facts: Fact[] = [
    { label: 'Number', value: invoice.invoice_no },
    { label: 'Date', value: displayDate(invoice.created, 'UTC') },
    { label: 'Terms', value: invoiceTerms(invoice.term) },
    { label: 'Due', value: displayDate(invoice.due_date, 'UTC') },
    ...stateOf(invoice, today),
  ];
  const top = doc.y;
  facts.forEach(({ label, value, face = 'serif', color = INK }, index) => {
    const x = MARGIN + (index * WIDTH) / 5;
    text(doc, 'sans', 8, label, { x, y: top, width: WIDTH / 5, color: QUIET });
    text(doc, face, 12, value, { x, y: top + 12, width: WIDTH / 5, color });
  });
  doc.y += 14;
  rule(doc, INK);
}

type Fact = { label: string; value: string; face?: 'serif' | 'bold'; color?: string };

/** What whoever opens it should see first; an invoice that may still be paid in time has none. */
function stateOf(invoice: Invoice, today: string): Fact[] {
  if (invoice.paid !== null) return [{ label: 'Status', value: 'Paid', face: 'bold' }];
  return isPastDue(invoice, today) ? [{ label: 'Status', value: 'Past Due', face: 'bold', color: RED }] : [];
}

function drawParties(doc: Doc, { billed_to, name, email, address }: Invoice): void {
  doc.y += 14;
  text(doc, 'sans', 8, 'Billed to', { color: QUIET });
  text(doc, 'bold', 12, billed_to);
  text(doc, 'serif', 11, [...(name === billed_to ? [] : [name]), email, ...(address ? addressLines(address) : [])].join('\n'));
  doc.y += 12;
}

function drawLines(doc: Doc, { lines, totals }: Invoice): void {
  row(doc, 'sans', 8, ['Item', 'Quantity', 'Price', 'Amount'], QUIET);
  rule(doc, INK);
  for (const line of lines) {
    const { name, detail, quantity, price } = line;
    const note = [...(detail === null ? [] : [detail]), ...becameText(line)].join('. ');
    keepTogether(doc, 40);
    row(doc, 'serif', 11, [name, String(quantity), formatCents(price), formatCents(price * quantity)]);
    if (note !== '') text(doc, 'sans', 8, note, { color: QUIET, width: WIDTH * 0.55 });
    doc.y += 5;
    rule(doc);
  }
  keepTogether(doc, 90);
  const sums: [string, number][] = [
    ['Subtotal', totals.goods],
    ...(totals.discount > 0 ? [['Discount', -totals.discount] satisfies [string, number]] : []),
    ...(totals.shipping > 0 ? [['Shipping', totals.shipping] satisfies [string, number]] : []),
    ...(totals.waived > 0 ? [['Waived, too small to charge', -totals.waived] satisfies [string, number]] : []),
  ];
  for (const [label, cents] of sums) row(doc, 'serif', 11, ['', '', label, formatCents(cents)], QUIET);
  row(doc, 'bold', 15, ['', '', 'Total', totals.total === 0 ? 'FREE' : formatCents(totals.total)]);
}

/** What of its payment went back, whatever the head says of how it was paid. */
function drawMoneyBack(doc: Doc, { money_back = [] }: Invoice): void {
  for (const back of money_back) {
    keepTogether(doc, 24);
    row(doc, 'serif', 11, [moneyBackText(back), '', '', formatCents(back.amount)]);
  }
}

function drawUpgrade(doc: Doc, { bill: { membership } }: Invoice, world: World): void {
  if (!membership?.old_deliverable || !membership.new_deliverable) return;
  doc.y += 8;
  keepTogether(doc, 40);
  text(doc, 'sans', 8, 'Upgrade', { color: QUIET });
  text(doc, 'bold', 12, `From ${nameOf(membership.old_deliverable, world)} to ${nameOf(membership.new_deliverable, world)}`);
}

function drawGiftees(doc: Doc, { bill }: Invoice): void {
  if (bill.giftees.length === 0) return;
  doc.y += 8;
  keepTogether(doc, 110);
  text(doc, 'serif', 15, 'For');
  doc.y += 4;
  rule(doc, INK);
  const column = (WIDTH - 2 * GAP) / COLUMNS;
  for (let first = 0; first < bill.giftees.length; first += COLUMNS) {
    keepTogether(doc, 96);
    doc.y += 8;
    const top = doc.y;
    const ends = bill.giftees.slice(first, first + COLUMNS).map(({ name, address, goods }, index) => {
      const x = MARGIN + index * (column + GAP);
      text(doc, 'bold', 11, name, { x, y: top, width: column });
      if (address) text(doc, 'serif', 10, addressLines(address).join('\n'), { x, width: column });
      text(doc, 'sans', 8, goods.map((good) => `${good.qty} × ${good.name}`).join('\n'), { x, width: column, color: QUIET });
      return doc.y;
    });
    doc.y = Math.max(...ends) + 6;
    rule(doc);
  }
}

function drawPayment(doc: Doc, invoice: Invoice, { publication, site }: World): void {
  doc.y += 16;
  keepTogether(doc, 130);
  if (invoice.paid !== null) return text(doc, 'serif', 12, `Paid on ${displayDate(invoice.paid, 'UTC')}. Thank you.`);
  if (invoice.processing !== null) return text(doc, 'serif', 12, 'A payment is on its way. There is nothing more to do.');
  if (invoice.superseded) return text(doc, 'serif', 12, SUPERSEDED[invoice.superseded]);
  text(doc, 'serif', 15, 'How to pay');
  doc.y += 4;
  if (invoice.accepted_payments === 'any') {
    text(doc, 'bold', 11, 'By card, on this page');
    const url = pageUrl(site, 'invoice', invoice.token);
    text(doc, 'sans', 9, url, { color: RED, link: url });
    doc.y += 8;
  }
  const column = (WIDTH - GAP) / 2;
  const top = doc.y;
  text(doc, 'bold', 11, 'By check', { width: column });
  text(doc, 'serif', 10, publication.business.checking, { width: column });
  const wire = { x: MARGIN + column + GAP, width: column };
  text(doc, 'bold', 11, 'By wire', { ...wire, y: top });
  text(doc, 'serif', 10, publication.business.banking.join('\n'), wire);
}

function drawFeet(doc: Doc, { invoice_no }: Invoice, { publication }: World): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    const foot = `${invoice_no}    ${page + 1} of ${count}    A question? Write to ${publication.settings.support_address}`;
    text(doc, 'sans', 8, foot, { y: 792 - 40, color: QUIET });
  }
}

type Options = { x?: number; y?: number; width?: number; align?: 'left' | 'right'; color?: string; link?: string };

function text(
  doc: Doc,
  face: Face,
  size: number,
  words: string,
  { x = MARGIN, y = doc.y, width = WIDTH, align = 'left', color = INK, link }: Options = {},
): void {
  const [builtIn, wide] = FACES[face];
  doc
    .font(isPlain(words) ? builtIn : wide)
    .fontSize(size)
    .fillColor(color);
  doc.text(words, x, y, { width, align, lineGap: size * 0.15, ...(link !== undefined && { link }) });
}

function row(doc: Doc, face: Face, size: number, [item = '', quantity = '', price = '', amount = '']: string[], color = INK): void {
  const y = doc.y + 5;
  text(doc, face, size, item, { y, width: WIDTH * 0.55, color });
  const below = doc.y;
  text(doc, face, size, quantity, { y, x: MARGIN + WIDTH * 0.55, width: WIDTH * 0.1, align: 'right', color });
  text(doc, face, size, price, { y, x: MARGIN + WIDTH * 0.6, width: WIDTH * 0.22, align: 'right', color });
  text(doc, face, size, amount, { y, x: MARGIN + WIDTH * 0.82, width: WIDTH * 0.18, align: 'right', color });
  doc.y = Math.max(below, doc.y);
}

function rule(doc: Doc, color = RULE): void {
  doc.y += 3;
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(MARGIN + WIDTH, doc.y)
    .lineWidth(0.75)
    .strokeColor(color)
    .stroke();
}

/** What belongs together goes to the next page rather than over its edge. */
function keepTogether(doc: Doc, height: number): void {
  if (doc.y + height <= BOTTOM) return;
  doc.addPage();
  doc.y = MARGIN;
}

/** Whether the built-in faces have all of its letters: they know Western European ones only. */
function isPlain(words: string): boolean {
  return /^[\n\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac]*$/.test(words);
}
