import { expect, test } from 'vitest';
import { readOptions } from './serve.ts';

const GIVEN = {
  GHOST_URL: 'http://127.0.0.1:2368/',
  API_URL: 'http://127.0.0.1:4100',
  GHOST_ADMIN_KEY: 'id:secret',
  PUBLIC_URL: 'https://magazine.example',
};

test('the worker takes addresses with a slash at their end or without', () => {
  expect(readOptions({ ...GIVEN, WEBHOOK_SECRETS: 'whsec_a' })).toEqual({
    ghost: 'http://127.0.0.1:2368',
    api: 'http://127.0.0.1:4100',
    publicUrl: 'https://magazine.example',
    adminKey: 'id:secret',
    webhookSecret: 'whsec_a',
  });
});

test.each([
  [{ GHOST_ADMIN_KEY: '' }, 'must be given'],
  [{ API_URL: '127.0.0.1:4100' }, 'API_URL is no address: 127.0.0.1:4100'],
  [{ API_URL: 'http://127.0.0.1:4100/api' }, 'API_URL is http://127.0.0.1:4100: leave out what stands behind it'],
  // It would ask itself for ever.
  [{ API_URL: 'https://magazine.example/' }, 'PUBLIC_URL is this worker’s own address'],
  [{ GHOST_URL: 'https://MAGAZINE.example' }, 'PUBLIC_URL is this worker’s own address'],
])('of %j the worker says before it starts what is wrong', (wrong, words) => {
  expect(() => readOptions({ ...GIVEN, ...wrong })).toThrow(words);
});
