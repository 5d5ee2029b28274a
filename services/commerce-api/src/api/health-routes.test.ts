import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/test-app.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

test('a service with its database is live and ready', async () => {
  const response = await service.browser().get('/api/health');
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ live: true, ready: true });
});

test('whoever asks whether it is well is no reader that work beside them would give way to', async () => {
  const { served } = service.deps;
  const isSeen = async (path: string) => {
    served.note(0);
    await service.browser().get(path);
    return served.isLately();
  };
  expect(await isSeen('/api/health')).toBe(false);
  expect(await isSeen('/api/health/live')).toBe(false);
  expect(await isSeen('/api/metrics')).toBe(false);
  expect(await isSeen('/api/cart')).toBe(true);
});

test('a service without its database is live, and says that it is not ready', async () => {
  const alone = await service.replica();
  await alone.deps.db.$queryRaw`select 1`;
  const broken = await createTestApp();
  await service.deps.db.$executeRawUnsafe(`drop database ${new URL(broken.databaseUrl).pathname.slice(1)} with (force)`);
  expect((await broken.browser().get('/api/health/ready')).status).toBe(503);
  expect((await broken.browser().get('/api/health/live')).status).toBe(200);
  await broken.close();
  await alone.close();
});
