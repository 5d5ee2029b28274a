import type { Product } from '@newsstand/contracts/product';
import { Prisma } from '../../../generated/prisma/client.ts';
import { heldUnpaid, withHeld } from '../../ledger/orders/held-unpaid.ts';
import type { Deps } from '../../publication/deps.ts';

type StoreDeps = Pick<Deps, 'db' | 'config'>;

/**
 * The products of the store with their stock as it is now, in the publisher's order; of one tag, when one is named. One
 * statement.
 */
export function readProducts(deps: StoreDeps, tag?: string): Promise<Product[]> {
  return read(deps, tag === undefined ? Prisma.empty : Prisma.sql`and ${tag} = any(p.tags)`);
}

/** Null when the store has no such product. */
export async function readProduct(deps: StoreDeps, slug: string): Promise<Product | null> {
  const [product] = await read(deps, Prisma.sql`and p.slug = ${slug}`);
  return product ?? null;
}

/** A sized product is as many as its sizes together; a digital one never runs out: null. */
async function read({ db, config }: StoreDeps, which: Prisma.Sql): Promise<Product[]> {
  const rows = await db.$queryRaw<(Omit<Product, 'held'> & { held: boolean | null })[]>`
    select p.type, p.ref, p.slug, p.name, p.description, p.image, coalesce(own.price, sized.price, 0) as print_price,
      coalesce(own.stock, sized.stock) as quantity, coalesce(sized.sizes, '[]') as sizes, p.tags,
      case when own.stock <= 0 then ${heldUnpaid(Prisma.sql`own`)} when sized.stock <= 0 then sized.held end as held
    from product p
      left join good own on own.publication_id = p.publication_id and own.type = p.type and own.ref = p.ref
      left join lateral (
        select min(g.price) as price, sum(g.stock)::int as stock,
          bool_or(held.it) as held,
          json_agg(json_strip_nulls(json_build_object(
            'ref', g.ref, 'name', size.value ->> 'name', 'quantity', g.stock, 'held', nullif(held.it, false)
          )) order by size.ordinality) as sizes
        from jsonb_array_elements(p.sizes) with ordinality as size
          join good g on g.publication_id = p.publication_id and g.type = p.type and g.ref = size.value ->> 'ref'
          cross join lateral (select case when g.stock <= 0 then ${heldUnpaid(Prisma.sql`g`)} end as it) held
      ) sized on true
    where p.publication_id = ${config.publicationId} and p.on_sale ${which}
    order by p.position`;
  return rows.map(withHeld);
}
