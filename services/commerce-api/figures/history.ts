import pg from 'pg';
import { uuidv7 } from '../src/db/uuidv7.ts';

export const OLD_ORDERS = 20_000;
/** Of every good that the figures buy, in cents. */
export const PRICE = 500;

/** A shop with a past: plans that PostgreSQL makes for empty tables are not those of a shop that sells. */
export async function addHistory(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into good (publication_id, type, ref, name, slug, image, price, stock)
     select 'main', 'basic-product', 'prd:figure-' || n, 'Figure ' || n, 'figure-' || n, '{"source":"/a.svg","width":1,"height":1}', $1::int, 1000000000
     from generate_series(1, 200) n`,
    [PRICE],
  );
  await pool.query(
    `with placed as (
       insert into "order" (id, publication_id, owner_id, number, state, cart_version, name, email, shipcode, goods, shipping, discount, waived, total, intent_id, receipt_token, updated, paid)
       select gen_random_uuid(), 'main', gen_random_uuid(), 'OLD-' || n, 'paid', 1, 'Old Reader', 'old@example.org', 'a', 1000, 500, 0, 0, 1500, 'pi_old_' || n, 'old-' || n,
         now() - n * interval '1 minute', now() - n * interval '1 minute'
       from generate_series(1, $1::int) n returning id
     )
     insert into order_line (order_id, ordinal, type, ref, name, quantity, price, held)
     select id, k, 'basic-product', 'prd:figure-' || (k + 1), 'Figure', 1, 500, true from placed, generate_series(0, 1) k`,
    [OLD_ORDERS],
  );
}

/** Owners with two goods each in the cart; the goods differ from owner to owner. */
export async function fillCarts(pool: pg.Pool, count: number): Promise<string[]> {
  const owners = Array.from({ length: count }, () => uuidv7());
  await pool.query(`insert into cart (publication_id, owner_id, version) select 'main', o, 1 from unnest($1::uuid[]) o`, [owners]);
  await pool.query(
    `insert into cart_line (publication_id, owner_id, type, ref, quantity)
     select 'main', o, 'basic-product', 'prd:figure-' || (1 + (n * 2 + k) % 200), 1 from unnest($1::uuid[]) with ordinality t(o, n), generate_series(0, 1) k`,
    [owners],
  );
  await pool.query('analyze');
  return owners;
}
