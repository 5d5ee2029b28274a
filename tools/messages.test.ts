import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allTexts } from './messages.ts';
import { root } from './root.ts';

test('a translator is given every key that a remote’s component asks for, once, and those of the components and the service', async () => {
  const texts = await allTexts();
  const asked = globSync('apps/*/src/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.ts', '**/stand-alone/**'] }).flatMap((file) =>
    Array.from(readFileSync(path.join(root, file), 'utf8').matchAll(/\bt\('([\w.-]+)'/g), ([, key = '']) => key),
  );
  expect(asked.length).toBeGreaterThan(300);
  expect(asked.filter((key) => !(key in texts))).toEqual([]);
  expect(texts).toMatchObject({
    'checkout.add': 'Add to Cart',
    'ui.close': 'Close',
    'api.blank': 'Must not be blank.',
    'line.renewal': 'Renewal',
    'mail.receipt_button': 'View your receipt',
  });
});

test('every key that a translator is given is one that a publication may have', async () => {
  const keys = Object.keys(await allTexts());
  expect(keys.filter((key) => !/^[a-z][a-z-]*(\.[a-z0-9][a-z0-9_-]*)+$/i.test(key))).toEqual([]);
});
