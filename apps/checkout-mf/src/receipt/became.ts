import { displayDate } from '@newsstand/contracts/display-date';
import type { ReceiptLine } from '@newsstand/contracts/receipt';
import { createMessages } from '@newsstand/ui/messages';
import { endedMessages } from './messages.ts';

/** What became of a line since it was paid, in a few words: of a receipt, and of an invoice. */
export function becameOf(messages: Readonly<Record<string, string>>): (line: ReceiptLine) => string[] {
  const t = createMessages(endedMessages, messages);
  return ({ ended, not_sent, quantity }) => [
    ...(ended === undefined ? [] : [t('checkout.line_ended', { date: displayDate(ended) })]),
    ...(not_sent === undefined
      ? []
      : [quantity === 1 ? t('checkout.line_not_sent_one') : t('checkout.line_not_sent', { count: not_sent, quantity })]),
  ];
}
