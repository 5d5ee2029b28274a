import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { CartDonation } from './cart.ts';
import {
  clampDonation,
  isExtraDonation,
  MAX_DONATION,
  makeDonation,
  readDollars,
  readDonationQuery,
  tierOf,
  typedDonation,
} from './donation.ts';

const tiers = [
  { name: 'Visitor Visa', onetime: 5000, monthly: 500 },
  { name: 'Ambassadorship', onetime: 100_000, monthly: 10_000 },
];

describe('a donation', () => {
  it(
    'takes only a positive numeric amount from a link, and proposes 25 dollars otherwise',
    { tags: ['§2.query.6', '§5.quantities.8'] },
    () => {
      expect(['40', '-40', '0', 'forty', ''].map((amount) => readDonationQuery({ amount }, 2500).dollars)).toEqual([40, 25, 25, 25, 25]);
    },
  );

  it('may be nothing beside a subscription and is at least one dollar on its own page', { tags: ['§5.quantities.7'] }, () => {
    expect([isExtraDonation(0), clampDonation('0')]).toEqual([true, 1]);
    expect(['-3', '10.9', 'much'].map(clampDonation)).toEqual([1, 10, 1]);
  });

  it.each([
    ['onetime', 25, { process: 'onetime', dollars: 25, amount: 2500 }],
    ['monthly', 5, { process: 'monthly-init', dollars: 5, amount: 500 }],
  ] as const)('%s of %i dollars is held in cents', { tags: ['§3.donation.1', '§3.donation.2'] }, (type, dollars, donation) => {
    expect(makeDonation(type, dollars)).toEqual(donation);
  });

  it.each([
    ['12', 12],
    ['12.90', 12],
    ['0', 1],
    ['-5', 1],
    ['', 1],
    ['lots', 1],
    ['1e9', MAX_DONATION],
  ])("the amount '%s' is %i on the donate page", (typed, own) => {
    expect(clampDonation(typed)).toBe(own);
  });

  it(
    'beside a subscription is a whole number of dollars as it was typed, and never becomes another sum',
    { tags: ['§5.quantities.7'] },
    () => {
      for (const dollars of [0, 1, 12, MAX_DONATION]) expect(isExtraDonation(dollars)).toBe(true);
      for (const none of [-5, 1.5, MAX_DONATION + 1, 1e30, Number.POSITIVE_INFINITY, Number.NaN, null])
        expect(isExtraDonation(none)).toBe(false);
    },
  );

  it.each([
    ['40', 40],
    [' $40 ', 40],
    ['$1,200', 1200],
    ['1 200 $', 1200],
    ['$12,345,678', 12_345_678],
    ['40.00', 40],
    ['33.9', 33.9],
    ['25.', 25],
    ['-5', -5],
  ])('typed as %o is read as %d dollars', (typed, dollars) => {
    expect(readDollars(typed)).toBe(dollars);
  });

  it.each([
    '',
    'much',
    '$',
    '25,-',
    '25.-',
    '25,',
    '13,37',
    '10,00,000',
    '1.200',
    '12.345',
    '2.500 $',
    '1.200,50',
    '20 30',
    '1e3',
    '0x10',
    '２５',
  ])('typed as %o is no amount, and never becomes another one', (typed) => {
    expect(readDollars(typed)).toBeNaN();
  });

  it.each([
    ['$1,200', 1200],
    ['33.9', 33],
    ['', 1],
    ['much', 1],
    ['0', 1],
    ['-5', 1],
    ['1000000', MAX_DONATION],
    ['25,-', Number.NaN],
    ['1.200', Number.NaN],
    ['1e3', Number.NaN],
    ['２５', Number.NaN],
  ])('typed as %o counts as %d on the donate page', { tags: ['§5.quantities.7'] }, (typed, own) => {
    expect(typedDonation(typed)).toBe(own);
  });

  it('is whole dollars and fits the cart, whatever is typed', { tags: ['§9.tiers.7'] }, () => {
    fc.assert(
      fc.property(fc.constantFrom('onetime' as const, 'monthly' as const), fc.anything(), (type, typed) => {
        const donation = makeDonation(type, clampDonation(typed));
        expect(v.is(CartDonation, donation)).toBe(true);
        expect(donation.amount).toBe(donation.dollars * 100);
      }),
    );
  });

  it.each([
    [{}, 'onetime', 25],
    [{ type: 'monthly' }, 'monthly', 25],
    [{ type: 'weekly', amount: '40' }, 'onetime', 40],
    [{ type: 'monthly', amount: '7' }, 'monthly', 7],
    [{ amount: '0' }, 'onetime', 25],
    [{ amount: '-3' }, 'onetime', 25],
    [{ amount: 'NaN' }, 'onetime', 25],
    [{ amount: 'Infinity' }, 'onetime', 25],
    [{ amount: '12abc' }, 'onetime', 25],
    [{ amount: ' 12.7 ' }, 'onetime', 12],
    [{ amount: '0.5' }, 'onetime', 1],
    [{ amount: null, type: null }, 'onetime', 25],
  ])('a link with %j begins with %s and %i dollars', { tags: ['§2.query.5'] }, (query, type, dollars) => {
    expect(readDonationQuery(query, 2500)).toEqual({ type, dollars });
  });

  it.each([
    ['onetime', 50, 'Visitor Visa'],
    ['monthly', 5, 'Visitor Visa'],
    ['monthly', 50, undefined],
    ['onetime', 1000, 'Ambassadorship'],
  ] as const)('%s of %i dollars is the tier %s', (type, dollars, name) => {
    expect(tierOf(tiers, type, dollars)?.name).toBe(name);
  });
});
