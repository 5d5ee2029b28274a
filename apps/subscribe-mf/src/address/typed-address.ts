import { type Address, AddressForm } from '@newsstand/contracts/address';
import type { FormSelectOption } from '@newsstand/contracts/shipping-config';
import * as v from 'valibot';

/** An address as it is typed. */
export const TypedAddress = v.object({
  line1: v.string(),
  line2: v.string(),
  city: v.string(),
  state: v.string(),
  postcode: v.string(),
  country: v.string(),
});
export type TypedAddress = v.InferOutput<typeof TypedAddress>;
export type AddressField = keyof TypedAddress;

export const blankAddress: TypedAddress = { line1: '', line2: '', city: '', state: '', postcode: '', country: '' };

/** Words of the server's field names, by the field that shows them. */
export const ADDRESS_PLACES = {
  line1: ['line1'],
  line2: ['line2'],
  city: ['city'],
  state: ['state'],
  postcode: ['postcode'],
  country: ['country'],
};

/** A stored address, to be sent or corrected. */
export const toForm = ({ line1, line2, city, state, postcode, country_code }: Address): AddressForm => ({
  line1,
  line2,
  city,
  state,
  postcode,
  country: country_code,
});

/** Of the zone that was chosen. */
export type Countries = readonly FormSelectOption[];

/** What is wrong with it, by field, as the server would say (section 5): told before anything is waited for. A country of another zone is none: its field is empty. */
export const addressProblems = (typed: TypedAddress, countries: Countries): Partial<Record<AddressField, string>> => {
  const country = countries.some(({ code }) => code === typed.country) ? typed.country : '';
  return problemsOf(v.safeParse(AddressForm, { ...typed, country }).issues);
};

/** The first message of each field. */
const problemsOf = (issues: readonly v.InferIssue<typeof AddressForm>[] = []): Partial<Record<AddressField, string>> =>
  Object.fromEntries(issues.toReversed().map((issue) => [v.getDotPath(issue) ?? '', issue.message]));
