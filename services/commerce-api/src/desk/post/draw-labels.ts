import { setImmediate } from 'node:timers/promises';
import { code128 } from '@newsstand/contracts/code-128';
import { LABEL_SHEETS, labelSheets, type LabelSheet, type LabelSheetName } from '@newsstand/contracts/label-sheets';
import Pdf from 'pdfkit';
import { pdfFont, withoutEmoji } from '../../files/pdf-font.ts';
import type { CodedText } from '../../platform/http/coded-text.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { isUnprintable } from './unprintable.ts';

export type Doc = InstanceType<typeof Pdf>;
/** What stands on a label; `lines`: below the name, in the order of the country. */
export type LabelText = { code: string; note: string; name: string; lines: readonly string[] };
/** `skip`: labels of the first sheet that are used already. `dx`, `dy`: how far a printer is off, in millimetres. */
type Paper = { sheet: LabelSheetName; skip: number; dx: number; dy: number; title: string; created: Date };

/** Points of a millimetre. */
export const MM = 72 / 25.4;
/** Nothing is printed so near to a label's edge: sheets and printers are off by that. */
const MARGIN = 2 * MM;
/** The line with the code, above name and address, in points: it is read aloud and typed where no scanner is. */
export const KEY = 7;
const [LARGEST, STEP] = [10, 0.5];
/**
 * In points: what a post can read, and what it is set in where an address has more lines than its label has room for.
 * Nothing is smaller.
 */
const FLOORS = [8, 7];
/**
 * Widths of a bar: what scanners of all kinds read, and no wider than that; and where address and bars have little
 * room.
 */
const WIDEST_BAR = 0.33 * MM;
const NARROW_BAR = 0.25 * MM;
const LOW_BARS = 3.8 * MM;
/** Blank beside the bars, in widths of the thinnest. */
const QUIET = 10;
/** Sheets between which others have a turn. */
const TURN = 5;

/** Where the label of an index is on its sheet, in millimetres. */
export function labelAt({ columns, rows, left, top, across, down }: LabelSheet, index: number): { x: number; y: number } {
  const at = index % (columns * rows);
  return { x: left + (at % columns) * across, y: top + Math.floor(at / columns) * down };
}

/** The same of one list. */
export const drawLabels = (labels: readonly LabelText[], paper: Paper): Promise<Buffer> => drawLists([labels], paper);

/**
 * Labels of lists, each from a sheet of its own, as a PDF that is printed at its own size; drawn again it has the same
 * bytes. One whose address has letters that no face here has keeps its place, without it. Refuses (422) where an
 * address does not fit on its label in a size that can be read: it says which, and on which sheet they do.
 */
export async function drawLists(asked: readonly (readonly LabelText[])[], { sheet, skip, dx, dy, title, created }: Paper): Promise<Buffer> {
  const lists = asked.map((labels) => labels.map(plain));
  const of = labelSheets[sheet];
  const perSheet = of.columns * of.rows;
  const { doc, done } = openSheets(title, created);
  const laid: Laid[][] = [];
  const tooLong: LabelText[] = [];
  for (const labels of lists) {
    const set: Laid[] = [];
    for (const [index, label] of labels.entries()) {
      const one = layOut(doc, label, sheet);
      if (one === null) tooLong.push(label);
      else set.push(one);
      if (index % (TURN * perSheet) === 0) await setImmediate();
    }
    laid.push(set);
  }
  if (tooLong.length > 0) throw new Refusal(422, tooLongFor(doc, tooLong, sheet));
  for (const [list, labels] of laid.entries()) {
    for (const [index, label] of labels.entries()) {
      const at = (list === 0 ? skip : 0) + index;
      if (index === 0 || at % perSheet === 0) {
        doc.addPage({ size: [of.paper.width * MM, of.paper.height * MM], margin: 0 });
        if (Math.floor(at / perSheet) % TURN === 0) await setImmediate();
      }
      const { x, y } = labelAt(of, at);
      drawLabel(doc, label, { x: (x + dx) * MM + MARGIN, y: (y + dy) * MM + MARGIN, ...insideOf(sheet) });
    }
  }
  doc.end();
  return done;
}

const insideOf = (sheet: LabelSheetName): { width: number; height: number } => {
  const { width, height } = labelSheets[sheet].label;
  return { width: width * MM - 2 * MARGIN, height: height * MM - 2 * MARGIN };
};

/** With number and bars alone where its name or address cannot be written: that is done by hand. */
const plain = (label: LabelText): LabelText =>
  isUnprintable(label)
    ? { ...label, name: '', lines: [] }
    : { ...label, name: withoutEmoji(label.name), lines: label.lines.map(withoutEmoji) };

/** How many labels are named one by one. */
const NAMED = 5;

const namesOf = (labels: readonly LabelText[]): { named: string; more: number } => ({
  named: labels
    .slice(0, NAMED)
    .map(({ code }) => code)
    .join(', '),
  more: labels.length - NAMED,
});

function tooLongFor(doc: Doc, labels: readonly LabelText[], sheet: LabelSheetName): CodedText[] {
  const { named, more } = namesOf(labels);
  const told =
    labels.length === 1
      ? deskText('address_too_long', { label: named, sheet })
      : more > 0
        ? deskText('many_addresses_too_long', { labels: named, more, sheet })
        : deskText('addresses_too_long', { labels: named, sheet });
  const { paper } = labelSheets[sheet];
  const fitting = LABEL_SHEETS.filter((other) => labels.every((label) => layOut(doc, label, other) !== null));
  // The same paper first: it lies beside the printer.
  const larger = fitting.toSorted((one, other) => apart(one) - apart(other))[0];
  function apart(other: LabelSheetName): number {
    return Math.abs(labelSheets[other].paper.width - paper.width);
  }
  return [told, larger === undefined ? deskText('shorten_address') : deskText('take_larger_sheet', { sheet: larger })];
}

/**
 * A document that is printed at its own size; `done` is all of it once it has ended. Scaled to fit its page, as print
 * dialogs propose, every label would be beside itself.
 */
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

/**
 * Where things are on a label: the code above the address and the bars below it or, where that leaves too little room,
 * narrow bars with the code beside them. `leading`: the distance of lines as part of their size.
 */
type Layout = { key: number; bars: number; gap: number; leading: number; isTight: boolean };
type Laid = { label: LabelText; layout: Layout; size: number; lines: Line[] };

const layoutsOf = (height: number): Layout[] => [
  { key: KEY * 1.2, bars: Math.min(9 * MM, height / 4), gap: 1 * MM, leading: 1.2, isTight: false },
  { key: 0, bars: LOW_BARS, gap: 1.5, leading: 1.15, isTight: true },
];

/** As large as there is room for; null where it does not fit. */
function layOut(doc: Doc, label: LabelText, sheet: LabelSheetName): Laid | null {
  const { width, height } = insideOf(sheet);
  const lines = [{ text: label.name, bold: true }, ...label.lines.map((text) => ({ text, bold: false }))];
  for (const floor of FLOORS) {
    for (const layout of layoutsOf(height)) {
      const set = fit(doc, lines, { width, height: height - layout.key - layout.bars - layout.gap, leading: layout.leading, floor });
      if (set !== null) return { label, layout, ...set };
    }
  }
  return null;
}

function drawLabel(doc: Doc, { label: { code, note }, layout, size, lines }: Laid, box: Box): void {
  const { key, bars, leading, isTight } = layout;
  for (const [index, line] of lines.entries()) {
    put(doc, line.text, { x: box.x, y: box.y + key + index * size * leading, size, bold: line.bold });
  }
  const foot = box.y + box.height - bars;
  const drawn = drawBars(doc, code, { x: box.x, y: foot, width: box.width, height: bars }, isTight ? NARROW_BAR : WIDEST_BAR);
  if (!isTight) {
    const text = [code, note].filter(Boolean).join(' · ');
    put(doc, text, { x: box.x, y: box.y, size: sizeFor(doc, text, box.width), bold: false });
    return;
  }
  put(doc, code, { x: box.x + drawn, y: foot + (bars - KEY) / 2, size: sizeFor(doc, code, box.width - drawn), bold: false });
  // Beside the bars there is no room for both: what is noted stands behind the name, where that leaves some, and is
  // left out where it does not.
  const noted = widthOf(doc, { text: note, bold: false }, KEY);
  const [first] = lines;
  if (first && widthOf(doc, first, size) + KEY + noted <= box.width) {
    put(doc, note, { x: box.x + box.width - noted, y: box.y + (size - KEY) / 2, size: KEY, bold: false });
  }
}

type Line = { text: string; bold: boolean };

export const put = (doc: Doc, text: string, { x, y, size, bold }: { x: number; y: number; size: number; bold: boolean }): void => {
  doc.font(pdfFont(text, bold)).fontSize(size).fillColor('#000').text(text, x, y, { lineBreak: false });
};

export const widthOf = (doc: Doc, { text, bold }: Line, size: number): number =>
  doc.font(pdfFont(text, bold)).fontSize(size).widthOfString(text);

const sizeFor = (doc: Doc, text: string, width: number): number => Math.min(KEY, (KEY * width) / widthOf(doc, { text, bold: false }, KEY));

type Room = { width: number; height: number; leading: number; floor: number };

/** The lines at the largest size at which they all fit: as they are or, where that would be small, wrapped. */
function fit(doc: Doc, lines: readonly Line[], { width, height, leading, floor }: Room): { size: number; lines: Line[] } | null {
  for (const wraps of [false, true]) {
    for (let size = LARGEST; size >= floor; size -= STEP) {
      const set = wraps ? lines.flatMap((line) => wrap(doc, line, size, width)) : [...lines];
      if (set.length * size * leading <= height && set.every((line) => widthOf(doc, line, size) <= width)) return { size, lines: set };
    }
  }
  return null;
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

/** Code 128, from the left edge on, with the blanks that scanners ask for; answers how wide it is with them. */
export function drawBars(doc: Doc, code: string, { x, y, width, height }: Box, widest = WIDEST_BAR): number {
  const widths = code128(code);
  const all = widths.reduce((sum, one) => sum + one, 0) + 2 * QUIET;
  const thin = Math.min(widest, width / all);
  let at = x + QUIET * thin;
  for (const [index, bar] of widths.entries()) {
    if (index % 2 === 0) doc.rect(at, y, bar * thin, height);
    at += bar * thin;
  }
  doc.fillColor('#000').fill();
  return all * thin;
}
