import * as v from 'valibot';
import { MUST_NOT_BE_BLANK } from './blank.ts';

/** Section 5 and 9: countries whose addresses need a state. */
export const STATE_COUNTRIES: ReadonlySet<string> = new Set(['US', 'CA', 'AU']);
/** Section 5 and 9: countries whose addresses need a postcode. */
export const POSTCODE_COUNTRIES: ReadonlySet<string> = new Set(['US', 'CA', 'GB', 'AU']);

/** Of names and addresses: on a letter, a label or in a list a line break would write more than the reader's own line. */
export const oneLine = v.check((text: string) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'Write it in one line.');

/** Something that can be seen. Zero-width characters, fillers and an empty Braille cell take room in a form, and greet nobody. */
export const VISIBLE = /[^\p{DI}\p{Z}\u2800]/u;

const line = (max: number) =>
  v.pipe(v.string(MUST_NOT_BE_BLANK), v.trim(), v.maxLength(max, `Must be at most ${max} characters.`), oneLine);
/** What a reader must type, in one line of at most `max` characters. */
export const required = (max: number) => v.pipe(line(max), v.regex(VISIBLE, MUST_NOT_BE_BLANK));
const optional = (max: number) => v.optional(line(max), '');

/**
 * An address as a form sends it (section 5): line 1, city and country always; a state for US, CA and AU; a postcode for US, CA, GB and AU.
 * `country` is an ISO 3166-1 alpha-2 code, `state` the code of a state of that country, where it has states.
 */
export const AddressForm = v.pipe(
  v.object({
    line1: required(120),
    line2: optional(120),
    city: required(80),
    state: optional(80),
    postcode: optional(20),
    country: v.pipe(
      v.string(MUST_NOT_BE_BLANK),
      v.trim(),
      v.nonEmpty(MUST_NOT_BE_BLANK),
      v.regex(/^[A-Z]{2}$/, 'Choose a country from the list.'),
    ),
  }),
  v.forward(
    v.partialCheck([['state'], ['country']], (a) => a.state !== '' || !needsState(a.country), MUST_NOT_BE_BLANK),
    ['state'],
  ),
  v.forward(
    v.partialCheck([['postcode'], ['country']], (a) => a.postcode !== '' || !needsPostcode(a.country), MUST_NOT_BE_BLANK),
    ['postcode'],
  ),
);
export type AddressForm = v.InferOutput<typeof AddressForm>;

/** An address as it is stored and shown: codes with the names they had when it was saved (section 3). */
export const Address = v.object({
  line1: v.string(),
  line2: v.string(),
  city: v.string(),
  state: v.string(),
  state_name: v.string(),
  postcode: v.string(),
  country_code: v.string(),
  country_name: v.string(),
});
export type Address = v.InferOutput<typeof Address>;

export function needsState(country: string): boolean {
  return STATE_COUNTRIES.has(country);
}

export function needsPostcode(country: string): boolean {
  return POSTCODE_COUNTRIES.has(country);
}
