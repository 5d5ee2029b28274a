import * as v from 'valibot';
import { ActionId } from './desk-history.ts';

/** Work beside the requests, as its queue is called. */
export const JOB_QUEUES = [
  'mail',
  'webhooks',
  'calendar',
  'releases',
  'refunds',
  'reconcile',
  'cancel-intents',
  'holds',
  'card-expiry',
  'books',
  'clean-up',
] as const;
export const JobQueue = v.picklist(JOB_QUEUES);
export type JobQueue = v.InferOutput<typeof JobQueue>;

/** How many wait, and since when the oldest does; how many run; when the newest was done, of the last days. */
export const DeskQueue = v.object({
  queue: JobQueue,
  waiting: v.number(),
  oldest: v.nullable(v.string()),
  running: v.number(),
  last: v.nullable(v.string()),
});
export type DeskQueue = v.InferOutput<typeof DeskQueue>;

/**
 * One that was given up after its last try. `what`: of a letter its kind, of a message its event; `message` names no
 * mailbox; `again`: somebody can have it tried again.
 */
export const FailedJob = v.object({
  id: v.string(),
  queue: JobQueue,
  what: v.nullable(v.string()),
  created: v.string(),
  failed: v.string(),
  tries: v.number(),
  message: v.nullable(v.string()),
  again: v.boolean(),
});
export type FailedJob = v.InferOutput<typeof FailedJob>;

/** The newest failures first; `count` of all. */
export const DeskJobs = v.object({ queues: v.array(DeskQueue), count: v.number(), failed: v.array(FailedJob) });
export type DeskJobs = v.InferOutput<typeof DeskJobs>;

export const RetryJob = v.object({ action: ActionId });
export const JobRetried = v.object({ queue: JobQueue });
