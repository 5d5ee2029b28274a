import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.ts';

/** Where dates are worded. */
const ONE = 'packages/contracts/src/display-date.ts';
/** 'en-CA' makes what a field for a date takes, and nobody sees; 'sv-SE' what a spreadsheet reads, in files. */
const OTHER_FORM = /Intl\.DateTimeFormat\((?!'(?:en-CA|sv-SE)')|\.toLocale(Date|Time)String\(|\.to(Date|Time)String\(/;

test('a date has one form: whatever readers or staff see of one is worded in one place', () => {
  const files = globSync(['{apps,packages}/*/src/**/*.{ts,tsx}', 'services/*/src/**/*.ts'], { cwd: root });
  expect(files).toContain(ONE);
  const found = files.filter((file) => OTHER_FORM.test(readFileSync(path.join(root, file), 'utf8')));
  expect(found).toEqual([ONE]);
});

test.each(['new Intl.DateTimeFormat()', 'day.toLocaleDateString()', "day.toLocaleTimeString('de')", 'day.toDateString()'])(
  '%s would be found',
  (code) => {
    expect(code).toMatch(OTHER_FORM);
  },
);
