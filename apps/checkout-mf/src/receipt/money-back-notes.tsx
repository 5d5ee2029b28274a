import { useId } from 'react';
import { displayDate } from '@newsstand/contracts/display-date';
import { creditNotePdfPath } from '@newsstand/contracts/file-paths';
import type { Stopped, MoneyBack } from '@newsstand/contracts/money-back';
import { dayOfMoneyBack } from '@newsstand/contracts/money-back-states';
import { formatCents } from '@newsstand/contracts/money';
import { createMessages, ownPath } from '@newsstand/ui/messages';
import { WordsWithAddress } from '@newsstand/ui/words-with-address';
import { moneyBackMessages } from './messages.ts';
import styles from './money-back-notes.module.css';

type Props = {
  back: readonly MoneyBack[];
  stopped?: readonly Stopped[] | undefined;
  /** Where the API is, and the token of the order's receipt or invoice. */
  base: string;
  token: string;
  support: string;
  overrides: Readonly<Record<string, string>>;
};

/**
 * What of a receipt's or an invoice's money went back, as the card provider tells it, and what is charged for no more
 * since. Nothing where nothing did.
 */
export const MoneyBackNotes = ({ back, stopped = [], base, token, support, overrides }: Props) => {
  const t = createMessages(moneyBackMessages, overrides);
  const id = useId();
  if (back.length === 0) return null;
  return (
    <section className={styles.back} aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        {t('checkout.money_back')}
      </h2>
      <ul className={styles.list}>
        {back.map((each) => (
          <li key={`${each.created} ${each.state} ${each.amount}`} className={styles.item}>
            <span>
              <WordsWithAddress
                words={t(`checkout.money_back_${each.state}`, { date: displayDate(dayOfMoneyBack(each)), support })}
                address={support}
              />
            </span>{' '}
            <span className={styles.amount}>{formatCents(each.amount)}</span>
            {each.credit_note !== undefined && (
              <a className={styles.note} href={base + creditNotePdfPath(token, each.credit_note)}>
                {t('checkout.credit_note', { number: each.credit_note })}
              </a>
            )}
          </li>
        ))}
      </ul>
      {stopped.map((what) => (
        <p key={what}>
          {t(`checkout.money_back_stopped_${what}`)}{' '}
          {what === 'autorenew' && <a href={ownPath('/account')}>{t('checkout.money_back_account')}</a>}
        </p>
      ))}
    </section>
  );
};
