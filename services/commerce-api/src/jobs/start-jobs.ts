import { PgBoss } from 'pg-boss';
import * as v from 'valibot';
import { runCalendar } from '../calendar/run-calendar.ts';
import { warnOfExpiry } from '../calendar/warn-of-expiry.ts';
import type { Deps, Running } from '../deps.ts';
import { SECOND } from '../duration.ts';
import { openMailer } from '../mail/mailer.ts';
import { sendOutbox } from '../mail/send-outbox.ts';
import { cleanUp } from './clean-up.ts';
import { CALENDAR, CARD_EXPIRY, CLEAN_UP, MAIL, QUEUE_NAMES, RECONCILE, createQueues } from './queues.ts';
import { reconcile } from './reconcile.ts';
import { relayOutbox } from './relay-outbox.ts';
import { repeat } from './repeat.ts';
import { releaseDue } from '../subscription/release-due.ts';

const MailJob = v.object({ outbox: v.string() });

/**
 * The work beside the requests, on pg-boss in the same database: letters, reconciling with the payment provider, the calendar of charges, clean-up. Every replica may run
 * it: a job is one replica's, and a schedule fires once. `stop` finishes what it holds.
 */
export async function startJobs(deps: Deps): Promise<Running> {
  const boss = new PgBoss({ connectionString: deps.databaseUrl, application_name: 'newsstand-jobs', max: 2 });
  boss.on('error', (error) => deps.log.warn({ err: error }, 'the job queue has a problem'));
  await boss.start();
  await createQueues(boss);

  const mailer = openMailer(deps.config.smtpUrl);
  const often = { pollingIntervalSeconds: 1 };
  await boss.work(
    MAIL,
    often,
    logged(deps, MAIL, async (data) => sendOutbox(deps, mailer, v.parse(MailJob, data).outbox)),
  );
  await boss.work(
    RECONCILE,
    logged(deps, RECONCILE, () => reconcile(deps)),
  );
  await boss.work(
    CLEAN_UP,
    logged(deps, CLEAN_UP, () => cleanUp(deps)),
  );
  await boss.work(
    CALENDAR,
    // An issue whose day has come goes out first: it may be somebody's last, which writes the next charge.
    logged(deps, CALENDAR, async () => {
      await releaseDue(deps);
      await runCalendar(deps);
    }),
  );
  await boss.work(
    CARD_EXPIRY,
    logged(deps, CARD_EXPIRY, () => warnOfExpiry(deps)),
  );
  await boss.schedule(RECONCILE, '*/5 * * * *');
  await boss.schedule(CLEAN_UP, '17 * * * *');
  await boss.schedule(CALENDAR, '*/10 * * * *');
  await boss.schedule(CARD_EXPIRY, '40 6 * * *');

  const report = (error: unknown) => deps.log.warn({ err: error }, 'the job queue could not be reached');
  const relay = repeat(() => relayOutbox(deps, boss), SECOND, report);
  const depth = repeat(() => measureDepth(deps, boss), 15 * SECOND, report);
  return {
    stop: async () => {
      await Promise.all([relay.stop(), depth.stop()]);
      await boss.stop({ graceful: true, timeout: 20 * SECOND });
      mailer.close();
    },
  };
}

/** A job that fails is logged here and tried again by the queue. */
function logged({ log }: Pick<Deps, 'log'>, queue: string, work: (data: unknown) => Promise<unknown>) {
  return async (jobs: { data: unknown }[]): Promise<void> => {
    for (const { data } of jobs) {
      try {
        await work(data);
      } catch (error) {
        log.error({ queue, err: error }, 'a job failed');
        throw error;
      }
    }
  };
}

async function measureDepth({ metrics }: Deps, boss: PgBoss): Promise<void> {
  for (const queue of QUEUE_NAMES) {
    const [stats] = await boss.getQueueStats(queue);
    metrics.queueDepth.set({ queue }, stats ? stats.queuedCount : 0);
  }
}
