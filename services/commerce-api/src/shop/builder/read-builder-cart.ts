import type { Cart } from '@newsstand/contracts/cart';
import { makeDonation } from '@newsstand/contracts/donation';
import type { ShipPrices } from '@newsstand/contracts/shipping-config';
import type { BuilderCart } from '@newsstand/contracts/subscribe';
import { Prisma } from '../../../generated/prisma/client.ts';
import { heldUnpaid } from '../../ledger/orders/held-unpaid.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import type { Membership } from '../../rules/pricing/membership-rules.ts';
import { apiText } from '../../platform/http/api-text.ts';
import { priceCart, type CartRow } from '../cart/price-cart.ts';

type Row = { revision: number; ship_prices: ShipPrices; renewal: boolean; lines: CartRow[] };

/**
 * What a builder's page chose as a cart of its own, priced now, for this owner: the cart of the store is left alone.
 * `coupon` is tried on everything that names none. What this owner's started order holds counts as in stock. Refuses
 * (409) products that are not sold.
 */
export async function readBuilderCart(
  { db, config, publication }: Pick<Deps, 'db' | 'config' | 'publication'>,
  ownerId: string | null,
  builder: BuilderCart,
  coupon: string | null = null,
): Promise<Cart> {
  const items = builder.items.map(({ item, ref, quantity }) => ({ type: item, ref, quantity }));
  const [row] = await db.$queryRaw<Row[]>`
    with wanted as (
      select type, ref, least(sum(quantity), 50)::int as quantity
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as w(type text, ref text, quantity int) group by type, ref
    ),
    held as (
      select line.type, line.ref, sum(line.quantity)::int as quantity
      from "order" o join order_line line on line.order_id = o.id and line.held
      where o.publication_id = ${config.publicationId} and o.owner_id = ${ownerId}::uuid and o.state = 'started'
      group by line.type, line.ref
    )
    select p.revision, p.ship_prices, exists (
      select from subscription s where s.publication_id = p.id and s.owner_id = ${ownerId}::uuid
    ) as renewal, (
      select coalesce(json_agg(json_build_object(
        'type', w.type, 'ref', w.ref, 'quantity', w.quantity, 'name', g.name, 'detail', g.detail, 'slug', g.slug, 'image', g.image,
        'price', g.price, 'stock', g.stock + coalesce(held.quantity, 0), 'on_sale', g.on_sale,
        'held', case when g.stock + coalesce(held.quantity, 0) < w.quantity then ${heldUnpaid(Prisma.sql`g`, Prisma.sql`${ownerId}::uuid`)} end
      ) order by w.ref), '[]')
      from wanted w join good g on g.publication_id = p.id and g.type = w.type and g.ref = w.ref left join held on held.type = w.type and held.ref = w.ref
    ) as lines
    from publication p where p.id = ${config.publicationId}`;
  if (!row) throw new Error(`there is no publication ${config.publicationId}`);
  if (row.lines.length < new Set(items.map(({ ref }) => ref)).size) throw new Refusal(409, { general: apiText('out_of_stock') });
  return priceCart(0, row.lines, row.ship_prices, await publication.at(row.revision), membershipOf(builder, row.renewal, coupon));
}

function membershipOf({ subscription, giftsubs, donation }: BuilderCart, renewal: boolean, coupon: string | null): Membership {
  return {
    // Whether it renews one is known here, whatever the page believed.
    subscription: subscription && { ...subscription, renewal, coupon: subscription.coupon ?? coupon },
    giftsubs: giftsubs.map((giftsub) => ({ ...giftsub, coupon: giftsub.coupon ?? coupon })),
    donation: donation && makeDonation(donation.process === 'monthly-init' ? 'monthly' : 'onetime', donation.dollars),
  };
}
