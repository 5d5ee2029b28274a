import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/test-app.ts';
import { answerOf, codeFor, lettersTo, makeAccount } from './test-reader.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

/** What a request costs the database, and what it answers. */
async function costOf(path: string, email: string) {
  const before = service.statements.length;
  const { status } = await service.browser().post(path, { email, password: 'a wrong one' });
  return { status, statements: service.statements.slice(before) };
}

test.each(['/api/access/login', '/api/access/signin', '/api/access/reset-password'])(
  'a known address and an unknown one are the same statements: %s',
  async (path) => {
    const { email } = await makeAccount(service);
    expect(await costOf(path, email)).toEqual(await costOf(path, `not-${email}`));
  },
);

test('whether there is an account is found out when the letter is written: one that was made meanwhile gets its code', async () => {
  const email = 'meanwhile@example.org';
  const browser = service.browser();
  const [, asked] = await answerOf(await browser.post('/api/access/signin', { email }));
  expect(await lettersTo(service, email)).toEqual(['no-account']);
  await makeAccount(service, { email });
  expect(await lettersTo(service, email)).toEqual(['code']);
  const { token } = v.parse(v.object({ token: v.string() }), asked);
  const verified = await browser.post('/api/access/signin/verify', { token, password: await codeFor(service, email) });
  expect(verified.status).toBe(200);
});
