import type { Term } from './cart.ts';

/** Section 9. */
export const ISSUES_PER_YEAR = 4;

const YEARS: Record<Term, 1 | 2 | 3 | null> = { '1year': 1, '2year': 2, '3year': 3, lifetime: null };

/** 1, 2 or 3; null for a lifetime, which has no end. */
export const yearsOf = (term: Term): 1 | 2 | 3 | null => YEARS[term];

/** 4, 8 or 12 issues (section 9); null for a lifetime, which has no end. */
export const issuesOf = (term: Term): number | null => {
  const years = yearsOf(term);
  return years === null ? null : years * ISSUES_PER_YEAR;
};

/** The `years` query of /subscribe: lifetime, 3years or 2years; anything else is one year (section 2). */
export const readYears = (years: string | null | undefined): Term => {
  if (years === 'lifetime') return 'lifetime';
  if (years === '3years') return '3year';
  return years === '2years' ? '2year' : '1year';
};
