import type { AccountExport } from '@newsstand/contracts/account';
import { readSessionCart } from '../cart/read-cart.ts';
import type { Deps } from '../deps.ts';
import { readReceipt } from '../receipt/read-receipt.ts';
import { Refusal } from '../refusal.ts';
import { readSubscriber } from './read-subscriber.ts';

/** Everything that is kept of the reader behind a session, to take away; refuses (401) who is not logged in. Secrets and what belongs to others stay. */
export async function exportAccount(deps: Deps, hash: string | null): Promise<AccountExport> {
  const reading = await readSubscriber(deps, hash);
  if (reading === null) throw new Refusal(401, 'Please log in.');
  const { accountId, subscriber } = reading;
  const { view_only: _staff, ...shown } = subscriber;
  const { db, config, clock } = deps;
  const { publicationId } = config;
  const own = { publicationId, ownerId: accountId };
  const { email } = subscriber.account;
  const receipts = await Promise.all(subscriber.receipts.map(({ token }) => readReceipt(deps, token)));
  const gifts = await db.gift.findMany({ where: own, orderBy: { id: 'asc' } });
  const sessions = await db.session.findMany({ where: { accountId, expires: { gt: clock() } }, orderBy: { created: 'asc' } });
  const identities = await db.identity.findMany({ where: { accountId }, orderBy: { created: 'asc' } });
  const lists = await db.listSignup.findMany({ where: { publicationId, email }, orderBy: { tag: 'asc' } });
  const letters = await db.outbox.findMany({ where: { publicationId, recipient: email }, orderBy: { id: 'asc' } });
  return {
    exported: clock().toISOString(),
    publication: deps.publication.cached().name,
    subscriber: shown,
    orders: receipts.filter((receipt) => receipt !== null),
    gifts: gifts.map(({ token, deliverable, level, term, redeemed }) => ({
      token,
      deliverable,
      level,
      term,
      redeemed: redeemed?.toISOString() ?? null,
    })),
    cart: { ...(await readSessionCart(deps, hash)).cart },
    sessions: sessions.map(({ method, agent, created, seen }) => ({
      method,
      agent,
      created: created.toISOString(),
      seen: seen.toISOString(),
    })),
    identities: identities.map(({ issuer, created }) => ({ issuer, created: created.toISOString() })),
    mailing_lists: lists.map(({ tag, created }) => ({ tag, created: created.toISOString() })),
    letters: letters.map(({ kind, recipient, created, sent }) => ({
      kind,
      recipient,
      created: created.toISOString(),
      sent: sent?.toISOString() ?? null,
    })),
  };
}
