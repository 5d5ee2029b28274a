import { eachPart } from '@newsstand/contracts/address';
import type { FormSelectOption, ShippingConfig } from '@newsstand/contracts/shipping-config';
import { AddressFields as Fields } from '@newsstand/ui/address-fields';
import type { T } from '../page-texts.ts';
import { type AddressPrefix, errorName, partsOf } from './checkout-form.ts';
import { statesOf } from './countries.ts';
import type { FormProps } from './form-props.ts';

type Props = FormProps & { prefix?: AddressPrefix; shipping: ShippingConfig; countries: readonly FormSelectOption[]; t: T };

/** One of the two addresses of the form. */
export const AddressFields = ({ prefix = '', form, errors, onChange, shipping, countries, t }: Props) => {
  const typed = partsOf(form, prefix);
  return (
    <Fields
      of={prefix === '' ? undefined : 'recipient'}
      typed={typed}
      countries={countries}
      states={statesOf(shipping, typed.country)}
      texts={{
        ...eachPart((part) => t(`checkout.${part}`)),
        optional: t('checkout.optional'),
        no_matches: t('checkout.no_matches'),
        matches: t('checkout.matches', { n: '{n}' }),
        choose_from_list: t('checkout.choose_from_list'),
        show_options: t('checkout.show_options'),
      }}
      errorOf={(part) => errors[errorName(`${prefix}${part}`)]}
      onType={(part, value) => onChange(`${prefix}${part}`, value)}
    />
  );
};
