import { digitalCart, makeCart, mixedCart, subscriptionCart } from '@newsstand/contracts/fixtures/cart';
import { shippingConfig } from '@newsstand/contracts/fixtures/shipping';
import { describe, expect, it, vi } from 'vitest';
import {
  type CheckoutField,
  type CheckoutForm,
  draft,
  editForm,
  emptyForm,
  errorName,
  readForm,
  startFilling,
  withZonesCountry,
  zoneOfForm,
} from './checkout-form.ts';

const ada: CheckoutForm = {
  ...emptyForm,
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

describe('withZonesCountry', () => {
  const country = (typed: Partial<CheckoutForm>, zone: 'a' | 'b' | 'c' | undefined) => {
    const subscription = subscriptionCart.subscription && { ...subscriptionCart.subscription, shipcode: zone };
    return withZonesCountry({ ...emptyForm, ...typed }, shippingConfig, { subscription }).country;
  };

  it('where the builder chose a zone of one country that is the country, and of several none is', () => {
    expect([country({}, 'a'), country({}, 'b'), country({}, 'c')]).toEqual(['US', 'CA', '']);
  });

  it('a country of another zone goes with the zone, as long as no address was typed for it', () => {
    expect([country({ country: 'US' }, 'b'), country({ country: 'US' }, 'c'), country({ country: 'IS' }, 'c')]).toEqual(['CA', '', 'IS']);
    expect(country({ country: 'US', line1: '2 Slipway' }, 'b')).toBe('US');
  });

  it('a state goes with its country', () => {
    const { subscription } = subscriptionCart;
    const cart = { subscription: subscription && { ...subscription, shipcode: 'b' as const } };
    expect(withZonesCountry({ ...emptyForm, country: 'US', state: 'ME' }, shippingConfig, cart)).toMatchObject({
      country: 'CA',
      state: '',
    });
  });

  it('where no zone was chosen nobody supposes a country', () => {
    expect(country({}, undefined)).toBe('');
    expect(withZonesCountry(emptyForm, shippingConfig, { subscription: null }).country).toBe('');
    expect(withZonesCountry(emptyForm, undefined, subscriptionCart).country).toBe('');
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
    const read = readForm(emptyForm, { ...order, asked: { account: false, password: false, recipient: null } });
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

describe('an account that is made with the order', () => {
  const asked = { account: true, password: true, recipient: null };
  const read = (password: string, confirm: string) => {
    const result = readForm({ ...ada, password, confirm }, { ...order, cart: subscriptionCart, asked });
    return result.ok ? result.body.password : result.errors;
  };

  it.each([
    ['', '', { 'password.password': 'Must not be blank.', 'password.confirm': 'Must not be blank.' }],
    ['short', 'short', { 'password.password': 'Use at least 8 characters.' }],
    ['a ferry at dawn', 'a ferry at dusk', { 'password.confirm': 'The passwords do not match.' }],
    ['a ferry at dawn', 'a ferry at dawn', { password: 'a ferry at dawn', confirm: 'a ferry at dawn' }],
  ])('%j and %j', (password, confirm, expected) => {
    expect(read(password, confirm)).toEqual(expected);
  });

  it('has no password where nobody logs in with one', () => {
    const typed = { ...ada, password: 'a ferry at dawn' };
    const result = readForm(typed, { ...order, cart: subscriptionCart, asked: { ...asked, password: false } });
    expect(result).toMatchObject({ ok: true, body: { account: true } });
    expect(JSON.stringify(result)).not.toContain('ferry');
  });

  it('sends no password where none is asked for', () => {
    const result = readForm({ ...ada, password: 'a ferry at dawn' }, order);
    expect(JSON.stringify(result)).not.toContain('ferry');
  });
});

describe('a gift that is posted to its recipient', () => {
  const asked = { account: false, password: false, recipient: 'c' } as const;
  const bo: CheckoutForm = {
    ...ada,
    recipient_name: ' Bo Quay ',
    recipient_line1: '1 rue du Phare',
    recipient_city: 'Ouessant',
    recipient_country: 'FR',
  };

  it('goes with the name, the zone and the address of who gets it', () => {
    expect(readForm(bo, { ...order, asked })).toMatchObject({
      ok: true,
      body: {
        gifted: true,
        recipient_name: 'Bo Quay',
        recipient_shipcode: 'c',
        recipient_address: { line1: '1 rue du Phare', city: 'Ouessant', country: 'FR' },
      },
    });
  });

  it('names what is missing of the recipient as of the purchaser', () => {
    const blank = 'Must not be blank.';
    expect(readForm(ada, { ...order, asked })).toEqual({
      ok: false,
      errors: {
        recipient_name: blank,
        'recipient_address.line1': blank,
        'recipient_address.city': blank,
        'recipient_address.country': blank,
      },
    });
  });
});

describe('a draft', () => {
  it('keeps all that was typed but a password', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    draft.write({ ...ada, password: 'a ferry at dawn', confirm: 'a ferry at dawn' });
    expect([...kept.values()].join()).not.toContain('ferry');
    expect(draft.read()).toEqual(ada);
    vi.unstubAllGlobals();
  });
});

describe('zoneOfForm', () => {
  it('is the one chosen in the builder until a country says otherwise', () => {
    const cart = makeCart({ subscription: { renewal: false, medium: 'print', level: 'low', term: '1year', coupon: null, shipcode: 'b' } });
    expect(zoneOfForm(emptyForm, shippingConfig, cart)).toBe('b');
    expect(zoneOfForm(ada, shippingConfig, cart)).toBe('a');
  });

  it.each([
    ['', 'a'],
    ['US', 'a'],
    ['CA', 'b'],
    ['IS', 'c'],
  ])('%s ships to zone %s', (country, zone) => {
    expect(zoneOfForm({ ...ada, country }, shippingConfig, mixedCart)).toBe(zone);
  });
});

describe('errorName', () => {
  it.each([
    ['email', 'email'],
    ['line1', 'address.line1'],
    ['country', 'address.country'],
    ['confirm', 'password.confirm'],
    ['recipient_name', 'recipient_name'],
    ['recipient_city', 'recipient_address.city'],
  ] as const)('%s is %s on the wire', (field, name) => {
    expect(errorName(field)).toBe(name);
  });
});
