import type { ChangeQuantity } from '@newsstand/contracts/cart';
import { MAX_GIFTS } from '@newsstand/contracts/quantity';
import { MAX_GIFTSUBS } from '@newsstand/contracts/subscribe';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { liveSession } from '../../platform/sessions/session.ts';
import type { Deps } from '../../publication/deps.ts';
import { TOO_MANY_GIFTS, TOO_MANY_GIFTSUBS } from '../../ledger/carts/cart-limits.ts';
import { apiText } from '../../platform/http/api-text.ts';
import type { Changed } from './remove-line.ts';

/** Sets the quantity of one line of the reader's cart, in one statement; refuses (404) a line that is not in it. */
export async function changeQuantity({ db, clock, config }: Deps, hash: string | null, { cart, qty }: ChangeQuantity): Promise<Changed> {
  if (cart.type === 'gift-subscription' && qty > MAX_GIFTS) throw new Refusal(422, { qty: TOO_MANY_GIFTS });
  const now = clock();
  // The cart's row is locked before its line, as in every statement that changes a cart: they cannot deadlock.
  const change = Prisma.sql`
    with live as (${liveSession(hash ?? '', now)}),
    touched as (
      update cart set version = version + 1, updated = ${now}
      from live where cart.publication_id = ${config.publicationId} and cart.owner_id = live.owner_id
      returning cart.publication_id, cart.owner_id, live.seen
    ),
    others as (
      select coalesce(sum(l.quantity), 0)::int as gifts from touched join cart_line l on l.publication_id = touched.publication_id and l.owner_id = touched.owner_id
      where ${cart.type} = 'gift-subscription' and l.type = ${cart.type} and l.ref <> ${cart.ref}
    )
    update cart_line line set quantity = ${qty}::int, left_out = 0, from_account = 0
    from touched
    where line.publication_id = touched.publication_id and line.owner_id = touched.owner_id and line.type = ${cart.type} and line.ref = ${cart.ref}
    returning line.owner_id, touched.seen, (select gifts from others) as gifts`;
  const isGift = cart.type === 'gift-subscription';
  const send = async (sql: Sql) => {
    const [changed] = await sql.$queryRaw<{ owner_id: string; seen: Date; gifts: number }[]>(change);
    if (isGift && changed && changed.gifts + qty > MAX_GIFTSUBS) throw new Refusal(422, { qty: TOO_MANY_GIFTSUBS });
    return changed;
  };
  // Only what may be taken back needs a transaction.
  const row = await (isGift ? db.$transaction(send) : send(db));
  if (!row) throw new Refusal(404, { general: apiText('line_gone') });
  return { ownerId: row.owner_id, seen: row.seen };
}
