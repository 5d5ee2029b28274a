import { displayDate } from '@newsstand/contracts/display-date';
import { DAY, HOUR } from '../../platform/duration.ts';
import { StaffRefusal } from '../../platform/staff-refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import type { Payable } from './find-payable.ts';
import { nameOf } from './name-of.ts';

/** A check may have come before its invoice was written; a bank need not honour one that is older than this. */
const STALE = 183 * DAY;
/** Where a day begins first. */
const EARLIEST_ZONE = 14 * HOUR;

/** Refuses (422) a day on which an invoice's payment cannot have been received: one that has begun nowhere yet, and one of long before. `received` is an ISO date. */
export function checkReceived(
  deps: Pick<Deps, 'clock' | 'publication'>,
  invoice: Pick<Payable, 'number' | 'order'>,
  received: string,
): void {
  const now = deps.clock();
  if (received > isoDay(new Date(now.getTime() + EARLIEST_ZONE))) {
    throw new StaffRefusal(
      `--received ${displayDate(received)} has not come yet: today is ${displayDate(isoDay(now))}. Nothing was recorded.`,
    );
  }
  const written = isoDay(invoice.order.created);
  if (Date.parse(received) < Date.parse(written) - STALE) {
    throw new StaffRefusal(
      `--received ${displayDate(received)} is more than half a year before ${nameOf(deps, invoice)} was written (${displayDate(written)}). Nothing was recorded.`,
    );
  }
}

function isoDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
