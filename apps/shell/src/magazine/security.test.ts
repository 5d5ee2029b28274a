import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './security.ts';

const base = { nonce: 'abc', storeOrigins: ['https://files.example'], production: true };
const directive = (policy: string, name: string) => policy.split('; ').find((one) => one.startsWith(name));

test('scripts come by nonce or from the file stores, and strings never become scripts', () => {
  const policy = contentSecurityPolicy(base);
  expect(directive(policy, 'script-src')).toBe("script-src 'nonce-abc' https://files.example");
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toContain('upgrade-insecure-requests');
  expect(directive(policy, 'frame-src')).toBe("frame-src 'none'");
});

test('where Stripe is used, its hosts may do what Stripe asks for', () => {
  const policy = contentSecurityPolicy({ ...base, stripeOrigin: 'https://js.stripe.com' });
  expect(directive(policy, 'script-src')).toContain('https://js.stripe.com');
  expect(directive(policy, 'frame-src')).toContain('https://hooks.stripe.com');
  expect(directive(policy, 'connect-src')).toContain('https://api.stripe.com');
});

test('in development the emulator stands where Stripe would, and Stripe is not allowed', () => {
  const policy = contentSecurityPolicy({ ...base, production: false, stripeOrigin: 'http://127.0.0.1:4242' });
  for (const name of ['script-src', 'frame-src', 'connect-src']) expect(directive(policy, name)).toContain('http://127.0.0.1:4242');
  expect(policy).not.toContain('stripe.com');
});

test('a remote under development tells of changes by either name of this machine, and in production none does', () => {
  const storeOrigins = ['https://files.example', 'http://localhost:4301'];
  const connect = (production: boolean) => directive(contentSecurityPolicy({ ...base, storeOrigins, production }), 'connect-src');
  expect(connect(false)).toContain('ws://localhost:4301 ws://127.0.0.1:4301');
  expect(connect(true)).not.toContain('ws');
});
