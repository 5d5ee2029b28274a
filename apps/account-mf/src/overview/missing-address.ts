import type { Subscriber } from '@newsstand/contracts/account';
import { type Posted, postedOf } from '../address/required-zones.ts';

/**
 * The first subscription to come whose post has no address on record, and the zone that it is missing for; null where
 * nothing is (section 5).
 */
export const missingAddress = ({ account, timetable }: Pick<Subscriber, 'account' | 'timetable'>): Posted | null =>
  postedOf(timetable).find(({ zone }) => account.addresses[zone] === null) ?? null;
