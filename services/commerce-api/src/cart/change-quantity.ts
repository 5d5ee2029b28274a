import type { ChangeQuantity } from '@newsstand/contracts/cart';
import { MAX_GIFTS } from '@newsstand/contracts/quantity';
import type { Deps } from '../deps.ts';
import { liveSession } from '../http/session.ts';
import { Refusal } from '../refusal.ts';
import { TOO_MANY_GIFTS } from './most-of-a-kind.ts';
import type { Changed } from './remove-line.ts';

/** Sets the quantity of one line of the reader's cart, in one statement; refuses (404) a line that is not in it. */
export async function changeQuantity({ db, clock, config }: Deps, hash: string | null, { cart, qty }: ChangeQuantity): Promise<Changed> {
  if (cart.type === 'gift-subscription' && qty > MAX_GIFTS) throw new Refusal(422, { qty: TOO_MANY_GIFTS });
  const now = clock();
  // The cart's row is locked before its line, as in every statement that changes a cart: they cannot deadlock.
  const [row] = await db.$queryRaw<{ owner_id: string; seen: Date }[]>`
    with live as (${liveSession(hash ?? '', now)}),
    touched as (
      update cart set version = version + 1, updated = ${now}
      from live where cart.publication_id = ${config.publicationId} and cart.owner_id = live.owner_id
      returning cart.publication_id, cart.owner_id, live.seen
    )
    update cart_line line set quantity = ${qty}::int, left_out = 0, from_account = 0
    from touched
    where line.publication_id = touched.publication_id and line.owner_id = touched.owner_id and line.type = ${cart.type} and line.ref = ${cart.ref}
    returning line.owner_id, touched.seen`;
  if (!row) throw new Refusal(404, { general: 'This item is no longer in your cart.' });
  return { ownerId: row.owner_id, seen: row.seen };
}
