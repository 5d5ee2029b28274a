import { AddressForm, type AddressPart, eachPart, type TypedAddress } from '@newsstand/contracts/address';
import type { FormSelectOption } from '@newsstand/contracts/shipping-config';
import * as v from 'valibot';

/** Words of the server's field names, by the field that shows them. */
export const ADDRESS_PLACES = eachPart((part) => [part]);

/** Of the zone that was chosen. */
export type Countries = readonly FormSelectOption[];

/**
 * What is wrong with it, by field, as the server would say (section 5): told before anything is waited for. A country
 * of another zone is none: its field is empty.
 */
export const addressProblems = (typed: TypedAddress, countries: Countries): Partial<Record<AddressPart, string>> => {
  const country = countries.some(({ code }) => code === typed.country) ? typed.country : '';
  return problemsOf(v.safeParse(AddressForm, { ...typed, country }).issues);
};

/** The first message of each field. */
const problemsOf = (issues: readonly v.InferIssue<typeof AddressForm>[] = []): Partial<Record<AddressPart, string>> =>
  Object.fromEntries(issues.toReversed().map((issue) => [v.getDotPath(issue) ?? '', issue.message]));
