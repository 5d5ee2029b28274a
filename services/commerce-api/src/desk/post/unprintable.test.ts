// @module-tag ci
import { expect, test } from 'vitest';
import { unprintable } from '../../files/pdf-font.ts';
import { isUnprintable, unprintableOf, PRINTABLE } from './unprintable.ts';

const paper = (name: string, lines: string[] = ['7 Harbour St', 'Dayton OH 45402']) => ({ code: '16-A1-000001', name, lines });

test.each([
  ['Łukasz Żółw', false],
  ['Nguyễn Thị Hà', false],
  ['Anna 🌸', false],
  ['山田 太郎', true],
  ['Zoë O’Brien 漢字', true],
  ['דוד', true],
])('%s: no PDF can write it: %j', (name, expected) => {
  expect(isUnprintable(paper(name))).toBe(expected);
  expect(isUnprintable(paper('Anna', ['7 Harbour St', name]))).toBe(expected);
});

test('the first twenty are named, and all are counted; of none nothing is said', () => {
  const { unprintable: named } = unprintableOf([paper('Anna'), ...Array.from({ length: 25 }, () => paper('山田'))]);
  expect([named?.count, named?.first.length, named?.first[0]]).toEqual([25, 20, { label: '16-A1-000001', name: '山田' }]);
  expect(unprintableOf([paper('Anna')])).toEqual({});
});

test('every letter and sign that a database leaves out of those to be looked at can be printed', () => {
  const left = new RegExp(`^[${PRINTABLE}]$`, 'u');
  const all = Array.from({ length: 0x30_00 }, (_, code) => String.fromCodePoint(code)).filter((letter) => left.test(letter));
  expect(all.length).toBeGreaterThan(900);
  expect(all.filter((letter) => /[\p{L}\p{N}\p{P}\p{S}\p{M}]/u.test(letter) && unprintable(letter) !== '')).toEqual([]);
});
