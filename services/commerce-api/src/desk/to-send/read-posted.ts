import { Address, addressLines } from '@newsstand/contracts/address';
import { parcelCode, type DeskParcel } from '@newsstand/contracts/desk-parcels';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { isGone, isLineGone } from '../../ledger/orders/money-gone.ts';
import { isPaid } from '../../ledger/orders/order-states.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { hashOf } from '../../platform/secrets.ts';
import { contentsOf, toSend, type Packed } from './parcel-rules.ts';

const Line = v.object({
  ordinal: v.number(),
  type: v.string(),
  ref: v.string(),
  name: v.string(),
  detail: v.nullable(v.string()),
  quantity: v.number(),
  sent: v.number(),
  dropped: v.number(),
  gone: v.boolean(),
});
const Dispatch = v.object({
  id: v.string(),
  giftee: v.nullable(v.number()),
  batch: v.nullable(v.number()),
  carrier: v.string(),
  tracking: v.string(),
  sent: v.nullable(v.string()),
  action: v.nullable(v.string()),
  who: v.nullable(v.string()),
  lines: v.array(v.object({ ordinal: v.number(), quantity: v.number() })),
});
export type DispatchRow = v.InferOutput<typeof Dispatch>;
export const Given = v.object({ type: v.string(), ref: v.string(), quantity: v.number() });
export const DroppedOf = v.object({ ordinal: v.number(), giftee: v.nullable(v.number()), quantity: v.number() });
/** SQL: whose the pieces of the order `o` are that are never sent, where that was said. */
export const droppedOf = Prisma.sql`(select coalesce(json_agg(json_build_object('ordinal', w.ordinal, 'giftee', nullif(w.giftee, 0), 'quantity', w.quantity)), '[]')
  from order_dropped w where w.order_id = o.id)`;
export const SentParcel = v.object({
  giftee: v.nullable(v.number()),
  lines: v.array(v.object({ ordinal: v.number(), quantity: v.number() })),
});
/** SQL: what of the order `o` was sent, by whom it went to. */
export const sentParcelsOf = Prisma.sql`(select coalesce(json_agg(json_build_object('giftee', d.giftee, 'lines', (
    select coalesce(json_agg(json_build_object('ordinal', p.ordinal, 'quantity', p.quantity)), '[]') from dispatch_line p where p.dispatch_id = d.id))), '[]')
  from dispatch d where d.order_id = o.id and d.sent is not null)`;
/** SQL: whom the invoice of the order `o` names, with what each gets. */
export const gifteesOf = Prisma.sql`(select coalesce(json_agg(json_build_object('ordinal', g.ordinal, 'name', g.name, 'address', g.address, 'lines', g.lines) order by g.ordinal), '[]')
  from order_giftee g where g.order_id = o.id)`;
const Posted = v.object({
  id: v.string(),
  number: v.string(),
  owner: v.string(),
  state: v.string(),
  name: v.string(),
  /** As it was ordered, and where what is not sent yet goes since. */
  address: v.nullable(Address),
  post_to: v.nullable(v.object({ address: Address, since: v.string() })),
  paid: v.string(),
  total: v.number(),
  gone: v.number(),
  lines: v.array(Line),
  giftees: v.array(v.object({ ordinal: v.number(), name: v.string(), address: v.nullable(Address), lines: v.array(Given) })),
  dispatches: v.array(Dispatch),
  dropped_of: v.array(DroppedOf),
});
/** A paid order as far as its goods are posted. `gone`: cents of it that went back. */
export type PostedOrder = v.InferOutput<typeof Posted>;

/** Paid orders by their ids, with what of them is posted: one statement. */
export async function readPosted(db: Sql, orders: readonly string[]): Promise<Map<string, PostedOrder>> {
  if (orders.length === 0) return new Map();
  const rows = await db.$queryRaw<{ posted: unknown }[]>`
    select json_build_object('id', o.id, 'number', o.number, 'owner', o.owner_id, 'state', o.state, 'name', o.name, 'address', o.address, 'post_to', ${postToOf}, 'paid', o.paid, 'total', o.total,
      'gone', (select coalesce(sum(m.amount), 0)::int from money_back m where m.order_id = o.id and ${isGone}),
      'lines', (select coalesce(json_agg(json_build_object('ordinal', l.ordinal, 'type', l.type, 'ref', l.ref, 'name', l.name, 'detail', l.detail,
          'quantity', l.quantity, 'sent', l.sent, 'dropped', l.dropped, 'gone', ${isLineGone}) order by l.ordinal), '[]') from order_line l where l.order_id = o.id and l.held),
      'giftees', ${gifteesOf},
      'dispatches', (select coalesce(json_agg(json_build_object('id', d.id, 'giftee', d.giftee, 'batch', b.number, 'carrier', d.carrier, 'tracking', d.tracking,
          'sent', d.sent, 'action', d.action, 'who', s.name,
          'lines', (select coalesce(json_agg(json_build_object('ordinal', p.ordinal, 'quantity', p.quantity) order by p.ordinal), '[]')
            from dispatch_line p where p.dispatch_id = d.id)) order by d.sent nulls last, d.id), '[]')
        from dispatch d left join dispatch_batch b on b.id = d.batch_id left join staff_action a on a.id = d.action left join staff s on s.id = a.staff_id
        where d.order_id = o.id),
      'dropped_of', ${droppedOf}
    ) as posted from "order" o where o.id = any(${orders}::uuid[]) and o.number is not null and ${isPaid}`;
  const posted = v.parse(v.array(v.object({ posted: Posted })), rows);
  return new Map(posted.map(({ posted: order }) => [order.id, order]));
}

/** SQL: where what is not sent yet of the order `o` goes, where that is not its own address any more. */
export const postToOf = Prisma.sql`(select json_build_object('address', t.address, 'since', t.since) from order_post_to t where t.order_id = o.id)`;

const packedOf = (order: PostedOrder): Packed[] =>
  order.dispatches.map(({ giftee, sent, lines }) => ({ giftee, sent: sent !== null, lines }));

/** What of an order is not sent yet: a parcel for each address. `dispatch`: the row of one that is packed. */
export type OpenParcel = { giftee: number | null; dispatch: DispatchRow | null; parcel: DeskParcel };

export function openParcels(order: PostedOrder): OpenParcel[] {
  const parcels = ownParcels(order);
  if (parcels.every(({ parcel }) => hasPieces(parcel))) return parcels;
  const kept = ownParcels(allTheSame(order));
  return parcels.map((one) => {
    const mayGo = !hasPieces(one.parcel) && kept.some(({ giftee, parcel }) => giftee === one.giftee && hasPieces(parcel));
    return mayGo ? { ...one, parcel: { ...one.parcel, paid_back: true } } : one;
  });
}

export const hasPieces = ({ lines }: Pick<DeskParcel, 'lines'>): boolean => lines.some(({ quantity }) => quantity > 0);

function ownParcels(order: PostedOrder): OpenParcel[] {
  const open = toSend({ ...order, dispatches: packedOf(order) });
  const packed = order.dispatches.filter(({ sent }) => sent === null);
  const addresses = [...new Set([...open.map(({ giftee }) => giftee), ...packed.map(({ giftee }) => giftee)])];
  return addresses.map((giftee) => {
    const dispatch = packed.find((one) => one.giftee === giftee) ?? null;
    const mine = open.find((one) => one.giftee === giftee)?.lines ?? [];
    return { giftee, dispatch, parcel: parcelOf(order, giftee, dispatch, contentsOf(order.lines, mine, dispatch?.lines ?? null)) };
  });
}

/**
 * What of an order was paid back while its pieces lie in no parcel and are not in stock again: a parcel for each
 * address to which nothing else goes, with nothing that is to be sent. Whoever decides to can send it all the same.
 */
export function paidBackParcels(order: PostedOrder): OpenParcel[] {
  const open = new Set(ownParcels(order).map(({ giftee }) => giftee));
  return ownParcels(allTheSame(order))
    .filter(({ giftee }) => !open.has(giftee))
    .map((one) => {
      const lines = one.parcel.lines.map((line) => ({ ...line, quantity: 0, back: line.quantity }));
      return { ...one, parcel: { ...parcelOf(order, one.giftee, null, lines), paid_back: true } };
    });
}

/** The order as if no line's money were gone: what would go into its parcels. */
export const allTheSame = (order: PostedOrder): PostedOrder => ({ ...order, lines: order.lines.map((line) => ({ ...line, gone: false })) });

/** Parcels that were sent, the last one first. */
export function sentParcels(order: PostedOrder): { dispatch: DispatchRow; parcel: DeskParcel }[] {
  return order.dispatches
    .filter(({ sent }) => sent !== null)
    .toReversed()
    .map((dispatch) => {
      const lines = dispatch.lines.flatMap(({ ordinal, quantity }) => {
        const line = order.lines.find((one) => one.ordinal === ordinal);
        return line ? [{ ...line, quantity, back: 0 }] : [];
      });
      return { dispatch, parcel: parcelOf(order, dispatch.giftee, dispatch, lines) };
    });
}

/** Where a parcel goes, or went, in parts. */
export function addressOf({ address, post_to, giftees }: PostedOrder, giftee: number | null, sent: string | null): Address | null {
  if (giftee !== null) return giftees.find(({ ordinal }) => ordinal === giftee)?.address ?? null;
  return post_to === null || (sent !== null && Date.parse(sent) < Date.parse(post_to.since)) ? address : post_to.address;
}

function parcelOf(
  order: PostedOrder,
  giftee: number | null,
  dispatch: DispatchRow | null,
  contents: readonly DeskParcel['lines'][number][],
): DeskParcel {
  const given = order.giftees.find(({ ordinal }) => ordinal === giftee);
  const address = addressOf(order, giftee, dispatch?.sent ?? null);
  const code = parcelCode(order.number, giftee);
  const lines = contents.map(({ ordinal, type, ref, name, detail, quantity, back }) => ({
    ordinal,
    type,
    ref,
    name,
    detail,
    quantity,
    back,
  }));
  return {
    code,
    order: order.number,
    name: given?.name ?? order.name,
    address: address === null ? [] : addressLines(address),
    country: address?.country_code ?? '',
    paid: new Date(order.paid).toISOString(),
    total: order.total,
    gone: order.gone,
    lines,
    batch: dispatch?.batch ?? null,
    carrier: dispatch?.carrier ?? '',
    tracking: dispatch?.tracking ?? '',
    sent: dispatch?.sent ? new Date(dispatch.sent).toISOString() : null,
    sent_by: dispatch?.action ?? null,
    who: dispatch?.who ?? null,
    version: hashOf(
      [
        code,
        dispatch?.id ?? '',
        dispatch?.sent ?? '',
        order.gone,
        // Whose slip has another address is told.
        ...(giftee === null && order.post_to ? [order.post_to.since] : []),
        ...lines.map(({ ordinal, quantity }) => `${ordinal}x${quantity}`),
      ].join(' '),
    ),
  };
}

/**
 * SQL: of the orders `o`, those that are paid and have pieces to be posted that are in no parcel yet, and whose money
 * is not gone. The few that have such pieces at all are looked up first, by an index (`order_line_to_send`): else what
 * went back would be summed up for each order that there ever was.
 */
export const hasLoose = Prisma.sql`o.number is not null and ${isPaid}
  and o.id = any(array(select order_id from order_line where held and sent + dropped < quantity)) and exists (
  select from order_line l where l.order_id = o.id and l.held and l.sent + l.dropped < l.quantity and not ${isLineGone}
    and l.quantity - l.sent - l.dropped > (
      select coalesce(sum(p.quantity), 0) from dispatch d join dispatch_line p on p.dispatch_id = d.id and p.ordinal = l.ordinal
      where d.order_id = l.order_id and d.sent is null
    )
)`;
