import { staffEndpoints } from '@newsstand/contracts/desk-endpoints-staff';
import type { FailedJob, JobQueue } from '@newsstand/contracts/desk-jobs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../acts/act-dialog.tsx';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { LastAct } from '../acts/last-act.tsx';
import { useMay } from '../session/session.tsx';
import { Asked, Heading, Part, Wide } from '../parts/page-parts.tsx';
import { letterName, moment } from '../parts/words.ts';

/** What each queue does, and how often by itself. */
const QUEUES: Record<JobQueue, { name: string; round: string }> = {
  mail: { name: 'Letters', round: 'as they are written' },
  webhooks: { name: 'Messages to the publisher’s own systems', round: 'as things happen' },
  calendar: { name: 'Issues whose day has come, and renewals', round: 'each ten minutes' },
  releases: { name: 'Issues that were planned', round: 'each minute' },
  refunds: { name: 'Refunds that the provider has not answered', round: 'each minute' },
  reconcile: { name: 'Payments, compared with the provider’s', round: 'each five minutes' },
  'cancel-intents': { name: 'Payments that nobody finishes', round: 'each minute' },
  holds: { name: 'Goods that nobody paid for, back in stock', round: 'each minute' },
  'card-expiry': { name: 'Letters about cards that expire', round: 'each day' },
  books: { name: 'The books', round: 'each night' },
  'clean-up': { name: 'What is kept no longer', round: 'each hour' },
};

/** Each this often, as it is looked at. */
const AGAIN = 5000;

/** The work beside the requests: what waits, what runs, and what was given up, which somebody has to see to. */
export function Jobs() {
  const retries = useMay('retryJob');
  const [retried, setRetried] = useState<FailedJob | null>(null);
  const [answer, setMessage] = useState('');
  const query = useQuery({ queryKey: ['jobs'], queryFn: () => call(staffEndpoints.deskJobs), refetchInterval: AGAIN });
  return (
    <>
      <Heading text="Jobs" />
      <LastAct text={answer} />
      {retried && (
        <RetryJobDialog
          job={retried}
          failed={query.data?.failed ?? NONE}
          onDone={(what) => {
            setRetried(null);
            setMessage(what);
          }}
          onClose={() => setRetried(null)}
        />
      )}
      <Asked query={query} what="the jobs">
        {({ queues, failed, count }) => (
          <>
            <Part
              title="What failed"
              {...(count > failed.length && { aside: `the newest ${failed.length} of ${count}` })}
              none={failed.length === 0 && 'Nothing waits for anybody.'}
            >
              <ul className={styles['lines']}>
                {failed.map((job) => (
                  <li key={job.id}>
                    <span>
                      <strong>{QUEUES[job.queue].name}</strong>
                      {job.what !== null && `: ${letterName(job.what)}`}
                      <br />
                      <span className={styles['bad']}>{job.message ?? 'It said nothing.'}</span>
                    </span>
                    <span>
                      {job.again && retries ? (
                        <button type="button" className={styles['small']} onClick={() => setRetried(job)}>
                          Try again…<span className={styles['unseen']}> {whatOf(job)}</span>
                        </button>
                      ) : (
                        `is done again ${QUEUES[job.queue].round}`
                      )}
                    </span>
                    <span>
                      {job.tries === 1 ? 'one try' : `${job.tries} tries`}, <time dateTime={job.failed}>{moment(job.failed)}</time>
                    </span>
                  </li>
                ))}
              </ul>
            </Part>
            <Part title="What runs">
              <Wide label="Work">
                <table className={`${styles['table']} ${styles['stacked']}`}>
                  <thead>
                    <tr>
                      <th scope="col">Work</th>
                      <th scope="col">By itself</th>
                      <th scope="col">Waiting</th>
                      <th scope="col">Running</th>
                      <th scope="col">Done last</th>
                    </tr>
                  </thead>
                  <tbody>
                    {queues.map(({ queue, waiting, oldest, running, last }) => (
                      <tr key={queue}>
                        <th scope="row" className={styles['wraps']}>
                          {QUEUES[queue].name}
                        </th>
                        <td>{QUEUES[queue].round}</td>
                        <td data-name="Waiting">
                          {waiting}
                          {oldest !== null && <small> since {moment(oldest)}</small>}
                        </td>
                        <td data-name="Running">{running}</td>
                        <td data-name="Done last">{last === null ? 'not in the last days' : moment(last)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Wide>
            </Part>
          </>
        )}
      </Asked>
    </>
  );
}

const whatOf = ({ what, queue }: FailedJob): string => (what === null ? QUEUES[queue].name : letterName(what));

const NONE: readonly FailedJob[] = [];
type RetryProps = { job: FailedJob; failed: readonly FailedJob[]; onDone: (answer: string) => void; onClose: () => void };

const RetryJobDialog = ({ job, failed, onDone, onClose }: RetryProps) => (
  <ActDialog
    title={`Try again: ${whatOf(job)}`}
    verb="Try again"
    about={KEY}
    shown={{
      now: failed,
      says: (now) => {
        const one = now.find(({ id }) => id === job.id);
        return { [whatOf(job)]: one ? `Failed, ${one.tries === 1 ? 'one try' : `${one.tries} tries`}` : 'It waits for nobody any more' };
      },
    }}
    wish={job.id}
    send={send}
    happens={() => [
      job.queue === 'mail'
        ? 'The letter is handed to the mail server once more, within seconds.'
        : 'The message is sent once more, within seconds.',
      'Where that fails, it stands here again.',
    ]}
    done={() => 'It is on its way.'}
    {...{ onDone, onClose }}
  />
);
const KEY = ['jobs'];
const send = (job: string, { action, dry }: { action: string; dry: boolean }) =>
  call(staffEndpoints.deskRetryJob, { params: { job }, query: dry ? { dry: '' } : {}, body: { action } });
