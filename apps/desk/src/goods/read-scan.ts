import { ParcelCode, type Carrier } from '@newsstand/contracts/desk-parcels';
import { readLabelCode } from '@newsstand/contracts/desk-post';
import * as v from 'valibot';

/**
 * What a scan means: a slip to look at, the tracking number of the one that lies there, that it is sent, or a slip or a
 * label that lies in the wrong place.
 */
export type ScanMeant =
  | { type: 'look'; code: string }
  | { type: 'send' }
  | { type: 'track'; tracking: string }
  | { type: 'other'; code: string }
  /** The number of a magazine's label. */
  | { type: 'label'; typed: string }
  /** Neither a slip's code nor an order's number. */
  | { type: 'no-slip'; typed: string }
  | { type: 'nothing' };

/** As slips have it: `EXR-8812`, `EXR-8812.2`. Tracking numbers have no prefix with a dash in front of digits alone. */
const CODE = /^[A-Z]{1,8}-\d{1,9}(\.\d{1,4})?$/;

/**
 * `code`: of the slip that lies on the table, null where there is none. A slip that is scanned by mistake is never
 * taken for a tracking number.
 */
export function readScan(typed: string, code: string | null): ScanMeant {
  const scan = typed.trim().toUpperCase();
  if (code === null && scan === '') return { type: 'nothing' };
  if (readLabelCode(scan) !== null) return { type: 'label', typed: scan };
  if (code === null) return v.is(ParcelCode, scan) ? { type: 'look', code: scan } : { type: 'no-slip', typed: typed.trim() };
  if (scan === '' || scan === code.toUpperCase()) return { type: 'send' };
  return CODE.test(scan) ? { type: 'other', code: scan } : { type: 'track', tracking: scan };
}

/**
 * Shapes that only one carrier's numbers have; USPS prints 420 and the postal code of the address in front, and post
 * elsewhere (`…GB`) is none of those that we know.
 */
const SHAPES: readonly (readonly [RegExp, Carrier])[] = [
  [/^(420(\d{5}|\d{9}))?9\d{21}$/, 'USPS'],
  [/^[A-Z]{2}\d{9}US$/, 'USPS'],
  [/^[A-Z]{2}\d{9}[A-Z]{2}$/, ''],
  [/^1Z[A-Z0-9]{16}$/, 'UPS'],
  [/^(\d{12}|\d{15})$/, 'FedEx'],
];

/** Whose number it is, where its shape says so for certain; null where somebody has to say. */
export function carrierOf(tracking: string): Carrier | null {
  const bare = tracking.toUpperCase().replace(/[ -]/g, '');
  return SHAPES.find(([shape]) => shape.test(bare))?.[1] ?? null;
}
