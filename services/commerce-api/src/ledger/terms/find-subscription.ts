import type { Sql } from '../../platform/db/sql.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import type { Subscription } from '../../rules/subscriptions/subscription-rules.ts';
import { apiText } from '../../platform/http/api-text.ts';
import { readSubscriptions } from './read-subscriptions.ts';

type FindDeps = { db: Sql & Pick<Deps['db'], 'subscription'>; config: Pick<Deps['config'], 'publicationId'> };

/** One subscription of an owner's, by its token; another's is not there (404). */
export async function findSubscription({ db, config }: FindDeps, ownerId: string, token: string): Promise<Subscription> {
  const row = await db.subscription.findFirst({ where: { publicationId: config.publicationId, ownerId, token }, select: { id: true } });
  const found = row && (await readSubscriptions({ db, config }, ownerId)).find(({ id }) => id === row.id);
  if (!found) throw new Refusal(404, apiText('not_found'));
  return found;
}
