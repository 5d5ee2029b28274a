import { setImmediate } from 'node:timers/promises';
import { code128 } from '@newsstand/contracts/code-128';
import { labelSheets, type LabelSheet, type LabelSheetName } from '@newsstand/contracts/label-sheets';
import Pdf from 'pdfkit';
import { readableFace } from '../../files/readable-face.ts';

export type Doc = InstanceType<typeof Pdf>;
/** What stands on a label; `lines`: below the name, in the order of the country. */
export type LabelText = { code: string; note: string; name: string; lines: readonly string[] };
/** `skip`: labels of the first sheet that are used already. `dx`, `dy`: how far a printer is off, in millimetres. */
type Paper = { sheet: LabelSheetName; skip: number; dx: number; dy: number; title: string; created: Date };

/** Points of a millimetre. */
export const MM = 72 / 25.4;
/** Nothing is printed so near to a label's edge: sheets and printers are off by that. */
const MARGIN = 2 * MM;
/** The line with the code, above name and address, in points. */
const KEY = 6;
/** Distance of lines, as part of their size: no letter of one reaches into another. */
const LEADING = 1.2;
const [LARGEST, SMALLEST, STEP] = [10, 2, 0.5];
/** Down to this size a text that is too long is set smaller; then it is wrapped. */
const WRAPS_BELOW = 7;
/** Widths of a bar: what scanners of all kinds read, and no wider than that. */
const WIDEST_BAR = 0.33 * MM;
/** Blank beside the bars, in widths of the thinnest. */
const QUIET = 10;
/** Sheets between which others have a turn. */
const TURN = 5;

/** Where the label of an index is on its sheet, in millimetres. */
export function labelAt({ columns, rows, left, top, across, down }: LabelSheet, index: number): { x: number; y: number } {
  const at = index % (columns * rows);
  return { x: left + (at % columns) * across, y: top + Math.floor(at / columns) * down };
}

/** Labels as a PDF that is printed at its own size; drawn again it has the same bytes. */
export async function drawLabels(labels: readonly LabelText[], { sheet, skip, dx, dy, title, created }: Paper): Promise<Buffer> {
  const of = labelSheets[sheet];
  const perSheet = of.columns * of.rows;
  const { doc, done } = openSheets(title, created);
  for (const [index, label] of labels.entries()) {
    const at = skip + index;
    if (index === 0 || at % perSheet === 0) {
      doc.addPage({ size: [of.paper.width * MM, of.paper.height * MM], margin: 0 });
      if (Math.floor(at / perSheet) % TURN === 0) await setImmediate();
    }
    const { x, y } = labelAt(of, at);
    const box = { x: (x + dx) * MM, y: (y + dy) * MM, width: of.label.width * MM, height: of.label.height * MM };
    drawLabel(doc, label, box);
  }
  doc.end();
  return done;
}

/** A document that is printed at its own size; `done` is all of it once it has ended. Scaled to fit its page, as print dialogs propose, every label would be beside itself. */
export function openSheets(title: string, created: Date): { doc: Doc; done: Promise<Buffer> } {
  const doc = new Pdf({ autoFirstPage: false, displayTitle: true, lang: 'en-US', info: { Title: title, CreationDate: created } });
  const root: unknown = Reflect.get(doc, '_root');
  const preferences = dataOf(dataOf(root)['ViewerPreferences']);
  preferences['PrintScaling'] = 'None';
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  return { doc, done };
}

/** What an object of pdfkit is written from; it says nothing of it in its types. */
function dataOf(object: unknown): Record<string, unknown> {
  const data: unknown = typeof object === 'object' && object !== null ? Reflect.get(object, 'data') : null;
  if (typeof data !== 'object' || data === null) throw new Error('pdfkit keeps its preferences elsewhere');
  return data as Record<string, unknown>;
}

export type Box = { x: number; y: number; width: number; height: number };

function drawLabel(doc: Doc, { code, note, name, lines }: LabelText, label: Box): void {
  const box = { x: label.x + MARGIN, y: label.y + MARGIN, width: label.width - 2 * MARGIN, height: label.height - 2 * MARGIN };
  const bars = Math.min(9 * MM, box.height / 4);
  put(doc, [code, note].filter(Boolean).join(' · '), {
    x: box.x,
    y: box.y,
    size: sizeFor(doc, [code, note].join(' · '), box.width),
    bold: false,
  });
  const room = { ...box, y: box.y + KEY * LEADING, height: box.height - KEY * LEADING - bars - 1 * MM };
  const set = fit(doc, [{ text: name, bold: true }, ...lines.map((text) => ({ text, bold: false }))], room);
  for (const [index, line] of set.lines.entries()) {
    put(doc, line.text, { x: room.x, y: room.y + index * set.size * LEADING, size: set.size, bold: line.bold });
  }
  drawBars(doc, code, { x: box.x, y: box.y + box.height - bars, width: box.width, height: bars });
}

type Line = { text: string; bold: boolean };

export const put = (doc: Doc, text: string, { x, y, size, bold }: { x: number; y: number; size: number; bold: boolean }): void => {
  doc.font(readableFace(text, bold)).fontSize(size).fillColor('#000').text(text, x, y, { lineBreak: false });
};

const widthOf = (doc: Doc, { text, bold }: Line, size: number): number =>
  doc.font(readableFace(text, bold)).fontSize(size).widthOfString(text);

const sizeFor = (doc: Doc, text: string, width: number): number => Math.min(KEY, (KEY * width) / widthOf(doc, { text, bold: false }, KEY));

/** The lines at the largest size at which they all fit: as they are, or, where that would be small, wrapped. */
function fit(doc: Doc, lines: readonly Line[], { width, height }: Box): { size: number; lines: Line[] } {
  for (let size = LARGEST; size > SMALLEST; size -= STEP) {
    const set = size < WRAPS_BELOW ? lines.flatMap((line) => wrap(doc, line, size, width)) : [...lines];
    if (set.length * size * LEADING <= height && set.every((line) => widthOf(doc, line, size) <= width)) return { size, lines: set };
  }
  // Nobody's address is so long; whatever comes, the label beside it stays clean.
  const set = lines.flatMap((line) => wrap(doc, line, SMALLEST, width));
  return { size: SMALLEST, lines: set.slice(0, Math.floor(height / (SMALLEST * LEADING))) };
}

/** At its blanks; a word that is too long by itself at its letters. */
export function wrap(doc: Doc, { text, bold }: Line, size: number, width: number): Line[] {
  const fits = (part: string) => widthOf(doc, { text: part, bold }, size) <= width;
  const parts: string[] = [];
  let open = '';
  for (const word of text.split(' ')) {
    const longer = open === '' ? word : `${open} ${word}`;
    if (fits(longer)) {
      open = longer;
      continue;
    }
    if (open !== '') parts.push(open);
    open = '';
    for (const letter of word) {
      if (open !== '' && !fits(open + letter)) {
        parts.push(open);
        open = '';
      }
      open += letter;
    }
  }
  return [...parts, open].filter(Boolean).map((part) => ({ text: part, bold }));
}

/** Code 128, from the left edge on, with the blanks that scanners ask for. */
export function drawBars(doc: Doc, code: string, { x, y, width, height }: Box): void {
  const widths = code128(code);
  const all = widths.reduce((sum, one) => sum + one, 0) + 2 * QUIET;
  const thin = Math.min(WIDEST_BAR, width / all);
  let at = x + QUIET * thin;
  for (const [index, bar] of widths.entries()) {
    if (index % 2 === 0) doc.rect(at, y, bar * thin, height);
    at += bar * thin;
  }
  doc.fillColor('#000').fill();
}
