import { DeskQueue, FailedJob, JobQueue, type DeskJobs } from '@newsstand/contracts/desk-jobs';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Deps } from '../../publication/deps.ts';

/** How many failures are shown. */
const SHOWN = 100;
/**
 * What a round does is done by the next one; of these each is one letter, or one message, and nothing else sends it.
 */
export const SENT_AGAIN: readonly string[] = ['mail', 'webhooks'];

/**
 * SQL: the jobs that failed and that are of this publication, or of none: `what` of a letter is its kind. A round
 * belongs to all publications of the database. A message that was handed over again since has another job.
 */
export const failedJobs = (publication: string): Prisma.Sql => Prisma.sql`
  select j.*, coalesce(l.kind, m.type) as what from desk_jobs('failed') j
  left join outbox l on j.queue = 'mail' and l.id::text = j.data ->> 'outbox' and l.publication_id = ${publication}
  left join hook_message m on j.queue = 'webhooks' and m.id::text = j.data ->> 'message' and m.publication_id = ${publication}
    and m.delivered is null and m.queued < j.ended
  where case j.queue when 'mail' then l.id is not null when 'webhooks' then m.id is not null else true end`;

const instant = v.pipe(
  v.date(),
  v.transform((at) => at.toISOString()),
);
const Queue = v.object({ ...DeskQueue.entries, oldest: v.nullable(instant), last: v.nullable(instant) });
const Failed = v.object({ ...v.omit(FailedJob, ['again']).entries, created: instant, failed: instant });

/**
 * What waits, what runs and what failed of the work beside the requests: two statements. Who sees it may know no
 * reader: no mailbox is in it.
 */
export async function readJobs({ db, config }: Pick<Deps, 'config'> & { db: Sql }): Promise<DeskJobs> {
  const queues = await db.$queryRaw<unknown[]>`
    select q.queue, count(j.id) filter (where j.state in ('created', 'retry'))::int as waiting, min(j.created) filter (where j.state in ('created', 'retry')) as oldest,
      count(j.id) filter (where j.state = 'active')::int as running, (select max(d.ended) from desk_jobs('last') d where d.queue = q.queue) as last
    from unnest(${[...JobQueue.options]}::text[]) with ordinality q(queue, n) left join desk_jobs('open') j on j.queue = q.queue group by q.queue, q.n order by q.n`;
  const rows = await db.$queryRaw<{ all: number }[]>`
    select id, queue, what, created, ended as failed, tries, message, (count(*) over ())::int as all
    from (${failedJobs(config.publicationId)}) f order by ended desc, id limit ${SHOWN}::int`;
  return {
    queues: v.parse(v.array(Queue), queues),
    count: rows[0]?.all ?? 0,
    failed: v
      .parse(v.array(Failed), rows)
      .map((job) => ({ ...job, message: withoutMailboxes(job.message), again: SENT_AGAIN.includes(job.queue) })),
  };
}

/** A mail server names who did not take a letter. */
const withoutMailboxes = (message: string | null): string | null =>
  message && message.replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '(a mailbox)');
