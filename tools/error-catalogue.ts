import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { missingTitles, quotedRows, readCells } from './quoted-tests.ts';
import { root } from './root.ts';
import { allTests } from './test-calls.ts';

const CATALOGUE = 'docs/error-catalogue.md';

/**
 * Every state that the error catalogue names must be in the menu of that remote's stand-alone page, and every test must
 * exist. Answers what is wrong, or null.
 */
export async function errorCatalogue(): Promise<string | null> {
  const markdown = readFileSync(path.join(root, CATALOGUE), 'utf8');
  const named = namedStates(markdown);
  const titles = allTests().map(({ title }) => title);
  const problems = [
    ...(named.length === 0 ? ['it names no states'] : []),
    ...missingStates(named, readMenu()).map((state) => `no stand-alone page has the state ${state}`),
    ...missingTitles(quotedRows(markdown), titles).map(({ section, title }) => `no test is called '${title}' (${section})`),
  ];
  return problems.length === 0 ? null : problems.map((problem) => `${CATALOGUE}: ${problem}`).join('\n');
}

/**
 * The states of the middle column, each as `remote/state`: "subscribe `a`, `b`; checkout `c`". A row without one is
 * named by an empty string.
 */
export function namedStates(markdown: string): string[] {
  return readCells(markdown)
    .map(([, states = '']) => states)
    .filter((states) => !/^(-+|states)$/.test(states))
    .flatMap((states) => {
      const named = states.split(';').flatMap((part) => {
        const remote = /^\s*(\w+)/.exec(part)?.[1];
        return [...part.matchAll(/`([^`]+)`/g)].map(([, state]) => `${remote}/${state}`);
      });
      return named.length === 0 ? [''] : named;
    });
}

export const missingStates = (named: readonly string[], menu: ReadonlySet<string>): string[] =>
  [...new Set(named)].filter((state) => !menu.has(state));

function readMenu(): Set<string> {
  const files = globSync('apps/*-mf/src/stand-alone/*states.ts', { cwd: root });
  return new Set(
    files.flatMap((file) => {
      const remote = path.basename(file.slice(0, file.indexOf('-mf')));
      return statesIn(readFileSync(path.join(root, file), 'utf8')).map((state) => `${remote}/${state}`);
    }),
  );
}

/** The keys of a file's exported states, which are formatted: one step in. */
export function statesIn(text: string): string[] {
  const [, table = ''] = /^export const \w*[sS]tates = \{\n([\s\S]*?)^\}/m.exec(text) ?? [];
  return [...table.matchAll(/^ {2}'?([\w-]+)'?: /gm)].flatMap(([, state]) => state ?? []);
}
