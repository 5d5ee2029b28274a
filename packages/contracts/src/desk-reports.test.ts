import { expect, test } from 'vitest';
import { DESK_REPORTS, DeskReportName, totalOf } from './desk-reports.ts';

/** Two rows, of which each column has a sum. */
const totals = () =>
  DeskReportName.options.map((name) => {
    const row = DESK_REPORTS[name].columns.map(({ unit }) =>
      unit === 'words' || unit === 'person' || unit === 'month' ? 'Some words' : 7,
    );
    return [name, totalOf(name, [row, row])];
  });

test('columns that are called otherwise have the same sums', () => {
  const before = totals();
  expect(Object.fromEntries(before)).toMatchObject({
    renewals: [null, null, 14, 14, 14, null],
    'unserved-by-issue': [null, null, 14],
    'print-run': [null, 14, 14, 14, 14, 20],
    circulation: null,
    donors: [null, null, 14, 14, null],
  });
  const columns = DeskReportName.options.flatMap((name) => [...DESK_REPORTS[name].columns]);
  const titles = columns.map(({ title }) => title);
  for (const column of columns) column.title = 'Issue';
  expect(totals()).toEqual(before);
  for (const [at, column] of columns.entries()) column.title = titles[at] ?? '';
});
