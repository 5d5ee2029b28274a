import * as v from 'valibot';
import { upTo } from './bounded.ts';
import { ActionId } from './desk-history.ts';
import { LABEL_SHEETS, LabelSheetName, OnSheets, PrinterOff, Unprintable } from './label-sheets.ts';
import { Shipcode } from './shipcode.ts';

/** Which label of which list of an issue: the 412th of the first list of zone a. */
export type LabelName = { issue: number; shipcode: Shipcode; part: number; number: number };

/** What stands on a label, in its barcode, and is typed or scanned when a copy comes back: `16-A1-000412`. */
export const labelCode = ({ issue, shipcode, part, number }: LabelName): string =>
  `${issue}-${shipcode.toUpperCase()}${part}-${String(number).padStart(6, '0')}`;

/** The same read again, also as hands type it: `16 a1 412`. Null for what is no label's number. */
export function readLabelCode(typed: string): LabelName | null {
  const [, issue, zone = '', part, number] = /^(\d{1,6})[-\s]*([abc])(\d{1,3})[-\s]+(\d{1,7})$/i.exec(typed.trim()) ?? [];
  const shipcode = v.safeParse(Shipcode, zone.toLowerCase());
  return shipcode.success ? { issue: Number(issue), shipcode: shipcode.output, part: Number(part), number: Number(number) } : null;
}

/**
 * A list of what is posted of an issue to a zone, as it was frozen. `part`: 1 is the first, later ones are of who was
 * owed a copy since. `labels`: how many it has; `last`: the highest number of one, which is more once a reader of the
 * list was erased. `unprintable`: labels that are on sheets without name and address, where there are any.
 */
export const PostListed = v.object({
  shipcode: Shipcode,
  part: v.number(),
  frozen: v.string(),
  labels: v.number(),
  last: v.number(),
  copies: v.number(),
  unprintable: v.optional(Unprintable),
});
export type PostListed = v.InferOutput<typeof PostListed>;

/**
 * Labels that are on no list yet, by zone: `late` would be on the next one, `held` waits for another address since
 * copies came back from theirs, and of those `without` none of the zone is known.
 */
export const PostWaiting = v.object({ shipcode: Shipcode, late: v.number(), held: v.number(), without: v.number() });
export type PostWaiting = v.InferOutput<typeof PostWaiting>;

/** A list of an issue, by its zone and its part. */
const OneList = v.object({ shipcode: Shipcode, part: v.number() });

/**
 * Labels of a list that somebody took, as a file or on sheets, and how many; what was asked for, so that it can be
 * asked for again, and the file's `hash` (of older ones not all of it was noted). `more`: other lists in the same file.
 */
export const LabelsTaken = v.object({
  shipcode: Shipcode,
  part: v.number(),
  at: v.string(),
  who: v.string(),
  as: v.string(),
  labels: v.number(),
  ...v.partial(v.object({ from: v.number(), to: v.number(), skip: v.number(), dx: v.number(), dy: v.number(), hash: v.string() })).entries,
  more: v.optional(v.array(v.object({ ...OneList.entries, labels: v.number() }))),
});
export type LabelsTaken = v.InferOutput<typeof LabelsTaken>;

/**
 * The post of an issue: its lists and when their labels were `taken` (the newest first), what is on them by country,
 * what waits for the next one, and who is missing an address (the first of them). `back`: there is one that copies come
 * back from.
 */
export const DeskPost = v.object({
  number: v.number(),
  title: v.string(),
  out: v.boolean(),
  lists: v.array(PostListed),
  taken: v.optional(v.array(LabelsTaken)),
  countries: v.array(v.object({ shipcode: Shipcode, country: v.string(), labels: v.number(), copies: v.number() })),
  waiting: v.array(PostWaiting),
  missing: v.array(v.object({ owner: v.string(), name: v.string(), shipcode: Shipcode, back: v.boolean() })),
});
export type DeskPost = v.InferOutput<typeof DeskPost>;

/** `lists`: how many of the issue were shown. */
export const MakePostLists = v.object({ action: ActionId, lists: v.pipe(v.number(), v.integer(), v.minValue(0)) });
export type MakePostLists = v.InferOutput<typeof MakePostLists>;
/** Those that were made, and what is left for a later one. */
export const PostListsMade = v.object({ lists: v.array(v.omit(PostListed, ['frozen'])), waiting: v.array(PostWaiting) });
export type PostListsMade = v.InferOutput<typeof PostListsMade>;

const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
/**
 * Of a list the labels from one number to another, on sheets or as CSV. `skip`: labels of the first sheet that are used
 * already; `dx`, `dy`: millimetres that the printer is moved by, to the right and down. `more`: other lists of the
 * issue, whole, in the same file, each from a sheet of its own.
 */
export const ExportLabels = v.object({
  action: ActionId,
  shipcode: Shipcode,
  part: whole(1, 999),
  as: v.picklist(['csv', ...LABEL_SHEETS]),
  from: whole(1, 9_999_999),
  to: whole(1, 9_999_999),
  more: v.optional(v.pipe(v.array(v.object({ shipcode: Shipcode, part: whole(1, 999) })), v.maxLength(9)), []),
  ...OnSheets,
});
export type ExportLabels = v.InferOutput<typeof ExportLabels>;
/**
 * `data`: the file, in base64; its `hash` stands in the history. `unprintable`: labels that have their place on the
 * sheets with their number alone, where there are any; as CSV there are none.
 */
export const LabelsExported = v.object({
  name: v.string(),
  type: v.string(),
  labels: v.number(),
  sheets: v.number(),
  data: v.string(),
  hash: v.optional(v.string()),
  unprintable: v.optional(Unprintable),
});
export type LabelsExported = v.InferOutput<typeof LabelsExported>;

/**
 * A sheet that shows where its labels are printed, with rulers at the first one: how far a printer is off is read from
 * it.
 */
export const DrawCalibration = v.object({ sheet: LabelSheetName, ...PrinterOff });
export type DrawCalibration = v.InferOutput<typeof DrawCalibration>;
/** `data`: a PDF, in base64. */
export const CalibrationDrawn = v.object({ name: v.string(), data: v.string() });
export type CalibrationDrawn = v.InferOutput<typeof CalibrationDrawn>;

/** `label`: as it was scanned or typed. */
export const ReturnToSender = v.object({ action: ActionId, label: upTo(40) });
/**
 * Whose copy came back. `marked`: what is posted to them goes to the label's address still, and nothing does any more;
 * `letter`: they are asked for another one; `again`: the copy is posted again once there is one; `mailbox`: whether
 * there is one to write to.
 */
export const PostReturned = v.object({
  label: v.string(),
  owner: v.string(),
  name: v.string(),
  lines: v.array(v.string()),
  marked: v.boolean(),
  letter: v.boolean(),
  again: v.boolean(),
  mailbox: v.optional(v.boolean()),
});
export type PostReturned = v.InferOutput<typeof PostReturned>;

/**
 * A copy that came back. `waits`: for a list, and where `lacks_address` for another address before; `sent`: the label
 * with which it was posted again.
 */
export const ReturnedCopy = v.object({
  id: v.string(),
  label: v.string(),
  owner: v.string(),
  name: v.string(),
  returned: v.string(),
  who: v.string(),
  waits: v.boolean(),
  lacks_address: v.optional(v.boolean(), false),
  sent: v.nullable(v.string()),
});
export type ReturnedCopy = v.InferOutput<typeof ReturnedCopy>;
/** The newest first. */
export const DeskReturned = v.object({ returned: v.array(ReturnedCopy) });
export type DeskReturned = v.InferOutput<typeof DeskReturned>;
