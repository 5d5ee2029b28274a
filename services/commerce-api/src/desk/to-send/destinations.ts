import { Address, addressLines } from '@newsstand/contracts/address';
import { GoodType } from '@newsstand/contracts/cart';
import type { DeskOrder } from '@newsstand/contracts/desk-orders';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { isLineGone } from '../../ledger/orders/money-gone.ts';
import { GifteeLine } from '../../rules/gifts/giftee-line.ts';
import { goodName } from './good-name.ts';
import { sharesOf } from './parcel-rules.ts';
import { DroppedOf, droppedOf, SentParcel, sentParcelsOf } from './read-posted.ts';

/** What an order whose invoice names giftees has for whom; null of any other. */
export const PostedToSeveral = v.object({
  lines: v.array(
    v.object({
      ordinal: v.number(),
      type: v.string(),
      ref: v.string(),
      name: v.string(),
      detail: v.nullable(v.string()),
      quantity: v.number(),
      sent: v.number(),
      dropped: v.number(),
      held: v.boolean(),
      gone: v.boolean(),
    }),
  ),
  giftees: v.array(
    v.object({
      ordinal: v.number(),
      name: v.string(),
      email: v.nullable(v.string()),
      address: v.nullable(Address),
      lines: v.array(GifteeLine),
    }),
  ),
  dispatches: v.array(SentParcel),
  dropped_of: v.array(DroppedOf),
});
const list = (rows: Prisma.Sql) => Prisma.sql`(select coalesce(json_agg(row_to_json(r)), '[]') from (${rows}) r)`;

/** SQL: the same of the order `o`, paid or not. */
export const postedToSeveral = Prisma.sql`case when exists (select from order_giftee g where g.order_id = o.id) then json_build_object(
  'lines', ${list(Prisma.sql`select l.*, ${isLineGone} as gone from order_line l where l.order_id = o.id order by l.ordinal`)},
  'giftees', ${list(Prisma.sql`select g.* from order_giftee g where g.order_id = o.id order by g.ordinal`)},
  'dispatches', ${sentParcelsOf}, 'dropped_of', ${droppedOf}) end`;

type Payer = { name: string; email: string | null; address: Address | null };

/** Whoever paid first, where anything is theirs, then each giftee of the invoice. */
export function goesTo(
  { lines, giftees, dispatches, dropped_of }: v.InferOutput<typeof PostedToSeveral>,
  payer: Payer,
  seesReaders: boolean,
): DeskOrder['goes_to'] {
  const dispatched = dispatches.map((one) => ({ ...one, sent: true }));
  const goods = lines.filter(({ type }) => v.is(GoodType, type));
  const shares = sharesOf({ lines: goods, giftees, dispatches: dispatched, dropped_of });
  const goodsOf = (giftee: number | null) =>
    shares
      .filter((share) => share.giftee === giftee)
      .flatMap(({ ordinal, sent, dropped, open }) => {
        const line = goods.find((one) => one.ordinal === ordinal);
        const many = (pieces: number, stands: string) => (line && pieces > 0 ? [`${pieces} × ${goodName(line)}${stands}`] : []);
        const left = many(open, line?.gone ? ', paid back' : '');
        return line?.held ? [...left, ...many(sent, ', sent'), ...many(dropped, ', not sent any more')] : left;
      });
  const own = { name: payer.name, email: payer.email, address: payer.address, gets: goodsOf(null) };
  const others = giftees.map(({ ordinal, name, email, address, lines: theirs }) => {
    const gifts = theirs.filter(({ type }) => !v.is(GoodType, type)).map((line) => `${line.quantity} × ${line.name}`);
    return { name, email: seesReaders ? email : null, address, gets: [...gifts, ...goodsOf(ordinal)] };
  });
  return [...(own.gets.length > 0 ? [own] : []), ...others].map((one) => ({
    ...one,
    address: one.address === null ? [] : addressLines(one.address),
  }));
}
