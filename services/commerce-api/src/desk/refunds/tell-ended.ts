import { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { postLetter } from '../../letters/post-letter.ts';
import type { Deps } from '../../publication/deps.ts';
import { describeChoice } from '../../rules/pricing/membership-rules.ts';
import { knownReader } from '../known-reader.ts';

const Choice = v.object({ deliverable: Deliverable, level: Level, term: Term });

type TellDeps = Pick<Deps, 'config' | 'clock' | 'publication'>;
type Terms = readonly { id: string; owner: string }[];

/** Writes to whose subscriptions ended with a refund, once for each: of the money whoever paid is told apart, when it is on its way. */
export const tellEnded = (
  tx: Prisma.TransactionClient,
  deps: TellDeps,
  { action, ended, charging }: { action: string; ended: Terms; charging: boolean },
): Promise<void> => tellOf(tx, deps, { action, terms: ended, kind: 'subscription-cancelled', payload: { charging } });

/** The same of those that go on, since the refund that ended them is none. */
export const tellRestored = (tx: Prisma.TransactionClient, deps: TellDeps, told: { action: string; terms: Terms }): Promise<void> =>
  tellOf(tx, deps, { ...told, kind: 'subscription-restored', payload: {} });

type Told = { action: string; terms: Terms; kind: 'subscription-cancelled' | 'subscription-restored'; payload: object };

async function tellOf(tx: Prisma.TransactionClient, deps: TellDeps, { action, terms, kind, payload }: Told): Promise<void> {
  const { publicationId } = deps.config;
  for (const { id, owner } of terms) {
    const { name, email } = await knownReader(tx, publicationId, owner);
    if (email === null) continue;
    const where = { publicationId_ownerId_id: { publicationId, ownerId: owner, id } };
    const { activeDeliverable, level, term } = await tx.subscription.findUniqueOrThrow({ where });
    const detail = describeChoice(v.parse(Choice, { deliverable: activeDeliverable, level, term }), deps.publication.cached().messages);
    await postLetter(tx, deps, { kind, subject: `${action}:${id}`, recipient: email, payload: { name, detail, ...payload } });
  }
}
