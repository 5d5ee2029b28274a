import type { Prisma } from '../../generated/prisma/client.ts';

type Mail = { recipient: string; created?: { lte: Date } };
type Read = Pick<Prisma.TransactionClient, 'earlierEmail' | 'account'>;

/**
 * What was sent to an account's address and to those that it had before. One of these that is another account's by now counts until it was given up: what
 * came since is that one's.
 */
export async function ownMailboxes(
  db: Read,
  publicationId: string,
  { accountId, email }: { accountId: string; email: string },
): Promise<Mail[]> {
  const earlier = await db.earlierEmail.findMany({ where: { accountId, email: { not: email } }, orderBy: { email: 'asc' } });
  const others = await db.account.findMany({
    where: { publicationId, email: { in: earlier.map((each) => each.email) } },
    select: { email: true },
  });
  const taken = new Set(others.map((each) => each.email));
  const before = earlier.map((each) => ({ recipient: each.email, ...(taken.has(each.email) && { created: { lte: each.until } }) }));
  return [{ recipient: email }, ...before];
}

/** The same of the mailing lists. */
export function onLists(mailboxes: readonly Mail[]): { email: string; created?: { lte: Date } }[] {
  return mailboxes.map(({ recipient, ...when }) => ({ email: recipient, ...when }));
}
