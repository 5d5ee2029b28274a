import { needsPostcode, needsState } from '@newsstand/contracts/address';
import type { FormSelectOption, ShippingConfig } from '@newsstand/contracts/shipping-config';
import { Field } from '@newsstand/ui/field';
import { SelectBox } from '@newsstand/ui/select-box';
import type { T } from '../page-texts.ts';
import styles from './address-block.module.css';
import { Block } from './block.tsx';
import { countriesOf, statesOf } from './countries.ts';
import type { FormProps } from './form-props.ts';

/** `subscription`: each issue of one goes to this address. */
type Props = FormProps & { shipping: ShippingConfig; subscription: boolean; t: T };

/** Where the order is posted; which parts are required depends on the country (section 5). */
export const AddressBlock = (props: Props) => {
  const { form, errors, onChange, shipping, subscription, t } = props;
  const states = statesOf(shipping, form.country);
  const optional = t('checkout.optional');
  const select = (field: 'country' | 'state', options: readonly FormSelectOption[], required: boolean) => (
    <SelectBox
      key={field === 'state' ? form.country : field}
      label={t(`checkout.${field}`)}
      name={field}
      autoComplete={field === 'country' ? 'country-name' : 'address-level1'}
      options={options}
      required={required}
      value={form[field] || null}
      onChange={(code) => onChange(field, code ?? '')}
      error={errors[`address.${field}`]}
      texts={selectTexts(t)}
    />
  );
  const text = (field: 'line1' | 'line2' | 'city' | 'postcode', autoComplete: string, required: boolean) => (
    <Field
      label={required ? t(`checkout.${field}`) : <Optional label={t(`checkout.${field}`)} note={optional} />}
      name={field}
      autoComplete={autoComplete}
      required={required}
      value={form[field]}
      onChange={(value) => onChange(field, value)}
      error={errors[`address.${field}`]}
    />
  );
  return (
    <Block title={t('checkout.address')}>
      {subscription && <p className={styles.note}>{t('checkout.address_subscription')}</p>}
      {select('country', countriesOf(shipping), true)}
      {text('line1', 'address-line1', true)}
      {text('line2', 'address-line2', false)}
      <div className={styles.pair}>
        {text('city', 'address-level2', true)}
        {text('postcode', 'postal-code', needsPostcode(form.country))}
      </div>
      {states.length > 0 && select('state', states, needsState(form.country))}
    </Block>
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
