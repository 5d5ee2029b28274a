import { expect, test } from 'vitest';
import { HISTORY_KINDS } from '@newsstand/contracts/desk-history';
import { deliverableName, termWords, VERBS, verbWords, zoneName } from './words.ts';

const names = {
  zones: { a: 'United States', b: 'South Africa', c: 'International' },
  levels: { low: 'Standard', high: 'Solidarity' },
};

test('staff read of zones and rates by the names that the publication gives them, as readers do', () => {
  expect(['digital', 'print-b', 'print-c'].map((one) => deliverableName(one, names))).toEqual([
    'Digital',
    'Print, South Africa',
    'Print, International',
  ]);
  expect(zoneName('a', names)).toBe('United States');
  expect(termWords({ deliverable: 'print-b', level: 'high', term: '2year', copies: 3, paid: 8 }, names)).toBe(
    'Print, South Africa, Solidarity, 2 years, 3 copies',
  );
});

test.each([
  ['changeAddressFor', 'zone c', 'changed the address, International'],
  ['exportLabels', 'issue 16, zone b, late 1', 'took the labels of issue 16, South Africa, late 1'],
  ['compSubscription', 'print-a, low, 1year', 'gave Print, United States, Standard, 1 year'],
  ['compSubscription', 'print-b, high, 1 issues', 'gave Print, South Africa, Solidarity, one issue'],
  ['compSubscription', 'digital, low, 3 issues', 'gave Digital, Standard, 3 issues'],
])('the history says what was done in words, not in its codes: %s %s', (verb, subject, words) => {
  expect(verbWords({ verb, subject }, names)).toBe(words);
});

test('whatever the history has words for is of one of the kinds that it is narrowed to, and the other way round', () => {
  const kinds: readonly string[] = Object.values(HISTORY_KINDS).flat();
  const named = Object.keys(VERBS);
  expect(named.filter((verb) => !kinds.includes(verb))).toEqual([]);
  expect(kinds.filter((verb) => !named.includes(verb))).toEqual([]);
});
