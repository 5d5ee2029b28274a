import { Deliverable, Level, Medium, Term } from '@newsstand/contracts/cart';
import { Phase } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Deps } from '../../publication/deps.ts';
import type { Subscription, Subscriptions, Token } from '../../rules/subscriptions/subscription-rules.ts';

/** Words that the database's own rules know too. */
const Words = v.object({
  phase: Phase,
  term: Term,
  level: Level,
  setDeliverable: Deliverable,
  activeDeliverable: Deliverable,
  settingsMedium: Medium,
  settingsLevel: Level,
});

type ReadDeps = { db: Pick<Deps['db'], 'subscription'>; config: Pick<Deps['config'], 'publicationId'> };

/** Everything one owner was ever subscribed to, by cycle, as the rules have it: one statement. */
export async function readSubscriptions(deps: ReadDeps, ownerId: string): Promise<Subscriptions> {
  const [subscriptions = []] = await readSubscriptionsOf(deps, [ownerId]);
  return subscriptions;
}

/** The same for many owners, in their order: one statement. */
export async function readSubscriptionsOf({ db, config }: ReadDeps, ownerIds: readonly string[]): Promise<Subscriptions[]> {
  const rows = await db.subscription.findMany({
    where: { publicationId: config.publicationId, ownerId: { in: [...ownerIds] } },
    include: { tokens: { orderBy: { ordinal: 'asc' } } },
    orderBy: { cycle: 'asc' },
    relationLoadStrategy: 'join',
  });
  const byOwner = Map.groupBy(rows, ({ ownerId }) => ownerId);
  return ownerIds.map((ownerId) => (byOwner.get(ownerId) ?? []).map(subscriptionOf));
}

type Row = Prisma.SubscriptionGetPayload<{ include: { tokens: true } }>;

function subscriptionOf(row: Row): Subscription {
  const { id, source, cycle, copies, issues, created, cancelled } = row;
  const { phase, term, level, setDeliverable, activeDeliverable, settingsMedium, settingsLevel } = v.parse(Words, row);
  const deliverables = { set: setDeliverable, active: activeDeliverable };
  const settings = { medium: settingsMedium, level: settingsLevel };
  const tokens = row.tokens.map(tokenOf);
  return { id, source, cycle, phase, term, level, deliverables, settings, copies, issues, created, cancelled, tokens };
}

function tokenOf({ ordinal, issue, deliverable, delivered }: Row['tokens'][number]): Token {
  if (issue === null || delivered === null) return { ordinal, delivered: null };
  return { ordinal, delivered: { issue, deliverable: v.parse(Deliverable, deliverable), at: delivered } };
}
