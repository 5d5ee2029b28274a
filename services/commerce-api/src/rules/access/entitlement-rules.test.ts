import { expect, test } from 'vitest';
import { entitledBy } from './entitlement-rules.ts';

test.each([
  ['an active subscriber reads what is for subscribers', { subscription: 'active', institution: false }, 'subscription'],
  ['a lifetime subscriber too', { subscription: 'lifetime', institution: false }, 'lifetime'],
  ['a reader of an institution too', { subscription: 'none', institution: true }, 'institution'],
  ['a subscriber who comes through an institution is a subscriber', { subscription: 'active', institution: true }, 'subscription'],
  ['somebody with an account and no subscription does not', { subscription: 'none', institution: false }, null],
  ['somebody whose subscription ran out does not', { subscription: 'expired', institution: false }, null],
  ['but through an institution they do', { subscription: 'expired', institution: true }, 'institution'],
] as const)('%s', (_title, standing, by) => {
  expect(entitledBy(standing)).toBe(by);
});
