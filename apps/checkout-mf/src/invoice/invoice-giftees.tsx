import { useId } from 'react';
import { addressLines } from '@newsstand/contracts/address';
import type { Invoice } from '@newsstand/contracts/invoice';
import styles from './invoice-giftees.module.css';
import type { T } from './messages.ts';

/** For whom an invoice pays: each person, where theirs goes, and what it is. */
export const InvoiceGiftees = ({ giftees, t }: { giftees: Invoice['bill']['giftees']; t: T }) => {
  const id = useId();
  return (
    <section className={styles.giftees} aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        {t('checkout.invoice_giftees')}
      </h2>
      <ul className={styles.list}>
        {giftees.map(({ name, address, goods }, index) => (
          // Two people of the same name stand in the same order each time.
          <li key={`${index} ${name}`} className={styles.giftee}>
            <span className={styles.name}>{name}</span>
            {address && <address className={styles.address}>{addressLines(address).join(', ')}</address>}
            {goods.map((good) => (
              <span key={good.name} className={styles.goods}>
                {t('checkout.invoice_giftee_goods', { qty: good.qty, name: good.name })}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
};
