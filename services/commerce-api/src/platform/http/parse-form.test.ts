import { expect, test } from 'vitest';
import { parseForm } from './parse-form.ts';

test.each([
  ['a=1&b=2', { a: '1', b: '2' }],
  ['a[b][c]=1&a[b][d]=2', { a: { b: { c: '1', d: '2' } } }],
  ['a[]=1&a[]=2', { a: ['1', '2'] }],
  ['a=1&a=2', { a: ['1', '2'] }],
  ['a=%F0%9F%97%9E%EF%B8%8F+x', { a: '🗞️ x' }],
  ['', {}],
])('%s is read', (text, form) => {
  expect(parseForm(text)).toEqual(form);
});

test.each([
  '__proto__[polluted]=1',
  'a[__proto__][polluted]=1',
  'constructor[prototype][polluted]=1',
  'a=1&a[b]=2',
  'a[]=1&a[b]=2',
  'a[b][c][d][e][f]=1',
  Array.from({ length: 201 }, (_, n) => `f${n}=1`).join('&'),
])('what no page of ours sends is refused: %.40s', (text) => {
  expect(() => parseForm(text)).toThrow(SyntaxError);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});
