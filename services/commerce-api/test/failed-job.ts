// What the tests of jobs share: a queue as the service makes it, and what failed in it.
import { PgBoss } from 'pg-boss';
import { createQueues } from '../src/jobs/queues.ts';
import { connectionTo, PATIENCE } from '../src/platform/db/connection.ts';
import { uuidv7 } from '../src/platform/db/uuidv7.ts';
import type { TestApp } from './test-app.ts';

/** The queue's own tables, which the first replica that works makes. */
export async function makeQueues({ databaseUrl }: Pick<TestApp, 'databaseUrl'>): Promise<void> {
  const boss = new PgBoss({ ...connectionTo(databaseUrl, PATIENCE.job), max: 1 });
  await boss.start();
  await createQueues(boss);
  await boss.stop({ graceful: false });
}

/** A letter that the mail server never took, with its job; answers the job's id. */
export async function failLetter(
  { deps: { db } }: Pick<TestApp, 'deps'>,
  { publication = 'main', message = 'It was not taken' }: { publication?: string; message?: string } = {},
): Promise<string> {
  const [outbox, job] = [uuidv7(), uuidv7()];
  const letter = { kind: 'welcome', subject: outbox, recipient: 'anna@example.org', payload: {}, queued: new Date() };
  await db.outbox.create({ data: { id: outbox, publicationId: publication, ...letter } });
  await failJob(db, { id: job, queue: 'mail', data: { outbox }, message });
  return job;
}

type Failed = { id?: string; queue: string; data?: object; message?: string };

export async function failJob(
  db: TestApp['deps']['db'],
  { id = uuidv7(), queue, data = {}, message = 'It broke' }: Failed,
): Promise<string> {
  await db.$executeRaw`
    insert into pgboss.job (id, name, data, state, retry_count, retry_limit, created_on, completed_on, output)
    values (${id}::uuid, ${queue}, ${JSON.stringify(data)}::jsonb, 'failed', 12, 12, now() - interval '2 days', now(), ${JSON.stringify({ message })}::jsonb)`;
  return id;
}
