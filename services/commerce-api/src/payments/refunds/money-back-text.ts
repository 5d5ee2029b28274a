import { displayDate } from '@newsstand/contracts/display-date';
import type { ReceiptLine } from '@newsstand/contracts/receipt';
import type { MoneyBack, MoneyBackState, Stopped } from '@newsstand/contracts/money-back';
import { dayOfMoneyBack } from '@newsstand/contracts/money-back-states';

/** As the pages of the receipt and the invoice say it. */
const TEXTS: Record<MoneyBackState, (day: string) => string> = {
  pending: (day) => `Refund under way since ${day}`,
  refunded: (day) => `Refunded on ${day}`,
  failed: (day) => `A refund that could not be paid out on ${day}, and came back to us`,
  open: (day) => `Taken back by the bank on ${day}, while a dispute lasts`,
  lost: (day) => `Taken back by the bank on ${day}`,
  won: (day) => `Taken back by the bank, and returned to us on ${day}`,
};

const STOPPED: Record<Stopped, string> = {
  autorenew: 'The subscription does not renew by itself any more: autorenew is off, and no renewal is planned.',
  donation: 'The monthly donation has ended: no further month is charged.',
};

/**
 * What went back of an order, for the PDFs of its receipt and its invoice: in words, with the day of the last news of
 * it (UTC).
 */
export const moneyBackText = (back: MoneyBack): string => TEXTS[back.state](displayDate(dayOfMoneyBack(back), 'UTC'));

/** What is charged for no more since, in words. */
export const stoppedText = (what: Stopped): string => STOPPED[what];

/** What became of a line since it was paid, as a PDF says it. */
export const becameText = ({ ended, not_sent, quantity }: Pick<ReceiptLine, 'ended' | 'not_sent' | 'quantity'>): string[] => [
  ...(ended === undefined ? [] : [`Ended ${displayDate(ended, 'UTC')}`]),
  ...(not_sent === undefined ? [] : [quantity === 1 ? 'Not sent any more' : `${not_sent} of ${quantity} not sent any more`]),
];
