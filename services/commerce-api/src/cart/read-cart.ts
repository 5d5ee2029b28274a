import type { Cart, CartLine } from '@newsstand/contracts/cart';
import type { Reader } from '@newsstand/contracts/reader';
import type { ShipPrices } from '@newsstand/contracts/shipping-config';
import { Prisma } from '../../generated/prisma/client.ts';
import { absorbCart } from '../access/absorb-cart.ts';
import { toReader, type ReaderRow } from '../access/read-reader.ts';
import type { Deps } from '../deps.ts';
import { liveSession } from '../http/session.ts';
import type { Messages } from '../pricing/line-texts.ts';
import { readMembership, readMerged, type MembershipRow, type SaidOfLine } from './membership-row.ts';
import { priceCart, type CartRow } from './price-cart.ts';

type Merged = { left_out: number; from_account: number };

/** `late` is the guest that the browser was before it logged in, when another tab put something into that guest's cart just then. */
type Row = {
  owner_id: string | null;
  late: string | null;
  seen: Date | null;
  revision: number;
  version: number;
  ship_prices: ShipPrices;
  lines: (CartRow & Merged)[];
  gifts: ({ ref: string; quantity: number } & Merged)[];
  /** Coupons that others have used as often as they can be: they take nothing off any more. */
  used_up: string[];
} & MembershipRow &
  ReaderRow;

/** A cart with what its statement read besides: `seen` is the session's last visit, null without a session; `reader` is who is logged in. */
export type CartReading = { cart: Cart; seen: Date | null; revision: number; reader: Reader };

type CartDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;

/** The owner's cart, priced now; an empty one where there is no owner yet. */
export async function readCart(deps: CartDeps, ownerId: string | null): Promise<Cart> {
  return (await read(deps, ownerAlone(ownerId))).cart;
}

/** The cart of the session with this hash, null for a browser that has none: one statement, the look-up of the session included. */
export function readSessionCart(deps: CartDeps, hash: string | null): Promise<CartReading> {
  return read(deps, hash === null ? ownerAlone(null) : liveSession(hash, deps.clock()));
}

function ownerAlone(ownerId: string | null): Prisma.Sql {
  return Prisma.sql`select ${ownerId}::uuid as owner_id, null::uuid as account_id, null as entity_id, null::uuid as guest_id, null::timestamptz as seen`;
}

/** What the owner's own started order holds is still theirs: a reload in the middle of paying must not say that it is sold out. */
async function read({ db, config, clock, publication }: CartDeps, owner: Prisma.Sql): Promise<CartReading> {
  const [row] = await db.rows<Row>(Prisma.sql`
    with owner as (${owner}),
    held as (
      select line.type, line.ref, sum(line.quantity)::int as quantity
      from "order" o join order_line line on line.order_id = o.id and line.held
      where o.publication_id = ${config.publicationId} and o.owner_id = (select owner_id from owner) and o.state = 'started'
      group by line.type, line.ref
    )
    select owner.owner_id, late.owner_id as late, owner.seen, p.revision, p.ship_prices, coalesce(c.version, 0) as version, (
      select coalesce(json_agg(json_build_object(
        'type', l.type, 'ref', l.ref, 'quantity', l.quantity, 'left_out', l.left_out, 'from_account', l.from_account,
        'name', g.name, 'detail', g.detail, 'slug', g.slug, 'image', g.image,
        'price', g.price, 'stock', g.stock + coalesce(held.quantity, 0), 'on_sale', g.on_sale
      ) order by l.created, l.ref), '[]')
      from cart_line l cross join lateral (
        -- One look-up in the index for each line: planned as a join, it would read all goods.
        select * from good g where g.publication_id = l.publication_id and g.type = l.type and g.ref = l.ref limit 1
      ) g left join held on held.type = l.type and held.ref = l.ref
      where l.publication_id = p.id and l.owner_id = owner.owner_id
    ) as lines, c.subscription, c.donation, (
      select coalesce(json_agg(json_build_object(
        'ref', l.ref, 'quantity', l.quantity, 'left_out', l.left_out, 'from_account', l.from_account
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
      left join cart late on late.publication_id = p.id and late.owner_id = owner.guest_id
    where p.id = ${config.publicationId}`);
  if (!row) throw new Error(`there is no publication ${config.publicationId}`);
  if (row.owner_id !== null && row.late !== null) {
    const [ownerId, guestId] = [row.owner_id, row.late];
    await db.$transaction((tx) => absorbCart(tx, { config, clock }, guestId, ownerId));
    return read({ db, config, clock, publication }, owner);
  }
  // This process has the prices, unless another has just applied new ones.
  const published = await publication.at(row.revision);
  const coupons = published.coupons.filter(({ code }) => !row.used_up.includes(code));
  const cart = priceCart(row.version, row.lines, row.ship_prices, readMembership(row), { ...published, coupons });
  return { cart: sayMerged(cart, row, published.messages), seen: row.seen, revision: row.revision, reader: toReader(row, published) };
}

/** Lines of two carts that became one say what the account's added, how many of them found no room, and what they took the place of. */
function sayMerged(cart: Cart, { lines, gifts, ...membership }: Row, messages: Messages): Cart {
  const merged = [...lines, ...gifts.map((gift) => ({ type: 'gift-subscription', ...gift }))].filter(
    ({ left_out, from_account }) => left_out + from_account > 0,
  );
  const said = new Map<string, SaidOfLine>([
    ...merged.map(({ type, ref, left_out, from_account }) => [`${type}/${ref}`, saidOf({ left_out, from_account })] as const),
    ...readMerged(membership, messages),
  ]);
  if (said.size === 0) return cart;
  const say = (line: CartLine): CartLine => ({ ...line, ...(said.get(line.id) ?? said.get(line.cart.type)) });
  const { a, b, c } = cart.billing;
  return { ...cart, billing: { a: a.map(say), b: b.map(say), c: c.map(say) } };
}

function saidOf({ left_out, from_account }: Merged): SaidOfLine {
  return { ...(left_out > 0 && { left_out }), ...(from_account > 0 && { from_account }) };
}
