import * as v from 'valibot';
import { upTo } from './bounded.ts';
import { ActionId, After } from './desk-history.ts';
import { LABEL_SHEETS, OnSheets, Unprintable } from './label-sheets.ts';
import { Cents } from './money.ts';

/**
 * What a slip's barcode says: an order's number, and `.2` behind it where it goes to the second giftee of its invoice.
 */
export const ParcelCode = v.pipe(upTo(48), v.regex(/^[a-z0-9][a-z0-9.-]*$/i));

/** The code that was scanned or typed, as slips have it; `.` and `-` are what keyboards of scanners get wrong least. */
export const parcelCode = (order: string, giftee: number | null): string => (giftee === null ? order : `${order}.${giftee}`);

/** Whose page says where a parcel is; of any other carrier the number alone is told. */
export const CARRIERS = ['', 'USPS', 'UPS', 'FedEx', 'DHL'] as const;
export const Carrier = v.picklist(CARRIERS);
export type Carrier = v.InferOutput<typeof Carrier>;
const TRACKED_AT: Record<Exclude<Carrier, ''>, string> = {
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  UPS: 'https://www.ups.com/track?tracknum=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
  DHL: 'https://www.dhl.com/en/express/tracking.html?AWB=',
};

/** Where a parcel can be followed; null for what has no number, or a carrier that we do not know. */
export function trackingUrl(carrier: string, tracking: string): string | null {
  const [, at] = Object.entries(TRACKED_AT).find(([name]) => name === carrier) ?? [];
  return at === undefined || tracking === '' ? null : `${at}${encodeURIComponent(tracking)}`;
}

/** As a carrier prints it, and a scanner reads it: empty for a parcel that nobody follows. */
export const TrackingNumber = v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z0-9][A-Za-z0-9 -]{3,38}$|^$/));

/**
 * Pieces of one line of an order. `back`: of those that were packed, how many are not to be sent any more, since they
 * were paid back.
 */
export const ParcelLine = v.object({
  ordinal: v.number(),
  type: v.string(),
  ref: v.string(),
  name: v.string(),
  detail: v.nullable(v.string()),
  quantity: v.number(),
  back: v.number(),
});
export type ParcelLine = v.InferOutput<typeof ParcelLine>;

/**
 * What of an order goes to one address. `lines`: what is to be sent now, or was. `gone`: cents of the order that went
 * back. `version`: of what is to be sent, as it is shown.
 * `sent_by`: the action that sent it, which can be taken back for a day. `paid_back`: nothing of it is to be sent,
 * since its money is gone, and it is not in stock again either: whoever decides to can send it all the same.
 */
export const DeskParcel = v.object({
  code: v.string(),
  order: v.string(),
  name: v.string(),
  address: v.array(v.string()),
  country: v.string(),
  paid: v.string(),
  total: Cents,
  gone: Cents,
  lines: v.array(ParcelLine),
  paid_back: v.optional(v.boolean()),
  batch: v.nullable(v.number()),
  carrier: v.string(),
  tracking: v.string(),
  sent: v.nullable(v.string()),
  sent_by: v.nullable(v.string()),
  who: v.nullable(v.string()),
  version: v.string(),
});
export type DeskParcel = v.InferOutput<typeof DeskParcel>;

/** A batch and how far it is. */
export const ListedBatch = v.object({ number: v.number(), created: v.string(), parcels: v.number(), sent: v.number() });
export type ListedBatch = v.InferOutput<typeof ListedBatch>;

/**
 * What is to be sent and in no batch, the oldest first, with how many there are; batches that are not through; and what
 * was sent last.
 */
export const DeskParcels = v.object({
  count: v.number(),
  open: v.array(DeskParcel),
  next: v.nullable(v.string()),
  batches: v.array(ListedBatch),
  sent: v.array(DeskParcel),
});
export type DeskParcels = v.InferOutput<typeof DeskParcels>;
export const ParcelsAsked = { after: After };

/** One parcel by what was scanned: what is to be sent of it now, or when it was sent. */
export const DeskParcelNow = v.object({ parcel: DeskParcel });
export type DeskParcelNow = v.InferOutput<typeof DeskParcelNow>;

/** How many parcels one batch has at most. */
export const MOST_PARCELS = 100;
export const BatchNumber = v.pipe(v.string(), v.regex(/^\d{1,9}$/));
export const MakeBatch = v.object({ action: ActionId, most: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_PARCELS)) });
/** `number` is null where it was only tried. */
export const BatchMade = v.object({ number: v.nullable(v.number()), parcels: v.number(), pieces: v.number() });
export type BatchMade = v.InferOutput<typeof BatchMade>;
export const DissolveBatch = v.object({ action: ActionId });
export const BatchDissolved = v.object({ number: v.number(), parcels: v.number() });
export type BatchDissolved = v.InferOutput<typeof BatchDissolved>;

/** The parcels of a batch in the order of its slips, and what is picked for them: sums by good. */
export const DeskBatch = v.object({
  number: v.number(),
  created: v.string(),
  parcels: v.array(DeskParcel),
  picking: v.array(v.object({ type: v.string(), ref: v.string(), name: v.string(), detail: v.nullable(v.string()), quantity: v.number() })),
});
export type DeskBatch = v.InferOutput<typeof DeskBatch>;

/** A file for a carrier: CSV in UTF-8, a row for each parcel that is not sent yet. */
export const ExportBatch = v.object({ action: ActionId });
export const BatchExported = v.object({ name: v.string(), parcels: v.number(), csv: v.string() });
export type BatchExported = v.InferOutput<typeof BatchExported>;

/**
 * What is printed of a batch: the picking list with a slip for each parcel that is not sent yet, or their addresses on
 * a sheet of labels.
 */
export const PrintBatch = v.object({ action: ActionId, as: v.picklist(['slips', ...LABEL_SHEETS]), ...OnSheets });
export type PrintBatch = v.InferOutput<typeof PrintBatch>;
/** `data`: a PDF, in base64. `unprintable`: parcels with room for what of name or address it cannot write. */
export const BatchPrinted = v.object({ name: v.string(), parcels: v.number(), data: v.string(), unprintable: v.optional(Unprintable) });
export type BatchPrinted = v.InferOutput<typeof BatchPrinted>;

/**
 * `version`: of the parcel as it was shown. `untold`: the reader is not written to. `paid_back`: it is sent although
 * all of it was paid back; `one_box`: its number is another parcel's as well, since both are in one box.
 */
export const SendParcel = v.object({
  action: ActionId,
  version: upTo(100),
  carrier: Carrier,
  tracking: TrackingNumber,
  untold: v.optional(v.boolean(), false),
  paid_back: v.optional(v.boolean(), false),
  one_box: v.optional(v.boolean(), false),
});
export type SendParcel = v.InferOutput<typeof SendParcel>;
/**
 * `letter`: whether the reader is written to; who packs parcels sees no mailbox. `erased`: they are not, as they were
 * erased. `fulfilled`: nothing of the order is open any more.
 */
export const ParcelSent = v.object({
  parcel: DeskParcel,
  letter: v.boolean(),
  erased: v.optional(v.boolean(), false),
  fulfilled: v.boolean(),
});
export type ParcelSent = v.InferOutput<typeof ParcelSent>;
/**
 * What whoever was to be told that a parcel is sent hears of its not being: the letter has gone out, and another one
 * says so; it waits still, and is not sent; nothing.
 */
export const DispatchTakenBack = v.picklist(['written', 'stopped', 'none']);
export type DispatchTakenBack = v.InferOutput<typeof DispatchTakenBack>;
