import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.ts';
import { allTests } from './test-calls.ts';

/** What stands in for the outside world shows nothing about our own code. */
const STAND_INS = 'packages/dev-services/';

/** Every title that a page of rules quotes must be that of a test of our own code. Answers what is wrong, or null. */
export function quotedTestProblems(page: string): string | null {
  const rows = quotedRows(readFileSync(path.join(root, page), 'utf8'));
  const titles = allTests({ but: STAND_INS }).map(({ title }) => title);
  const missing = missingTitles(rows, titles).map(
    ({ section, statement, title }) => `no test is called '${title}' (${section}: ${statement})`,
  );
  const problems = rows.length === 0 ? ['it names no tests'] : missing;
  return problems.length === 0 ? null : problems.map((problem) => `${page}: ${problem}`).join('\n');
}

export type QuotedRow = { section: string; statement: string; title: string };

/**
 * Every title that tables quote in their last column, 'as here', amid other words. A table whose last column is called
 * test, and nothing else, has one in each row.
 */
export function quotedRows(markdown: string): QuotedRow[] {
  let onlyTests = false;
  return readCells(markdown).flatMap((cells, index, all) => {
    const last = cells.at(-1) ?? '';
    if (/^-+$/.test(last)) return [];
    if (/^-+$/.test(all[index + 1]?.at(-1) ?? '')) {
      onlyTests = last === 'test';
      return [];
    }
    const titles = quotedTitles(last);
    const [section = '', statement = ''] = cells.length > 2 ? cells : ['', ...cells];
    return (onlyTests && titles.length === 0 ? [''] : titles).map((title) => ({ section, statement, title }));
  });
}

/** What a text quotes 'as here'; the ’ of a title is no quotation mark, nor is that of a reader's word. */
export const quotedTitles = (text: string): string[] =>
  [...text.matchAll(/(?<![\p{L}\d])'([^']+)'(?![\p{L}\d])/gu)].map(([, title = '']) => title);

/** The cells of every table row, the lines of dashes too. */
export function readCells(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    );
}

/** The rows whose title no test bears. A title may be a part of a longer one, as in tables of cases. */
export function missingTitles(rows: QuotedRow[], titles: string[]): QuotedRow[] {
  return rows.filter((row) => row.title === '' || !titles.some((title) => title.includes(row.title)));
}
