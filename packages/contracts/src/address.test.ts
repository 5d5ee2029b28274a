import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { makeAddressForm } from '../fixtures/checkout.ts';
import { AddressForm, needsPostcode, needsState } from './address.ts';
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
  ])('%s needs %j beside line 1 and city', (country, parts) => {
    expect(missing({ country, line1: '', city: '', line2: '', state: '', postcode: '' })).toEqual(['city', 'line1', ...parts]);
  });

  it('says of each that it must not be blank', () => {
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

  it('trims what is typed', () => {
    expect(v.parse(AddressForm, makeAddressForm({ line1: '  2 Slipway ' })).line1).toBe('2 Slipway');
  });
});
