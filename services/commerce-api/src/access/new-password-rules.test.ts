import { expect, test } from 'vitest';
import { newPasswordProblem } from './new-password-rules.ts';

const ana = { email: 'ana.reader@example.org', name: 'Ana Reader' };

test.each([
  'password1',
  'Sunshine1',
  '12345678',
  'qwertyuiop',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  '87654321',
  'ANA.READER',
  'ana.reader@example.org',
  'Ana Reader',
])('the password %s is refused', (password) => {
  expect(newPasswordProblem(password, ana)).toEqual(expect.any(String));
});

test.each([
  'correct horse',
  'a ferry at dawn',
  'lowercaseonlyfine',
  '🚢🚢⚓🌊🌧🗺🧭🏝',
  'Ana Reader likes boats',
  'a long way to the last harbour, '.repeat(8),
])('the password %s may be chosen', (password) => {
  expect(newPasswordProblem(password, ana)).toBeNull();
});
