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

test.each([
  [['Customer Number', 'Name'], { legacy_id: 'Customer Number', name: 'Name' }],
  [['Customer Number', 'Acct No', 'Name'], { legacy_id: 'Acct No', reader_id: 'Customer Number', name: 'Name' }],
  // A shop's own export of its customers is no list of subscriptions.
  [['customer_id', 'name'], { reader_id: 'customer_id', name: 'name' }],
])('of %j a customer’s number is the subscription’s where there is no other, and the person’s beside one', (header, fields) => {
  expect(guessColumns(header).fields).toEqual(fields);
});
