import { makeAddress } from '@newsstand/contracts/fixtures/receipt';
import { shippingConfig } from '@newsstand/contracts/fixtures/shipping';
import { expect, test } from 'vitest';
import { startAddress } from './address-form.ts';

test('a form begins with the address on record', () => {
  const saved = makeAddress();
  expect(startAddress(saved, shippingConfig, 'a')).toMatchObject({ line1: saved.line1, state: saved.state, country: saved.country_code });
});

test('without one it begins with the country of a zone that has only one', () => {
  expect(startAddress(null, shippingConfig, 'b')).toMatchObject({ line1: '', country: 'CA' });
  expect(startAddress(null, shippingConfig, 'c')).toMatchObject({ country: '' });
});
