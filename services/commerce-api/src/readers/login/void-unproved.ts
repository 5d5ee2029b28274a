import { newToken } from '../../platform/secrets.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { cancelOrder } from '../../ledger/orders/cancel-order.ts';
import { isUnpaid } from '../../ledger/orders/order-states.ts';
import { postLetter } from '../../letters/post-letter.ts';
import type { Deps } from '../../publication/deps.ts';

type Tx = Prisma.TransactionClient;
type VoidDeps = Pick<Deps, 'clock' | 'config'>;

/**
 * The one place where all that was prepared for an account, and waits, is void: a new address, codes and links,
 * hand-overs, cards that are being set up, and what orders that are being paid would change of the account. The
 * `sessions` named end; answers how many. The first proof of the mailbox, a new password, another address and the end
 * of a session come here: whoever had got in before has left nothing behind that works later. `void-unproved.test.ts`
 * declares it of every table. Call it inside a transaction, before anything else of the account is written.
 */
export async function voidPrepared(tx: Tx, deps: VoidDeps, accountId: string, sessions: Prisma.SessionWhereInput = {}): Promise<number> {
  return voidOf(tx, deps, Prisma.sql`(${accountId}::uuid)`, { AND: [{ accountId }, sessions] });
}

/** The same of every account, with all its sessions. */
export async function voidEverybodys(tx: Tx, deps: VoidDeps): Promise<number> {
  const { publicationId } = deps.config;
  return voidOf(tx, deps, Prisma.sql`(select id from account where publication_id = ${publicationId})`, { account: { publicationId } });
}

async function voidOf(tx: Tx, { clock, config }: VoidDeps, accounts: Prisma.Sql, sessions: Prisma.SessionWhereInput): Promise<number> {
  const { publicationId } = config;
  await lockAccounts(tx, publicationId, accounts);
  // What they pay for is given. The card is not kept, and nothing is switched.
  await tx.$executeRaw`
    update "order" o set save_card = false, autorenew = null
    where publication_id = ${publicationId} and owner_id in ${accounts} and ${isUnpaid}`;
  await tx.$executeRaw`update account set voided = ${clock()} where id in ${accounts}`;
  await tx.$executeRaw`delete from email_change where account_id in ${accounts}`;
  // Those that were used still tell whoever comes again that they were.
  await tx.$executeRaw`
    delete from ticket
    where consumed is null and (account_id in ${accounts} or email in (select email from account where id in ${accounts}))`;
  const { count } = await tx.session.deleteMany({ where: sessions });
  return count;
}

/**
 * What anybody can set up with an address that is not proved to be theirs goes before the account is its mailbox's:
 * name, password, identities and known browsers, cart, address, the order that was begun, the links that the account
 * showed. What was paid for stays, with the address that it is posted to. `own` is the hash of the session of the
 * browser in which the mailbox is proved: where that is logged in to the account, name, cart, address and order are its
 * own. Answers whether there was a password. Call it inside a transaction.
 */
export async function voidUnproved(tx: Tx, deps: VoidDeps, accountId: string, own: string | null): Promise<boolean> {
  const { publicationId } = deps.config;
  const owned = { publicationId, ownerId: accountId };
  const isOwn = own !== null && (await tx.session.count({ where: { tokenHash: own, accountId } })) > 0;
  await voidPrepared(tx, deps, accountId, own === null ? {} : { tokenHash: { not: own } });
  if (!isOwn) {
    // An intent of it that is paid all the same is refunded (`settle.ts`).
    const begun = await tx.order.findMany({ where: { ...owned, state: 'started' }, select: { id: true } });
    for (const { id } of begun) await cancelOrder(tx, id, deps.clock());
    await tx.cartLine.deleteMany({ where: owned });
    // Emptied, not deleted: its version goes on, since what is ordered of a version once is not ordered again
    // (`paid-duplicate.ts`).
    const nothing = { coupon: null, subscription: Prisma.DbNull, donation: Prisma.DbNull };
    await tx.cart.updateMany({ where: owned, data: { ...nothing, version: { increment: 1 }, updated: deps.clock() } });
    if ((await tx.subscription.count({ where: owned })) === 0) await tx.ownerAddress.deleteMany({ where: owned });
    // Whatever its owner names takes the place of one that is left, be it in an order of before.
    else await tx.ownerAddress.updateMany({ where: owned, data: { updated: new Date(0) } });
    await renewLinks(tx, owned);
    // Where nobody was ever logged in, staff wrote the name.
    await tx.$executeRaw`
      update account a set name = ''
      where a.id = ${accountId}::uuid and (a.password_hash is not null or exists (select from known_device d where d.account_id = a.id))`;
  }
  await tx.identity.deleteMany({ where: { accountId } });
  await tx.knownDevice.deleteMany({ where: { accountId } });
  const removed = await tx.account.updateMany({ where: { id: accountId, passwordHash: { not: null } }, data: { passwordHash: null } });
  return removed.count > 0;
}

/**
 * Whoever has the link of a donation sees its card and puts another in its place, and a charge’s link leads there:
 * those that were seen in the account lead nowhere any more.
 */
async function renewLinks(tx: Tx, where: { publicationId: string; ownerId: string }): Promise<void> {
  const select = { token: true };
  for (const old of await tx.donation.findMany({ where, select })) await tx.donation.update({ where: old, data: { token: newToken() } });
  for (const old of await tx.charge.findMany({ where, select })) await tx.charge.update({ where: old, data: { token: newToken() } });
}

type Told = { id: string; name: string; email: string; why: 'proved' | 'paid' };

/** A letter tells of a password that went, which was nobody's in particular. */
export async function tellOfPassword(tx: Tx, deps: VoidDeps, { id, name, email, why }: Told): Promise<void> {
  await postLetter(tx, deps, { kind: 'password-removed', subject: id, recipient: email, payload: { name, why } });
}

/** An account, until the transaction ends; null where another tab has just deleted it. */
export async function lockAccount(tx: Tx, { config }: VoidDeps, id: string): Promise<{ email: string; verified: Date | null } | null> {
  await lockAccounts(tx, config.publicationId, Prisma.sql`(${id}::uuid)`);
  return tx.account.findUnique({ where: { id }, select: { email: true, verified: true } });
}

/** Orders before the accounts that they are of, as a payment locks them, so that the two do not wait for each other. */
async function lockAccounts(tx: Tx, publicationId: string, accounts: Prisma.Sql): Promise<void> {
  await tx.$queryRaw`
    select 1 from "order" o where publication_id = ${publicationId} and owner_id in ${accounts} and ${isUnpaid}
    order by id for update`;
  await tx.$queryRaw`select 1 from account where id in ${accounts} order by id for no key update`;
}
