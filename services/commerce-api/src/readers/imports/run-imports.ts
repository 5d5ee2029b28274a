import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { listOf } from '../../platform/db/sql.ts';
import { DAY, MINUTE } from '../../platform/duration.ts';
import type { Pace } from '../../platform/pace.ts';
import { applyRows } from './apply-rows.ts';
import { checkRows, sumUp } from './check-rows.ts';
import { AT_WORK, Job, type Batch, type ImportDeps } from './import-job.ts';
import { withdrawRows } from './withdraw-rows.ts';

/**
 * How many rows one transaction takes: what it holds readers may wait for, and whoever stops it waits for its end. A
 * check holds nothing that is a reader's.
 */
const BATCH = { checking: 500, applying: 100, withdrawing: 100 } as const;
/**
 * How many milliseconds a row may take while readers are served, with the rests that are made for them
 * (`platform/pace.ts`): a tenth less than the five minutes in which 100,000 rows are to be taken over, and half of the
 * minute in which they are to be checked: the rest is its sum's, and that of slower machines.
 */
const ALLOWED = { checking: 0.33, applying: 2.7, withdrawing: 2.7 } as const;
/** How long what an import brought can be taken back, and its file is kept. */
export const IMPORT_KEPT = 30 * DAY;
/** After so many batches the database looks anew at how large the tables have become. */
const KNOWN_ANEW: readonly number[] = [10, 100];
/** After a batch that failed. */
const REST = MINUTE;
/** After so many in a row, with nothing done in between, it is given up. */
const MOST_FAILURES = 10;

/**
 * Checks, applies and withdraws what somebody at the desk asked for, batch by batch: each is one transaction, which
 * moves the cursor with it, so that whoever goes on after a process that was killed begins where that had come to.
 * Where another replica is at it there is nothing to do here; `stopping` ends the round after its batch; between two of
 * them comes what `pace` says.
 */
export async function runImports(deps: ImportDeps, stopping?: AbortSignal, pace: Pace = async () => undefined): Promise<void> {
  const isStopping = () => stopping?.aborted === true;
  for (let id = await nextImport(deps); id !== null && !isStopping(); id = await nextImport(deps)) {
    try {
      let more: Outcome = 'more';
      for (let done = 1; more === 'more' && !isStopping(); done += 1) {
        const batch = await batchOf(deps, id);
        ({ more } = batch);
        if (more === 'more') deps.reached('import-batch');
        if (KNOWN_ANEW.includes(done)) await knowAnew(deps);
        await pace(batch.allowed);
      }
      if (more === 'held') return;
    } catch (error) {
      deps.log.error({ import: id, err: error }, 'an import stopped; it goes on in a minute');
      await noteFailure(deps, id);
    }
  }
}

/**
 * A connection keeps the plan by which it looks whether the subscription of an issue is there: one that was made while
 * there were few reads all of them for each, until the tables are looked at anew. A first import comes into empty ones,
 * and was ten times as slow for it as the next.
 */
async function knowAnew({ db }: ImportDeps): Promise<void> {
  // Of the columns that keys are made of: what the search's indexes compute of names and addresses would take as long
  // as the batches.
  await db.$executeRaw`analyze subscription (publication_id, owner_id, id, source), issue_token (publication_id, owner_id, subscription_id), account (id, publication_id), legacy_reader (publication_id, owner_id, source, reader_id), legacy_term (publication_id, owner_id, source, legacy_id)`;
}

/** Says so at the desk, until it goes on or is given up. */
async function noteFailure({ db, clock }: ImportDeps, id: string): Promise<void> {
  const now = clock();
  const failure = 'It stopped for a fault of ours, and goes on by itself in a minute.';
  await db.import.updateMany({
    where: { id, state: { in: AT_WORK } },
    data: { failure, failures: { increment: 1 }, updated: now },
  });
  await db.import.updateMany({
    where: { id, state: 'checking', failures: { gte: MOST_FAILURES } },
    data: { state: 'columns', cursor: 0, failures: 0, failure: 'It could not be checked, for a fault of ours. Tell whoever runs this.' },
  });
  // What came so far can be taken back as long as if it had all come. Taking back goes on, whatever comes.
  await db.import.updateMany({
    where: { id, state: 'applying', failures: { gte: MOST_FAILURES } },
    data: {
      state: 'stopped',
      applied: now,
      failures: 0,
      failure: 'It stopped part of the way, for a fault of ours. Tell whoever runs this, and take back what came.',
    },
  });
}

/**
 * SQL: what is to be done, the longest untouched first. Of this publication's: others may be in the same database, and
 * have rules of their own.
 */
export const isDue = (publication: string, now: Date): Prisma.Sql => Prisma.sql`
  select id from import where publication_id = ${publication} and state in ${listOf(AT_WORK)} and not paused
    and (failure is null or updated < ${new Date(now.getTime() - REST)})
  order by updated`;

async function nextImport({ db, clock, config }: Pick<ImportDeps, 'db' | 'clock' | 'config'>): Promise<string | null> {
  const [next] = await db.$queryRaw<{ id: string }[]>`${isDue(config.publicationId, clock())} limit 1`;
  return next?.id ?? null;
}

/** `held`: another replica is at it. */
type Outcome = 'more' | 'over' | 'held';
/** What came of a batch, and how long it may have taken with the rest behind it. */
type Done = { more: Outcome; allowed: number };

/** One batch; answers whether another follows. */
async function batchOf(deps: ImportDeps, id: string): Promise<Done> {
  // By the rules of now, which are asked for before a connection is held.
  await deps.publication.now();
  return deps.db.$transaction(async (tx) => {
    // One at a time, whichever file it is of: two may bring the same person. Nobody waits for its commit to reach the
    // disk, where those of readers would queue behind it: what a crash loses of the rows it loses of the cursor as
    // well.
    const [lock] = await tx.$queryRaw<{ ours: boolean }[]>`
      select pg_try_advisory_xact_lock(hashtextextended(${`import:${deps.config.publicationId}`}, 0)) as ours, set_config('synchronous_commit', 'off', true)`;
    if (lock?.ours !== true) return { more: 'held', allowed: 0 };
    const found = await tx.$queryRaw<unknown[]>`
      select id, source, state, header, columns, cursor, action from import
      where id = ${id}::uuid and publication_id = ${deps.config.publicationId} and state in ${listOf(AT_WORK)} and not paused for update`;
    if (found.length === 0) return { more: 'over', allowed: 0 };
    const job = v.parse(Job, found[0]);
    const { last, count } = await work(tx, deps, job, BATCH[job.state]);
    const now = deps.clock();
    if (count > 0) {
      await tx.import.update({ where: { id }, data: { cursor: last, failure: null, failures: 0, updated: now } });
      return { more: 'more', allowed: count * ALLOWED[job.state] };
    }
    await tx.import.update({ where: { id }, data: { ...(await ending(tx, deps, job)), failure: null, failures: 0, updated: now } });
    return { more: 'over', allowed: 0 };
  });
}

function work(tx: Prisma.TransactionClient, deps: ImportDeps, job: Job, most: number): Promise<Batch> {
  switch (job.state) {
    case 'checking':
      return checkRows(tx, deps, job, most);
    case 'applying':
      return applyRows(tx, deps, job, most);
    case 'withdrawing':
      return withdrawRows(tx, deps, job, most);
  }
}

async function ending(tx: Prisma.TransactionClient, deps: ImportDeps, job: Job): Promise<Prisma.ImportUpdateInput> {
  switch (job.state) {
    case 'checking':
      return { state: 'checked', counts: await sumUp(tx, deps, job) };
    case 'applying':
      return { state: 'applied', applied: deps.clock() };
    case 'withdrawing':
      return { state: 'withdrawn' };
  }
}
