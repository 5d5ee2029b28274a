import * as v from 'valibot';
import type { Deps } from '../deps.ts';
import { cancelIntent } from '../payment/cancel-intent.ts';
import { settle } from '../payment/settle.ts';

/** More than this wait for the next round. */
const BATCH = 200;

const Rows = v.array(v.object({ intent: v.string() }));

/** Cancels what readers were asked to authenticate and whose charge has ended since: they renewed it themselves, or switched it off. What was paid after all is settled. */
export async function cancelAbandoned(deps: Deps): Promise<void> {
  const rows = await deps.db.$queryRaw`
    select a.intent_id as intent
    from charge_attempt a join charge c
      on c.publication_id = a.publication_id and c.owner_id = a.owner_id and c.kind = a.kind and c.subject = a.subject and c.cycle = a.cycle
    where a.publication_id = ${deps.config.publicationId} and a.outcome = 'authentication-required' and a.intent_id is not null and c.state <> 'open'
    order by a.started limit ${BATCH}`;
  for (const { intent } of v.parse(Rows, rows)) {
    await cancelIntent(deps, intent);
    // Says what became of it, either way.
    await settle(deps, intent);
  }
}
