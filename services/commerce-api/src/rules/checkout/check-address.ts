import { type Address, AddressForm, blankAddress } from '@newsstand/contracts/address';
import { SHIPCODES, type Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import { checkoutText } from '../../publication/texts/checkout-texts.ts';
import type { CodedText } from '../../platform/http/coded-text.ts';
import { apiText } from '../../platform/http/api-text.ts';
import { postcodeProblem, writtenPostcode } from './postcode-rules.ts';
import type { Option, Zones } from '../../publication/zones-schema.ts';

type Destination = { address: Address | null; shipcode: Shipcode };
type Checked = { type: 'destination'; destination: Destination } | { type: 'errors'; errors: Record<string, CodedText> };

/**
 * Where an order goes. Section 5: an address is required when the order has something to post; its country belongs to a
 * zone, which decides the shipping price whatever the form said, its state is one of that country's, and its postal
 * code may be one of that country. The form's own rules were checked by `AddressForm`.
 */
export function checkAddress(form: AddressForm | null, shipcode: Shipcode, required: boolean, zones: Zones): Checked {
  if (!form) return required ? { type: 'errors', errors: missing() } : { type: 'destination', destination: { address: null, shipcode } };

  const zone = SHIPCODES.find((code) => optionOf(zones[code].countries, form.country));
  const country = zone && optionOf(zones[zone].countries, form.country);
  if (!zone || !country) return { type: 'errors', errors: { 'address.country': checkoutText('choose_country') } };

  const states = statesOf(zones, form.country);
  const state = states && optionOf(states, form.state);
  if (states && !state) return { type: 'errors', errors: { 'address.state': checkoutText('choose_state') } };

  const problem = postcodeProblem(form);
  if (problem) return { type: 'errors', errors: { 'address.postcode': problem } };

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
