import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-app.ts';
import { openDb } from './db.ts';

const SOON = 5000;
/** Its answer, or that there is none. */
const soon = <Answer>(work: Promise<Answer>) => Promise.race([work, sleep(SOON).then(() => 'no end')]);

test('whoever closes the database waits for what is under way and for whoever waits for a turn, and nothing of it is lost', async () => {
  const url = await createTestDatabase();
  const db = openDb(url, { connections: 1 });
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const note = (key: string, after: Promise<void>) =>
    db.$transaction(async (tx) => {
      begun.resolve();
      await after;
      await tx.rateLimit.create({ data: { key, points: 1, expires: new Date() } });
    });
  const first = note('under way', gate.promise);
  await begun.promise;
  const second = note('its turn', Promise.resolve());
  const closed = db.$disconnect().then(() => 'closed');
  await sleep(100);
  gate.resolve();
  expect(await soon(closed)).toBe('closed');
  await Promise.all([first, second]);

  const after = openDb(url);
  expect(await after.rateLimit.count({ where: { key: { in: ['under way', 'its turn'] } } })).toBe(2);
  await after.$disconnect();
});

test('a database that is closed is asked for nothing more, and says so at once', async () => {
  const db = openDb(await createTestDatabase());
  await db.$queryRaw`select 1`;
  const closed = db.$disconnect();
  await Promise.all([closed, db.$disconnect()]);
  const asked = [db.$queryRaw`select 1`, db.$transaction((tx) => tx.$queryRaw`select 1`), db.$transaction((tx) => tx.rateLimit.count())];
  for (const one of await soon(Promise.allSettled(asked))) expect(one).toMatchObject({ status: 'rejected' });
});
