import type { Product } from '@newsstand/contracts/product';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Deps } from '../deps.ts';

type StoreDeps = Pick<Deps, 'db' | 'config'>;

/** The products of the store with their stock as it is now, in the publisher's order; of one tag, when one is named. One statement. */
export function readProducts(deps: StoreDeps, tag?: string): Promise<Product[]> {
  return read(deps, tag === undefined ? Prisma.empty : Prisma.sql`and ${tag} = any(p.tags)`);
}

/** Null when the store has no such product. */
export async function readProduct(deps: StoreDeps, slug: string): Promise<Product | null> {
  const [product] = await read(deps, Prisma.sql`and p.slug = ${slug}`);
  return product ?? null;
}

/** A sized product is as many as its sizes together; a digital one never runs out: null. */
function read({ db, config }: StoreDeps, which: Prisma.Sql): Promise<Product[]> {
  return db.$queryRaw<Product[]>`
    select p.type, p.ref, p.slug, p.name, p.description, p.image, coalesce(own.price, sized.price, 0) as print_price,
      coalesce(own.stock, sized.stock) as quantity, coalesce(sized.sizes, '[]') as sizes, p.tags
    from product p
      left join good own on own.publication_id = p.publication_id and own.type = p.type and own.ref = p.ref
      left join lateral (
        select min(g.price) as price, sum(g.stock)::int as stock,
          json_agg(json_build_object('ref', g.ref, 'name', size.value ->> 'name', 'quantity', g.stock) order by size.ordinality) as sizes
        from jsonb_array_elements(p.sizes) with ordinality as size
          join good g on g.publication_id = p.publication_id and g.type = p.type and g.ref = size.value ->> 'ref'
      ) sized on true
    where p.publication_id = ${config.publicationId} and p.on_sale ${which}
    order by p.position`;
}
