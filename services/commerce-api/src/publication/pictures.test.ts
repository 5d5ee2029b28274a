import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const art = join(import.meta.dirname, '../../publication/art');
const drawn = globSync('**/*.svg', { cwd: art }).map((path) => ({ path, picture: readFileSync(join(art, path), 'utf8') }));

test('a picture of the sample needs no font, no script and no other file', () => {
  expect(drawn.length).toBeGreaterThan(30);
  for (const { path, picture } of drawn) {
    expect(picture, path).not.toMatch(/<text|font-|<script|href=|<image|url\((?!#)/);
  }
});

test('every screen and outline that a picture refers to is in it', () => {
  for (const { path, picture } of drawn) {
    for (const [, id] of picture.matchAll(/url\(#([^)]+)\)/g)) expect(picture, path).toContain(`id="${id}"`);
  }
});
