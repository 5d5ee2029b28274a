import * as v from 'valibot';
import { mustNotBeBlank } from './blank.ts';
import { tooLong } from './bounded.ts';
import { says } from './schema-message.ts';

// All of an address that does not depend on where it is shown: its parts, rules, texts, how it is typed, kept and
// written on an envelope. A new part is added here, in `Address` with a default for the sake of those on record, and
// to the form (`packages/ui/src/address-fields.tsx`), which says where it stands.

/** Section 5 and 9: countries whose addresses need a state. */
export const STATE_COUNTRIES: ReadonlySet<string> = new Set(['US', 'CA', 'AU']);
/** Section 5 and 9: countries whose addresses need a postcode. */
export const POSTCODE_COUNTRIES: ReadonlySet<string> = new Set(['US', 'CA', 'GB', 'AU']);

export const CHOOSE_COUNTRY = 'Choose a country from the list.';
export const ONE_LINE = 'Write it in one line.';
/**
 * Of names and addresses: on a letter, a label or in a list a line break would write more than the reader's own line.
 */
export const oneLine = v.check((text: string) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), says('one_line', ONE_LINE));

/**
 * Trimmed, and without characters that embed, override or isolate a direction of writing: a name with one turns the
 * words beside it, in a list or a letter. They are taken out, not refused: contacts that are copied from a telephone
 * come wrapped in them, and nobody sees what they are to delete. Marks and joiners stay.
 */
export const plain = v.transform((text: string) => text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '').trim());

/**
 * Something that can be seen. Zero-width characters, fillers and an empty Braille cell take room in a form, and greet
 * nobody.
 */
export const VISIBLE = /[^\p{DI}\p{Z}\u2800]/u;

const line = (max: number) => v.pipe(v.string(mustNotBeBlank), plain, v.maxLength(max, tooLong), oneLine);
/** What a reader must type, in one line of at most `max` characters. */
export const required = (max: number) => v.pipe(line(max), v.regex(VISIBLE, mustNotBeBlank));
const optional = (max: number) => v.optional(line(max), '');

/**
 * An address as a form sends it (section 5): line 1, city and country always; a state for US, CA and AU; a postcode for
 * US, CA, GB and AU.
 * `country` is an ISO 3166-1 alpha-2 code, `state` the code of a state of that country, where it has states.
 */
export const AddressForm = v.pipe(
  v.object({
    line1: required(120),
    line2: optional(120),
    city: required(80),
    state: optional(80),
    postcode: optional(20),
    country: v.pipe(v.string(mustNotBeBlank), v.trim(), v.nonEmpty(mustNotBeBlank), v.regex(/^[A-Z]{2}$/, says('country', CHOOSE_COUNTRY))),
  }),
  v.forward(
    v.partialCheck([['state'], ['country']], (a) => a.state !== '' || !needsState(a.country), mustNotBeBlank),
    ['state'],
  ),
  v.forward(
    v.partialCheck([['postcode'], ['country']], (a) => a.postcode !== '' || !needsPostcode(a.country), mustNotBeBlank),
    ['postcode'],
  ),
);
export type AddressForm = v.InferOutput<typeof AddressForm>;
export type AddressPart = keyof AddressForm;

/** Something for each part of an address, in the order in which they are sent. */
export const eachPart = <Made>(make: (part: AddressPart) => Made): Record<AddressPart, Made> => ({
  line1: make('line1'),
  line2: make('line2'),
  city: make('city'),
  state: make('state'),
  postcode: make('postcode'),
  country: make('country'),
});
export const ADDRESS_PARTS: readonly AddressPart[] = /*#__PURE__*/ Object.values(/*#__PURE__*/ eachPart((part) => part));

/** An address while it is typed, or as it was kept over a reload: nothing is wrong with it yet. */
export const TypedAddress = v.object(eachPart(() => v.optional(v.string(), '')));
export type TypedAddress = v.InferOutput<typeof TypedAddress>;
export const blankAddress: TypedAddress = /*#__PURE__*/ eachPart(() => '');

/** What its fields are called. */
export const ADDRESS_TEXTS: Readonly<Record<AddressPart, string>> = {
  line1: 'Address',
  line2: 'Apartment, building, care of',
  city: 'City',
  state: 'State or province',
  postcode: 'Postal code',
  country: 'Country',
};
/** The same by the keys under which a publication replaces that for one remote: `checkout.city`. */
export const addressTexts = <Remote extends string>(remote: Remote) =>
  Object.fromEntries(ADDRESS_PARTS.map((part) => [`${remote}.${part}`, ADDRESS_TEXTS[part]])) as Record<`${Remote}.${AddressPart}`, string>;

/** Bounded before it is looked at; `AddressForm` says how long each may be. */
const long = v.maxLength<string, 200, typeof tooLong>(200, tooLong);
const part = v.optional(v.pipe(v.string(mustNotBeBlank), long));
/**
 * Section 3: a country and a state are objects with a code and names; the code alone is taken as well, and null for
 * none.
 */
const chosen = v.nullish(v.union([v.pipe(v.string(), long), v.object({ code: v.pipe(v.string(), long) })], mustNotBeBlank));
const codeOf = (choice: v.InferOutput<typeof chosen>): string | undefined => (typeof choice === 'object' ? choice?.code : choice);

/**
 * The address object of section 7, as any page of a CMS may send it: `country` and `state` as codes or as objects with
 * a code (section 3), and an address as it was shown, with `country_code` in the place of `country`. Refuses, and comes
 * out, as an `AddressForm`.
 */
export const SentAddress = v.pipe(
  v.object({ line1: part, line2: part, city: part, state: chosen, postcode: part, country: chosen, country_code: part }),
  v.transform(({ country_code, country, state, ...lines }) => ({
    ...lines,
    state: codeOf(state) ?? '',
    country: codeOf(country) ?? country_code,
  })),
  AddressForm,
);

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

/** An address on record, to be sent again or corrected. */
export const toAddressForm = (address: Address): TypedAddress =>
  eachPart((part) => (part === 'country' ? address.country_code : address[part]));

/**
 * The parts that have a line of their own, above the town's: all but those that each country writes in its own order.
 */
const STREET_PARTS = /*#__PURE__*/ ADDRESS_PARTS.flatMap((part) =>
  part === 'city' || part === 'state' || part === 'postcode' || part === 'country' ? [] : part,
);
/** Their lines, without what is absent: addresses on record may be older than a part. */
export const streetLines = (address: Partial<Record<(typeof STREET_PARTS)[number], string>>): string[] =>
  STREET_PARTS.flatMap((part) => address[part] || []);

/**
 * An address as it stands on an envelope, without what is absent. In few bytes, since every page has it: a test wants
 * each part here.
 */
export const addressLines = ({ line1, line2, city, state, postcode, country_name }: Address): string[] =>
  [line1, line2, [city, [state, postcode].filter(Boolean).join(' ')].filter(Boolean).join(', '), country_name].filter(Boolean);

export function needsState(country: string): boolean {
  return STATE_COUNTRIES.has(country);
}

export function needsPostcode(country: string): boolean {
  return POSTCODE_COUNTRIES.has(country);
}
