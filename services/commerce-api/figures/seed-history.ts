import { createHash, randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';

const ORDERS = 20_000;
const READERS = 2000;

/**
 * A database that has been in use: 20,000 old orders of two lines, 2,000 readers with three lines in their carts, and
 * statistics. On empty tables named statements keep plans that are wrong an hour later. Answers the readers' session
 * tokens.
 */
export async function seedHistory(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const tokens = Array.from({ length: READERS }, () => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('base64url'));
  const owners = tokens.map(() => randomUUID());
  await client.query(
    `insert into session (token_hash, owner_id, expires) select hash, owner, now() + interval '100 days' from unnest($1::text[], $2::uuid[]) t(hash, owner)`,
    [hashes, owners],
  );
  await client.query(`insert into cart (publication_id, owner_id, version) select 'main', owner, 3 from unnest($1::uuid[]) t(owner)`, [
    owners,
  ]);
  await client.query(`
    insert into cart_line (publication_id, owner_id, type, ref, quantity)
    select c.publication_id, c.owner_id, g.type, g.ref, 1 + (n % 3)
    from (select *, row_number() over () as at from cart) c
      join (select *, row_number() over (order by type, ref) as n, count(*) over () as all_goods from good where on_sale) g
        on g.n in (1 + c.at % g.all_goods, 1 + (c.at + 7) % g.all_goods, 1 + (c.at + 19) % g.all_goods)`);
  await client.query(
    `insert into "order" (id, publication_id, owner_id, number, state, cart_version, name, email, shipcode, goods, shipping, discount, waived, total,
       intent_id, receipt_token, created, updated, paid)
     select gen_random_uuid(), 'main', gen_random_uuid(), 'OLD-' || n, 'paid', 1, 'Reader ' || n, 'r' || n || '@example.org', 'a', 5000, 500, 0, 0, 5500,
       'pi_old_' || n, 'old-receipt-' || n, at, at, at
     from (select n, now() - n * interval '20 minutes' as at from generate_series(1, $1::int) n) old`,
    [ORDERS],
  );
  await client.query(`
    insert into order_line (order_id, ordinal, type, ref, name, quantity, price)
    select o.id, line, 'basic-product', 'prd:tide-table-print', 'Tide Table Print', 1, 2500 from "order" o, generate_series(1, 2) line`);
  // So much stock that no number of runs sells anything out.
  await client.query('update good set stock = 10000000 where stock is not null');
  await client.query('analyze');
  await client.end();
  return tokens;
}
