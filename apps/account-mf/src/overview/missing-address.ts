import type { Subscriber } from '@newsstand/contracts/account';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { scheduledOf } from '../address/needs.ts';

/** The first subscription to come whose post has no address on record, and the zone that it is missing for; null where nothing is (section 5). */
export const missingAddress = ({
  account,
  timetable,
}: Pick<Subscriber, 'account' | 'timetable'>): { token: string; zone: Shipcode } | null => {
  for (const { info } of scheduledOf(timetable)) {
    const zone = shipcodeOf(info.deliverables.active);
    if (zone !== null && timetable.address_required[zone] && account.addresses[zone] === null) return { token: info.token, zone };
  }
  return null;
};
