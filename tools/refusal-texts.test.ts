import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { API_TEXTS } from '@newsstand/contracts/texts';
import { expect, test } from 'vitest';
import { root } from './root.ts';

/** Without what the desk says to staff, which is a catalogue of its own. */
const sources = globSync('{apps/shell,packages/contracts,services/commerce-api}/src/**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('desk-texts.ts'))
  .map((file) => ({ file, source: readFileSync(path.join(root, file), 'utf8') }));

test('the words of a refusal stand once, whether a schema or a verb says them', () => {
  const twice = [...new Set(Object.values(API_TEXTS))].flatMap((text) => {
    const places = sources.flatMap(({ file, source }) => Array.from({ length: source.split(`'${text}'`).length - 1 }, () => file));
    return places.length > 1 ? [{ text, places }] : [];
  });
  expect(twice).toEqual([]);
});
