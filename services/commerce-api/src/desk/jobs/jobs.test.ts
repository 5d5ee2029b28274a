import { DeskJobs } from '@newsstand/contracts/desk-jobs';
import { DeskToday } from '@newsstand/contracts/desk-reader';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { failJob, failLetter, makeQueues } from '../../../test/failed-job.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

let service: DeskApp;
let gale: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  gale = await service.as('developer');
});
afterAll(() => service.close());

const read = async () => v.parse(DeskJobs, await (await gale.get('/api/desk/jobs')).json());
const onToday = async () => {
  const { work } = v.parse(DeskToday, await (await gale.get('/api/desk/today')).json());
  return work.find(({ list }) => list === 'jobs')?.count ?? 0;
};
const retry = (job: string, action = uuidv7(), query = '') => gale.post(`/api/desk/jobs/${job}/retry${query}`, { action });

test('where no work has ever been done, nothing waits and nothing has failed', async () => {
  const { queues, failed, count } = await read();
  expect([failed, count, await onToday()]).toEqual([[], 0, 0]);
  expect(queues.map(({ waiting, last }) => [waiting, last])).toEqual(queues.map(() => [0, null]));
});

test('a letter that was given up is on Today and on the page of jobs, without its mailbox, and is tried again once', async () => {
  await makeQueues(service);
  const job = await failLetter(service, { message: '550 <anna@example.org>: no such user' });
  expect(await onToday()).toBe(1);
  const { failed } = await read();
  expect(failed).toMatchObject([
    { id: job, queue: 'mail', what: 'welcome', tries: 13, message: '550 <(a mailbox)>: no such user', again: true },
  ]);
  expect((await retry(job, uuidv7(), '?dry')).status).toBe(200);
  expect((await read()).count).toBe(1);
  const action = uuidv7();
  const all = await Promise.all([retry(job, action), retry(job, action), retry(job)]);
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 200, 409]);
  const after = await read();
  expect([after.count, await onToday(), after.queues.find(({ queue }) => queue === 'mail')?.waiting]).toEqual([0, 0, 1]);
  expect(await service.deps.db.staffAction.count({ where: { verb: 'retryJob', subject: job } })).toBe(1);
});

test('a round that failed is gone as soon as the next one was done, and nobody tries it by hand', async () => {
  const job = await failJob(service.deps.db, { queue: 'books' });
  expect((await read()).failed).toMatchObject([{ id: job, queue: 'books', again: false }]);
  expect((await retry(job)).status).toBe(422);
  await service.deps.db.$executeRaw`
    insert into pgboss.job (name, state, completed_on) values ('books', 'completed', now() + interval '1 second')`;
  const { failed, queues } = await read();
  expect([failed, queues.find(({ queue }) => queue === 'books')?.last]).toEqual([[], expect.any(String)]);
});

test('a message that a publisher’s system did not take is on the page of jobs, and is sent once more', async () => {
  const { db } = service.deps;
  const { id } = await db.hookMessage.create({
    data: {
      id: uuidv7(),
      publicationId: 'main',
      type: 'order.paid',
      data: {},
      created: new Date(),
      queued: new Date(Date.now() - 60_000),
      attempts: 1,
    },
  });
  const job = await failJob(db, { queue: 'webhooks', data: { message: id }, message: 'it answered 410' });
  // It failed for good, with tries left.
  await db.$executeRaw`update pgboss.job set retry_count = 0 where id = ${job}::uuid`;
  expect((await read()).failed).toMatchObject([
    { id: job, queue: 'webhooks', what: 'order.paid', tries: 1, message: 'it answered 410', again: true },
  ]);
  expect([await onToday(), (await retry(job)).status]).toEqual([1, 200]);
  const again = await db.$queryRaw`select state::text, retry_limit from pgboss.job where id = ${job}::uuid`;
  expect([again, (await read()).failed]).toEqual([[{ state: 'retry', retry_limit: 1 }], []]);
});

test('a letter of another publication in the same database is not seen, and not tried', async () => {
  await service.deps.db
    .$executeRaw`insert into publication (id, data, ship_prices) select 'other', data, ship_prices from publication where id = 'main'`;
  const job = await failLetter(service, { publication: 'other' });
  expect([(await read()).failed, (await retry(job)).status]).toEqual([[], 409]);
});
