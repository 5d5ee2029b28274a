import { addressLines, type TypedAddress } from '@newsstand/contracts/address';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { Renewing } from '@newsstand/contracts/subscription';
import { RadioGroup } from '@newsstand/ui/radio-group';
import { required, type Widget } from '../widget.ts';
import { AddressFields } from './address-fields.tsx';
import styles from './address-fields.module.css';

type Props = {
  zone: Shipcode;
  /** The address on record for the zone, if there is one and it was not refused. */
  stored: Renewing['addresses'][Shipcode];
  keepsStored: boolean;
  onKeep(keep: boolean): void;
  typed: TypedAddress;
  onType(field: keyof TypedAddress, value: string): void;
  errorOf(field: keyof TypedAddress): string | undefined;
  widget: Widget;
};

/**
 * Keep Address or Change Address (section 4); a form where there is no address for the zone, and where the one there is
 * was refused.
 */
export const AddressPart = ({ zone, stored, keepsStored, onKeep, typed, onType, errorOf, widget: { page, t } }: Props) => (
  <div className={styles.part}>
    {stored !== null && (
      <>
        <RadioGroup
          label={t('subscribe.address')}
          name="address"
          layout="row"
          value={keepsStored ? 'keep' : 'change'}
          onChange={(value) => onKeep(value === 'keep')}
          options={[
            { value: 'keep', label: t('subscribe.keep_address') },
            { value: 'change', label: t('subscribe.change_address') },
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
        key={zone}
        zone={zone}
        shipping={required(page.shipping, 'shipping')}
        typed={typed}
        onType={onType}
        errorOf={errorOf}
        t={t}
      />
    )}
  </div>
);
