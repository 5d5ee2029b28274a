import { expect, test } from 'vitest';
import { foreignScript } from './foreign-script.ts';

const page = { href: 'https://magazine.example/store/checkout', hostname: 'magazine.example' };
const here = { href: 'http://localhost:4000/store/checkout', hostname: 'localhost' };

test.each([
  ['https://js.stripe.com/endive/stripe.js', page],
  ['https://challenges.cloudflare.com/turnstile/v0/api.js', page],
  ['/own.js', page],
  ['http://localhost:4242/v1/stripe.js', here],
])('%s may run', (url, where) => {
  expect(foreignScript(url, where)).toBe(url);
});

test.each([
  ['http://localhost:4242/v1/stripe.js', page],
  ['http://127.0.0.1:4242/v1/stripe.js', page],
  ['http://[::1]/stripe.js', page],
  ['http://127.0.0.1:4242/v1/stripe.js', here],
  ['http://js.stripe.com/stripe.js', page],
  ['https://js.stripe.com.evil.example/stripe.js', page],
  ['https://evil.example/https://js.stripe.com/', page],
  ['//evil.example/x.js', page],
  ['data:text/javascript,alert(1)', page],
  ['javascript:alert(1)', page],
])('%s may not', (url, where) => {
  expect(() => foreignScript(url, where)).toThrow('are not loaded');
});
