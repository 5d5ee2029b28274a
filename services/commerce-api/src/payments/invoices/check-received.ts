import { displayDate } from '@newsstand/contracts/display-date';
import { DAY, HOUR } from '../../platform/duration.ts';
import { ToldRefusal } from '../../platform/http/staff-refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { todayOf } from '../../publication/publication-day.ts';
import type { Payable } from './find-payable.ts';
import { invoiceName } from './invoice-name.ts';

/** A check may have come before its invoice was written; a bank need not honour one that is older than this. */
const STALE = 183 * DAY;
/** Where a day begins first. */
const EARLIEST_ZONE = 14 * HOUR;

/** As a program is told the day, and the desk. */
const ASKED = { option: '--received', field: 'received' };

/**
 * Refuses (422) a day on which an invoice's payment cannot have been received: one that has begun nowhere yet, and one
 * of long before. `received` is an ISO date.
 */
export function checkReceived(
  deps: Pick<Deps, 'clock' | 'publication'>,
  invoice: Pick<Payable, 'number' | 'order'>,
  received: string,
): void {
  const now = deps.clock();
  if (received > isoDay(new Date(now.getTime() + EARLIEST_ZONE))) {
    throw new ToldRefusal(deskText('received_later', { day: displayDate(received), today: displayDate(todayOf(deps)) }), ASKED);
  }
  const written = isoDay(invoice.order.created);
  if (Date.parse(received) < Date.parse(written) - STALE) {
    const told = { day: displayDate(received), number: invoiceName(deps, invoice), written: displayDate(written) };
    throw new ToldRefusal(deskText('received_long_before', told), ASKED);
  }
}

function isoDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
