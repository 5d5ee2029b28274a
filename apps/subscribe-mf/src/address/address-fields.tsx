import { needsPostcode, needsState } from '@newsstand/contracts/address';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { FormSelectOption, ShippingConfig } from '@newsstand/contracts/shipping-config';
import { Field } from '@newsstand/ui/field';
import { SelectBox } from '@newsstand/ui/select-box';
import type { T } from '../widget.ts';
import styles from './address-fields.module.css';
import type { AddressField, TypedAddress } from './typed-address.ts';

type Props = {
  /** Only countries of this zone. */
  zone: Shipcode;
  shipping: ShippingConfig;
  typed: TypedAddress;
  onType(field: AddressField, value: string): void;
  errorOf(field: AddressField): string | undefined;
  t: T;
};

/** Where something is posted to: only countries of the zone that was chosen. Which parts are required depends on the country (section 5). */
export const AddressFields = ({ zone, shipping, typed, onType, errorOf, t }: Props) => {
  const { countries, states: statesOf } = shipping[zone];
  const states = statesOf[typed.country] ?? [];
  const select = (field: 'country' | 'state', options: readonly FormSelectOption[], required: boolean) => (
    <SelectBox
      key={field === 'state' ? typed.country : field}
      label={t(`subscribe.${field}`)}
      name={field}
      autoComplete={field === 'country' ? 'country-name' : 'address-level1'}
      options={options}
      required={required}
      value={options.some(({ code }) => code === typed[field]) ? typed[field] : null}
      onChange={(code) => onType(field, code ?? '')}
      error={errorOf(field)}
      texts={{
        no_matches: t('subscribe.no_matches'),
        matches: t('subscribe.matches', { n: '{n}' }),
        choose_from_list: t('subscribe.choose_from_list'),
        show_options: t('subscribe.show_options'),
      }}
    />
  );
  const text = (field: 'line1' | 'line2' | 'city' | 'postcode', autoComplete: string, required: boolean) => (
    <Field
      label={t(`subscribe.${field}`)}
      name={field}
      autoComplete={autoComplete}
      required={required}
      value={typed[field]}
      onChange={(value) => onType(field, value)}
      error={errorOf(field)}
    />
  );
  return (
    <section className={styles.part}>
      <h2 className={styles.heading}>{t('subscribe.address')}</h2>
      {select('country', countries, true)}
      {text('line1', 'address-line1', true)}
      {text('line2', 'address-line2', false)}
      <div className={styles.pair}>
        {text('city', 'address-level2', true)}
        {text('postcode', 'postal-code', needsPostcode(typed.country))}
      </div>
      {states.length > 0 && select('state', states, needsState(typed.country))}
    </section>
  );
};
