import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { SECOND } from '../../platform/duration.ts';
import { withinJobTime } from '../../platform/within-job-time.ts';
import type { Deps } from '../../publication/deps.ts';
import { abandonIntent, type SettleDeps } from './settle-charge.ts';

type CancelDeps = SettleDeps & { config: Pick<Deps['config'], 'publicationId'> };

/** More than this wait for the next round. */
const BATCH = 200;
/** A reader waits for no more than this, nor does the next of the renewal run's. */
const AT_ONCE = { timeout: 5 * SECOND, maxNetworkRetries: 0 };

const Rows = v.array(v.object({ intent: v.string() }));

/**
 * Cancels what readers were asked to authenticate and is not wanted any more: its charge has ended since (they renewed
 * it themselves, or switched it off), or was switched on again, with another day. What was paid after all is settled.
 */
export async function cancelAbandoned(deps: CancelDeps): Promise<void> {
  await cancel(deps, Prisma.empty);
}

/**
 * The same for one owner, as soon as something of theirs was stopped, so that no other tab can pay it any more. Call it
 * after the transaction that stopped it. What the provider does not answer at once is the renewal run's.
 */
export async function cancelAtOnce(deps: CancelDeps, ownerId: string): Promise<void> {
  try {
    await cancel(deps, Prisma.sql`and a.owner_id = ${ownerId}::uuid`);
  } catch (error) {
    deps.log.warn({ err: error }, 'what was stopped could not be canceled at once');
  }
}

async function cancel(deps: CancelDeps, which: Prisma.Sql): Promise<void> {
  const rows = await deps.db.$queryRaw`
    select a.intent_id as intent
    from charge_attempt a join charge c
      on c.publication_id = a.publication_id and c.owner_id = a.owner_id and c.kind = a.kind and c.subject = a.subject and c.cycle = a.cycle
    where a.publication_id = ${deps.config.publicationId} and a.outcome = 'authentication-required' and a.intent_id is not null
      and (c.state <> 'open' or a.started < c.due) ${which}
    order by a.started limit ${BATCH}`;
  const failures = await withinJobTime(v.parse(Rows, rows), ({ intent }) => abandonIntent(deps, intent, AT_ONCE));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} intents could not be canceled`);
}
