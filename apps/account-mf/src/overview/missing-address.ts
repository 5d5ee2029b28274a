import type { Subscriber } from '@newsstand/contracts/account';
import { SHIPCODES, type Shipcode } from '@newsstand/contracts/shipcode';

/** The first zone to which print is owed and for which no address is on record; null where nothing is missing (section 5). */
export const missingAddress = ({ account, timetable }: Pick<Subscriber, 'account' | 'timetable'>): Shipcode | null =>
  SHIPCODES.find((zone) => timetable.address_required[zone] && account.addresses[zone] === null) ?? null;
