import type { MoneyBack } from '@newsstand/contracts/money-back';
import { isTakenByBank, moneyGone } from '@newsstand/contracts/money-back-states';
import { formatCents } from '@newsstand/contracts/money';
import { createMessages } from '@newsstand/ui/messages';
import type { Known } from '../widget.ts';
import { paidBackMessages } from './messages-paid-back.ts';
import styles from './receipts-and-invoices.module.css';

/** `opens`: where what belongs to the receipt is, for whoever may open that. */
export type PaidBackProps = { total: number; back: MoneyBack[]; widget: Known; opens?: string | false };

/**
 * How much of a paper's money went back, who returned it, and the credit notes of that. The dates are on the receipt.
 */
export const PaidBack = ({ total, back, widget, opens }: PaidBackProps) => {
  const t = createMessages(paidBackMessages, widget.page.publication.messages);
  const gone = moneyGone(back);
  const how = back.some(({ state }) => isTakenByBank(state)) ? 'taken_back' : 'refunded';
  const text = gone < total ? t(`account.receipt_part_${how}`, { amount: formatCents(gone) }) : t(`account.receipt_${how}`);
  return (
    <>
      {gone > 0 && <span className={styles.back}>{text}</span>}
      {back.map(
        ({ credit_note: note }) =>
          note !== undefined &&
          opens && (
            <a
              key={note}
              className={styles.creditNote}
              href={`${opens}/credit-notes/${encodeURIComponent(note)}/pdf`}
              aria-label={t('account.credit_note', { number: note })}
            >
              {note}
            </a>
          ),
      )}
    </>
  );
};
