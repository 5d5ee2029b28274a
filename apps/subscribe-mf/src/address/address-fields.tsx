import { type AddressPart, eachPart, type TypedAddress } from '@newsstand/contracts/address';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { ShippingConfig } from '@newsstand/contracts/shipping-config';
import { AddressFields as Fields } from '@newsstand/ui/address-fields';
import type { T } from '../widget.ts';
import styles from './address-fields.module.css';

type Props = {
  /** Only countries of this zone. */
  zone: Shipcode;
  shipping: ShippingConfig;
  typed: TypedAddress;
  onType(field: AddressPart, value: string): void;
  errorOf(field: AddressPart): string | undefined;
  t: T;
};

/** Where something is posted to: only countries of the zone that was chosen, and how another one is. */
export const AddressFields = ({ zone, shipping, typed, onType, errorOf, t }: Props) => (
  <section className={styles.part}>
    <h2 className={styles.heading}>{t('subscribe.address')}</h2>
    <p>{t('subscribe.address_zone', { zone: t(`subscribe.zone_${zone}`) })}</p>
    <Fields
      typed={typed}
      countries={shipping[zone].countries}
      states={shipping[zone].states[typed.country] ?? []}
      texts={{
        ...eachPart((part) => t(`subscribe.${part}`)),
        optional: t('subscribe.optional'),
        no_matches: t('subscribe.no_matches'),
        matches: t('subscribe.matches', { n: '{n}' }),
        choose_from_list: t('subscribe.choose_from_list'),
        show_options: t('subscribe.show_options'),
      }}
      errorOf={errorOf}
      onType={onType}
    />
  </section>
);
