import type { AddressForm } from '@newsstand/contracts/address';
import { checkoutText } from '../../publication/texts/checkout-texts.ts';
import type { CodedText } from '../../platform/http/coded-text.ts';

type Typed = Pick<AddressForm, 'postcode' | 'country'>;

/**
 * No letter is carried without it, and its form is the same everywhere in the country, its territories and its forces.
 */
const ZIP_CODE = /^[0-9]{5}([ -]?[0-9]{4})?$/;

const BRITISH = /^([A-Z]{1,2}[0-9][A-Z0-9]?)([0-9][A-Z]{2})$/;
const NINE_DIGITS = /^([0-9]{5})([0-9]{4})$/;
/**
 * The two halves of the codes that posts print with a space or a hyphen between them, and that people type in any way
 * (Universal Postal Union, addressing).
 */
const HALVES: ReadonlyMap<string, RegExp> = new Map([
  ['CA', /^([A-Z][0-9][A-Z])([0-9][A-Z][0-9])$/],
  ['GB', BRITISH],
  ['GG', BRITISH],
  ['IE', /^([A-Z][0-9][0-9W])([A-Z0-9]{4})$/],
  ['IM', BRITISH],
  ['JE', BRITISH],
  ['NL', /^([0-9]{4})([A-Z]{2})$/],
  ...['US', 'AS', 'GU', 'MP', 'PR', 'VI'].map((country) => [country, NINE_DIGITS] as const),
]);

const BRITISH_HALF = /^[A-Z]{1,2}[0-9][A-Z0-9]?$/;
/** The first halves of those codes, by which no post finds a house, and a whole one of each country. */
const HALF: ReadonlyMap<string, { half: RegExp; example: string }> = new Map([
  ['CA', { half: /^[A-Z][0-9][A-Z]$/, example: 'B3J 1A1' }],
  ...['GB', 'GG', 'IM', 'JE'].map((country) => [country, { half: BRITISH_HALF, example: 'SW1A 1AA' }] as const),
  ['IE', { half: /^[A-Z][0-9][0-9W]$/, example: 'D02 AF30' }],
  ['NL', { half: /^[0-9]{4}$/, example: '1012 JS' }],
]);

/**
 * Where a postal code is so many digits and nothing else: the plain rules of validator.js 13.15, without those that
 * change or that leave out codes in use, and the territories that the same post serves. A country that is in doubt is
 * not here: who lives there could not order.
 */
const DIGITS: ReadonlyMap<string, number> = byCountry({
  3: 'FO IS MG',
  4: 'AT AU BD BE BG CC CH CX DK GL HU LI LU LV NF NO NZ SI SJ TN ZA',
  5: 'AX BA BL CZ DE DO DZ EE ES FI FR GF GP GR HR ID IT KE LK LT MC MF MQ MX MY NC PF PK PL PM RE SE SK SM TH TR UA VA WF YT ZM',
  6: 'BY CN IN RO RU SG',
  7: 'JP',
  8: 'BR',
});
/** Where codes begin with zeros, and with how many of them at most. */
const ZEROS: ReadonlyMap<string, number> = byCountry({
  1: 'AU BR CN DE DZ ES FR LT MX MY NO NZ RO SG TR UA',
  2: 'FI IT KE LK US',
});
/** The country's letters in front, as in `D-10115` and `LV-1010`. */
const WITH_LETTERS = /^[A-Z]{0,3}([0-9]+)$/;

/**
 * Why no post finds anybody by this postal code; null where it may be right. One that is not there is no problem here:
 * `AddressForm` says where one is needed.
 */
export function postcodeProblem({ postcode, country }: Typed): CodedText | null {
  if (country === 'US') return ZIP_CODE.test(postcode) ? null : checkoutText('us_postcode');
  if (postcode === '') return null;

  const bare = inCapitals(postcode);
  const halved = HALF.get(country);
  if (halved?.half.test(bare)) return checkoutText('half_postcode', { example: halved.example });

  const digits = DIGITS.get(country);
  if (digits && WITH_LETTERS.exec(bare)?.[1]?.length !== digits) return checkoutText('digits_postcode', { digits });
  return null;
}

/**
 * A postal code as it stands on an envelope: `h2y1c6` is `H2Y 1C6`, `454021234` is `45402-1234`, and wide digits,
 * dashes of all kinds and `〒` are such as any label can print. One of another form stays as it was typed: who lives
 * there knows it best.
 */
export function writtenPostcode({ postcode, country }: Typed): string {
  const halves = HALVES.get(country);
  const [, first, second] = halves?.exec(inCapitals(postcode)) ?? [];
  if (first && second) return `${first}${halves === NINE_DIGITS ? '-' : ' '}${second}`;
  return DIGITS.has(country)
    ? postcode
        .normalize('NFKC')
        .replaceAll(/[\p{Pd}ー−]/gu, '-')
        .replace('〒', '')
        .trim()
    : postcode;
}

/** A spreadsheet takes a postal code for a number, and its first zeros away. */
export function withZeros({ postcode, country }: Typed): string {
  const digits = country === 'US' ? 5 : (DIGITS.get(country) ?? 0);
  const isShort = /^[1-9][0-9]*$/.test(postcode) && postcode.length >= digits - (ZEROS.get(country) ?? 0);
  return isShort ? postcode.padStart(digits, '0') : postcode;
}

/** Its letters and digits alone, wide ones as others, whatever stands between or before them (`〒`). */
const inCapitals = (postcode: string): string =>
  postcode
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');

function byCountry(countries: Record<number, string>): ReadonlyMap<string, number> {
  return new Map(Object.entries(countries).flatMap(([of, codes]) => codes.split(' ').map((code) => [code, Number(of)] as const)));
}
