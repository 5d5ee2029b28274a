import { trackingUrl } from '@newsstand/contracts/desk-parcels';
import type { Receipt } from '@newsstand/contracts/receipt';
import * as v from 'valibot';
import { Prisma } from '../../generated/prisma/client.ts';

/** SQL: parcels of an order that were sent, the first one first, as JSON. */
export const sentOf = (order: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  select coalesce(json_agg(json_build_object('on', d.sent, 'carrier', d.carrier, 'tracking', d.tracking,
    'to', (select g.name from order_giftee g where g.order_id = d.order_id and g.ordinal = d.giftee),
    'goods', (select coalesce(json_agg(json_build_object('name', concat_ws(', ', l.name, l.detail), 'quantity', p.quantity) order by l.ordinal), '[]')
      from dispatch_line p join order_line l on l.order_id = d.order_id and l.ordinal = p.ordinal where p.dispatch_id = d.id)) order by d.sent, d.id), '[]')
  from dispatch d where d.order_id = ${order} and d.sent is not null
)`;

const Sent = v.array(
  v.object({
    on: v.string(),
    carrier: v.string(),
    tracking: v.string(),
    to: v.nullable(v.string()),
    goods: v.array(v.object({ name: v.string(), quantity: v.number() })),
  }),
);

/** As a receipt has it: nothing where nothing was sent. */
export function toldSent(rows: unknown): Pick<Receipt, 'sent'> {
  const sent = v.parse(Sent, rows).map(({ on, to, ...parcel }) => {
    const url = trackingUrl(parcel.carrier, parcel.tracking);
    return { on: new Date(on).toISOString(), ...parcel, ...(url !== null && { url }), ...(to !== null && { to }) };
  });
  return sent.length > 0 ? { sent } : {};
}
