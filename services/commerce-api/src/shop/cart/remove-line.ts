import type { RemoveFromCart } from '@newsstand/contracts/cart';
import { Prisma } from '../../../generated/prisma/client.ts';
import { liveSession } from '../../platform/sessions/session.ts';
import type { Deps } from '../../publication/deps.ts';

/** Whose cart was changed, and the session's last visit. */
export type Changed = { ownerId: string; seen: Date };

/**
 * Takes one line out of the reader's cart, or all of them, in one statement. What is not there any more is gone
 * already: null without a cart.
 */
export async function removeLine({ db, clock, config }: Deps, hash: string | null, { cart }: RemoveFromCart): Promise<Changed | null> {
  const now = clock();
  const which = cart ? Prisma.sql`and line.type = ${cart.type} and line.ref = ${cart.ref}` : Prisma.empty;
  const [row] = await db.$queryRaw<{ owner_id: string; seen: Date }[]>`
    with live as (${liveSession(hash ?? '', now)}),
    touched as (
      update cart set version = version + 1, updated = ${now},
        subscription = case when ${takes(cart, 'personal-subscription')} then null else subscription end,
        donation = case when ${takes(cart, 'donation-item')} then null else donation end
      from live where cart.publication_id = ${config.publicationId} and cart.owner_id = live.owner_id
      returning cart.publication_id, cart.owner_id, live.seen
    ),
    removed as (
      delete from cart_line line using touched
      where line.publication_id = touched.publication_id and line.owner_id = touched.owner_id ${which}
    )
    select owner_id, seen from touched`;
  return row ? { ownerId: row.owner_id, seen: row.seen } : null;
}

/** A cart has one of these at most, whatever it is called. */
function takes(cart: RemoveFromCart['cart'], type: 'personal-subscription' | 'donation-item'): boolean {
  return cart === undefined || cart.type === type;
}
