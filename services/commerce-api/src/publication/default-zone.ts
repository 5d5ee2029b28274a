import { shipcodeIn, type Shipcode } from '@newsstand/contracts/shipcode';
import type { Settings } from './publication-schema.ts';

/** What a publication says of where things go that nobody has said of. */
export type ZoneSettings = { settings: Pick<Settings, 'default_shipcode'> };

/** Where an order goes that has no address, and what is shown until there is one (section 9). */
export const defaultZone = ({ settings }: ZoneSettings): Shipcode => shipcodeIn(settings.default_shipcode);

/** Section 9: a donation uses ship-c, whatever the default is. */
export const DONATION_ZONE: Shipcode = 'c';
