import { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { postLetter } from '../../letters/post-letter.ts';
import type { Deps } from '../../publication/deps.ts';
import { describeChoice } from '../../rules/pricing/membership-rules.ts';
import { knownReader } from '../readers/known-reader.ts';
import type { RefundableTerm } from './refundable.ts';

const Choice = v.object({ deliverable: Deliverable, level: Level, term: Term });

/** Writes to whose subscriptions ended with a refund, once for each: of the money whoever paid is told apart, when it is on its way. */
export async function tellEnded(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'config' | 'clock' | 'publication'>,
  { action, ended, charging }: { action: string; ended: readonly RefundableTerm[]; charging: boolean },
): Promise<void> {
  const { publicationId } = deps.config;
  for (const { id, owner } of ended) {
    const { name, email } = await knownReader(tx, publicationId, owner);
    if (email === null) continue;
    const where = { publicationId_ownerId_id: { publicationId, ownerId: owner, id } };
    const { activeDeliverable, level, term } = await tx.subscription.findUniqueOrThrow({ where });
    const detail = describeChoice(v.parse(Choice, { deliverable: activeDeliverable, level, term }), deps.publication.cached().messages);
    const letter = { kind: 'subscription-cancelled' as const, subject: `${action}:${id}`, recipient: email };
    await postLetter(tx, deps, { ...letter, payload: { name, detail, charging } });
  }
}
