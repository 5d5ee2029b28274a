import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.ts';

const TABLE = 'docs/specification-coverage.md';
const ASVS = 'docs/asvs.md';

/**
 * Every row of the coverage table (section | statement | test title), and every title that the page of the login's rules quotes, must be a test that
 * exists. Answers what is wrong, or null.
 */
export async function specificationCoverage(): Promise<string | null> {
  const titles = readTitles();
  const rows = readRows(readFileSync(path.join(root, TABLE), 'utf8'));
  const quoted = quotedRows(readFileSync(path.join(root, ASVS), 'utf8'));
  const problems = [
    ...(rows.length === 0 ? [`${TABLE} has no rows.`] : []),
    ...(quoted.length === 0 ? [`${ASVS} names no tests.`] : []),
    ...describe(TABLE, missingTitles(rows, titles)),
    ...describe(ASVS, missingTitles(quoted, titles)),
  ];
  return problems.length === 0 ? null : problems.join('\n');
}

function describe(file: string, missing: CoverageRow[]): string[] {
  return missing.map(({ section, statement, title }) => `${file}: no test is called '${title}' (${section}: ${statement})`);
}

export type CoverageRow = { section: string; statement: string; title: string };

/** The rows of the markdown table, without its head. */
export function readRows(markdown: string): CoverageRow[] {
  return readCells(markdown)
    .filter(([first = '']) => !/^(-|section\b)/i.test(first))
    .map(([section = '', statement = '', title = '']) => ({ section, statement, title }));
}

/**
 * Every title that tables quote in their last column, 'as here', amid other words; the ’ of a title is no quotation mark, nor is that of a reader's
 * word. A table whose last column is called test, and nothing else, has one in each row.
 */
export function quotedRows(markdown: string): CoverageRow[] {
  let onlyTests = false;
  return readCells(markdown).flatMap((cells, index, all) => {
    const last = cells.at(-1) ?? '';
    if (/^-+$/.test(last)) return [];
    if (/^-+$/.test(all[index + 1]?.at(-1) ?? '')) {
      onlyTests = last === 'test';
      return [];
    }
    const titles = [...last.matchAll(/(?<![\p{L}\d])'([^']+)'(?![\p{L}\d])/gu)].map(([, title = '']) => title);
    const [section = '', statement = ''] = cells.length > 2 ? cells : ['', ...cells];
    return (onlyTests && titles.length === 0 ? [''] : titles).map((title) => ({ section, statement, title }));
  });
}

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
export function missingTitles(rows: CoverageRow[], titles: string[]): CoverageRow[] {
  return rows.filter((row) => row.title === '' || !titles.some((title) => title.includes(row.title)));
}

/** The titles of all tests of the repository. */
export function readTitles(): string[] {
  const files = globSync(['{packages,apps,services,tools}/**/*.{test,e2e}.{ts,tsx}'], {
    cwd: root,
    exclude: (name) => /node_modules|dist|generated/.test(name),
  });
  return files.flatMap((file) => titlesIn(readFileSync(path.join(root, file), 'utf8')));
}

/** The titles of the tests in one file's text: `test('…')`, `it("…")`, and after a table of cases, `test.each<Row>([…])('…')`. */
export function titlesIn(text: string): string[] {
  return [...text.matchAll(/\b(?:test|it)((?:\.\w+)*)(?:<[^()]*>)?\(/g)].flatMap((match) => {
    const open = match.index + match[0].length - 1;
    const first = match[1]?.endsWith('.each') || match[1]?.endsWith('.for') ? text.indexOf('(', closing(text, open)) : open;
    const title = /^\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/.exec(text.slice(first));
    return title?.[2] === undefined ? [] : [title[2].replaceAll(/\\(['"`])/g, '$1')];
  });
}

/** Where the bracket that opens at `open` is closed, leaving out brackets inside strings. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (const token of text.slice(open).matchAll(/(['"`])(?:\\.|(?!\1)[\s\S])*\1|[()]/g)) {
    if (token[0] === '(') depth += 1;
    if (token[0] === ')') depth -= 1;
    if (depth === 0) return open + token.index + 1;
  }
  return text.length;
}
