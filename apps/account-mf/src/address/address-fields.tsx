import { type TypedAddress, eachPart } from '@newsstand/contracts/address';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { ShippingConfig } from '@newsstand/contracts/shipping-config';
import { AddressFields as Fields } from '@newsstand/ui/address-fields';
import type { T } from '../widget.ts';

type Props = {
  zone: Shipcode;
  shipping: ShippingConfig;
  typed: TypedAddress;
  disabled: boolean;
  onChange(typed: TypedAddress): void;
  errorOf(field: string): string | undefined;
  t: T;
};

/** An address in one zone: only its countries. */
export const AddressFields = ({ zone, shipping, typed, disabled, onChange, errorOf, t }: Props) => (
  <Fields
    key={zone}
    typed={typed}
    countries={shipping[zone].countries}
    states={shipping[zone].states[typed.country] ?? []}
    disabled={disabled}
    texts={{
      ...eachPart((part) => t(`account.${part}`)),
      no_matches: t('account.no_matches'),
      matches: t('account.matches', { n: '{n}' }),
      choose_from_list: t('account.choose_from_list'),
      show_options: t('account.show_options'),
      optional: t('account.optional'),
    }}
    errorOf={errorOf}
    // A state of another country is none.
    onType={(part, value) => onChange({ ...typed, [part]: value, ...(part === 'country' && value !== typed.country && { state: '' }) })}
  />
);
