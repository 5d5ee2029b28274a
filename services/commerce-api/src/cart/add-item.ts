import type { CartItem } from '@newsstand/contracts/cart';
import { MAX_QUANTITY } from '@newsstand/contracts/quantity';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Deps } from '../deps.ts';
import { liveSession, newSession } from '../http/session.ts';
import { Refusal } from '../refusal.ts';

type Row = { owner_id: string | null; seen: Date | null; is_new: boolean; is_sold: boolean };

/** Whose cart it went into. `token` is of the session that this first item began; it belongs in the reader's cookie. */
export type Added = { ownerId: string; seen: Date | null; token: string | null };

/**
 * Puts a good into the cart, on top of what is there, up to 50: one statement that looks the session up, or begins one, and locks the
 * cart's row, so that parallel adds wait for each other and none is lost. Refuses (404) what is not sold and (409) what is sold out.
 */
export async function addItem({ db, clock, config }: Deps, hash: string | null, { item, ref, quantity }: CartItem): Promise<Added> {
  const now = clock();
  const session = newSession(now);
  const publication = config.publicationId;
  const [row] = await db.rows<Row>(Prisma.sql`
    with live as (${liveSession(hash ?? '', now)}),
    sold as (select stock from good where publication_id = ${publication} and type = ${item} and ref = ${ref} and on_sale),
    wanted as (select from sold where stock is null or stock > 0),
    begun as (
      insert into session (token_hash, owner_id, created, seen, expires)
      select ${session.hash}, ${session.ownerId}::uuid, ${now}, ${now}, ${session.expires}
      from wanted where not exists (select from live)
      returning owner_id
    ),
    owner as (select owner_id from live union all select owner_id from begun),
    touched as (
      insert into cart (publication_id, owner_id, version, updated)
      select ${publication}, owner_id, 1, ${now} from owner, wanted
      on conflict (publication_id, owner_id) do update set version = cart.version + 1, updated = excluded.updated
      returning owner_id
    ),
    added as (
      insert into cart_line (publication_id, owner_id, type, ref, quantity, created)
      select ${publication}, owner_id, ${item}, ${ref}, ${quantity}::int, ${now} from touched
      on conflict (publication_id, owner_id, type, ref)
        do update set quantity = least(cart_line.quantity + excluded.quantity, ${MAX_QUANTITY}::int)
      returning owner_id
    )
    select (select owner_id from added) as owner_id, (select seen from live) as seen,
      exists (select from begun) as is_new, exists (select from sold) as is_sold`);
  if (!row?.is_sold) throw new Refusal(404, { general: 'This item is not available.' });
  if (row.owner_id === null) throw new Refusal(409, { general: 'OUT OF STOCK' });
  return { ownerId: row.owner_id, seen: row.seen, token: row.is_new ? session.token : null };
}
