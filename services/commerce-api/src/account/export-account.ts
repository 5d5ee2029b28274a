import { AccountExport } from '@newsstand/contracts/account-data';
import type { Cart } from '@newsstand/contracts/cart';
import type { Receipt } from '@newsstand/contracts/receipt';
import * as v from 'valibot';
import { readReceipt } from '../files/read-receipt.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Deps } from '../publication/deps.ts';
import { withBlankKeys } from '../rules/checkout/blank-keys.ts';
import { readCart, readSessionCart } from '../shop/cart/read-cart.ts';
import { readKeptRecords } from './read-kept-records.ts';
import { onLists, ownMailboxes } from './own-mailboxes.ts';
import { apiText } from '../platform/http/api-text.ts';
import { readSubscriber, readSubscriberOf, type SubscriberReading } from './read-subscriber.ts';

type ExportDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'publication'>;

/**
 * Everything that is kept of the reader behind a session, to take away; refuses (401) who is not logged in. Secrets,
 * keys and what belongs to others stay.
 */
export async function exportAccount(deps: ExportDeps, hash: string | null): Promise<AccountExport> {
  const reading = await readSubscriber(deps, hash);
  if (reading === null) throw new Refusal(401, apiText('log_in'));
  return allOf(deps, reading, (await readSessionCart(deps, hash)).cart);
}

/** The same of an account, to be mailed to its reader; null where there is none any more. */
export async function exportAccountOf(deps: ExportDeps, accountId: string): Promise<AccountExport | null> {
  const subscriber = await readSubscriberOf(deps, accountId);
  return subscriber && allOf(deps, { accountId, subscriber }, await readCart(deps, accountId));
}

async function allOf(
  deps: ExportDeps,
  { accountId, subscriber }: Pick<SubscriberReading, 'accountId' | 'subscriber'>,
  { items, giftsubs, subscription, donation }: Cart,
): Promise<AccountExport> {
  const { db, config, clock } = deps;
  const { publicationId } = config;
  const own = { publicationId, ownerId: accountId };
  const { email } = subscriber.account;
  const receipts = await Promise.all(subscriber.receipts.map(({ token }) => readReceipt(deps, token)));
  const gifts = await db.gift.findMany({ where: own, orderBy: { id: 'asc' } });
  const sessions = await db.session.findMany({ where: { accountId, expires: { gt: clock() } }, orderBy: { created: 'asc' } });
  const identities = await db.identity.findMany({ where: { accountId }, orderBy: { created: 'asc' } });
  const mailboxes = await ownMailboxes(db, publicationId, { accountId, email });
  const lists = await db.listSignup.findMany({ where: { publicationId, OR: onLists(mailboxes) }, orderBy: { tag: 'asc' } });
  const letters = await db.outbox.findMany({ where: { publicationId, OR: mailboxes }, orderBy: { id: 'asc' } });
  return {
    exported: clock().toISOString(),
    publication: deps.publication.cached().name,
    // The schema leaves out what only machines read.
    subscriber: withBlankKeys(v.parse(AccountExport.entries.subscriber, subscriber)),
    orders: receipts.flatMap((receipt) => (receipt === null ? [] : [withoutKeys(receipt)])),
    gifts: gifts.map(({ deliverable, level, term, redeemed, recipientName, recipientAddress }) => ({
      deliverable,
      level,
      term,
      redeemed: redeemed?.toISOString() ?? null,
      ...(recipientName !== null && { recipient: { name: recipientName, address: recipientAddress } }),
    })),
    cart: { items, giftsubs, subscription, donation },
    sessions: sessions.map(({ method, agent, created, seen }) => ({
      method,
      agent,
      created: created.toISOString(),
      seen: seen.toISOString(),
    })),
    identities: identities.map(({ issuer, created }) => ({ issuer, created: created.toISOString() })),
    mailing_lists: lists.map(({ tag, created, asked, left }) => ({
      tag,
      created: created.toISOString(),
      asked: asked?.toISOString() ?? null,
      left: left?.toISOString() ?? null,
    })),
    letters: letters.map(({ kind, recipient, created, sent }) => ({
      kind,
      recipient,
      created: created.toISOString(),
      sent: sent?.toISOString() ?? null,
    })),
    records: await readKeptRecords(
      deps,
      accountId,
      subscriber.invoices.map(({ token }) => token),
    ),
  };
}

/** A receipt's token opens it for whoever has it, as do its links what was bought, and a gift's is the gift. */
function withoutKeys({ token: _receipt, gifts, issues: _links, ...receipt }: Receipt): Record<string, unknown> {
  return { ...receipt, ...(gifts && { gifts: gifts.map(({ token: _gift, url: _where, ...gift }) => gift) }) };
}
