import { expect, it } from 'vitest';
import { postcodeFirst } from './postcode-first.ts';

it.each([
  ['', false],
  ['US', false],
  ['GB', false],
  ['FR', true],
  ['DE', true],
  ['IS', true],
])('%j has its postal code before the city: %s', (country, first) => {
  expect(postcodeFirst(country)).toBe(first);
});
