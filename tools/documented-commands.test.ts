import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { root } from './root.ts';

const Package = v.object({ scripts: v.optional(v.record(v.string(), v.string()), {}) });
const scriptsOf = (workspace: string): string[] =>
  Object.keys(v.parse(Package, JSON.parse(readFileSync(path.join(root, workspace, 'package.json'), 'utf8'))).scripts);

/** Pages that people follow; `<remote>` and `…` stand for each workspace of a folder. */
const pages = globSync(['*.md', 'docs/**/*.md', '{apps,packages,services,integrations}/**/*.md'], {
  cwd: root,
  exclude: (file) => file.includes('node_modules'),
});
const COMMAND = /npm (?:run (?:-s )?)?([a-z][\w:-]*)(?: -w ([\w./…<>-]+))?/g;
const BUILT_IN = new Set(['start', 'test']);

test('each command that a page names is there, where the page says it', () => {
  const missing = pages.flatMap((page) =>
    Array.from(readFileSync(path.join(root, page), 'utf8').matchAll(COMMAND), ([message, script = '', workspace = '.']) => ({
      message,
      script,
      workspace: workspace.replace(/[.,]$/, '') || '.',
    }))
      .filter(({ message, script }) => message.startsWith('npm run ') || BUILT_IN.has(script))
      .filter(({ script, workspace }) => {
        const named = /[<…]/.test(workspace) ? globSync(`${path.dirname(workspace)}/*-mf`, { cwd: root }) : [workspace];
        return !named.some((one) => scriptsOf(one).includes(script));
      })
      .map(({ message }) => `${page}: ${message}`),
  );
  expect(missing).toEqual([]);
});
