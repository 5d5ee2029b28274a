import type { ReactNode } from 'react';
import type { Receipt, ReceiptLine } from '@newsstand/contracts/receipt';
import { displayDate } from '@newsstand/contracts/display-date';
import { createMessages, type Translate } from '@newsstand/ui/messages';
import { Price } from '@newsstand/ui/price';
import { VisuallyHidden } from '@newsstand/ui/visually-hidden';
import { lineNotes } from '../cart/line-notes.ts';
import { linePrice } from '../cart/line-price.ts';
import type { T } from '../page-texts.ts';
import { endedMessages } from './messages.ts';
import styles from './receipt-lines.module.css';

type Props = Pick<Receipt, 'lines' | 'totals'> & {
  caption: string;
  t: T;
  overrides: Readonly<Record<string, string>>;
};

/** What is charged, line by line, and its sums: of a receipt, and of an invoice. */
export const ReceiptLines = ({ lines, totals, caption, t, overrides }: Props) => {
  const tBecame = createMessages(endedMessages, overrides);
  const { goods, discount, shipping, waived, total } = totals;
  return (
    <table className={styles.lines}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead className={styles.head}>
        <tr>
          <th className={styles.th} scope="col">
            {t('checkout.item')}
          </th>
          <th className={styles.thEnd} scope="col">
            {t('checkout.quantity')}
          </th>
          <th className={styles.thEnd} scope="col">
            {t('checkout.total')}
          </th>
        </tr>
      </thead>
      <tbody className={styles.body}>
        {lines.map((line) => {
          const { was, now } = linePrice(line, line.quantity);
          return (
            <tr key={`${line.type}/${line.ref}`} className={styles.line}>
              <th className={styles.item} scope="row">
                {line.name}
                {[...(line.detail === null ? [] : [line.detail]), ...lineNotes(line, line.quantity, t), ...becameOf(line, tBecame)].map(
                  (text) => (
                    <span key={text} className={styles.detail}>
                      {text}
                    </span>
                  ),
                )}
              </th>
              <td className={`${styles.td} ${styles.times}`}>{line.quantity}</td>
              <td className={styles.td}>{now === 0 ? t('checkout.free_price') : <Price cents={now} was={was} />}</td>
            </tr>
          );
        })}
      </tbody>
      <tfoot className={styles.body}>
        <Sum label={t('checkout.subtotal')}>
          <Price cents={goods} />
        </Sum>
        {discount > 0 && (
          <Sum label={t('checkout.discount')}>
            <Price cents={-discount} />
          </Sum>
        )}
        {shipping > 0 && (
          <Sum label={t('checkout.shipping')}>
            <Price cents={shipping} />
          </Sum>
        )}
        {waived > 0 && (
          <Sum label={t('checkout.waived')}>
            <Price cents={-waived} />
          </Sum>
        )}
        <Sum label={t('checkout.total')} grand>
          {total === 0 ? t('checkout.free') : <Price cents={total} />}
        </Sum>
      </tfoot>
    </table>
  );
};

const Sum = ({ label, grand = false, children }: { label: string; grand?: boolean; children: ReactNode }) => (
  <tr className={grand ? styles.grand : styles.sum}>
    <th className={styles.sumLabel} scope="row" colSpan={2}>
      {label}
    </th>
    <td className={styles.sumAmount}>{children}</td>
  </tr>
);

/** What became of a line since it was paid, in a few words. */
const becameOf = ({ ended, not_sent, quantity }: ReceiptLine, t: Translate<typeof endedMessages>): string[] => [
  ...(ended === undefined ? [] : [t('checkout.line_ended', { date: displayDate(ended) })]),
  ...(not_sent === undefined ? [] : [t('checkout.line_not_sent', { count: not_sent, quantity })]),
];
