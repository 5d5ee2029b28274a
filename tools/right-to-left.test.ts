import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.ts';

const SHEETS = ['apps/*-mf/src/**/*.css', 'packages/ui/src/**/*.css', 'packages/build/src/**/*.css'];
const OF_A_SIDE = /^(left|right)$|-(left|right)(-|$)/;
const BY_A_SIDE = /^(text-align|float|clear)$/;
/** Those of a browser's shorthands whose second and fourth of four values are the right and the left side. */
const AROUND = /^(margin|padding|inset|scroll-(margin|padding)|border-(width|color|style|radius))$/;

/** The declarations of a sheet that say right or left, where a page that is read from right to left wants the other. */
function sidesIn(sheet: string): string[] {
  const declarations = sheet.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/(?<=[{;]\s*)([\w-]+):\s*([^;{}]+?)(?=\s*[;}])/g);
  return [...declarations].flatMap(([text, property = '', value = '']) => {
    // What stands in parentheses is one value.
    const values = value
      .replaceAll(/\((?:[^()]|\([^()]*\))*\)/g, '()')
      .trim()
      .split(/\s+/);
    const isUneven = AROUND.test(property) && values.length === 4 && values[1] !== values[3];
    return OF_A_SIDE.test(property) || isUneven || (BY_A_SIDE.test(property) && /^(left|right)$/.test(value)) ? [text] : [];
  });
}

test('no sheet of a widget says right or left: on a page that is read from right to left all of it is mirrored', () => {
  const files = globSync(SHEETS, { cwd: root, exclude: (name) => /^(node_modules|dist)$/.test(name) });
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap((file) => sidesIn(readFileSync(path.join(root, file), 'utf8')).map((text) => `${file}: ${text}`))).toEqual([]);
});

test.each([
  ['.a { left: 0 }', ['left: 0']],
  ['.a { color: red; padding-right: 4px; }', ['padding-right: 4px']],
  ['.a { border-top-left-radius: 4px; }', ['border-top-left-radius: 4px']],
  ['.a { text-align: right; float: left; }', ['text-align: right', 'float: left']],
  ['.a { padding: 1px 2px 3px 4px; margin: 0 calc(1px + 2px) 0 0; }', ['padding: 1px 2px 3px 4px', 'margin: 0 calc(1px + 2px) 0 0']],
  ['.left { padding: 1px 2px 3px; margin: 0 4px 1px 4px; text-align: start; inset-inline-end: 0; /* left: 0; */ }', []],
])('%s', (sheet, found) => {
  expect(sidesIn(sheet)).toEqual(found);
});
