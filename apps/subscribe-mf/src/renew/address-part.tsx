import { addressLines } from '@newsstand/contracts/address-lines';
import { RadioGroup } from '@newsstand/ui/radio-group';
import { AddressFields } from '../address/address-fields.tsx';
import { required, type Widget } from '../widget.ts';
import styles from './renew-view.module.css';
import type { Renew } from './use-renew.ts';

/** Keep Address or Change Address (section 4); a form where there is no address for the zone, and where the one there is was refused. */
export const AddressPart = ({ renew, widget: { page, t } }: { renew: Renew; widget: Widget }) => {
  const { stored, keepsStored, chosen } = renew;
  return (
    <div className={styles.address}>
      {stored !== null && (
        <>
          <RadioGroup
            label={t('subscribe.address')}
            name="address"
            layout="row"
            value={keepsStored ? 'keep' : 'change'}
            onChange={(value) => renew.chooseKeep(value === 'keep')}
            options={[
              { value: 'keep', label: t('subscribe.renew_keep_address') },
              { value: 'change', label: t('subscribe.renew_change_address') },
            ]}
          />
          {keepsStored && (
            <address className={styles.stored}>
              {[stored.name, ...addressLines(stored.address)].map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          )}
        </>
      )}
      {!keepsStored && (
        <AddressFields
          key={chosen.shipcode}
          zone={chosen.shipcode}
          shipping={required(page.shipping, 'shipping')}
          typed={renew.typed}
          onType={renew.type}
          errorOf={renew.addressError}
          t={t}
        />
      )}
    </div>
  );
};
