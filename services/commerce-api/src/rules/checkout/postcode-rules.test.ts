import { expect, test } from 'vitest';
import { withZeros } from './postcode-rules.ts';

test.each([
  ['US', '501', '00501'],
  ['US', '4101', '04101'],
  ['DE', '1067', '01067'],
  ['IT', '118', '00118'],
  ['AU', '800', '0800'],
  ['SG', '18956', '018956'],
  // Nothing was taken away of these.
  ['US', '04101-1234', '04101-1234'],
  ['DE', '10115', '10115'],
  ['DE', '101155', '101155'],
  // No code of theirs begins so.
  ['DE', '101', '101'],
  ['CH', '800', '800'],
  ['GB', '123', '123'],
])('of %s, what a spreadsheet left of a postal code, %j, is %j', (country, postcode, whole) => {
  expect(withZeros({ postcode, country })).toBe(whole);
});
