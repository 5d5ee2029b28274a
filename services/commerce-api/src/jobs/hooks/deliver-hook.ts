import type { Job, JobResult } from 'pg-boss';
import * as v from 'valibot';
import type { WebhookConfig } from '../../platform/config/webhook-config.ts';
import { leaveListUrl } from '../../letters/unsubscribe.ts';
import { postOutside } from '../../platform/post-outside.ts';
import type { Deps } from '../../publication/deps.ts';
import { hookHeaders } from './sign-hook.ts';

type HookDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'log' | 'stopping' | 'reached'>;
const HookJob = v.object({ message: v.string() });
type Row = { publication: string; type: string; data: object; created: Date; named: boolean; email: string | null };

/**
 * Posts a batch of messages. Each is a job of its own: one that is not taken is tried again later, and holds up no
 * other.
 */
export function deliverHooks(
  deps: HookDeps,
  webhook: WebhookConfig,
  jobs: readonly Pick<Job<unknown>, 'id' | 'data'>[],
): Promise<JobResult[]> {
  return Promise.all(
    jobs.map(async ({ id, data }): Promise<JobResult> => {
      const { message } = v.parse(HookJob, data);
      const failure = await deliver(deps, webhook, message);
      if (failure === null) return { id, status: 'completed' };
      deps.log.warn({ queue: 'webhooks', hook: message, failure }, 'a webhook was not taken');
      // What is not wanted any more fails for good: it stands at the desk, and is not tried again by itself.
      return { id, status: failure === UNWANTED ? 'deadletter' : 'failed', output: { message: failure } };
    }),
  );
}

const answered = (status: number): string => `it answered ${status}`;
const UNWANTED = answered(410);

/** Why it was not taken; null where it was, or was delivered before. */
async function deliver({ db, config, clock, stopping, reached }: HookDeps, webhook: WebhookConfig, id: string): Promise<string | null> {
  const [row] = await db.$queryRaw<Row[]>`
    select m.publication_id as publication, m.type, m.data, m.created, m.owner_id is not null or m.order_id is not null as named, coalesce(o.email, a.email) as email
    from hook_message m
      left join "order" o on o.id = m.order_id
      left join account a on a.id = m.owner_id and a.publication_id = m.publication_id
    where m.id = ${id}::uuid and m.delivered is null`;
  if (!row) return null;
  // The queue is the database's: what another publication tells is not for this address.
  if (row.publication !== config.publicationId) return 'it is of another publication';
  const body = JSON.stringify({
    type: row.type,
    timestamp: row.created.toISOString(),
    data: { ...dataOf(row.data, config), ...(row.named && { email: row.email }) },
  });
  const at = clock();
  const headers = {
    ...hookHeaders(webhook.secrets, { id: `msg_${id}`, body, at }),
    'Content-Type': 'application/json',
    'User-Agent': 'newsstand',
  };
  const status = await postOutside({ ...webhook, headers, body, signal: stopping }).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
  reached('hook-answered');
  const isTaken = typeof status === 'number' && status >= 200 && status < 300;
  const failure = isTaken ? null : typeof status === 'number' ? answered(status) : status;
  await db.$executeRaw`
    update hook_message set attempts = attempts + 1, failure = ${failure}, delivered = case when ${isTaken}::boolean then ${at}::timestamptz end
    where id = ${id}::uuid`;
  return failure;
}

const OfList = v.looseObject({ membership: v.string() });

/**
 * Whose membership of a list it is, the publisher’s mailer needs the link to leave by; it is signed here, and kept
 * nowhere.
 */
function dataOf(data: object, { access }: HookDeps['config']): object {
  if (!v.is(OfList, data)) return data;
  const { membership, ...told } = data;
  return { ...told, leave: leaveListUrl(access.apiUrl, access.secret, membership) };
}
