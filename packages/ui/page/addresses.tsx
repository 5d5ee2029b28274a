import { useState } from 'react';
import { ADDRESS_TEXTS, blankAddress, type TypedAddress as Typed } from '@newsstand/contracts/address';
import { shippingConfig } from '@newsstand/contracts/fixtures/shipping';
import { AddressFields } from '../src/address-fields.tsx';
import { selectBoxTexts } from '../src/select-box.tsx';
import styles from './catalogue.module.css';
import { Example } from './example.tsx';

const { a, b, c } = shippingConfig;
const COUNTRIES = [a, b, c].flatMap(({ countries }) => countries);
const STATES = { ...a.states, ...b.states, ...c.states };
const TEXTS = { ...selectBoxTexts, ...ADDRESS_TEXTS };
const HAMBURG: Typed = { ...blankAddress, line1: 'Kehrwieder 2', postcode: '2045', country: 'DE' };
const HALIFAX: Typed = {
  ...blankAddress,
  line1: '2 Slipway',
  line2: 'Loft',
  city: 'Halifax',
  state: 'NS',
  postcode: 'B3H 1A1',
  country: 'CA',
};
const NOWHERE: Typed = { ...blankAddress, country: 'US' };
const WRONG: Partial<Typed> = { city: 'Must not be blank.', postcode: 'A German postal code has five digits.' };

export const Addresses = () => (
  <Example
    name="AddressFields"
    about="Which parts are required, and in which order they stand, follows the country. What need not be given can say so."
  >
    <Address of="delivery" start={NOWHERE} />
    <Address of="wrong" start={HAMBURG} errors={WRONG} optional="(optional)" />
    <Address of="kept" start={HALIFAX} disabled />
  </Example>
);

type Props = { of: string; start: Typed; errors?: Partial<Typed>; optional?: string; disabled?: boolean };

const Address = ({ of, start, errors = {}, optional, disabled = false }: Props) => {
  const [typed, setTyped] = useState(start);
  return (
    <div className={styles.group}>
      <AddressFields
        of={of}
        typed={typed}
        countries={COUNTRIES}
        states={STATES[typed.country] ?? []}
        disabled={disabled}
        texts={optional === undefined ? TEXTS : { ...TEXTS, optional }}
        errorOf={(part) => errors[part]}
        onType={(part, value) => setTyped((before) => ({ ...before, [part]: value }))}
      />
    </div>
  );
};
