import { expect, it } from 'vitest';
import { postcodeFirst } from './postcode-first.ts';

it.each([
  ['', false],
  ['US', false],
  ['GB', false],
  // Its post writes the town first, and in Latin letters so do Japan and Korea.
  ['UA', false],
  ['JP', false],
  ['BR', false],
  ['HU', false],
  ['FR', true],
  ['DE', true],
  ['IS', true],
  ['AR', true],
  ['MY', true],
])('%j has its postal code before the city: %s', (country, first) => {
  expect(postcodeFirst(country)).toBe(first);
});
