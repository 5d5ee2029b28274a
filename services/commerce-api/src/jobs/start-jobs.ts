import { PgBoss } from 'pg-boss';
import { checkBooks } from '../desk/books/check-books.ts';
import { removeOldUploads } from '../files/upload-folder.ts';
import { releaseDue, releaseOnTime } from '../ledger/releases/release-due.ts';
import { openMailer } from '../letters/mailer.ts';
import { runRefunds } from '../payments/refunds/ask-refund.ts';
import { cancelNoted } from '../payments/intents/intents-to-cancel.ts';
import { runRenewals } from '../payments/renewals/run-renewals.ts';
import { warnOfExpiry } from '../payments/renewals/warn-of-expiry.ts';
import { connectionTo, PATIENCE } from '../platform/db/connection.ts';
import { openDb } from '../platform/db/db.ts';
import { HOUR, SECOND } from '../platform/duration.ts';
import { ASKED_ONCE, openStripe } from '../payments/provider/open-stripe.ts';
import type { Running } from '../platform/running.ts';
import { repeat } from '../platform/repeat.ts';
import type { Deps } from '../publication/deps.ts';
import { runImportThread } from '../readers/imports/run-import-thread.ts';
import { cleanUp } from './clean-up.ts';
import { deliverHooks } from './hooks/deliver-hook.ts';
import { HOOKS, openEndpoint, relayHooks } from './hooks/relay-hooks.ts';
import {
  RENEWALS,
  BOOKS,
  CANCEL_INTENTS,
  CARD_EXPIRY,
  CLEAN_UP,
  HOLDS,
  MAIL,
  QUEUE_NAMES,
  RECONCILE,
  REFUNDS,
  RELEASES,
  createQueues,
} from './queues.ts';
import { reconcile, releaseHolds } from './reconcile.ts';
import { relayAll } from './relay-outbox.ts';
import { sendLetters } from './send-letters.ts';

/**
 * The work beside the requests, on pg-boss in the same database: letters, reconciling with the payment provider, the
 * charges that are due, clean-up. Every replica may run it: a job is one replica's, and a schedule fires once. `stop`
 * finishes what it holds.
 */
export async function startJobs(service: Deps): Promise<Running> {
  // With connections of its own, it may take its time, and no reader waits for a turn behind it.
  const db = openDb(service.databaseUrl, {
    connections: 3,
    patience: PATIENCE.job,
    onConnectionError: (error) => service.log.warn({ err: error }, 'a connection of the jobs broke'),
  });
  const deps: Deps = { ...service, db };
  const boss = new PgBoss({ ...connectionTo(deps.databaseUrl, PATIENCE.job), application_name: 'newsstand-jobs', max: 2 });
  boss.on('error', (error) => deps.log.warn({ err: error }, 'the job queue has a problem'));
  await boss.start();
  await createQueues(boss);
  await openEndpoint(deps);

  const ending = new AbortController();
  const mailer = openMailer(deps.config.smtpUrl);
  const { webhook } = deps.config;
  await boss.work(MAIL, { ...IN_BATCHES, batchSize: 100 }, (jobs) => sendLetters(deps, mailer, jobs));
  if (webhook) await boss.work(HOOKS, { ...IN_BATCHES, batchSize: 10 }, (jobs) => deliverHooks(deps, webhook, jobs));
  const rounds = roundsOf(deps, ending.signal);
  for (const [queue, { work }] of Object.entries(rounds)) await boss.work(queue, logged(deps, queue, work));
  for (const [queue, { at }] of Object.entries(rounds)) await boss.schedule(queue, at);
  const watches = startWatches(deps, boss, ending.signal);
  return {
    stop: async () => {
      ending.abort();
      await Promise.all(watches.map((watch) => watch.stop()));
      await boss.stop({ graceful: true, timeout: 20 * SECOND });
      mailer.close();
      await db.$disconnect();
    },
  };
}

/** A full batch means that more wait: the next one follows at once. */
const IN_BATCHES = { pollingIntervalSeconds: 1, burstWhenBatchFull: true, perJobResults: true } as const;

type Round = { at: string; work: () => Promise<unknown> };

/** What is done again and again, and when (as cron says it, UTC), by its queue. */
function roundsOf(deps: Deps, ending: AbortSignal): Record<string, Round> {
  // One that hangs at each order must not hold up a round of hundreds.
  const asking: Deps = { ...deps, stripe: openStripe(deps.config.stripe, ASKED_ONCE) };
  return {
    [RECONCILE]: { at: '*/5 * * * *', work: () => reconcile(asking) },
    [CANCEL_INTENTS]: { at: '* * * * *', work: () => cancelNoted(asking) },
    [REFUNDS]: { at: '* * * * *', work: () => runRefunds(asking) },
    // What is planned for this minute, at its second; without a desk the round of the renewals is enough.
    [RELEASES]: { at: '* * * * *', work: () => releaseOnTime(deps, ending) },
    [HOLDS]: { at: '* * * * *', work: () => releaseHolds(asking) },
    [CLEAN_UP]: { at: '17 * * * *', work: () => cleanUp(deps) },
    [RENEWALS]: { at: '*/10 * * * *', work: () => renew(deps) },
    [BOOKS]: { at: '20 3 * * *', work: () => proveBooks(deps) },
    [CARD_EXPIRY]: { at: '40 6 * * *', work: () => warnOfExpiry(deps) },
  };
}

/** An issue whose day has come goes out first: it may be somebody's last, which writes the next charge. */
async function renew(deps: Deps): Promise<void> {
  await releaseDue(deps);
  await runRenewals(deps);
}

async function proveBooks(deps: Deps): Promise<void> {
  const differences = await checkBooks(deps);
  if (differences > 0) deps.log.error({ differences }, 'the books do not add up: the desk says what');
}

/** What each replica looks after by itself, every few seconds: no queue's. */
function startWatches(deps: Deps, boss: PgBoss, ending: AbortSignal): Running[] {
  const report = (error: unknown) => deps.log.warn({ err: error }, 'the job queue could not be reached');
  const measure = async () => {
    await measureAge(deps);
    await measureDepth(deps, boss);
  };
  return [
    repeat(() => relayAll(deps, boss), SECOND, report),
    ...(deps.config.webhook ? [repeat(() => relayHooks(deps, boss), SECOND, report)] : []),
    // Somebody at the desk looks at it. What a replica held that was killed, the next one that looks goes on with at
    // once, as its locks ended with it.
    repeat(
      () => runImportThread(deps, ending),
      2 * SECOND,
      (error) => deps.log.error({ err: error }, 'imports were not looked at'),
    ),
    repeat(measure, 15 * SECOND, report),
    // Each replica's own disk.
    repeat(
      () => removeOldUploads(Date.now()),
      HOUR,
      (error) => deps.log.warn({ err: error }, 'what was left of uploads could not be removed'),
    ),
  ];
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

/**
 * Of a letter that nobody has tried to send yet: one that the mail server refused is tried again for two days, and says
 * nothing about the others.
 */
async function measureAge({ db, metrics, clock }: Deps): Promise<void> {
  const [oldest] = await db.$queryRaw<{ created: Date | null }[]>`
    select least(
      (select min(created) from outbox where queued is null),
      (select min(created_on) from pgboss.job where name = ${MAIL} and state = 'created')
    ) as created`;
  metrics.oldestLetter.set(oldest?.created ? Math.max(0, (clock().getTime() - oldest.created.getTime()) / 1000) : 0);
}

async function measureDepth({ metrics }: Deps, boss: PgBoss): Promise<void> {
  for (const queue of QUEUE_NAMES) {
    const [stats] = await boss.getQueueStats(queue);
    metrics.queueDepth.set({ queue }, stats ? stats.queuedCount : 0);
  }
}
