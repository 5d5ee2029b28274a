import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { makeAddressForm } from '../fixtures/checkout.ts';
import { makeAddress } from '../fixtures/receipt.ts';
import { ADDRESS_PARTS, addressLines, AddressForm, eachPart, needsPostcode, needsState, SentAddress } from './address.ts';
import { MUST_NOT_BE_BLANK } from './blank.ts';

/** The first message of each field that is refused. */
const refused = (value: object): Record<string, string> =>
  Object.fromEntries((v.safeParse(AddressForm, value).issues ?? []).toReversed().map((issue) => [v.getDotPath(issue), issue.message]));

const missing = (parts: Partial<AddressForm>) => Object.keys(refused(makeAddressForm(parts))).toSorted();

describe('the required parts of an address', () => {
  it.each([
    ['US', ['postcode', 'state']],
    ['CA', ['postcode', 'state']],
    ['AU', ['postcode', 'state']],
    ['GB', ['postcode']],
    ['FR', []],
    ['ZA', []],
    ['NZ', []],
  ])(
    '%s needs %j beside line 1 and city',
    { tags: ['§5.address.1', '§5.address.2', '§9.countries.1', '§9.countries.2'] },
    (country, parts) => {
      expect(missing({ country, line1: '', city: '', line2: '', state: '', postcode: '' })).toEqual(['city', 'line1', ...parts]);
    },
  );

  it('says of each that it must not be blank', { tags: ['§5.address.1'] }, () => {
    expect(refused({ line1: '', city: '', country: '' })).toEqual({
      line1: MUST_NOT_BE_BLANK,
      city: MUST_NOT_BE_BLANK,
      country: MUST_NOT_BE_BLANK,
    });
  });

  it.each(['\u200B', '\u2060\u00AD \uFE0F', '\u3164', '\u2800', '\u{E0020}'])('%j, which cannot be seen, is blank', (line1) => {
    expect(refused(makeAddressForm({ line1 }))).toEqual({ line1: MUST_NOT_BE_BLANK });
  });

  it.each(['علی‌رضا', 'क्‍ष', '👩‍🚒', '\u200B7'])('%j, of which something can be seen, is not', (line1) => {
    expect(refused(makeAddressForm({ line1 }))).toEqual({});
  });

  it('agrees with needsState and needsPostcode for every country', () => {
    const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.constantFrom('US', 'CA', 'AU', 'GB'),
          fc.tuple(letter, letter).map((pair) => pair.join('')),
        ),
        (country) => {
          const fields = missing({ country, state: '', postcode: '' });
          return fields.includes('state') === needsState(country) && fields.includes('postcode') === needsPostcode(country);
        },
      ),
    );
  });

  it.each(['line1', 'line2', 'city', 'state', 'postcode'])('refuses a line break in %s, and any other control character', (field) => {
    for (const typed of ['a\nb', 'a\tb', 'a\u0007b', 'a\u2028b']) {
      expect(refused(makeAddressForm({ [field]: typed }))).toEqual({ [field]: 'Write it in one line.' });
    }
  });

  it.each(['line1', 'line2', 'city', 'state', 'postcode'])('takes what turns the direction of writing out of %s', (field) => {
    const typed = ['\u202EMoor\u202C 7', ' \u2068Moor\u2069 7', '\u202A\u202B\u202D Moor 7', '\u2066\u2067Moor 7 '];
    for (const line of typed) expect(v.parse(AddressForm, makeAddressForm({ [field]: line })), line).toMatchObject({ [field]: 'Moor 7' });
    // Marks and joiners are spelling, in scripts that run to the left and in others.
    const spelled = 'רח \u200F7\u200E علی\u200Cرضا \u061C7';
    expect(v.parse(AddressForm, makeAddressForm({ [field]: spelled }))).toMatchObject({ [field]: spelled });
  });

  it('trims what is typed', () => {
    expect(v.parse(AddressForm, makeAddressForm({ line1: '  2 Slipway ' })).line1).toBe('2 Slipway');
  });
});

describe('the address object of section 7', () => {
  const form = makeAddressForm({ country: 'CA', state: 'NS', postcode: 'B3H' });
  const { country: _country, state: _state, ...lines } = form;

  it.each<[string, object]>([
    ['codes', { country: 'CA', state: 'NS' }],
    ['objects with a code and names', { country: { code: 'CA', names: ['Canada'] }, state: { code: 'NS', names: ['Nova Scotia'] } }],
    ['the code that it is shown with', { country_code: 'CA', state: 'NS', country_name: 'Canada', state_name: 'Nova Scotia' }],
  ])('is taken with its country and state as %s', { tags: ['§3.address.2'] }, (_as, named) => {
    expect(v.parse(SentAddress, { ...lines, ...named })).toEqual(form);
  });

  it('has no state where the country has none', () => {
    const french = { ...lines, country: { code: 'FR', names: ['France'] } };
    for (const state of [null, undefined, '', { code: '' }]) expect(v.parse(SentAddress, { ...french, state }).state).toBe('');
  });

  it.each<[object, string[]]>([
    [{ country: null, state: null }, ['country']],
    [{ country: {}, state: 7 }, ['country', 'state']],
    [{ country: { code: 'CA' }, state: null }, ['state']],
    [{ country: { code: 'Canada' }, state: { code: 'NS' } }, ['country']],
    [{ country: { code: 'C'.repeat(81) }, state: { code: 'N'.repeat(81) } }, ['country', 'state']],
  ])('refuses %j beside its field', (named, fields) => {
    const { issues = [] } = v.safeParse(SentAddress, { ...lines, ...named });
    expect([...new Set(issues.map((issue) => v.getDotPath(issue)))].toSorted()).toEqual(fields);
  });
});

describe('addressLines', () => {
  it.each([
    [{}, ['2 Slipway', 'Port Merrow, ME 04999', 'United States']],
    [{ line2: 'Flat 2' }, ['2 Slipway', 'Flat 2', 'Port Merrow, ME 04999', 'United States']],
    [{ state: '', postcode: '', city: 'Ouessant', country_name: 'France' }, ['2 Slipway', 'Ouessant', 'France']],
    [
      { state: '', postcode: 'BT1 1AA', city: 'Belfast', country_name: 'United Kingdom' },
      ['2 Slipway', 'Belfast, BT1 1AA', 'United Kingdom'],
    ],
  ])('%j', (parts, lines) => {
    expect(addressLines(makeAddress(parts))).toEqual(lines);
  });

  it('loses no part', () => {
    const { country, ...others } = eachPart((part) => `the ${part}`);
    const lines = addressLines(makeAddress({ ...others, country_name: country })).join('\n');
    expect(ADDRESS_PARTS.filter((part) => !lines.includes(`the ${part}`))).toEqual([]);
  });
});
