import { prune } from '../db/prune.ts';
import type { Deps } from '../deps.ts';
import { DAY } from '../duration.ts';

/** The provider repeats an event for three days; letters are kept as long as somebody may ask what became of one. */
const OLD_EVENT = 30 * DAY;
const OLD_LETTER = 90 * DAY;

/** Takes away what has expired, what the provider will not ask about again, and letters that were sent long ago: they name a reader. */
export async function cleanUp(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock().getTime();
  await prune(deps);
  await deps.db.webhookEvent.deleteMany({ where: { processed: { lt: new Date(now - OLD_EVENT) } } });
  await deps.db.outbox.deleteMany({ where: { sent: { lt: new Date(now - OLD_LETTER) } } });
}
