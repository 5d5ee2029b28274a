import { Stripe } from 'stripe';
import { Prisma } from '../../generated/prisma/client.ts';
import type { DeleteAccount, DeletePreview } from '@newsstand/contracts/account';
import { postLetter } from '../access/post-letter.ts';
import { cancelAtOnce } from '../calendar/cancel-abandoned.ts';
import { stopRenewal } from '../calendar/stop-renewal.ts';
import { deleteCard } from '../card/delete-card.ts';
import { cardMessage } from '../card/messages.ts';
import { detachUnused } from '../card/detach-unused.ts';
import { cancelOrder } from '../checkout/cancel-order.ts';
import type { Sql } from '../checkout/sql.ts';
import type { Deps } from '../deps.ts';
import { cancelIntent } from '../payment/cancel-intent.ts';
import { forgetPosted } from '../gift/forget-posted.ts';
import type { PublishedData } from '../publication/published-data.ts';
import { Refusal } from '../refusal.ts';
import { endDonation } from './end-donation.ts';
import { isMoneyOnItsWay } from './money-on-its-way.ts';
import { owedInvoices } from './owed-invoices.ts';
import { countOpenGifts } from './open-gifts.ts';
import { onLists, ownMailboxes } from './own-mailboxes.ts';
import { previewDeletion } from './preview-deletion.ts';
import { proveReader } from './prove-reader.ts';
import type { SignedIn } from './signed-in.ts';

/** `version`: of what was shown, undefined where a page does not say. `session`: the hash of the reader's. */
type Wish = { proof: DeleteAccount; network: string; version: string | undefined; session: string | null };

const CHANGED = 'Your account changed meanwhile, in another tab or browser. Please read again what goes with it, and then delete it.';
const UNDER_WAY = 'A payment of yours is on its way. Please delete your account when it has arrived.';

/**
 * Deletes an account for good, once its reader has proved afresh who they are. Nothing is charged any more and the card provider forgets the
 * reader, before anything is gone here, so that whoever is interrupted can do it again. Then subscriptions end, and all personal data go but for
 * paid orders and invoices, which the law wants kept. Refuses (409) while a payment is on its way, or an invoice for the subscription is unpaid, and
 * where the reader would lose something else than they were shown.
 */
export async function deleteAccount(deps: Deps, reader: SignedIn, { proof, network, version, session }: Wish): Promise<void> {
  const shown = version === undefined ? null : await previewDeletion(deps, session);
  // Before the proof, so that a code is not used up.
  if (shown && shown.version !== version) throw changed(shown);
  await proveReader(deps, reader, proof, network);
  await mustBeStill(deps.db, deps, reader);
  await giveUpOrders(deps, reader);
  await endDonations(deps, reader);
  await deleteCard(deps, reader.accountId);
  await cancelAtOnce(deps, reader.accountId);
  await forgetCustomer(deps, reader);
  await removeRows(deps, reader, async (tx) => {
    const now = shown && (await previewDeletion({ ...deps, db: tx }, session));
    if (now && lasting(now) !== lasting(shown)) throw changed(now);
  });
}

const changed = (preview: DeletePreview): Refusal => new Refusal(409, CHANGED, undefined, { preview });

/** What goes with the rows themselves: of the rest, whatever there was when it was confirmed has gone before. */
const lasting = ({ consequences }: DeletePreview): string =>
  JSON.stringify(consequences.filter(({ type }) => type !== 'autorenew' && type !== 'card' && type !== 'donations'));

async function mustBeStill(sql: Sql & Pick<Deps['db'], 'subscription'>, deps: Deps, { accountId }: SignedIn): Promise<void> {
  if (await isMoneyOnItsWay(sql, deps.config.publicationId, accountId)) throw new Refusal(409, UNDER_WAY);
  const owed = await owedInvoices(sql, deps, accountId);
  if (owed.length > 0) throw new Refusal(409, owedText(owed, deps.publication.cached()));
}

/** Of the texts of `card-api.`, which all account pages may be refused with. */
const owedText = (owed: readonly string[], { messages, settings }: PublishedData): string =>
  cardMessage(messages, 'owed', settings.support_address).replace('{invoices}', () => owed.join(', '));

/** What was placed and not paid is given up, with what it held. */
async function giveUpOrders(deps: Deps, { accountId: ownerId }: SignedIn): Promise<void> {
  const where = { publicationId: deps.config.publicationId, ownerId, state: 'started' } as const;
  for (const { id, intentId } of await deps.db.order.findMany({ where })) {
    if (intentId !== null && (await cancelIntent(deps, intentId)) === 'stands') throw new Refusal(409, UNDER_WAY);
    await cancelOrder(deps.db, id, deps.clock());
  }
}

async function endDonations(deps: Deps, { accountId: ownerId }: SignedIn): Promise<void> {
  const where = { publicationId: deps.config.publicationId, ownerId, process: 'monthly-init', ended: null };
  for (const donation of await deps.db.donation.findMany({ where })) {
    await deps.db.$transaction((tx) => endDonation(tx, donation, deps.clock()));
    if (donation.method !== null) await detachUnused(deps, { ownerId, method: donation.method });
  }
}

/** The provider keeps its own records of what was paid; the person and their cards go. */
async function forgetCustomer({ db, config, stripe }: Deps, { accountId }: SignedIn): Promise<void> {
  const account = await db.account.findUnique({ where: { id: accountId }, select: { customer: true } });
  // Another tab was first.
  if (account === null) return;
  const donations = await db.donation.findMany({
    where: { publicationId: config.publicationId, ownerId: accountId },
    select: { customer: true },
  });
  for (const id of new Set([account.customer, ...donations.map((donation) => donation.customer)])) {
    if (id === null) continue;
    await stripe.customers.del(id).catch((error: unknown) => {
      // Another tab was first.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    });
  }
  await db.account.updateMany({ where: { id: accountId, method: null }, data: { customer: null } });
}

async function removeRows(deps: Deps, reader: SignedIn, check: (tx: Prisma.TransactionClient) => Promise<void>): Promise<void> {
  const { accountId, name } = reader;
  const { publicationId } = deps.config;
  const own = { publicationId, ownerId: accountId };
  const now = deps.clock();
  await deps.db.$transaction(async (tx) => {
    const [account] = await tx.$queryRaw<{ email: string }[]>`select email from account where id = ${accountId}::uuid for update`;
    // Another tab was first.
    if (!account) return;
    await mustBeStill(tx, deps, reader);
    await check(tx);
    const { email } = account;
    await stopRenewal(tx, { ...own, why: 'not-wanted' });
    await tx.subscription.updateMany({ where: { ...own, cancelled: null }, data: { cancelled: now } });
    await tx.donation.updateMany({ where: own, data: { customer: null, method: null, payment: Prisma.DbNull } });
    await tx.ownerAddress.deleteMany({ where: own });
    await tx.postLine.deleteMany({ where: own });
    await forgetPosted(tx, publicationId, accountId);
    // Unpaid ones that are left are for others: whoever pays one pays for them.
    await tx.invoice.updateMany({ where: { publicationId, subscriberId: accountId, paid: null }, data: { subscriberId: null } });
    await tx.cart.deleteMany({ where: own });
    await tx.order.deleteMany({ where: { ...own, state: 'cancelled' } });
    // What is paid is for a later account with this address: whoever has one by now that was given up does not inherit it.
    const { count: kept } = await tx.order.updateMany({ where: own, data: { keptFor: email } });
    const mailboxes = await ownMailboxes(tx, publicationId, { accountId, email });
    await tx.listSignup.deleteMany({ where: { publicationId, OR: onLists(mailboxes) } });
    await tx.ticket.deleteMany({ where: { email } });
    // What was sent to an address that was asked for and never confirmed has the reader's name in it, too.
    const asked = await tx.outbox.findMany({ where: { publicationId, kind: 'email-asked', OR: mailboxes }, select: { subject: true } });
    const subjects = asked.map(({ subject }) => subject);
    await tx.outbox.deleteMany({ where: { publicationId, kind: 'email-change', subject: { in: subjects } } });
    await tx.outbox.deleteMany({ where: { publicationId, OR: mailboxes } });
    const gifts = await countOpenGifts(tx, publicationId, accountId);
    // With it go sessions, identities, known browsers, earlier addresses and one that waits.
    await tx.account.delete({ where: { id: accountId } });
    const payload = { name, kept: kept > 0, gifts: gifts > 0 };
    await postLetter(tx, deps, { kind: 'account-deleted', subject: accountId, recipient: email, payload });
  });
}
