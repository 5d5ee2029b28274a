import { NewPassword } from '@newsstand/contracts/new-password';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { newPasswordProblem } from './new-password-rules.ts';

const ana = { email: 'ana.reader@example.org', name: 'Ana Reader' };

test.each([
  ['password1', 'api.password_common'],
  ['Sunshine1', 'api.password_common'],
  ['12345678', 'api.password_common'],
  ['qwertyuiop', 'api.password_common'],
  ['aaaaaaaaaaaa', 'api.password_common'],
  ['abcabcabcabc', 'api.password_common'],
  ['87654321', 'api.password_common'],
  ['ANA.READER', 'api.password_personal'],
  ['ana.reader@example.org', 'api.password_personal'],
  ['Ana Reader', 'api.password_personal'],
])('the password %s is refused', (password, code) => {
  expect(newPasswordProblem(password, ana)).toMatchObject({ code });
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
  expect(v.safeParse(NewPassword, password).issues).toBeUndefined();
});
