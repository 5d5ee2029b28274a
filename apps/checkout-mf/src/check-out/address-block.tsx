import { type Address, addressLines } from '@newsstand/contracts/address';
import type { ShippingConfig } from '@newsstand/contracts/shipping-config';
import { Notice } from '@newsstand/ui/notice';
import { RadioGroup } from '@newsstand/ui/radio-group';
import type { T } from '../page-texts.ts';
import { AddressFields } from './address-fields.tsx';
import { Block } from './block.tsx';
import { countriesOf } from './countries.ts';
import type { FormProps } from './form-props.ts';
import styles from './note.module.css';

/** Section 4: a subscriber with a print subscription keeps the address on record, or changes it. */
export type AddressMode = 'keep' | 'change';

type Props = FormProps & {
  shipping: ShippingConfig;
  /** Each issue of a subscription goes to this address. */
  subscription: boolean;
  /** The address on record of a subscriber who may keep it; null for everybody else. */
  kept: Address | null;
  mode: AddressMode;
  /** The subscription that runs has no address to be posted to. */
  missing: boolean;
  t: T;
  onMode(mode: AddressMode): void;
};

/** Where the order is posted (section 2, subscription address and mailing address: one order goes to one address). */
export const AddressBlock = ({ form, errors, onChange, shipping, subscription, kept, mode, missing, t, onMode }: Props) => (
  <Block title={t(subscription ? 'checkout.subscription_address' : 'checkout.address')}>
    {subscription && <p className={styles.note}>{t('checkout.address_subscription')}</p>}
    {missing && <Notice kind="warning">{t('checkout.no_usable_address')}</Notice>}
    {kept && (
      <RadioGroup
        label={t('checkout.address_choice')}
        name="address_mode"
        value={mode}
        onChange={onMode}
        options={[
          { value: 'keep', label: t('checkout.keep_address'), hint: addressLines(kept).join(', ') },
          { value: 'change', label: t('checkout.change_address') },
        ]}
      />
    )}
    {(!kept || mode === 'change') && (
      <AddressFields form={form} errors={errors} onChange={onChange} shipping={shipping} countries={countriesOf(shipping)} t={t} />
    )}
  </Block>
);
