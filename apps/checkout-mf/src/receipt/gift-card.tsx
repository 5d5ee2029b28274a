import { giftCodePath } from '@newsstand/contracts/file-paths';
import { issuesOf } from '@newsstand/contracts/term';
import type { Receipt } from '@newsstand/contracts/receipt';
import type { T } from '../page-texts.ts';
import styles from './gift-card.module.css';

export type Gift = NonNullable<Receipt['gifts']>[number];

type Props = {
  gift: Gift;
  n: number;
  /** The magazine's name, and who gives it. */
  publication: string;
  giver: string;
  /** Where the API is. */
  base: string;
  t: T;
};

/**
 * What is handed over with a gift: which magazine, how much of it, for whom and from whom, and the code that opens it.
 * To be printed and cut out.
 */
export const GiftCard = ({ gift: { token, url, ...gift }, n, publication, giver, base, t }: Props) => (
  <div className={styles.card}>
    <p className={styles.masthead}>{publication}</p>
    <div className={styles.words}>
      <p className={styles.title}>{t(gift.term ? `checkout.gift_card_${gift.term}` : 'checkout.gift_card')}</p>
      <p className={styles.what}>{describe(gift, t)}</p>
    </div>
    <dl className={styles.names}>
      <dt className={styles.label}>{t('checkout.gift_card_for')}</dt>
      {/* Where nobody is known it is a line to write on. */}
      <dd className={styles.name}>{gift.meant_for}</dd>
      <dt className={styles.label}>{t('checkout.gift_card_from')}</dt>
      <dd className={styles.name}>{giver}</dd>
    </dl>
    <img className={styles.code} src={base + giftCodePath(token)} width={120} height={120} alt={t('checkout.receipt_gift_code', { n })} />
    <p className={styles.open}>
      {t('checkout.gift_card_open')}{' '}
      <a className={styles.link} href={url}>
        {url}
      </a>
    </p>
  </div>
);

const describe = ({ medium, term, detail }: Pick<Gift, 'medium' | 'term' | 'detail'>, t: T): string => {
  if (medium === undefined || term === undefined) return detail;
  const count = issuesOf(term);
  return count === null ? t(`checkout.gift_card_${medium}_lifetime`) : t(`checkout.gift_card_${medium}`, { count });
};
