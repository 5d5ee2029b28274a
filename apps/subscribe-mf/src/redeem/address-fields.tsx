import { needsPostcode, needsState } from '@newsstand/contracts/address';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import type { FormSelectOption, ShippingConfig } from '@newsstand/contracts/shipping-config';
import { Field } from '@newsstand/ui/field';
import { SelectBox } from '@newsstand/ui/select-box';
import type { T } from '../widget.ts';
import styles from './redeem-view.module.css';
import type { Redeem } from './use-redeem.ts';

/** Where the issues are posted: only countries of the zone that was chosen. Which parts are required depends on the country (section 5). */
export const AddressFields = ({ redeem, shipping, t }: { redeem: Redeem; shipping: ShippingConfig; t: T }) => {
  const { typed, type, errorOf, deliverable } = redeem;
  const zone = shipping[shipcodeOf(deliverable) ?? 'a'];
  const states = zone.states[typed.country] ?? [];
  const select = (field: 'country' | 'state', options: readonly FormSelectOption[], required: boolean) => (
    <SelectBox
      key={field === 'state' ? typed.country : field}
      label={t(`subscribe.${field}`)}
      name={field}
      autoComplete={field === 'country' ? 'country-name' : 'address-level1'}
      options={options}
      required={required}
      value={options.some(({ code }) => code === typed[field]) ? typed[field] : null}
      onChange={(code) => type(field, code ?? '')}
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
      onChange={(value) => type(field, value)}
      error={errorOf(field)}
    />
  );
  return (
    <section className={styles.part}>
      <h2 className={styles.heading}>{t('subscribe.address')}</h2>
      {select('country', zone.countries, true)}
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
