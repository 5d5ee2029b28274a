import { describe, expect, it } from 'vitest';
import { issuesOf, readYears, yearsOf } from './term.ts';

describe('a term', () => {
  it('is 4, 8 or 12 issues for 1, 2 or 3 years', { tags: ['§1.offers.2', '§9.prices.1'] }, () => {
    expect((['1year', '2year', '3year'] as const).map(issuesOf)).toEqual([4, 8, 12]);
  });

  it('is one year for any years in a link but lifetime, 3years and 2years', { tags: ['§2.query.8'] }, () => {
    expect(['lifetime', '3years', '2years', '3', 'forever'].map(readYears)).toEqual(['lifetime', '3year', '2year', '1year', '1year']);
  });

  it.each([
    ['1year', 1, 4],
    ['2year', 2, 8],
    ['3year', 3, 12],
    ['lifetime', null, null],
  ] as const)('%s is %s years and %s issues', { tags: ['§3.codes.5'] }, (term, years, issues) => {
    expect([yearsOf(term), issuesOf(term)]).toEqual([years, issues]);
  });

  it.each([
    ['lifetime', 'lifetime'],
    ['3years', '3year'],
    ['2years', '2year'],
    ['1year', '1year'],
    ['3year', '1year'],
    ['40', '1year'],
    ['', '1year'],
    [undefined, '1year'],
    [null, '1year'],
  ])("the query years='%s' means %s", { tags: ['§2.query.8'] }, (years, term) => {
    expect(readYears(years)).toBe(term);
  });
});
