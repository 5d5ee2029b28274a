import { expect, test } from 'vitest';
import { guessColumns } from './guess-columns.ts';

test('the columns of a list are known by what people call them, whatever capitals, points and blanks they have', () => {
  const header = [
    'Subscription  Number',
    'Customer',
    'Email',
    'Address',
    'City',
    'State',
    'Zip',
    'Country',
    'Format',
    'Issues Remaining',
    'Qty.',
  ];
  expect(guessColumns(header).fields).toEqual({
    legacy_id: 'Subscription  Number',
    name: 'Customer',
    email: 'Email',
    line1: 'Address',
    city: 'City',
    state: 'State',
    postcode: 'Zip',
    country: 'Country',
    plan: 'Format',
    issues_left: 'Issues Remaining',
    copies: 'Qty.',
  });
});
