import type { Prisma } from '../../generated/prisma/client.ts';

type Mail = { recipient: string; created?: { lte: Date } };
type Read = Pick<Prisma.TransactionClient, 'earlierEmail' | 'account'>;

/**
 * What was sent to an account's address and to those that it had before; nothing as long as its reader has not shown that the mailbox is theirs: it may be
 * anybody's, with its letters and its lists. One of these that is another account's by now counts until it was given up: what
 * came since is that one's.
 */
export async function ownMailboxes(
  db: Read,
  publicationId: string,
  { accountId, email }: { accountId: string; email: string },
): Promise<Mail[]> {
  const { verified } = await db.account.findUniqueOrThrow({ where: { id: accountId }, select: { verified: true } });
  if (verified === null) return [];
  const earlier = await db.earlierEmail.findMany({ where: { accountId, email: { not: email } }, orderBy: { email: 'asc' } });
  const others = await db.account.findMany({
    where: { publicationId, email: { in: earlier.map((each) => each.email) } },
    select: { email: true },
  });
  const taken = new Set(others.map((each) => each.email));
  const before = earlier.map((each) => ({ recipient: each.email, ...(taken.has(each.email) && { created: { lte: each.until } }) }));
  return [{ recipient: email }, ...before];
}

/**
 * The letters that an account caused, to whatever mailbox: about itself and its logins, its issues, its orders and donations, and what the desk did for it or sent
 * again. They are all that is its own of a mailbox that is not proved.
 */
export async function ownLetters(
  db: Pick<Prisma.TransactionClient, 'session' | 'ticket' | 'order' | 'donation' | 'staffAction'>,
  publicationId: string,
  accountId: string,
): Promise<Prisma.OutboxWhereInput[]> {
  const own = { where: { publicationId, ownerId: accountId }, select: { id: true } };
  const sessions = await db.session.findMany({ where: { accountId }, select: { tokenHash: true } });
  const tickets = await db.ticket.findMany({ where: { accountId }, select: { tokenHash: true } });
  const [orders, donations] = [await db.order.findMany(own), await db.donation.findMany(own)];
  const actions = await db.staffAction.findMany(own);
  const ids = [accountId, ...[...orders, ...actions].map(({ id }) => id)];
  return [
    { subject: { in: [...ids, ...[...sessions, ...tickets].map(({ tokenHash }) => tokenHash)] } },
    // What comes more than once says behind it which it is (`runRelease`, `resendLetter`).
    ...[...ids, ...donations.map(({ id }) => id)].map((id) => ({ subject: { startsWith: `${id}:` } })),
  ];
}

/** The same of the mailing lists. */
export function onLists(mailboxes: readonly Mail[]): { email: string; created?: { lte: Date } }[] {
  return mailboxes.map(({ recipient, ...when }) => ({ email: recipient, ...when }));
}
