import { digitalCart, mixedCart } from '@newsstand/contracts/fixtures/cart';
import { shippingConfig } from '@newsstand/contracts/fixtures/shipping';
import { describe, expect, it } from 'vitest';
import {
  type CheckoutField,
  type CheckoutForm,
  editForm,
  emptyForm,
  errorName,
  readForm,
  startFilling,
  zoneOfForm,
} from './checkout-form.ts';

const ada: CheckoutForm = {
  name: 'Ada Merrow',
  email: 'ada@example.org',
  line1: '2 Slipway',
  line2: '',
  city: 'Port Merrow',
  state: 'ME',
  postcode: '04999',
  country: 'US',
};
const order = { cart: mixedCart, zone: 'a', choice: 'add-card', invoice: null, save_card: false } as const;

describe('editForm', () => {
  const edit = (...edits: [CheckoutField, string][]) =>
    edits.reduce((filling, [field, value]) => editForm(filling, field, value), startFilling(ada)).form;

  it('another country has no state yet, and going back finds the state that was chosen there', () => {
    expect(edit(['country', 'CA'])).toEqual({ ...ada, country: 'CA', state: '' });
    expect(edit(['country', 'CA'], ['country', 'US'])).toEqual(ada);
    expect(edit(['country', 'CA'], ['state', 'NS'], ['country', 'FR'], ['country', ''], ['country', 'CA'])).toMatchObject({ state: 'NS' });
  });

  it('a state that was taken back stays empty', () => {
    expect(edit(['state', ''], ['country', 'FR'], ['country', 'US'])).toMatchObject({ state: '' });
  });
});

describe('readForm', () => {
  it('sends the total that the reader was shown for the zone', () => {
    const read = readForm({ ...ada, country: 'CA', state: 'NS' }, { ...order, zone: 'b' });
    expect(read).toMatchObject({ ok: true, body: { total: mixedCart.totals.b.total, shipcode: 'b', address: { country: 'CA' } } });
  });

  it('sends no address with an order that is posted nowhere, whatever was typed', () => {
    expect(readForm(ada, { ...order, cart: digitalCart })).toMatchObject({ ok: true, body: { address: null } });
  });

  it('names every blank field at once, and says of each that it must not be blank', () => {
    const read = readForm(emptyForm, order);
    const blank = 'Must not be blank.';
    expect(read).toEqual({
      ok: false,
      errors: { name: blank, email: blank, 'address.line1': blank, 'address.city': blank, 'address.country': blank },
    });
  });

  it.each([
    ['US', ['address.postcode', 'address.state']],
    ['AU', ['address.postcode', 'address.state']],
    ['GB', ['address.postcode']],
    ['FR', []],
  ])('asks in %s for %j', (country, fields) => {
    const read = readForm({ ...ada, country, state: '', postcode: '' }, order);
    expect(read.ok ? [] : Object.keys(read.errors).toSorted()).toEqual(fields);
  });
});

describe('zoneOfForm', () => {
  it.each([
    ['', 'a'],
    ['US', 'a'],
    ['CA', 'b'],
    ['IS', 'c'],
  ])('%s ships to zone %s', (country, zone) => {
    expect(zoneOfForm({ ...ada, country }, shippingConfig)).toBe(zone);
  });
});

describe('errorName', () => {
  it.each([
    ['email', 'email'],
    ['line1', 'address.line1'],
    ['country', 'address.country'],
  ] as const)('%s is %s on the wire', (field, name) => {
    expect(errorName(field)).toBe(name);
  });
});
