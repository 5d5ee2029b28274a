import type { Account, Prisma } from '../../generated/prisma/client.ts';
import type { Deps } from '../publication/deps.ts';

/** The account that logs in with this address, or null. */
export async function findAccount(
  db: Pick<Prisma.TransactionClient, 'account'>,
  { config }: Pick<Deps, 'config'>,
  email: string | null,
): Promise<Account | null> {
  return email === null ? null : db.account.findUnique({ where: { publicationId_email: { publicationId: config.publicationId, email } } });
}
