import { type Address, type AddressForm } from '@newsstand/contracts/address';
import { MUST_NOT_BE_BLANK } from '@newsstand/contracts/blank';
import { SHIPCODES, type Shipcode } from '@newsstand/contracts/shipcode';
import type { Option, Zones } from '../publication/zones-schema.ts';
import type { Say } from './messages.ts';

type Destination = { address: Address | null; shipcode: Shipcode };
type Checked = { type: 'destination'; destination: Destination } | { type: 'errors'; errors: Record<string, string> };

/**
 * Where an order goes. Section 5: an address is required when the order has something to post; its country belongs to a zone, which decides
 * the shipping price whatever the form said, and its state is one of that country's. The form's own rules were checked by `AddressForm`.
 */
export function checkAddress(form: AddressForm | null, shipcode: Shipcode, required: boolean, zones: Zones, say: Say): Checked {
  if (!form)
    return required ? { type: 'errors', errors: blankAddress() } : { type: 'destination', destination: { address: null, shipcode } };

  const zone = SHIPCODES.find((code) => optionOf(zones[code].countries, form.country));
  const country = zone && optionOf(zones[zone].countries, form.country);
  if (!zone || !country) return { type: 'errors', errors: { 'address.country': say('choose_country') } };

  const states = statesOf(zones, form.country);
  const state = states && optionOf(states, form.state);
  if (states && !state) return { type: 'errors', errors: { 'address.state': say('choose_state') } };

  const { line1, line2, city, postcode } = form;
  const named = { state: form.state, state_name: state ? nameOf(state) : form.state };
  const address = { line1, line2, city, ...named, postcode, country_code: country.code, country_name: nameOf(country) };
  return { type: 'destination', destination: { address, shipcode: zone } };
}

function blankAddress(): Record<string, string> {
  return Object.fromEntries(['line1', 'city', 'country'].map((part) => [`address.${part}`, MUST_NOT_BE_BLANK]));
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
