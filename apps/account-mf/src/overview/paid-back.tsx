import { creditNotePdfPath } from '@newsstand/contracts/file-paths';
import type { MoneyBack } from '@newsstand/contracts/money-back';
import { isTakenByBank, moneyGone } from '@newsstand/contracts/money-back-states';
import { formatCents } from '@newsstand/contracts/money';
import { createMessages } from '@newsstand/ui/messages';
import type { Known } from '../widget.ts';
import { paidBackMessages } from './messages-paid-back.ts';
import styles from './receipts-and-invoices.module.css';

/** `token`: of the receipt whose credit notes may be opened. */
export type PaidBackProps = { total: number; back: MoneyBack[]; widget: Known; token?: string };

/**
 * How much of a paper's money went back, who returned it, and the credit notes of that. The dates are on the receipt.
 */
export const PaidBack = ({ total, back, widget, token }: PaidBackProps) => {
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
          token !== undefined &&
          !widget.viewOnly && (
            <a
              key={note}
              className={styles.creditNote}
              href={widget.context.api + creditNotePdfPath(token, note)}
              aria-label={t('account.credit_note', { number: note })}
            >
              {note}
            </a>
          ),
      )}
    </>
  );
};
