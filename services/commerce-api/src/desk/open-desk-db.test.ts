import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeskTestApp, type DeskApp } from '../../test/desk.ts';
import type { Db } from '../platform/db/db.ts';
import { openDeskDb } from './open-desk-db.ts';

let service: DeskApp;
let db: Db;
beforeAll(async () => {
  service = await createDeskTestApp();
  db = openDeskDb(service.deps);
});
afterAll(async () => {
  await db.$disconnect();
  await service.close();
});

test('a statement of the desk ends after five seconds, and a reader’s is not one of its pool', async () => {
  expect(await db.$queryRaw`select current_setting('statement_timeout') as after`).toEqual([{ after: '5s' }]);
  expect(await service.deps.db.$queryRaw`select current_setting('statement_timeout') as after`).toEqual([{ after: '15s' }]);
});

test('however much is looked for at the desk, readers are answered meanwhile', async () => {
  let isOver = false;
  const looking = Promise.all(Array.from({ length: 10 }, () => db.$queryRaw`select pg_sleep(0.3)::text`)).then(() => (isOver = true));
  expect((await service.browser().get('/api/cart')).status).toBe(200);
  expect(isOver).toBe(false);
  await looking;
});

test('a person asks for 600 things in a minute, in whatever browsers, and then waits', async () => {
  const [cleo, again, bob] = [await service.as('service'), await service.as('service'), await service.as('circulation')];
  expect((await cleo.get('/api/desk/session')).status).toBe(200);
  const [{ id } = { id: '' }] = await service.deps.db.staff.findMany({ where: { name: 'Cleo' } });
  const key = `desk:${id}`;
  expect((await service.deps.db.rateLimit.findUniqueOrThrow({ where: { key } })).points).toBeGreaterThan(0);
  await service.deps.db.rateLimit.update({ where: { key }, data: { points: 599 } });
  expect((await again.get('/api/desk/today')).status).toBe(200);
  const refused = await cleo.get('/api/desk/today');
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await bob.get('/api/desk/today')).status).toBe(200);
});
