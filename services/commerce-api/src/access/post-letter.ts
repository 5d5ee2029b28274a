import type { Prisma } from '../../generated/prisma/client.ts';
import { uuidv7 } from '../db/uuidv7.ts';
import type { Deps } from '../deps.ts';
import type { AccessLetterKind } from '../mail/access-letter.ts';
import type { AccountLetterKind } from '../mail/account-letter.ts';

type Letter = { kind: AccessLetterKind | AccountLetterKind; subject: string; recipient: string; payload: Prisma.InputJsonObject };

/** Puts a letter into the outbox, in the transaction that causes it; the job queue sends it. One for each kind and subject. */
export async function postLetter(
  tx: Pick<Prisma.TransactionClient, 'outbox'>,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  letter: Letter,
): Promise<void> {
  const now = clock();
  await tx.outbox.create({ data: { id: uuidv7(now.getTime()), publicationId: config.publicationId, created: now, ...letter } });
}
