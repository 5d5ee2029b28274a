import * as v from 'valibot';
import { says } from './schema-message.ts';

/**
 * The three shipping zones of a publication (section 3). Which countries a zone holds is data: see `ShippingConfig`.
 */
export const SHIPCODES = ['a', 'b', 'c'] as const;
export const Shipcode = v.picklist(SHIPCODES, says('zone'));
export type Shipcode = v.InferOutput<typeof Shipcode>;

/** The same zones as they appear in links and account calls: `ship-a`, `ship-b`, `ship-c` (section 3, codes). */
export const ShippingCode = v.picklist(['ship-a', 'ship-b', 'ship-c']);
export type ShippingCode = v.InferOutput<typeof ShippingCode>;

/** The zone of a shipping code: `ship-b` is zone b. */
export const shipcodeIn = (code: ShippingCode): Shipcode => v.parse(Shipcode, code.slice('ship-'.length));
