import { useId } from 'react';
import { displayDate } from '@newsstand/contracts/display-date';
import type { Receipt } from '@newsstand/contracts/receipt';
import { createMessages } from '@newsstand/ui/messages';
import { sentMessages } from './messages.ts';
import styles from './money-back-notes.module.css';

type Props = { sent: NonNullable<Receipt['sent']>; overrides: Readonly<Record<string, string>> };

/** Parcels that were sent, each with what is in it and where it can be followed. Nothing where none was. */
export const SentParcels = ({ sent, overrides }: Props) => {
  const t = createMessages(sentMessages, overrides);
  const id = useId();
  if (sent.length === 0) return null;
  return (
    <section className={styles.back} aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        {t('checkout.sent')}
      </h2>
      <ul className={styles.list}>
        {sent.map(({ on, carrier, tracking, url, to, goods }) => {
          const date = displayDate(on);
          const number = t('checkout.sent_tracking', { tracking: [carrier, tracking].filter(Boolean).join(' ') });
          return (
            <li key={`${on} ${to ?? ''}`} className={styles.item}>
              <span>{to === undefined ? t('checkout.sent_on', { date }) : t('checkout.sent_to', { date, name: to })}</span>{' '}
              <span>{goods.map(({ name, quantity }) => t('checkout.sent_piece', { count: quantity, name })).join(', ')}</span>{' '}
              {tracking !== '' &&
                (url === undefined ? (
                  <span>{number}</span>
                ) : (
                  <a href={url} target="_blank" rel="noreferrer">
                    {number}
                  </a>
                ))}
            </li>
          );
        })}
      </ul>
    </section>
  );
};
