import type { DeskBatch, DeskParcel } from '@newsstand/contracts/desk-parcels';
import { A4, LETTER } from '@newsstand/contracts/label-sheets';
import { formatCents } from '@newsstand/contracts/money';
import { unprintable, withoutEmoji } from '../../files/pdf-font.ts';
import { type Box, type Doc, drawBars, MM, openSheets, put, widthOf, wrap } from '../post/draw-labels.ts';
import { hasPieces } from '../to-send/read-posted.ts';

/**
 * `home`: the code of the country that is posted from, null where that is none of one. `addresses`: as the post of
 * their country has them, by parcel.
 */
export type Slips = {
  batch: Pick<DeskBatch, 'number' | 'picking'>;
  parcels: readonly { parcel: DeskParcel; lines: readonly string[] }[];
  magazine: string;
  home: string | null;
  created: Date;
};

/** Where paper is US Letter; elsewhere it is A4. */
const LETTER_IN = ['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE'];
/** Blank at the edges of a page, and the size of a slip's bars, in millimetres. */
const MARGIN = 15;
const BARS = { width: 75, height: 14 };
/** From one slip's last line to the cut, and from there to the next one's first. */
const GAP = 7;
const [TEXT, LINE] = [10, 5];

/**
 * The picking list, and below it on pages of their own a slip for each parcel, cut where the line is. Drawn again of
 * the same parcels it has the same bytes.
 */
export async function drawSlips({ batch, parcels, magazine, home, created }: Slips): Promise<Buffer> {
  const { doc, done } = openSheets(`Batch ${batch.number}`, created);
  const page = new Page(doc, home !== null && !LETTER_IN.includes(home) ? A4 : LETTER);
  drawPicking(page, batch, parcels);
  page.turn();
  for (const { parcel, lines } of parcels) {
    drawSlip(page, { ...parcel, name: written(parcel.name) }, { lines: lines.map(written), magazine });
  }
  doc.end();
  return done;
}

/** How far a page is written; all in millimetres from its upper left corner. */
class Page {
  readonly doc: Doc;
  readonly paper: { width: number; height: number };
  y = 0;

  constructor(doc: Doc, paper: { width: number; height: number }) {
    this.doc = doc;
    this.paper = paper;
    this.turn();
  }

  get width(): number {
    return this.paper.width - 2 * MARGIN;
  }

  turn(): void {
    this.doc.addPage({ size: [this.paper.width * MM, this.paper.height * MM], margin: 0 });
    this.y = MARGIN;
  }

  /** Goes to a new page where so much does not fit below what is written; what fits on none begins there. */
  need(height: number): void {
    if (this.y > MARGIN && this.y + height > this.paper.height - MARGIN) this.turn();
  }

  line(text: string, { size = TEXT, bold = false, width = this.width }: { size?: number; bold?: boolean; width?: number } = {}): void {
    for (const part of wrap(this.doc, { text, bold }, size, width * MM)) {
      this.need(LINE);
      put(this.doc, part.text, { x: MARGIN * MM, y: this.y * MM, size, bold });
      this.y += (LINE * size) / TEXT;
    }
  }
}

/** Room for what is written by hand, since no PDF can. */
const written = (text: string): string => (unprintable(text) === '' ? withoutEmoji(text) : '_'.repeat(30));

/** As it is called or, in letters that no PDF can write, by its reference. */
function named({ name, detail, ref }: { name: string; detail: string | null; ref: string }): string {
  const text = detail === null ? name : `${name}, ${detail}`;
  return unprintable(text) === '' ? withoutEmoji(text) : ref;
}

function drawPicking(page: Page, { number, picking }: Slips['batch'], parcels: Slips['parcels']): void {
  page.line(`Batch ${number}`, { size: 18, bold: true });
  const back = parcels.filter(({ parcel }) => isPaidBack(parcel)).length;
  page.line(`${parcels.length} ${parcels.length === 1 ? 'parcel' : 'parcels'}${back > 0 ? `, ${back} of them paid back` : ''}`);
  page.y += LINE;
  for (const good of picking) page.line(`${good.quantity} × ${named(good)}`, { bold: true });
  page.y += LINE;
  for (const { parcel } of parcels) {
    const name = written(parcel.name);
    if (isPaidBack(parcel)) page.line(`${parcel.code}  ${name}: paid back, not to be sent`, { bold: true });
    else {
      const contents = parcel.lines.filter(({ quantity }) => quantity > 0).map((line) => `${line.quantity} × ${named(line)}`);
      page.line(`${parcel.code}  ${name}: ${contents.join('; ')}`);
      if (parcel.gone > 0) page.line(`${formatCents(parcel.gone)} of its order went back.`, { bold: true });
    }
  }
}

const isPaidBack = (parcel: DeskParcel): boolean => parcel.sent === null && !hasPieces(parcel);

function drawSlip(page: Page, parcel: DeskParcel, { lines, magazine }: { lines: readonly string[]; magazine: string }): void {
  const beside = page.width - BARS.width - 5;
  const contents = [
    ...(isPaidBack(parcel) ? [{ text: 'Paid back: not to be sent.', bold: true }] : []),
    ...parcel.lines.flatMap(({ quantity, back, ...line }) => [
      ...(quantity > 0 ? [{ text: `${quantity} × ${named(line)}`, bold: false }] : []),
      ...(back > 0 ? [{ text: `Put back ${back} × ${named(line)}: paid back`, bold: true }] : []),
    ]),
  ];
  const heads = [parcel.name, ...lines].flatMap((text) => wrap(page.doc, { text, bold: false }, TEXT + 1, beside * MM));
  page.need(LINE * (heads.length + contents.length + 3) + BARS.height / 2 + GAP);
  const top = page.y;
  page.line(magazine, { size: 8, width: beside });
  page.line(parcel.name, { size: TEXT + 1, bold: true, width: beside });
  for (const line of lines) page.line(line, { size: TEXT + 1, width: beside });
  const bars: Box = {
    x: (MARGIN + page.width - BARS.width) * MM,
    y: top * MM,
    width: BARS.width * MM,
    height: BARS.height * MM,
  };
  drawBars(page.doc, parcel.code, bars);
  const code = widthOf(page.doc, { text: parcel.code, bold: true }, TEXT);
  put(page.doc, parcel.code, { x: bars.x + (bars.width - code) / 2, y: bars.y + bars.height + 2, size: TEXT, bold: true });
  page.y = Math.max(page.y, top + BARS.height + LINE + 3) + 3;
  for (const { text, bold } of contents) page.line(text, { bold });
  page.y += GAP;
  page.doc
    .moveTo(MARGIN * MM, page.y * MM)
    .lineTo((MARGIN + page.width) * MM, page.y * MM)
    .lineWidth(0.5)
    .dash(3, { space: 3 })
    .strokeColor('#888')
    .stroke()
    .undash();
  page.y += GAP;
}
