import Pdf from 'pdfkit';
import { BUILT_IN, pdfFont, withoutEmoji } from './pdf-font.ts';

type Doc = InstanceType<typeof Pdf>;
export type Publisher = { name: string; business: { name: string; address: readonly string[] } };

/** US Letter, in points. */
const [WIDTH, HEIGHT] = [612, 792];
const MARGIN = 56;
const COLUMN = WIDTH - 2 * MARGIN;
const AMOUNTS = 90;
export const INK = '#1d1a16';
export const QUIET = '#6b6358';

/**
 * Begins a paper of US Letter pages that is kept, headed by who it is from; `done` is all of it once the document has
 * ended, `head` heads a further letter of the same paper.
 */
export function openPaper(
  title: string,
  created: Date,
  { name, business }: Publisher,
): { doc: Doc; done: Promise<Buffer>; head: () => void } {
  const doc = new Pdf({
    size: 'LETTER',
    margin: MARGIN,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: business.name, CreationDate: created },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  const head = () => {
    write(doc, name, { size: 22, bold: true });
    for (const line of [business.name, ...business.address]) write(doc, line, { size: 9, color: QUIET });
    doc.moveDown(1.6);
  };
  head();
  return { doc, done, head };
}

/** What stands at the left, and its sum at the right. */
export function row(doc: Doc, label: string, amount: string, color = INK, bold = false): void {
  if (doc.y > HEIGHT - MARGIN - 40) doc.addPage();
  const top = doc.y;
  write(doc, amount, { color, bold, x: MARGIN + COLUMN - AMOUNTS, width: AMOUNTS, align: 'right' });
  doc.y = top;
  write(doc, label, { color, bold, width: COLUMN - AMOUNTS - 12 });
  doc.moveDown(0.25);
}

/**
 * Where the built-in face's letters stand in a line, and how high that is: every other stands there too, for each font
 * has its own idea of both.
 */
const FOOT = 0.683;
const LINE = 1.116;
/** DejaVu's letters are that much larger than those of the built-in face. */
const ELSE = 0.88;

type Look = { size?: number; color?: string; bold?: boolean; x?: number; width?: number; align?: 'left' | 'right' };

export function write(
  doc: Doc,
  text: string,
  { size = 11, color = INK, bold = false, x = MARGIN, width = COLUMN, align = 'left' }: Look = {},
): void {
  const words = withoutEmoji(text);
  const face = pdfFont(words, bold);
  doc
    .font(face)
    .fontSize(BUILT_IN.has(face) ? size : size * ELSE)
    .fillColor(color);
  doc.text(words, x, doc.y, { width, align, baseline: -FOOT * size, lineGap: LINE * size - doc.currentLineHeight(true) });
  doc.x = MARGIN;
}

/** A line across a page's column, and air above and below it. */
export function rule(doc: Doc): void {
  doc.moveDown(0.4);
  drawRule(doc);
  doc.moveDown(0.5);
}

/** A line from margin to margin, whatever the page's size. */
export function drawRule(doc: Doc): void {
  const { width, margins } = doc.page;
  doc
    .moveTo(margins.left, doc.y)
    .lineTo(width - margins.right, doc.y)
    .lineWidth(0.5)
    .strokeColor('#c9c1b2')
    .stroke();
}
