import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';
import { readSubscriptions } from './read-subscriptions.ts';
import type { Subscription } from './subscription-rules.ts';

type FindDeps = { db: Pick<Deps['db'], 'subscription'>; config: Pick<Deps['config'], 'publicationId'> };

/** One subscription of an owner's, by its token; another's is not there (404). */
export async function findOwn({ db, config }: FindDeps, ownerId: string, token: string): Promise<Subscription> {
  const row = await db.subscription.findFirst({ where: { publicationId: config.publicationId, ownerId, token }, select: { id: true } });
  const found = row && (await readSubscriptions({ db, config }, ownerId)).find(({ id }) => id === row.id);
  if (!found) throw new Refusal(404, 'Not found.');
  return found;
}
