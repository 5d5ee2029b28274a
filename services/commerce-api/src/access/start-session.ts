import type { SignInMethod } from '@newsstand/contracts/access';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Deps } from '../deps.ts';
import { MINUTE } from '../duration.ts';
import { isLive, newSession } from '../http/session.ts';
import { absorbCart, adoptOrder } from './absorb-cart.ts';
import { adoptPurchases } from './adopt-purchases.ts';

/** The browser that logs in: the session that it brings, and its name. */
export type Visitor = { session: string | null; device: string; agent: string };
/** Who it turned out to be. */
export type Identified = { type: 'account'; accountId: string } | { type: 'institution'; entityId: string };

/** For this long the session before still takes what other tabs had sent with it; it is a guest's, and nobody is logged in with it. */
const AFTERGLOW = MINUTE;

type Before = { owner_id: string; account_id: string | null; entity_id: string | null; guest_id: string | null; expires: Date };

/**
 * The one way in: makes the session of a reader who has just proved who they are, and ends the one that the browser came with, so that a planted
 * token is worth nothing. The guest's cart becomes the account's, and so does what was bought with its address. Who came through an institution and logs in
 * to an account of their own keeps its access, no longer than it would have lasted. Returns the new token. Call it inside a transaction.
 */
export async function startSession(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config'>,
  { session: hash, agent }: Visitor,
  who: Identified,
  method: SignInMethod,
): Promise<string> {
  const now = deps.clock();
  const before = hash === null ? null : await endSessionBefore(tx, hash, now);
  const own = before !== null && isSameReader(before, who) ? before : null;
  const guestId = own && (own.account_id === null ? own.owner_id : own.guest_id);
  const session = newSession(now, who.type === 'account' ? who.accountId : (guestId ?? undefined));
  const through = who.type === 'account' && own?.entity_id != null ? own : null;
  await tx.session.create({
    data: {
      tokenHash: session.hash,
      ownerId: session.ownerId,
      accountId: who.type === 'account' ? who.accountId : null,
      entityId: who.type === 'institution' ? who.entityId : (through?.entity_id ?? null),
      guestId: who.type === 'account' ? guestId : null,
      method,
      agent,
      created: now,
      seen: now,
      expires: through && through.expires < session.expires ? through.expires : session.expires,
    },
  });
  if (who.type === 'account') {
    if (guestId !== null) {
      await absorbCart(tx, deps, guestId, who.accountId);
      await adoptOrder(tx, deps, guestId, who.accountId);
    }
    await adoptPurchases(tx, deps, guestId, who.accountId);
  }
  return session.token;
}

/** Whether what the browser was before is this reader's business: not where somebody else was logged in meanwhile. */
function isSameReader(before: Before, who: Identified): boolean {
  return before.account_id === null || (who.type === 'account' && who.accountId === before.account_id);
}

/** An account's session is gone at once. A guest's may still be in requests under way: it loses what an institution gave it, and ends in a minute. */
async function endSessionBefore(tx: Prisma.TransactionClient, hash: string, now: Date): Promise<Before | null> {
  const [before] = await tx.$queryRaw<Before[]>`
    select owner_id, account_id, entity_id, guest_id, expires from session where token_hash = ${hash} and ${isLive(now)} for update`;
  if (!before) return null;
  if (before.account_id !== null) {
    await tx.session.deleteMany({ where: { tokenHash: hash } });
    return before;
  }
  const end = new Date(now.getTime() + AFTERGLOW);
  await tx.$executeRaw`
    update session set entity_id = null, method = 'guest', seen = ${now}, expires = least(expires, ${end}) where token_hash = ${hash}`;
  return before;
}
