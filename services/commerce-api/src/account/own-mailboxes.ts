import { Prisma } from '../../generated/prisma/client.ts';

/**
 * SQL of the mailboxes that letters of this owner went to: that of `now`, and those that a proved account had before
 * it. One of these that is another account's by now counts until it was given up (`until`): what came since is that
 * one's. Whoever changed their address still asks for the receipt that went to the old one.
 */
export const mailboxesOf = (publication: string, owner: Prisma.Sql, now: Prisma.Sql): Prisma.Sql => Prisma.sql`
  select ${now} as email, null::timestamptz as until
  union all
  select e.email, case when exists (select 1 from account b where b.publication_id = a.publication_id and b.email = e.email) then e.until end
  from account a join earlier_email e on e.account_id = a.id
  where a.publication_id = ${publication} and a.id = ${owner} and a.verified is not null and e.email <> a.email`;

/** SQL: the letter `w` went to the mailbox `m` while that was this owner's. */
export const wentTo = Prisma.sql`m.email = w.recipient and (m.until is null or w.created <= m.until)`;

type Mail = { recipient: string; created?: { lte: Date } };

/**
 * What was sent to an account's address and to those that it had before; nothing as long as its reader has not shown
 * that the mailbox is theirs: it may be anybody's, with its letters and its lists.
 */
export async function ownMailboxes(
  db: Pick<Prisma.TransactionClient, '$queryRaw' | 'account'>,
  publicationId: string,
  { accountId, email }: { accountId: string; email: string },
): Promise<Mail[]> {
  const { verified } = await db.account.findUniqueOrThrow({ where: { id: accountId }, select: { verified: true } });
  if (verified === null) return [];
  const rows = await db.$queryRaw<{ email: string; until: Date | null }[]>`
    select email, until from (${mailboxesOf(publicationId, Prisma.sql`${accountId}::uuid`, Prisma.sql`${email}::text`)}) m
    order by email <> ${email}, email`;
  return rows.map(({ email: recipient, until }) => ({ recipient, ...(until !== null && { created: { lte: until } }) }));
}

/**
 * The letters that an account caused, to whatever mailbox: about itself and its logins, its issues, its orders, what of
 * their money went back, and donations, and what the desk did for it or sent again. They are all that is its own of a
 * mailbox that is not proved.
 */
export async function ownLetters(
  db: Pick<Prisma.TransactionClient, 'session' | 'ticket' | 'order' | 'donation' | 'staffAction' | 'moneyBack'>,
  publicationId: string,
  accountId: string,
): Promise<Prisma.OutboxWhereInput[]> {
  const own = { where: { publicationId, ownerId: accountId }, select: { id: true } };
  const sessions = await db.session.findMany({ where: { accountId }, select: { tokenHash: true } });
  const tickets = await db.ticket.findMany({ where: { accountId }, select: { tokenHash: true } });
  const [orders, donations] = [await db.order.findMany(own), await db.donation.findMany(own)];
  const actions = await db.staffAction.findMany(own);
  const back = await db.moneyBack.findMany({ where: { orderId: { in: orders.map(({ id }) => id) } }, select: { id: true } });
  const ids = [accountId, ...[...orders, ...actions, ...back].map(({ id }) => id)];
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
