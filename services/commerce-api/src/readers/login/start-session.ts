import type { SignInMethod } from '@newsstand/contracts/access';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { MINUTE } from '../../platform/duration.ts';
import { isLive, newSession } from '../../platform/sessions/session.ts';
import { ADMIN_VIEW } from '../../platform/http/view-only.ts';
import type { Deps } from '../../publication/deps.ts';
import { adoptPurchases } from './adopt-purchases.ts';
import { adoptOrder, mergeAtLogin } from './merge-carts.ts';

/** The browser that logs in: the session that it brings, and its name. */
export type Visitor = { session: string | null; device: string; agent: string };
/** Who it turned out to be. */
export type Identified = { type: 'account'; accountId: string } | { type: 'institution'; entityId: string };

/**
 * For this long the session before still takes what other tabs had sent with it; it is a guest's, and nobody is logged
 * in with it.
 */
const GRACE = MINUTE;

type Before = {
  owner_id: string;
  account_id: string | null;
  entity_id: string | null;
  guest_id: string | null;
  method: string;
  created: Date;
  expires: Date;
};

/**
 * The one way in: makes the session of a reader who has just proved who they are, and ends the one that the browser
 * came with, so that a planted token is worth nothing. The guest's cart becomes the account's, and so does what was
 * bought with its address. An own account and an institution's access go together, whichever came first, and last no
 * longer than the earlier of them would have. Returns the new token. Call it inside a transaction.
 */
export async function startSession(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config' | 'publication'>,
  { session: hash, agent }: Visitor,
  who: Identified,
  method: SignInMethod,
): Promise<string> {
  const now = deps.clock();
  const before = hash === null ? null : await endSessionBefore(tx, hash, now);
  if (who.type === 'institution') return comeThrough(tx, { before, now, agent, method }, who.entityId);

  const own = before !== null && (before.account_id === null || before.account_id === who.accountId) ? before : null;
  const guestId = own && (own.account_id === null ? own.owner_id : own.guest_id);
  const session = newSession(now, who.accountId);
  await tx.session.create({
    data: {
      tokenHash: session.hash,
      ownerId: session.ownerId,
      accountId: who.accountId,
      entityId: own?.entity_id ?? null,
      guestId,
      method,
      agent,
      created: now,
      seen: now,
      expires: own?.entity_id == null ? session.expires : earlier(own.expires, session.expires),
    },
  });
  await mergeAtLogin(tx, deps, guestId, who.accountId);
  if (guestId !== null) {
    await sendLateTo(tx, guestId, who.accountId, now);
    await adoptOrder(tx, deps, guestId, who.accountId);
  }
  await adoptPurchases(tx, deps, guestId, who.accountId);
  return session.token;
}

type Arrival = { before: Before | null; now: Date; agent: string; method: SignInMethod };

/**
 * An institution proves nothing about an account: the one that the browser is logged in to stays so, since when and
 * until when it was. Staff who look at a reader's account are not logged in to it.
 */
async function comeThrough(tx: Prisma.TransactionClient, { before, now, agent, method }: Arrival, entityId: string): Promise<string> {
  const kept = before !== null && before.account_id !== null && before.method !== ADMIN_VIEW ? before : null;
  const guest = before !== null && before.account_id === null ? before.owner_id : undefined;
  const session = newSession(now, kept?.owner_id ?? guest);
  const whose = kept
    ? { accountId: kept.account_id, guestId: kept.guest_id, method: kept.method, created: kept.created }
    : { accountId: null, guestId: null, method, created: now };
  const expires = kept ? earlier(kept.expires, session.expires) : session.expires;
  await tx.session.create({
    data: { tokenHash: session.hash, ownerId: session.ownerId, entityId, agent, seen: now, expires, ...whose },
  });
  return session.token;
}

/**
 * What other tabs still put into the guest's cart, with a session that ended for this login, goes to the account. Such
 * a session ends within the afterglow; its row is locked here before the carts are, as `writingSession` does.
 */
async function sendLateTo(tx: Prisma.TransactionClient, guestId: string, accountId: string, now: Date): Promise<void> {
  await tx.$executeRaw`
    update session set logged_in_as = ${accountId}::uuid
    where owner_id = ${guestId}::uuid and account_id is null and expires > ${now} and expires <= ${new Date(now.getTime() + GRACE)}`;
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

/**
 * An account's session is gone at once. A guest's may still be in requests under way: it loses what an institution gave
 * it, and ends in a minute.
 */
async function endSessionBefore(tx: Prisma.TransactionClient, hash: string, now: Date): Promise<Before | null> {
  const [before] = await tx.$queryRaw<Before[]>`
    select owner_id, account_id, entity_id, guest_id, method, created, expires from session where token_hash = ${hash} and ${isLive(now)} for update`;
  if (!before) return null;
  if (before.account_id !== null) {
    await tx.session.deleteMany({ where: { tokenHash: hash } });
    return before;
  }
  const end = new Date(now.getTime() + GRACE);
  await tx.$executeRaw`
    update session set entity_id = null, method = 'guest', seen = ${now}, touched = true, expires = least(expires, ${end}) where token_hash = ${hash}`;
  return before;
}
