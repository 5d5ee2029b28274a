import { expect, test } from 'vitest';
import { code128 } from './code-128.ts';

test('a slip’s code is the bars that scanners read: as another maker of barcodes draws them', () => {
  expect(code128('EXC-A.b').join('')).toBe('2112141321133311211313211221321113231222311214214121212331112');
  expect(code128('EXR-7').join('')).toBe('2112141321133311212311311221323121313113212331112');
});

test('each sign is as wide as every other, and no two are alike', () => {
  const signs = Array.from({ length: 95 }, (_, n) => code128(String.fromCharCode(n + 32)).slice(6, 12));
  expect(new Set(signs.map((bars) => bars.join(''))).size).toBe(95);
  expect(signs.map((bars) => bars.reduce((sum, width) => sum + width, 0))).toEqual(signs.map(() => 11));
});

test('what no slip has is refused', () => {
  expect(() => code128('ÄÖ')).toThrow('signs that no barcode of ours has');
});
