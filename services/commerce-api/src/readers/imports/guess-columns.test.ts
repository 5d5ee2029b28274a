import { LEVEL_NAMES } from '@newsstand/contracts/deliverable';
import { expect, test } from 'vitest';
import { guessColumns, guessPlan } from './guess-columns.ts';

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

test.each([
  ...[
    'Print + Digital',
    'Print & Online Access',
    'Print, 1 year (PDF included)',
    'Digital and print',
    'Paper & e-paper',
    'P',
    '1 year',
  ].map((name) => ['print', name] as const),
  ...[
    'Digital',
    'Online access',
    'E-paper',
    'e paper (PDF)',
    'PDF (printable)',
    'Digital, no print',
    'Non-print digital',
    'Paperless digital',
    'D',
  ].map((name) => ['digital', name] as const),
])('what is %s is proposed so of %j, and what is both comes by post', (medium, name) => {
  expect(guessPlan(name, LEVEL_NAMES).medium).toBe(medium);
});

test('of columns that are called alike but for capitals the first is proposed', () => {
  expect(guessColumns(['No', 'NAME', 'name', 'Name']).fields).toMatchObject({ name: 'NAME' });
});
