import { type ReactNode, useId } from 'react';
import { cardName } from '@newsstand/contracts/card-name';
import { displayDate } from '@newsstand/contracts/display-date';
import { formatCents } from '@newsstand/contracts/money';
import type { Agreed, Receipt } from '@newsstand/contracts/receipt';
import { createMessages, ownPath, type Translate } from '@newsstand/ui/messages';
import { WordsWithAddress } from '@newsstand/ui/words-with-address';
import { agreedMessages } from './messages.ts';
import styles from './agreed-part.module.css';

type Props = { agreed: Agreed; card: Receipt['card']; support: string; overrides: Readonly<Record<string, string>> };

/**
 * What is kept of an order, and what is charged later without its reader's doing: with what, how much, when, and where
 * that ends.
 */
export const AgreedPart = ({ agreed, card, support, overrides }: Props) => {
  const t = createMessages(agreedMessages, overrides);
  const id = useId();
  const { kept = false, autorenew, renewal = null, donation } = agreed;
  const paid = cardText(card, t);
  const account = <a href={ownPath('/account')}>{t('checkout.agreed_account')}</a>;
  return (
    <section className={styles.agreed} aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        {t('checkout.agreed')}
      </h2>
      {kept && !autorenew && (
        <Part name={t('checkout.agreed_card')}>
          <p>
            {t('checkout.agreed_kept', { card: paid })} {account}
          </p>
        </Part>
      )}
      {autorenew !== undefined && (
        <Part name={t('checkout.agreed_subscription')}>
          <p>
            {autorenew && kept
              ? t('checkout.agreed_renews_card', { card: paid })
              : t(autorenew ? 'checkout.agreed_renews' : 'checkout.agreed_off')}
          </p>
          {autorenew && renewal && <p className={styles.charge}>{chargeText(renewal, null, t)}</p>}
          <p>
            {autorenew && t('checkout.agreed_notice')} {account}
          </p>
        </Part>
      )}
      {donation && (
        <Part name={t('checkout.agreed_donation')}>
          <p className={styles.charge}>
            {chargeText({ ...donation, after: null }, donation.kept ? paid : null, t)} {t('checkout.agreed_monthly')}
          </p>
          <p>
            <WordsWithAddress words={t('checkout.agreed_end', { support })} address={support} /> {account}
          </p>
        </Part>
      )}
    </section>
  );
};

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.part}>
    <h3 className={styles.name}>{name}</h3>
    <div className={styles.text}>{children}</div>
  </div>
);

type T = Translate<typeof agreedMessages>;

/** 'Next charge: $28.00, about 10.2027, after issue 19.' */
const chargeText = ({ amount, when, after }: NonNullable<Agreed['renewal']>, card: string | null, t: T): string => {
  const parts = [
    formatCents(amount),
    ...(when === null
      ? []
      : [t(when.length === 'YYYY-MM'.length ? 'checkout.agreed_about' : 'checkout.agreed_on', { date: displayDate(when) })]),
    ...(after === null ? [] : [t('checkout.agreed_after', { issue: after })]),
    ...(card === null ? [] : [t('checkout.agreed_to', { card })]),
  ];
  return t('checkout.agreed_next', { charge: parts.join(', ') });
};

const cardText = (card: Receipt['card'], t: T): string =>
  card ? t('checkout.agreed_card_is', { card: cardName(card.type, card.wallet), last_four: card.last_four }) : t('checkout.agreed_same');
