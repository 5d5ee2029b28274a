import { requireSession, type ByStaff, type Login } from '../readers/login/require-session.ts';
import { Stripe } from 'stripe';
import type { DeleteAccount, DeletePreview } from '@newsstand/contracts/account-data';
import { Prisma } from '../../generated/prisma/client.ts';
import { forgetPosted } from '../ledger/gifts/forget-posted.ts';
import { cancelOrder } from '../ledger/orders/cancel-order.ts';
import { endDonation } from '../ledger/planned-charges/end-donation.ts';
import { isPostedOfGift } from '../ledger/terms/source-parts.ts';
import { stopRenewal } from '../ledger/terms/stop-renewal.ts';
import { postLetter } from '../letters/post-letter.ts';
import { cancelIntent } from '../payments/provider/cancel-intent.ts';
import { deleteCard } from '../payments/cards/delete-card.ts';
import { detachUnused } from '../payments/provider/detach-unused.ts';
import { cancelAtOnce } from '../payments/settle/cancel-abandoned.ts';
import type { Sql } from '../platform/db/sql.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Deps } from '../publication/deps.ts';
import { cardText } from '../publication/texts/card-texts.ts';
import { deskText } from '../publication/texts/desk-texts.ts';
import { forgetDeskRecords } from './forget-desk-records.ts';
import { isMoneyOnItsWay } from './money-on-its-way.ts';
import { countOpenGifts } from './open-gifts.ts';
import { owedInvoices } from './owed-invoices.ts';
import { onLists, ownLetters, ownMailboxes } from './own-mailboxes.ts';
import { previewDeletion } from './preview-deletion.ts';
import { proveReader } from './prove-reader.ts';
import { apiText } from '../platform/http/api-text.ts';
import type { SignedIn } from './signed-in.ts';

/** `version`: of what was shown, undefined where a page does not say. `session`: the hash of the reader's. */
type Wish = { proof: DeleteAccount; network: string; version: string | undefined; session: string | null };

const CHANGED = apiText('deletion_changed');
const UNDER_WAY = apiText('payment_under_way');

/**
 * Deletes an account for good, once its reader has proved afresh who they are. Nothing is charged any more and the card
 * provider forgets the reader, before anything is gone here, so that whoever is interrupted can do it again. Then
 * subscriptions end, and all personal data go but for paid orders and invoices, which the law wants kept. Refuses (409)
 * while a payment is on its way, or an invoice for the subscription is unpaid, and where the reader would lose
 * something else than they were shown.
 */
export async function deleteAccount(deps: Deps, reader: SignedIn, { proof, network, version, session }: Wish): Promise<void> {
  const shown = version === undefined ? null : await previewDeletion(deps, session);
  // Before the proof, so that a code is not used up.
  if (shown && shown.version !== version) throw changed(shown);
  await proveReader(deps, reader, proof, network);
  // Before anything is given up: the password that was right may have been taken away by the mailbox's owner since.
  await deps.db.$transaction((tx) => requireSession(tx, deps, reader));
  await stopCharging(deps, reader);
  await deps.db.$transaction((tx) =>
    removeAccount(tx, deps, reader, {
      check: async () => {
        const now = shown && (await previewDeletion({ ...deps, db: tx }, session));
        if (now && lasting(now) !== lasting(shown)) throw changed(now);
      },
    }),
  );
}

/** Whose account is deleted: the reader's own doing, or that of staff. */
type Leaving = Pick<SignedIn, 'accountId' | 'name'> & (Login | ByStaff);

/**
 * Lets nothing be charged any more, and the card provider forget the reader: what comes before anything is gone here.
 * Refuses (409) as `deleteAccount` does.
 */
export async function stopCharging(deps: Deps, reader: Leaving): Promise<void> {
  await mustBeStill(deps.db, deps, reader);
  await giveUpOrders(deps, reader);
  await endDonations(deps, reader);
  await deleteCard(deps, reader);
  await cancelAtOnce(deps, reader.accountId);
  await forgetCustomer(deps, reader);
}

const changed = (preview: DeletePreview): Refusal => new Refusal(409, CHANGED, undefined, { preview });

/** What goes with the rows themselves: of the rest, whatever there was when it was confirmed has gone before. */
const lasting = ({ consequences }: DeletePreview): string =>
  JSON.stringify(consequences.filter(({ type }) => type !== 'autorenew' && type !== 'card' && type !== 'donations'));

/**
 * Refuses (409) while a payment is on its way, or an invoice for the subscription is unpaid: which staff may cancel
 * themselves, and readers ask for.
 */
export async function mustBeStill(
  sql: Sql & Pick<Deps['db'], 'subscription'>,
  deps: Pick<Deps, 'config' | 'publication'>,
  { accountId, session }: Pick<Leaving, 'accountId' | 'session'>,
): Promise<void> {
  if (await isMoneyOnItsWay(sql, deps.config.publicationId, accountId)) throw new Refusal(409, UNDER_WAY);
  const owed = (await owedInvoices(sql, deps, accountId)).join(', ');
  if (owed === '') return;
  throw new Refusal(409, session === null ? deskText('erasure_owed', { invoices: owed }) : cardText('owed', { invoices: owed }));
}

/** What was placed and not paid is given up, with what it held. */
async function giveUpOrders(deps: Deps, { accountId: ownerId }: Leaving): Promise<void> {
  const where = { publicationId: deps.config.publicationId, ownerId, state: 'started' } as const;
  for (const { id, intentId } of await deps.db.order.findMany({ where })) {
    if (intentId !== null && (await cancelIntent(deps, intentId)) === 'stands') throw new Refusal(409, UNDER_WAY);
    await cancelOrder(deps.db, id, deps.clock(), intentId);
  }
}

async function endDonations(deps: Deps, { accountId: ownerId }: Leaving): Promise<void> {
  const where = { publicationId: deps.config.publicationId, ownerId, process: 'monthly-init', ended: null };
  for (const donation of await deps.db.donation.findMany({ where })) {
    await deps.db.$transaction((tx) => endDonation(tx, donation, deps.clock()));
    if (donation.method !== null) await detachUnused(deps, { ownerId, method: donation.method });
  }
}

/** The provider keeps its own records of what was paid; the person and their cards go. */
async function forgetCustomer({ db, config, stripe }: Deps, { accountId }: Leaving): Promise<void> {
  // Whoever has no account has given each month as a customer of the provider's all the same.
  const account = await db.account.findUnique({ where: { id: accountId }, select: { customer: true } });
  const donations = await db.donation.findMany({
    where: { publicationId: config.publicationId, ownerId: accountId },
    select: { customer: true },
  });
  for (const id of new Set([account?.customer ?? null, ...donations.map((donation) => donation.customer)])) {
    if (id === null) continue;
    await stripe.customers.del(id).catch((error: unknown) => {
      // Another tab was first.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    });
  }
  await db.account.updateMany({ where: { id: accountId, method: null }, data: { customer: null } });
}

/**
 * The rows themselves, and the last letter. Call it inside a transaction, after `stopCharging`. `check`: refuses once
 * all is locked. `tells`: whether there is a last letter.
 */
export async function removeAccount(
  tx: Prisma.TransactionClient,
  deps: Deps,
  reader: Leaving,
  { check, tells = true }: { check?: () => Promise<void>; tells?: boolean } = {},
): Promise<void> {
  const { accountId, name } = reader;
  const { publicationId } = deps.config;
  const own = { publicationId, ownerId: accountId };
  const [account] = await tx.$queryRaw<{ email: string }[]>`select email from account where id = ${accountId}::uuid for update`;
  // Another tab was first.
  if (!account) return;
  await requireSession(tx, deps, reader);
  await mustBeStill(tx, deps, reader);
  await check?.();
  const { email } = account;
  await forgetOwner(tx, deps, accountId);
  await forgetPosted(tx, publicationId, accountId);
  // What is paid is for a later account with this address: whoever has one by now that was given up does not inherit
  // it.
  const { count: kept } = await tx.order.updateMany({ where: own, data: { keptFor: email } });
  const mailboxes = await ownMailboxes(tx, publicationId, { accountId, email });
  const letters = await ownLetters(tx, publicationId, accountId);
  await tx.listSignup.deleteMany({ where: { publicationId, OR: onLists(mailboxes) } });
  await tx.ticket.deleteMany({ where: { OR: [{ accountId }, ...(mailboxes.length > 0 ? [{ email }] : [])] } });
  // What was sent to an address that was asked for and never confirmed has the reader's name in it, too.
  const asked = await tx.outbox.findMany({ where: { publicationId, kind: 'email-asked', OR: mailboxes }, select: { subject: true } });
  const subjects = asked.map(({ subject }) => subject);
  await tx.outbox.deleteMany({ where: { publicationId, kind: 'email-change', subject: { in: subjects } } });
  await forgetLetters(tx, publicationId, { ownerId: accountId, email, letters, mailboxes });
  const gifts = await countOpenGifts(tx, publicationId, accountId);
  // With it go sessions, identities, known browsers, earlier addresses and one that waits.
  await tx.account.delete({ where: { id: accountId } });
  if (!tells) return;
  const payload = { name, kept: kept > 0, gifts: gifts > 0, ...((await givesAsGuest(tx, publicationId, email)) && { donation: true }) };
  await postLetter(tx, deps, { kind: 'account-deleted', subject: accountId, recipient: email, payload });
}

/**
 * What any owner has here but paid orders and letters: what runs ends, and where they live, what they paid with and
 * what staff noted goes.
 */
async function forgetOwner(tx: Prisma.TransactionClient, deps: Pick<Deps, 'config' | 'clock'>, ownerId: string): Promise<void> {
  const { publicationId } = deps.config;
  const own = { publicationId, ownerId };
  await stopRenewal(tx, { ...own, why: 'not-wanted', now: deps.clock() });
  await tx.subscription.updateMany({ where: { ...own, cancelled: null }, data: { cancelled: deps.clock() } });
  await tx.donation.updateMany({ where: own, data: { customer: null, method: null, payment: Prisma.DbNull } });
  await tx.ownerAddress.deleteMany({ where: own });
  await forgetDeskRecords(tx, publicationId, ownerId);
  // Unpaid ones that are left are for others: whoever pays one pays for them.
  await tx.invoice.updateMany({ where: { publicationId, subscriberId: ownerId, paid: null }, data: { subscriberId: null } });
  await tx.cart.deleteMany({ where: own });
  await tx.order.deleteMany({ where: { ...own, state: 'cancelled' } });
}

/** What tells others what became of what they were given. */
const TOLD_TO_OTHERS = ['gift-taken-back', 'gift-restored', 'subscription-cancelled', 'subscription-restored'];

type Letters = { ownerId: string; email: string | null; letters: Prisma.OutboxWhereInput[]; mailboxes: Prisma.OutboxWhereInput[] };

/**
 * The letters that an owner caused, and those to their `mailboxes`. What waits to tell somebody else what was taken
 * away of theirs goes out all the same, and names nobody.
 */
async function forgetLetters(
  tx: Prisma.TransactionClient,
  publicationId: string,
  { ownerId, email, letters, mailboxes }: Letters,
): Promise<void> {
  const orders = await tx.order.findMany({ where: { publicationId, ownerId }, select: { email: true, keptFor: true } });
  const own = [email, ...orders.flatMap((order) => [order.email, order.keptFor])].filter((one) => one !== null);
  const toOthers = { kind: { in: TOLD_TO_OTHERS }, sent: null, recipient: { notIn: own }, OR: letters, NOT: mailboxes };
  const kept = (await tx.outbox.findMany({ where: { publicationId, ...toOthers }, select: { id: true } })).map(({ id }) => id);
  await tx.outbox.deleteMany({ where: { publicationId, OR: [...mailboxes, ...letters], id: { notIn: kept } } });
  await tx.$executeRaw`update outbox set payload = payload || '{"giver":""}' where id = any(${kept}::uuid[]) and payload ? 'giver'`;
}

type Guest = { ownerId: string; name: string; email: string | null };

/**
 * The same of somebody who has no account: a guest, whom an import or the desk brought, who is posted a gift. What was
 * paid for stays, as of an account, and is for whoever proves its mailbox. Of that mailbox nothing else goes: nobody
 * has shown that it is theirs. Call it inside a transaction, after `stopCharging`.
 */
export async function removeGuest(
  tx: Prisma.TransactionClient,
  deps: Deps,
  { ownerId, name, email }: Guest,
  { tells }: { tells: boolean },
): Promise<void> {
  const { publicationId } = deps.config;
  await mustBeStill(tx, deps, { accountId: ownerId, session: null });
  const letters = await ownLetters(tx, publicationId, ownerId);
  await forgetOwner(tx, deps, ownerId);
  // To whom it was posted, in the gift of whoever gave it.
  await tx.$executeRaw`
    update gift g set recipient_name = null, recipient_address = null from subscription s
    where g.publication_id = ${publicationId} and s.publication_id = g.publication_id and s.owner_id = ${ownerId}::uuid and ${isPostedOfGift}`;
  await forgetLetters(tx, publicationId, { ownerId, email, letters, mailboxes: [] });
  if (!tells || email === null) return;
  const kept = (await tx.order.count({ where: { publicationId, ownerId } })) > 0;
  await postLetter(tx, deps, { kind: 'reader-erased', subject: ownerId, recipient: email, payload: { name, kept } });
}

/**
 * Whether somebody without an account gives each month with this address: that goes on, whoever has deleted an account
 * with it.
 */
async function givesAsGuest(sql: Sql, publicationId: string, email: string): Promise<boolean> {
  const rows = await sql.$queryRaw<unknown[]>`
    select 1 from donation d join "order" o on o.id = d.order_id
    where d.publication_id = ${publicationId} and d.process = 'monthly-init' and d.ended is null
      and (o.kept_for = ${email} or (o.kept_for is null and lower(normalize(o.email, nfkc)) = ${email}))
      and not exists (select from account a where a.id = d.owner_id) limit 1`;
  return rows.length > 0;
}
