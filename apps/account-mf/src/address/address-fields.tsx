import { type AddressForm, needsPostcode, needsState } from '@newsstand/contracts/address';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { FormSelectOption, ShippingConfig } from '@newsstand/contracts/shipping-config';
import { Field } from '@newsstand/ui/field';
import { SelectBox } from '@newsstand/ui/select-box';
import styles from '../form.module.css';
import type { T } from '../widget.ts';

export const ADDRESS_FIELDS = ['line1', 'line2', 'city', 'state', 'postcode', 'country'] as const;

type Props = {
  zone: Shipcode;
  shipping: ShippingConfig;
  typed: AddressForm;
  disabled: boolean;
  onChange(typed: AddressForm): void;
  errorOf(field: string): string | undefined;
  t: T;
};

/** An address in one zone: only its countries; which parts are required depends on the country (section 5). */
export const AddressFields = ({ zone, shipping, typed, disabled, onChange, errorOf, t }: Props) => {
  const { countries, states: statesByCountry } = shipping[zone];
  const states = statesByCountry[typed.country] ?? [];
  const set = (field: keyof AddressForm, value: string) =>
    // A state of another country is none.
    onChange({ ...typed, [field]: value, ...(field === 'country' && value !== typed.country && { state: '' }) });
  const select = (field: 'country' | 'state', options: readonly FormSelectOption[], isRequired: boolean) => (
    <SelectBox
      key={field === 'state' ? typed.country : `${zone} ${field}`}
      label={t(`account.${field}`)}
      name={field}
      autoComplete={field === 'country' ? 'country-name' : 'address-level1'}
      options={options}
      required={isRequired}
      disabled={disabled}
      value={options.some(({ code }) => code === typed[field]) ? typed[field] : null}
      onChange={(code) => set(field, code ?? '')}
      error={errorOf(field)}
      texts={{
        no_matches: t('account.no_matches'),
        matches: t('account.matches', { n: '{n}' }),
        choose_from_list: t('account.choose_from_list'),
        show_options: t('account.show_options'),
      }}
    />
  );
  const text = (field: 'line1' | 'line2' | 'city' | 'postcode', autoComplete: string, isRequired: boolean) => (
    <Field
      label={t(`account.${field}`)}
      name={field}
      autoComplete={autoComplete}
      required={isRequired}
      disabled={disabled}
      value={typed[field]}
      onChange={(value) => set(field, value)}
      error={errorOf(field)}
    />
  );
  return (
    <>
      {select('country', countries, true)}
      {text('line1', 'address-line1', true)}
      {text('line2', 'address-line2', false)}
      <div className={styles.pair}>
        {text('city', 'address-level2', true)}
        {text('postcode', 'postal-code', needsPostcode(typed.country))}
      </div>
      {states.length > 0 && select('state', states, needsState(typed.country))}
    </>
  );
};
