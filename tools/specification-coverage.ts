import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.ts';

const TABLE = 'docs/specification-coverage.md';

/** Every row of the coverage table (section | statement | test title) must name a test that exists. Answers what is wrong, or null. */
export async function specificationCoverage(): Promise<string | null> {
  const rows = readRows(readFileSync(path.join(root, TABLE), 'utf8'));
  const missing = missingTitles(rows, readTitles());
  if (rows.length === 0) return `${TABLE} has no rows.`;
  return missing.length === 0
    ? null
    : missing.map((row) => `${TABLE}: no test is called '${row.title}' (${row.section}: ${row.statement})`).join('\n');
}

export type CoverageRow = { section: string; statement: string; title: string };

/** The rows of the markdown table, without its head. */
export function readRows(markdown: string): CoverageRow[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|\s*(-|section\b)/i.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    )
    .map(([section = '', statement = '', title = '']) => ({ section, statement, title }));
}

/** The rows whose title no test bears. A title may be a part of a longer one, as in tables of cases. */
export function missingTitles(rows: CoverageRow[], titles: string[]): CoverageRow[] {
  return rows.filter((row) => row.title === '' || !titles.some((title) => title.includes(row.title)));
}

function readTitles(): string[] {
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
