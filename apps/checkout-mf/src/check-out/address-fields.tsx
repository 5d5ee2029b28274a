import { needsPostcode, needsState } from '@newsstand/contracts/address';
import type { FormSelectOption, ShippingConfig } from '@newsstand/contracts/shipping-config';
import { Field } from '@newsstand/ui/field';
import { SelectBox } from '@newsstand/ui/select-box';
import type { T } from '../page-texts.ts';
import styles from './address-fields.module.css';
import { type AddressPrefix, errorName } from './checkout-form.ts';
import { postcodeFirst, statesOf } from './countries.ts';
import type { FormProps } from './form-props.ts';

type Props = FormProps & { prefix?: AddressPrefix; shipping: ShippingConfig; countries: readonly FormSelectOption[]; t: T };

/** The parts of an address: which are required, and in which order they stand, depends on the country (section 5). */
export const AddressFields = ({ prefix = '', form, errors, onChange, shipping, countries, t }: Props) => {
  const country = form[`${prefix}country`];
  const states = statesOf(shipping, country);
  const fill = (name: string) => (prefix === '' ? name : `section-recipient ${name}`);
  const select = (part: 'country' | 'state', options: readonly FormSelectOption[], required: boolean) => (
    <SelectBox
      key={part === 'state' ? country : part}
      label={t(`checkout.${part}`)}
      name={`${prefix}${part}`}
      autoComplete={fill(part === 'country' ? 'country-name' : 'address-level1')}
      options={options}
      required={required}
      value={form[`${prefix}${part}`] || null}
      onChange={(code) => onChange(`${prefix}${part}`, code ?? '')}
      error={errors[errorName(`${prefix}${part}`)]}
      texts={selectTexts(t)}
    />
  );
  const text = (part: 'line1' | 'line2' | 'city' | 'postcode', autoComplete: string, required: boolean) => (
    <Field
      key={part}
      label={required ? t(`checkout.${part}`) : <Optional label={t(`checkout.${part}`)} note={t('checkout.optional')} />}
      name={`${prefix}${part}`}
      autoComplete={fill(autoComplete)}
      required={required}
      value={form[`${prefix}${part}`]}
      onChange={(value) => onChange(`${prefix}${part}`, value)}
      error={errors[errorName(`${prefix}${part}`)]}
    />
  );
  const city = text('city', 'address-level2', true);
  const postcode = text('postcode', 'postal-code', needsPostcode(country));
  return (
    <>
      {select('country', countries, true)}
      {text('line1', 'address-line1', true)}
      {text('line2', 'address-line2', false)}
      {states.length > 0 && city}
      {states.length > 0 ? (
        <div className={styles.wideFirst}>
          {select('state', states, needsState(country))}
          {postcode}
        </div>
      ) : (
        <div className={postcodeFirst(country) ? styles.wideLast : styles.wideFirst}>
          {postcodeFirst(country) ? [postcode, city] : [city, postcode]}
        </div>
      )}
    </>
  );
};

const Optional = ({ label, note }: { label: string; note: string }) => (
  <>
    {label} <span className={styles.optional}>{note}</span>
  </>
);

const selectTexts = (t: T) => ({
  no_matches: t('checkout.no_matches'),
  matches: t('checkout.matches', { n: '{n}' }),
  choose_from_list: t('checkout.choose_from_list'),
  show_options: t('checkout.show_options'),
});
