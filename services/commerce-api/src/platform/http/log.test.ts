import { expect, test } from 'vitest';
import { describeError } from './log.ts';

test.each([
  ['an e-mail address', 'no such reader: ana.b+x@example.co.uk!', 'ana.b'],
  ['what PostgreSQL quotes', 'Key (email, name)=(x, Ana Berg) already exists.', 'Ana Berg'],
  ['a session token', 'bad session kT3xhQm9cV_2bA7YwZs1pLr0-uN8eJfGdI5oKxTqRvM', 'kT3xhQm9'],
  ['a client secret', 'pi_3Qabc123_secret_XyZ789 is used', 'secret_XyZ789'],
  ['an API key', 'Invalid key: sk_live_51abcdefghij', '51abcdef'],
])('%s in an error does not reach the log', (_title, message, secret) => {
  const logged = JSON.stringify(describeError(new Error(message, { cause: new Error(message) })));
  expect(logged).not.toContain(secret);
});

test('what an operator needs of an error does', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  expect(describeError(error)).toMatchObject({ type: 'Error', message: 'connect ECONNREFUSED 127.0.0.1:5432', code: 'ECONNREFUSED' });
  expect(describeError(error)['stack']).toContain('log.test.ts');
});
