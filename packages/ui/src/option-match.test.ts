import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filledIn, namedExactly, otherName, shortlist } from './option-match.ts';

const options = [
  { code: 'US', names: ['United States', 'USA', 'America'] },
  { code: 'GB', names: ['United Kingdom', 'Great Britain'] },
  { code: 'IS', names: ['Iceland', 'Ísland'] },
  { code: 'NE', names: ['Niger'] },
  { code: 'NG', names: ['Nigeria'] },
];
const codes = (typed: string) => shortlist(options, typed).map((option) => option.code);

describe('the shortlist', () => {
  test.each([
    ['', ['US', 'GB', 'IS', 'NE', 'NG']],
    ['united', ['US', 'GB']],
    ['UNITED S', ['US']],
    ['usa', ['US']],
    ['ni', ['NE', 'NG']],
    ['ÍS', ['IS']],
    ['kingdom', []],
    ['  great ', ['GB']],
  ])('of "%s" holds the options with a name that starts with it', { tags: ['§5.select-box.1'] }, (typed, found) => {
    expect(codes(typed)).toEqual(found);
  });

  test('of any beginning of a name holds its option, in any case', () => {
    fc.assert(
      fc.property(fc.constantFrom(...options), fc.nat(2), fc.nat(20), fc.boolean(), (option, which, length, upper) => {
        const name = option.names[which % option.names.length] ?? '';
        const typed = name.slice(0, length);
        expect(codes(upper ? typed.toUpperCase() : typed)).toContain(option.code);
      }),
    );
  });
});

describe('the shortlist begins with', () => {
  const alike = [
    { code: 'UM', names: ['U.S. Outlying Islands', 'United States Minor Outlying Islands'] },
    { code: 'US', names: ['United States', 'USA'] },
    { code: 'USC', names: ['USA Club'] },
  ];
  test.each([
    ['the option whose name it is', 'united states', ['US', 'UM']],
    ['those whose shown name begins so', 'unit', ['US', 'UM']],
    ['the option one of whose names it is, before one whose shown name begins so', 'usa', ['US', 'USC']],
    ['any of them, in their own order, where nothing is typed', '', ['UM', 'US', 'USC']],
  ])('%s', (_, typed, found) => {
    expect(shortlist(alike, typed).map(({ code }) => code)).toEqual(found);
  });

  test('an option that is taken for the text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...options, ...alike), fc.nat(2), (option, which) => {
        const typed = option.names[which % option.names.length] ?? '';
        expect(shortlist([...options, ...alike], typed)[0]).toBe(namedExactly([...options, ...alike], typed));
      }),
    );
  });
});

test.each([
  ['niger', 'NE'],
  ['NIGERIA', 'NG'],
  [' United States ', 'US'],
  ['america', 'US'],
  ['United', undefined],
  ['', undefined],
  ['us', undefined],
])('the text "%s" counts as %s', (text, code) => {
  expect(namedExactly(options, text)?.code).toBe(code);
});

test('a browser may fill in a code as well as a name', () => {
  expect(filledIn(options, 'us')?.code).toBe('US');
  expect(filledIn(options, 'great britain')?.code).toBe('GB');
  expect(filledIn(options, 'ni')).toBeUndefined();
});

test('an option found by another of its names says which', () => {
  const [unitedStates] = options;
  if (!unitedStates) throw new Error('no options');
  expect(otherName(unitedStates, 'am')).toBe('America');
  expect(otherName(unitedStates, 'uni')).toBeUndefined();
  expect(otherName(unitedStates, '')).toBeUndefined();
});
