import type { Job, JobResult } from 'pg-boss';
import * as v from 'valibot';
import type { Mailer } from '../letters/mailer.ts';
import type { Deps } from '../publication/deps.ts';
import { sendOutbox } from './send-outbox.ts';

const MailJob = v.object({ outbox: v.string() });

/**
 * Sends a batch of the queue's letters. Each is a job of its own: one that the mail server does not take is tried again
 * later, and holds up no other.
 */
export async function sendLetters(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'publication' | 'stopping' | 'log'>,
  mailer: Mailer,
  jobs: readonly Pick<Job<unknown>, 'id' | 'data'>[],
): Promise<JobResult[]> {
  const letters = jobs.map(({ id, data }) => ({ id, outbox: v.parse(MailJob, data).outbox }));
  const failures = await sendOutbox(
    deps,
    mailer,
    letters.map(({ outbox }) => outbox),
  );
  return letters.map(({ id, outbox }) => {
    if (!failures.has(outbox)) return { id, status: 'completed' };
    const error = failures.get(outbox);
    deps.log.error({ queue: 'mail', err: error }, 'a job failed');
    return { id, status: 'failed', output: { message: error instanceof Error ? error.message : String(error) } };
  });
}
