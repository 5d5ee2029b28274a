import type { Cart, CartLine } from '@newsstand/contracts/cart';
import type { Reader } from '@newsstand/contracts/reader';
import type { ShipPrices } from '@newsstand/contracts/shipping-config';
import { Prisma } from '../../../generated/prisma/client.ts';
import { heldUnpaid } from '../../ledger/orders/held-unpaid.ts';
import { liveSession } from '../../platform/sessions/session.ts';
import type { Deps } from '../../publication/deps.ts';
import type { Messages } from '../../publication/texts/line-texts.ts';
import { toReader, type ReaderRow } from '../../readers/login/read-reader.ts';
import { readMembership, readMergeNotes, type MembershipRow, type MergeNote } from './membership-row.ts';
import { priceCart, type CartRow } from './price-cart.ts';

type Merged = { left_out: number; from_account: number };

type Row = {
  owner_id: string | null;
  account_id: string | null;
  seen: Date | null;
  revision: number;
  version: number;
  ship_prices: ShipPrices;
  lines: (CartRow & Merged)[];
  gifts: ({ ref: string; choice: unknown; quantity: number } & Merged)[];
  /** Coupons that others have used as often as they can be: they take nothing off any more. */
  used_up: string[];
} & MembershipRow &
  ReaderRow;

/**
 * A cart with what its statement read besides: `ownerId` is whose it is, null where there is no owner yet; `seen` is
 * the session's last visit, null without a session; `reader` is who is logged in, `accountId` stays inside.
 */
export type CartReading = {
  cart: Cart;
  ownerId: string | null;
  seen: Date | null;
  revision: number;
  reader: Reader;
  accountId: string | null;
};

type CartDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;

/** The owner's cart, priced now; an empty one where there is no owner yet. */
export async function readCart(deps: CartDeps, ownerId: string | null): Promise<Cart> {
  return (await read(deps, ownerAlone(ownerId))).cart;
}

/**
 * The cart of the session with this hash, null for a browser that has none: one statement, the look-up of the session
 * included.
 */
export function readSessionCart(deps: CartDeps, hash: string | null): Promise<CartReading> {
  return read(deps, hash === null ? ownerAlone(null) : liveSession(hash, deps.clock()));
}

function ownerAlone(ownerId: string | null): Prisma.Sql {
  return Prisma.sql`select ${ownerId}::uuid as owner_id, null::uuid as account_id, null as entity_id, null::timestamptz as seen`;
}

/**
 * What the owner's own started order holds is still theirs: a reload in the middle of paying must not say that it is
 * sold out.
 */
async function read({ db, config, publication }: CartDeps, owner: Prisma.Sql): Promise<CartReading> {
  const [row] = await db.$queryRaw<Row[]>(Prisma.sql`
    with owner as (${owner}),
    held as (
      select line.type, line.ref, sum(line.quantity)::int as quantity
      from "order" o join order_line line on line.order_id = o.id and line.held
      where o.publication_id = ${config.publicationId} and o.owner_id = (select owner_id from owner) and o.state = 'started'
      group by line.type, line.ref
    )
    select owner.owner_id, owner.account_id, owner.seen, p.revision, p.ship_prices, coalesce(c.version, 0) as version, (
      select coalesce(json_agg(json_build_object(
        'type', l.type, 'ref', l.ref, 'quantity', l.quantity, 'left_out', l.left_out, 'from_account', l.from_account,
        'name', g.name, 'detail', g.detail, 'slug', g.slug, 'image', g.image,
        'price', g.price, 'stock', g.stock + coalesce(held.quantity, 0), 'on_sale', g.on_sale,
        'held', case when g.stock + coalesce(held.quantity, 0) < l.quantity then ${heldUnpaid(Prisma.sql`g`, Prisma.sql`owner.owner_id`)} end
      ) order by l.created, l.ref), '[]')
      from cart_line l cross join lateral (
        -- One look-up in the index for each line: planned as a join, it would read all goods.
        select * from good g where g.publication_id = l.publication_id and g.type = l.type and g.ref = l.ref limit 1
      ) g left join held on held.type = l.type and held.ref = l.ref
      where l.publication_id = p.id and l.owner_id = owner.owner_id
    ) as lines, c.subscription, c.donation, (
      select coalesce(json_agg(json_build_object(
        'ref', l.ref, 'choice', l.choice, 'quantity', l.quantity, 'left_out', l.left_out, 'from_account', l.from_account
      ) order by l.created, l.ref), '[]')
      from cart_line l where l.publication_id = p.id and l.owner_id = owner.owner_id and l.type = 'gift-subscription'
    ) as gifts, (
      select coalesce(json_agg(n.code), '[]') from coupon_count n
      where c.may_have_coupon and n.publication_id = p.id and n.used >= n.most + (
        select coalesce(sum(u.quantity), 0) from coupon_use u join "order" o on o.id = u.order_id
        where u.publication_id = n.publication_id and u.code = n.code and u.owner_id = owner.owner_id and o.state = 'started'
      )
    ) as used_up, c.subscription is not null and exists (
      select from subscription s where s.publication_id = p.id and s.owner_id = owner.owner_id
    ) as renewal, account.name, account.email, owner.entity_id
    from publication p left join owner on true left join account on account.id = owner.account_id
      left join lateral (
        select *, subscription is not null or exists (
          select from cart_line l where l.publication_id = p.id and l.owner_id = owner.owner_id and l.type = 'gift-subscription'
        ) as may_have_coupon
        from cart where publication_id = p.id and owner_id = owner.owner_id
      ) c on true
    where p.id = ${config.publicationId}`);
  if (!row) throw new Error(`there is no publication ${config.publicationId}`);
  // This process has the prices, unless another has just applied new ones.
  const published = await publication.at(row.revision);
  const coupons = published.coupons.filter(({ code }) => !row.used_up.includes(code));
  const cart = priceCart(row.version, row.lines, row.ship_prices, { ...published, coupons }, readMembership(row));
  return {
    cart: addMergeNotes(cart, row, published.messages),
    ownerId: row.owner_id,
    seen: row.seen,
    revision: row.revision,
    reader: toReader(row, published),
    accountId: row.account_id,
  };
}

/**
 * Lines of two carts that became one say what the account's added, how many of them found no room, and what they took
 * the place of.
 */
function addMergeNotes(cart: Cart, { lines, gifts, ...membership }: Row, messages: Messages): Cart {
  const merged = [...lines, ...gifts.map((gift) => ({ type: 'gift-subscription', ...gift }))].filter(
    ({ left_out, from_account }) => left_out + from_account > 0,
  );
  const notes = new Map<string, MergeNote>([
    ...merged.map(({ type, ref, left_out, from_account }) => [`${type}/${ref}`, mergeNoteOf({ left_out, from_account })] as const),
    ...readMergeNotes(membership, messages),
  ]);
  if (notes.size === 0) return cart;
  const noted = (line: CartLine): CartLine => ({ ...line, ...(notes.get(line.id) ?? notes.get(line.cart.type)) });
  const { a, b, c } = cart.billing;
  return { ...cart, billing: { a: a.map(noted), b: b.map(noted), c: c.map(noted) } };
}

function mergeNoteOf({ left_out, from_account }: Merged): MergeNote {
  return { ...(left_out > 0 && { left_out }), ...(from_account > 0 && { from_account }) };
}
