import { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Ended } from '../../letters/money-back-letter.ts';
import { postLetter } from '../../letters/post-letter.ts';
import type { Deps } from '../../publication/deps.ts';
import { describeChoice } from '../../rules/pricing/membership-rules.ts';
import { knownReader } from '../known-reader.ts';

const Choice = v.object({ deliverable: Deliverable, level: Level, term: Term });

type TellDeps = Pick<Deps, 'config' | 'clock' | 'publication'>;
type Terms = readonly { id: string; owner: string }[];

type EndedNow = {
  action: string;
  ended: Terms;
  charging: boolean;
  /** Whoever paid, as far as what ends of theirs is told them otherwise: in the letter about their money (`with-money`), or with the number and the address of a credit note. */
  payer?: { mailbox: string | null; tells: 'with-money' | { number: string; url: string } | null };
};

/**
 * Writes to whose subscriptions ended with a refund, once for each. What ended of whoever gets the money back as well is told in the letter about that: then it is answered here, for
 * that letter, and null where there is none.
 */
export async function tellEnded(
  tx: Prisma.TransactionClient,
  deps: TellDeps,
  { action, ended, charging, payer }: EndedNow,
): Promise<Ended | null> {
  const details: string[] = [];
  for (const term of ended) {
    const told = await toldOf(tx, deps, term);
    if (told === null) continue;
    const isPayers = payer !== undefined && told.email === payer.mailbox;
    if (isPayers && payer.tells === 'with-money') details.push(told.detail);
    else {
      const credit_note = isPayers && payer.tells !== null && payer.tells !== 'with-money' ? payer.tells : undefined;
      await post(tx, deps, { action, term, told, kind: 'subscription-cancelled', payload: { charging, credit_note } });
    }
  }
  return details.length > 0 ? { details, charging } : null;
}

/** The same of those that go on, since the refund that ended them is none. */
export async function tellRestored(
  tx: Prisma.TransactionClient,
  deps: TellDeps,
  { action, terms }: { action: string; terms: Terms },
): Promise<void> {
  for (const term of terms) {
    const told = await toldOf(tx, deps, term);
    if (told !== null) await post(tx, deps, { action, term, told, kind: 'subscription-restored', payload: {} });
  }
}

type Told = { name: string; email: string; detail: string };

/** Whom a letter about a term goes to, and what it calls the term; null for who has no mailbox. */
async function toldOf(tx: Prisma.TransactionClient, deps: TellDeps, { id, owner }: Terms[number]): Promise<Told | null> {
  const { publicationId } = deps.config;
  const { name, email } = await knownReader(tx, publicationId, owner);
  if (email === null) return null;
  const where = { publicationId_ownerId_id: { publicationId, ownerId: owner, id } };
  const { activeDeliverable, level, term } = await tx.subscription.findUniqueOrThrow({ where });
  const chosen = v.parse(Choice, { deliverable: activeDeliverable, level, term });
  return { name, email, detail: describeChoice(chosen, deps.publication.cached().messages) };
}

type Posting = {
  action: string;
  term: Terms[number];
  told: Told;
  kind: 'subscription-cancelled' | 'subscription-restored';
  payload: object;
};

async function post(
  tx: Prisma.TransactionClient,
  deps: TellDeps,
  { action, term, told: { email, ...told }, kind, payload }: Posting,
): Promise<void> {
  await postLetter(tx, deps, { kind, subject: `${action}:${term.id}`, recipient: email, payload: { ...told, ...payload } });
}
