import type { Prisma } from '../../../generated/prisma/client.ts';
import { postLetter } from '../../letters/post-letter.ts';
import type { Deps } from '../../publication/deps.ts';
import type { KnownReader } from '../known-reader.ts';
import { LETTER_DELAY } from '../letter-delay.ts';

/** A letter that asks whose copy of an issue came back for another address, ten minutes later; once for an action. */
export async function askForAddress(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config'>,
  { action, reader, issue }: { action: string; reader: KnownReader; issue: number },
): Promise<boolean> {
  const { publicationId } = deps.config;
  const { name, email, account } = reader;
  if (email === null) return false;
  const { title } = (await tx.issue.findFirst({ where: { publicationId, number: issue }, select: { title: true } })) ?? { title: '' };
  return postLetter(tx, deps, {
    kind: 'address-needed',
    subject: action,
    recipient: email,
    payload: { name, issue, title, account },
    waits: LETTER_DELAY,
  });
}
