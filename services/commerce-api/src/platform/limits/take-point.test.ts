import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { MINUTE } from '../duration.ts';
import { Refusal } from '../http/refusal.ts';
import { takePoint, tooManyUntil } from './take-point.ts';

const LIMIT = { points: 5, window: MINUTE };

let service: TestApp;
let replica: TestApp;
beforeAll(async () => {
  service = await createTestApp();
  replica = await service.replica();
});
afterAll(async () => {
  await replica.close();
  await service.close();
});

test('of 200 at once on two replicas exactly the limit passes', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 200 }, (_, n) => takePoint((n % 2 ? service : replica).deps, 'a key', LIMIT)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(results.every((result) => result.status === 'fulfilled' || result.reason instanceof Refusal)).toBe(true);
});

test('a new window starts at nothing, however many come at its first moment', async () => {
  let now = new Date('2026-11-21T12:00:00Z');
  const deps = [service, replica].map(({ deps: { db } }) => ({ db, clock: () => now }));
  const passed = async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => takePoint(deps[n % 2] ?? service.deps, 'another key', LIMIT)),
    );
    return results.filter(({ status }) => status === 'fulfilled').length;
  };
  expect(await passed()).toBe(5);
  now = new Date(now.getTime() + MINUTE - 1);
  expect(await passed()).toBe(0);
  now = new Date(now.getTime() + 1);
  expect(await passed()).toBe(5);
});

test.each([
  [60 * MINUTE, 60, 3600],
  [9 * MINUTE + 1, 10, 541],
  [MINUTE, 2, 60],
  [1, 2, 1],
  [0, 2, 1],
])('who is refused for another %i ms is told to come back in %i minutes, and after %i seconds', (left, minutes, seconds) => {
  const now = new Date('2026-11-21T12:00:00Z');
  const refusal = tooManyUntil(new Date(now.getTime() + left), now);
  expect(refusal).toMatchObject({
    status: 429,
    retryAfter: seconds,
    texts: { general: { code: 'api.too_many_attempts', values: { n: minutes } } },
  });
});

test('who is refused for a day is told so in hours', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const refusal = tooManyUntil(new Date(now.getTime() + 24 * 60 * MINUTE - 1), now);
  expect(refusal.texts).toMatchObject({ general: { code: 'api.too_many_attempts_hours', values: { n: 24 } } });
});
