import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadIssues } from '../../publication/draw/load-issues.ts';
import { pictures } from '../../publication/draw/pictures.ts';

const drawn = pictures(await loadIssues());

test('the pictures in art/ are the ones that the script draws', async () => {
  for (const [path, picture] of drawn) {
    expect(await readFile(join(import.meta.dirname, '../../publication/art', path), 'utf8'), path).toBe(picture);
  }
});

test('a picture needs no font, no script and no other file', () => {
  for (const [path, picture] of drawn) {
    expect(picture, path).not.toMatch(/<text|font-|<script|href=|<image|url\((?!#)/);
  }
});

test('every screen and outline that a picture refers to is in it', () => {
  for (const [path, picture] of drawn) {
    for (const [, id] of picture.matchAll(/url\(#([^)]+)\)/g)) expect(picture, path).toContain(`id="${id}"`);
  }
});
