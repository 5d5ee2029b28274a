import type { AddressForm } from '@newsstand/contracts/address';
import { describe, expect, test } from 'vitest';
import { apiText } from '../../platform/http/api-text.ts';
import { checkoutText } from '../../publication/texts/checkout-texts.ts';
import type { Zones } from '../../publication/zones-schema.ts';
import { checkAddress } from './check-address.ts';

const BLANK = apiText('blank');
const zones: Zones = {
  a: { name: 'United States', countries: [{ code: 'US', names: ['United States', 'America'] }] },
  b: { name: 'Canada', countries: [{ code: 'CA', names: ['Canada'] }] },
  c: {
    name: 'International',
    countries: [
      { code: 'DE', names: ['Germany', 'Deutschland'] },
      { code: 'AU', names: ['Australia'] },
    ],
  },
  states: { US: [{ code: 'ME', names: ['Maine'] }], CA: [{ code: 'ON', names: ['Ontario'] }], AU: [{ code: 'TAS', names: ['Tasmania'] }] },
  ship_prices: { a1: 1, a2: 2, a5: 5, b1: 1, b2: 2, b5: 5, c1: 1, c2: 2, c5: 5 },
};

const everywhere: Zones = {
  ...zones,
  c: {
    ...zones.c,
    countries: [
      ...zones.c.countries,
      ...['GB', 'NL', 'IE', 'CH', 'SE', 'LV', 'PL', 'JP', 'FR', 'BW'].map((code) => ({ code, names: [code] })),
    ],
  },
};

const makeForm = (changes: Partial<AddressForm> = {}): AddressForm => ({
  line1: '1 Pier Road',
  line2: '',
  city: 'Portland',
  state: 'ME',
  postcode: '04101',
  country: 'US',
  ...changes,
});

describe('where an order goes', () => {
  test('is stored with the names that the codes have now', { tags: ['§3.address.1'] }, () => {
    expect(checkAddress(makeForm(), 'c', true, zones)).toEqual({
      type: 'destination',
      destination: {
        shipcode: 'a',
        address: {
          line1: '1 Pier Road',
          line2: '',
          city: 'Portland',
          state: 'ME',
          state_name: 'Maine',
          postcode: '04101',
          country_code: 'US',
          country_name: 'United States',
        },
      },
    });
  });

  test.each([
    ['CA', 'h2y1c6', 'H2Y 1C6'],
    ['CA', ' H2Y-1C6', 'H2Y 1C6'],
    // Of another form it stays as it was typed: who lives there knows it best.
    ['CA', '04101', '04101'],
    ['GB', 'sw1a1aa', 'SW1A 1AA'],
    ['GB', 'M1 1ae', 'M1 1AE'],
    ['NL', '1071xx', '1071 XX'],
    ['IE', 'd02af30', 'D02 AF30'],
    ['DE', '20457', '20457'],
    ['AU', '7000', '7000'],
    ['AU', '0800', '0800'],
    ['DE', 'D-10115', 'D-10115'],
    ['DE', 'd 10115', 'd 10115'],
    ['CH', 'CH–8001', 'CH-8001'],
    ['SE', '903 26', '903 26'],
    ['LV', 'LV-1010', 'LV-1010'],
    ['PL', '00-950', '00-950'],
    ['FR', '00200', '00200'],
    ['JP', '1630001', '1630001'],
    ['JP', '〒 １６３ー８００１', '163-8001'],
    // Where nobody asks for one, and where none is known.
    ['DE', '', ''],
    ['BW', '12', '12'],
  ])('in %s a postal code that was typed as %j is kept as its post prints it: %j', (country, postcode, printed) => {
    const state = { CA: 'ON', AU: 'TAS' }[country] ?? '';
    expect(checkAddress(makeForm({ country, state, postcode }), 'b', true, everywhere)).toMatchObject({
      destination: { address: { postcode: printed } },
    });
  });

  test.each([
    ['CA', 'B3J', 'B3J 1A1'],
    ['CA', ' b3j ', 'B3J 1A1'],
    ['GB', 'sw1a', 'SW1A 1AA'],
    ['GB', 'M1', 'SW1A 1AA'],
    ['IE', 'D02', 'D02 AF30'],
    ['NL', '1071', '1012 JS'],
  ])('in %s %j is half a postal code, and no address has it', (country, postcode, example) => {
    const form = makeForm({ country, state: country === 'CA' ? 'ON' : '', postcode });
    expect(checkAddress(form, 'b', true, everywhere)).toEqual({
      type: 'errors',
      errors: { 'address.postcode': checkoutText('half_postcode', { example }) },
    });
  });

  test.each([
    ['DE', '101', 5],
    ['DE', '1067', 5],
    ['DE', '101155', 5],
    ['DE', 'O-1020', 5],
    ['DE', 'D-', 5],
    ['AU', '800', 4],
    ['CH', '80011', 4],
    ['SE', '903 2', 5],
    ['FR', 'Paris', 5],
    ['JP', '163-800', 7],
  ])('in %s %j is no postal code, which has %i digits there', (country, postcode, digits) => {
    const form = makeForm({ country, state: country === 'AU' ? 'TAS' : '', postcode });
    expect(checkAddress(form, 'b', true, everywhere)).toEqual({
      type: 'errors',
      errors: { 'address.postcode': checkoutText('digits_postcode', { digits }) },
    });
  });

  test.each([
    ['US', 'ME', 'a'],
    ['CA', 'ON', 'b'],
    ['AU', 'TAS', 'c'],
    ['DE', '', 'c'],
    ['DE', 'Bayern', 'c'],
  ])('in %s %s is in zone %s, whatever zone the form names', (country, state, shipcode) => {
    const postcode = country === 'AU' ? '7000' : '04101';
    expect(checkAddress(makeForm({ country, state, postcode }), 'b', true, zones)).toMatchObject({ destination: { shipcode } });
  });

  test.each([
    ['04101', '04101'],
    ['04101-1234', '04101-1234'],
    ['041011234', '04101-1234'],
    ['04101 1234', '04101-1234'],
  ])('has a US postcode that was typed as %s as its post prints it: %s', (postcode, printed) => {
    expect(checkAddress(makeForm({ postcode }), 'a', true, zones)).toMatchObject({ destination: { address: { postcode: printed } } });
  });

  test.each<readonly [string, Partial<AddressForm>, Record<string, unknown>]>([
    ['a country of no zone', { country: 'FR', state: '' }, { 'address.country': checkoutText('choose_country') }],
    ["another country's state", { country: 'CA', state: 'ME' }, { 'address.state': checkoutText('choose_state') }],
    ['a state that is no state', { state: 'constructor' }, { 'address.state': checkoutText('choose_state') }],
    ...['4101', '041011', 'O4101', 'B3H 1A1', '04101-12', '0410١'].map(
      (postcode) => [`a US postcode like ${postcode}`, { postcode }, { 'address.postcode': checkoutText('us_postcode') }] as const,
    ),
  ])('cannot be %s', (_, changes, errors) => {
    expect(checkAddress(makeForm(changes), 'a', true, zones)).toEqual({ type: 'errors', errors });
  });

  test('must be said when something is posted, part by part', () => {
    expect(checkAddress(null, 'a', true, zones)).toEqual({
      type: 'errors',
      errors: { 'address.line1': BLANK, 'address.city': BLANK, 'address.country': BLANK },
    });
  });

  test('need not be said when nothing is posted', () => {
    expect(checkAddress(null, 'b', false, zones)).toEqual({ type: 'destination', destination: { address: null, shipcode: 'b' } });
  });
});
