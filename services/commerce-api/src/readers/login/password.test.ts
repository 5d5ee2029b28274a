import { expect, test } from 'vitest';
import { createTestApp } from '../../../test/test-app.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashPassword, verifyPassword } from './password.ts';

test('a password is kept as argon2id with 19 MiB and two passes, and salted', async () => {
  const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
});

test('the right password is right, however its letters are composed, and another is wrong', async () => {
  const kept = await hashPassword('grün und gut');
  expect(await verifyPassword(kept, 'gru\u0308n und gut')).toBe(true);
  expect(await verifyPassword(kept, 'Grün und gut')).toBe(false);
});

test.each([null, undefined])('where there is no password (%s), nothing is right', async (none) => {
  expect(await verifyPassword(none, '')).toBe(false);
});

test('a flood is refused instead of taking the memory, and those before it are served', { tags: ['ci'] }, async () => {
  const kept = await hashPassword('correct horse');
  const results = await Promise.allSettled(Array.from({ length: 80 }, () => verifyPassword(kept, 'correct horse')));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(80 - 2 - 64);
  expect(refused.every(({ reason }) => reason instanceof Refusal && reason.status === 503)).toBe(true);
  expect(await verifyPassword(kept, 'correct horse')).toBe(true);
});

test('who comes into a flood is told in how many seconds to come again, in the words as in the header', { tags: ['ci'] }, async () => {
  const service = await createTestApp();
  const logIn = (_: unknown, n: number) =>
    service.browser().post('/api/access/login', { email: `nobody${n}@example.org`, password: 'correct horse' });
  const answers = await Promise.all(Array.from({ length: 80 }, logIn));
  const busy = answers.find(({ status }) => status === 503) ?? expect.unreachable();
  const seconds = busy.headers.get('Retry-After');
  expect(Number(seconds)).toBeGreaterThan(1);
  expect(await busy.json()).toMatchObject({ errors: `The service is busy. Please try again in ${seconds} seconds.` });
  await service.close();
});
