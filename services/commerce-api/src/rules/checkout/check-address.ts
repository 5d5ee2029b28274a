import { type Address, AddressForm, blankAddress } from '@newsstand/contracts/address';
import { SHIPCODES, type Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import { checkoutText } from '../../publication/texts/checkout-texts.ts';
import type { CodedText } from '../../platform/http/coded-text.ts';
import { apiText } from '../../platform/http/api-text.ts';
import type { Option, Zones } from '../../publication/zones-schema.ts';

type Destination = { address: Address | null; shipcode: Shipcode };
type Checked = { type: 'destination'; destination: Destination } | { type: 'errors'; errors: Record<string, CodedText> };

/** No letter is carried without it, and its form is the same everywhere in the country, its territories and its forces. */
const ZIP_CODE = /^[0-9]{5}([ -]?[0-9]{4})?$/;

const BRITISH = /^([A-Z]{1,2}[0-9][A-Z0-9]?)([0-9][A-Z]{2})$/;
/** The two halves of the codes that posts print with a space between them, and that people type in any way (Universal Postal Union, addressing). */
const HALVES = new Map([
  ['CA', /^([A-Z][0-9][A-Z])([0-9][A-Z][0-9])$/],
  ['GB', BRITISH],
  ['GG', BRITISH],
  ['IE', /^([A-Z][0-9][0-9W])([A-Z0-9]{4})$/],
  ['IM', BRITISH],
  ['JE', BRITISH],
  ['NL', /^([0-9]{4})([A-Z]{2})$/],
]);

const BRITISH_HALF = /^[A-Z]{1,2}[0-9][A-Z0-9]?$/;
/** The first halves of those codes, by which no post finds a house, and a whole one of each country. */
const HALF: ReadonlyMap<string, { half: RegExp; example: string }> = new Map([
  ['CA', { half: /^[A-Z][0-9][A-Z]$/, example: 'B3J 1A1' }],
  ...['GB', 'GG', 'IM', 'JE'].map((country) => [country, { half: BRITISH_HALF, example: 'SW1A 1AA' }] as const),
  ['IE', { half: /^[A-Z][0-9][0-9W]$/, example: 'D02 AF30' }],
  ['NL', { half: /^[0-9]{4}$/, example: '1012 JS' }],
]);

/** A postal code as it stands on an envelope: `h2y1c6` is `H2Y 1C6`. One of another form stays as it was typed: who lives there knows it best. */
function writtenPostcode({ postcode, country }: AddressForm): string {
  const [, first, second] = HALVES.get(country)?.exec(inCapitals(postcode)) ?? [];
  return first && second ? `${first} ${second}` : postcode;
}

const inCapitals = (postcode: string): string => postcode.replaceAll(/[\s-]/g, '').toUpperCase();

/**
 * Where an order goes. Section 5: an address is required when the order has something to post; its country belongs to a zone, which decides
 * the shipping price whatever the form said, its state is one of that country's, a ZIP code looks like one, and a code of two halves has both. The form's own rules were checked by `AddressForm`.
 */
export function checkAddress(form: AddressForm | null, shipcode: Shipcode, required: boolean, zones: Zones): Checked {
  if (!form) return required ? { type: 'errors', errors: missing() } : { type: 'destination', destination: { address: null, shipcode } };

  const zone = SHIPCODES.find((code) => optionOf(zones[code].countries, form.country));
  const country = zone && optionOf(zones[zone].countries, form.country);
  if (!zone || !country) return { type: 'errors', errors: { 'address.country': checkoutText('choose_country') } };

  const states = statesOf(zones, form.country);
  const state = states && optionOf(states, form.state);
  if (states && !state) return { type: 'errors', errors: { 'address.state': checkoutText('choose_state') } };

  if (country.code === 'US' && !ZIP_CODE.test(form.postcode))
    return { type: 'errors', errors: { 'address.postcode': checkoutText('us_postcode') } };

  const halved = HALF.get(country.code);
  if (halved?.half.test(inCapitals(form.postcode)))
    return { type: 'errors', errors: { 'address.postcode': checkoutText('half_postcode', { example: halved.example }) } };

  const { country: _code, ...typed } = form;
  const parts = { ...typed, postcode: writtenPostcode(form) };
  const names = { state_name: state ? nameOf(state) : form.state, country_code: country.code, country_name: nameOf(country) };
  const address = { ...parts, ...names };
  return { type: 'destination', destination: { address, shipcode: zone } };
}

/** What any address needs, wherever it is. */
function missing(): Record<string, CodedText> {
  const { issues = [] } = v.safeParse(AddressForm, blankAddress);
  return Object.fromEntries(issues.map((issue) => [`address.${v.getDotPath(issue) ?? ''}`, apiText('blank')]));
}

/** Undefined for a country whose addresses take any state, or none. */
function statesOf({ states }: Zones, country: string): Option[] | undefined {
  return new Map(Object.entries(states)).get(country);
}

function optionOf(options: Option[], code: string): Option | undefined {
  return options.find((option) => option.code === code);
}

function nameOf({ code, names }: Option): string {
  return names[0] ?? code;
}
