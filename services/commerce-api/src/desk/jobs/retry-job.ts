import { JobRetried } from '@newsstand/contracts/desk-jobs';
import type * as v from 'valibot';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';
import { failedJobs, SENT_AGAIN } from './read-jobs.ts';

type Asked = { job: string; action: string; network: string; dry: boolean };
type Retried = v.InferOutput<typeof JobRetried>;

/**
 * Has a letter, or a message, that was given up tried once more, now. Refuses (409) one that does not fail any more,
 * and (422) a round, which the next one does.
 */
export async function retryJob(deps: Deps, person: Person, { job, action, network, dry }: Asked): Promise<Retried> {
  return act(deps, { person: person.id }, { id: action, verb: 'retryJob', subject: job, network, dry }, JobRetried, async (tx) => {
    const [failed] = await tx.$queryRaw<Retried[]>`
      select f.queue from (${failedJobs(deps.config.publicationId)}) f where f.id = ${job}::uuid`;
    if (!failed) throw new Refusal(409, deskText('job_not_waiting'));
    if (!SENT_AGAIN.includes(failed.queue)) throw new Refusal(422, deskText('job_of_a_round'));
    // As the queue itself has a job tried again; one that failed for good had tries left.
    const again = await tx.$queryRaw<unknown[]>`
      update pgboss.job set state = 'retry', retry_limit = retry_count + 1, completed_on = null, keep_until = greatest(keep_until, now() + interval '2 days')
      where name = ${failed.queue} and id = ${job}::uuid and state = 'failed' returning id`;
    if (again.length === 0) throw new Refusal(409, deskText('job_not_waiting'));
    return { to: { queue: failed.queue }, result: { queue: failed.queue } };
  });
}
