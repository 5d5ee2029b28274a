import pg from 'pg';
import { uuidv7 } from '../src/platform/db/uuidv7.ts';

/** Of every good that these carts hold, in cents. */
export const PRICE = 500;
export const GOODS = 200;

/** Goods that never sell out, `prd:figure-1` to `prd:figure-200`. */
export async function addGoods(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into good (publication_id, type, ref, name, slug, image, price, stock)
     select 'main', 'basic-product', 'prd:figure-' || n, 'Figure ' || n, 'figure-' || n, '{"source":"/a.svg","width":1,"height":1}', $1::int, 1000000000
     from generate_series(1, $2::int) n`,
    [PRICE, GOODS],
  );
}

/** Owners with two of these goods each in the cart; the goods differ from owner to owner. */
export async function fillCarts(pool: pg.Pool, count: number): Promise<string[]> {
  const owners = Array.from({ length: count }, () => uuidv7());
  await pool.query(`insert into cart (publication_id, owner_id, version) select 'main', o, 1 from unnest($1::uuid[]) o`, [owners]);
  await pool.query(
    `insert into cart_line (publication_id, owner_id, type, ref, quantity)
     select 'main', o, 'basic-product', 'prd:figure-' || (1 + (n * 2 + k) % $2::int), 1
     from unnest($1::uuid[]) with ordinality t(o, n), generate_series(0, 1) k`,
    [owners, GOODS],
  );
  await pool.query('analyze');
  return owners;
}
