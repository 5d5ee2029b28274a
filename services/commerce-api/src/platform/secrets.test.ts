import { expect, test } from 'vitest';
import { codeOf, hashOf, isSame, newToken, tokenOf } from './secrets.ts';

test('a code is six digits, and depends on its ticket and on the secret', () => {
  const codes = Array.from({ length: 500 }, () => codeOf('secret', hashOf(newToken())));
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
  expect(new Set(codes).size).toBeGreaterThan(495);
  expect(codeOf('secret', 'ticket')).toBe(codeOf('secret', 'ticket'));
  expect(codeOf('secret', 'ticket')).not.toBe(codeOf('another', 'ticket'));
});

test('a token is 256 bits, and none comes twice', () => {
  const tokens = Array.from({ length: 1000 }, newToken);
  expect(tokens.every((token) => Buffer.from(token, 'base64url').length === 32)).toBe(true);
  expect(new Set(tokens).size).toBe(1000);
  // Each of their bits is set in about half of them.
  const set = Array.from(
    { length: 256 },
    (_, bit) => tokens.filter((token) => ((Buffer.from(token, 'base64url')[bit >> 3] ?? 0) >> (bit & 7)) & 1).length,
  );
  expect(Math.min(...set)).toBeGreaterThan(350);
  expect(Math.max(...set)).toBeLessThan(650);
});

test('the token of a nonce is not to be had without the secret', () => {
  expect(tokenOf('secret', 'nonce')).toMatch(/^[\w-]{43}$/);
  expect(tokenOf('secret', 'nonce')).not.toBe(tokenOf('another', 'nonce'));
});

test.each([
  ['abc', 'abc', true],
  ['abc', 'abd', false],
  ['abc', 'abcd', false],
  ['ä', 'a', false],
])('%s and %s are compared whole', (one, other, same) => {
  expect(isSame(one, other)).toBe(same);
});
