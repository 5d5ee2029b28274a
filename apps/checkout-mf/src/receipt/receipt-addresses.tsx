import { type Address, addressLines } from '@newsstand/contracts/address';
import type { Receipt } from '@newsstand/contracts/receipt';
import type { T } from '../page-texts.ts';
import styles from './receipt-addresses.module.css';

/** Whom the order was for, and where everything of it is posted: to them, and to others. */
export const ReceiptAddresses = ({ receipt, t }: { receipt: Receipt; t: T }) => {
  const { name, address, posted = true, parcels = [], gifts = [] } = receipt;
  return (
    <div className={styles.addresses}>
      <AddressOf title={t(posted && address ? 'checkout.receipt_address' : 'checkout.receipt_billed_to')} name={name} address={address} />
      {parcels.map(({ goods, ...to }, index) => {
        const things = goods.map((good) => t('checkout.receipt_parcel_thing', good)).join(', ');
        // Two people of the same name stand in the same order each time.
        return <AddressOf key={`${index} ${to.name}`} title={t('checkout.receipt_parcel', { goods: things })} {...to} />;
      })}
      {gifts.map(
        ({ token, sent_to, sent_address }) =>
          sent_to !== undefined &&
          sent_address && <AddressOf key={token} title={t('checkout.receipt_gift_address')} name={sent_to} address={sent_address} />,
      )}
    </div>
  );
};

const AddressOf = ({ title, name, address }: { title: string; name: string; address: Address | null }) => (
  <div className={styles.address}>
    <h2 className={styles.title}>{title}</h2>
    <address className={styles.lines}>
      {[name, ...(address ? addressLines(address) : [])].map((text) => (
        <span key={text} className={styles.line}>
          {text}
        </span>
      ))}
    </address>
  </div>
);
