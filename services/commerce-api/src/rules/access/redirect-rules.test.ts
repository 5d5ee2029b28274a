import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safePage, safePath } from './redirect-rules.ts';

const HOME = 'https://magazine.example';

test.each([
  ['/account?tab=1#card', '/account?tab=1#card'],
  ['account', '/account'],
  ['https://magazine.example/issue/12', '/issue/12'],
  ['', '/'],
])('%j leads to %s', (raw, path) => {
  expect(safePath(raw, HOME)).toBe(path);
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '\thttps://evil.example',
  '/\t/evil.example',
  'https://magazine.example@evil.example/',
  'https://magazine.example.evil.example/',
  'https://reader:pw@magazine.example/',
  'http://magazine.example/',
  'https:///evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  null,
  undefined,
])('%j is not followed', { tags: ['§2.routes.6'] }, (raw) => {
  expect(safePath(raw, HOME)).toBe('/');
});

test('whatever is asked for, the browser stays on the magazine', () => {
  const bits = fc.constantFrom(
    '/',
    '\\',
    '//',
    'https:',
    'evil.example',
    '@',
    '.',
    '..',
    '?',
    '#',
    '%2f',
    '%5c',
    'javascript:',
    ' ',
    '\t',
    'a',
  );
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 8 }), (parts) => {
      expect(new URL(safePath(parts.join(''), HOME), HOME).origin).toBe(HOME);
    }),
  );
});

test('a sign-in may come back to a page on another site only where that site may call us', () => {
  const origins = [HOME, 'https://cms.example'];
  expect(safePage('https://cms.example/article?x=1', HOME, origins)).toBe('https://cms.example/article?x=1');
  expect(safePage('https://evil.example/article', HOME, origins)).toBe('https://magazine.example/');
  expect(safePage('/issue/12', HOME, origins)).toBe('https://magazine.example/issue/12');
});
