import type { CartItem } from '@newsstand/contracts/cart';
import { MAX_LINES, MAX_QUANTITY } from '@newsstand/contracts/quantity';
import { Prisma } from '../../../generated/prisma/client.ts';
import { heldUnpaid } from '../../ledger/orders/held-unpaid.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { beginning, newGuest, refusedUntil, writingSession, type Visit } from '../../platform/sessions/session.ts';
import { tooManyUntil } from '../../platform/limits/take-point.ts';
import type { Deps } from '../../publication/deps.ts';
import { checkoutText } from '../../publication/texts/checkout-texts.ts';
import { fullName } from '../../rules/checkout/full-name.ts';
import { apiText } from '../../platform/http/api-text.ts';
import { TOO_MANY_LINES } from '../../ledger/carts/cart-limits.ts';

type Row = {
  owner_id: string | null;
  seen: Date | null;
  logged_in_as: string | null;
  is_new: boolean;
  is_sold: boolean;
  name: string;
  detail: string | null;
  is_held: boolean | null;
  is_full: boolean;
  refused: Date | null;
};

type AddDeps = Pick<Deps, 'clock' | 'config' | 'publication'> & { db: Sql };

/**
 * Whose cart it went into. `token` is of the session that this first item began; it belongs in the reader's cookie.
 * `loggedInAs` is the account that the guest's browser has just logged in to: the cart belongs in that one's.
 */
export type Added = { ownerId: string; seen: Date | null; token: string | null; loggedInAs: string | null };

/**
 * Puts a good into the cart, on top of what is there, up to 50: one statement that looks the session up, or begins one,
 * and locks the cart's row, so that parallel adds wait for each other and none is lost. Refuses (404) what is not sold,
 * (409) what is sold out, (422) one thing more than a cart may hold, and (429) a network that begins too many carts.
 */
export async function addItem({ db, clock, config }: AddDeps, { hash, network }: Visit, { item, ref, quantity }: CartItem): Promise<Added> {
  const now = clock();
  const session = newGuest(now);
  const { publicationId } = config;
  const [row] = await db.$queryRaw<Row[]>(Prisma.sql`
    with live as materialized (${writingSession(hash ?? '', now)}),
    sold as (select publication_id, type, ref, name, detail, stock from good where publication_id = ${publicationId} and type = ${item} and ref = ${ref} and on_sale),
    others as (
      select count(*)::int as lines from live join cart_line l on l.publication_id = ${publicationId} and l.owner_id = live.owner_id
      where l.type <> ${item} or l.ref <> ${ref}
    ),
    wanted as (select from sold, others where (stock is null or stock > 0) and lines < ${MAX_LINES}::int),
    ${beginning(session, network, now, Prisma.sql`wanted where not exists (select from live)`)},
    owner as (select owner_id from live union all select owner_id from begun),
    touched as (
      insert into cart (publication_id, owner_id, version, updated)
      select ${publicationId}, owner_id, 1, ${now} from owner, wanted
      on conflict (publication_id, owner_id) do update set version = cart.version + 1, updated = excluded.updated
      returning owner_id
    ),
    added as (
      insert into cart_line (publication_id, owner_id, type, ref, quantity, created)
      select ${publicationId}, owner_id, ${item}, ${ref}, ${quantity}::int, ${now} from touched
      on conflict (publication_id, owner_id, type, ref)
        do update set quantity = least(cart_line.quantity + excluded.quantity, ${MAX_QUANTITY}::int)
      returning owner_id
    )
    select (select owner_id from added) as owner_id, (select seen from live) as seen, (select logged_in_as from live) as logged_in_as,
      exists (select from begun) as is_new, exists (select from sold) as is_sold,
      coalesce((select name from sold), '') as name, (select detail from sold) as detail,
      (select case when stock <= 0 then ${heldUnpaid(Prisma.sql`sold`)} end from sold) as is_held, exists (select from others where lines >= ${MAX_LINES}::int) as is_full,
      ${refusedUntil()} as refused`);
  if (!row?.is_sold) throw new Refusal(404, { general: apiText('not_available') });
  if (row.refused) throw tooManyUntil(row.refused, now);
  if (row.is_full) throw new Refusal(422, { general: TOO_MANY_LINES });
  if (row.owner_id === null) {
    throw new Refusal(409, { general: checkoutText(row.is_held ? 'line_held' : 'line_sold_out', { name: fullName(row) }) });
  }
  return { ownerId: row.owner_id, seen: row.seen, token: row.is_new ? session.token : null, loggedInAs: row.logged_in_as };
}
