import * as v from 'valibot';

/** Sheets of labels that are known: American ones on US Letter, the others on A4. */
export const LABEL_SHEETS = ['5160', '5163', 'L7160', 'L7163'] as const;
export const LabelSheetName = v.picklist(LABEL_SHEETS);
export type LabelSheetName = v.InferOutput<typeof LabelSheetName>;

/**
 * Where the labels of a sheet are, in millimetres from its upper left corner. `across` and `down`: from one label's
 * edge to the next one's.
 */
export type LabelSheet = {
  paper: { width: number; height: number };
  columns: number;
  rows: number;
  label: { width: number; height: number };
  left: number;
  top: number;
  across: number;
  down: number;
};

/** Where offices have US Letter; everywhere else they have A4. */
const WITH_LETTER: ReadonlySet<string> = new Set('US CA MX PR GT SV NI CR PA DO CO VE CL PH'.split(' '));
/** The sheet that somebody in that country has most likely. */
export const usualSheet = (country: string): LabelSheetName => (WITH_LETTER.has(country) ? '5160' : 'L7160');

const INCH = 25.4;
export const LETTER = { width: 8.5 * INCH, height: 11 * INCH };
export const A4 = { width: 210, height: 297 };

/** As Avery publishes them: the American ones in fractions of an inch, the others in millimetres. */
export const labelSheets: Readonly<Record<LabelSheetName, LabelSheet>> = {
  '5160': {
    paper: LETTER,
    columns: 3,
    rows: 10,
    label: { width: 2.625 * INCH, height: INCH },
    left: 0.1875 * INCH,
    top: 0.5 * INCH,
    across: 2.75 * INCH,
    down: INCH,
  },
  '5163': {
    paper: LETTER,
    columns: 2,
    rows: 5,
    label: { width: 4 * INCH, height: 2 * INCH },
    left: 0.15625 * INCH,
    top: 0.5 * INCH,
    across: 4.1875 * INCH,
    down: 2 * INCH,
  },
  L7160: { paper: A4, columns: 3, rows: 7, label: { width: 63.5, height: 38.1 }, left: 7.21, top: 15.15, across: 66.04, down: 38.1 },
  L7163: { paper: A4, columns: 2, rows: 7, label: { width: 99.1, height: 38.1 }, left: 4.65, top: 15.15, across: 101.6, down: 38.1 },
};

export const labelsPerSheet = (name: LabelSheetName): number => labelSheets[name].columns * labelSheets[name].rows;
/** The most that a sheet has. */
export const MOST_LABELS_OF_A_SHEET = 30;

/**
 * Labels, parcels or letters whose name or address has letters that no PDF can write: how many, and whose the first
 * are. `owner`: of a reader that is known.
 */
export const Unprintable = v.object({
  count: v.number(),
  first: v.array(v.object({ label: v.string(), name: v.string(), owner: v.optional(v.string()) })),
});
export type Unprintable = v.InferOutput<typeof Unprintable>;

/** How far a printer may be off, in millimetres. */
export const MOST_OFF = 10;
const off = v.pipe(v.number(), v.minValue(-MOST_OFF), v.maxValue(MOST_OFF));
/** `dx`, `dy`: millimetres that what a printer prints is moved by, to the right and down, because it is off. */
export const PrinterOff = { dx: off, dy: off };
/** `skip`: labels of the first sheet that are used already. */
export const OnSheets = {
  skip: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_LABELS_OF_A_SHEET - 1)),
  ...PrinterOff,
};
