import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { uuidv7 } from '../src/platform/db/uuidv7.ts';

type Line = { type: string; ref: string; quantity: number; name: string; price: number; stock: number | null };

/**
 * The reference for placing an order: what a careful programmer writes with `pg` alone, in one transaction of named
 * statements. It does the same work as ours: cart with prices, the order that may be started already, stock under lock,
 * order and lines, all lines in one statement.
 */
export async function placeByHand(pool: pg.Pool, ownerId: string): Promise<void> {
  const client = await pool.connect();
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values });
  try {
    await client.query('begin');
    const cart = await run('cart', `select version from cart where publication_id = 'main' and owner_id = $1 for update`, [ownerId]);
    const read = await client.query<Line>({
      name: 'lines',
      text: `select l.type, l.ref, l.quantity, g.name, g.price, g.stock from cart_line l join good g using (publication_id, type, ref)
             where l.publication_id = 'main' and l.owner_id = $1 order by l.ref for update of g`,
      values: [ownerId],
    });
    const started = await run('started', `select id from "order" where publication_id = 'main' and owner_id = $1 and state = 'started'`, [
      ownerId,
    ]);
    if (started.rowCount !== 0) throw new Error('already started');
    const prices = await run('prices', `select ship_prices from publication where id = $1`, ['main']);
    const goods = read.rows.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
    const pieces = read.rows.reduce((sum, { quantity }) => sum + quantity, 0);
    const shipping: number = prices.rows[0].ship_prices[pieces >= 5 ? 'a5' : pieces >= 2 ? 'a2' : 'a1'];
    const column = <Key extends keyof Line>(key: Key) => read.rows.map((line) => line[key]);
    await run(
      'take',
      `update good set stock = stock - t.quantity from unnest($1::text[], $2::text[], $3::int[]) as t (type, ref, quantity)
       where publication_id = 'main' and good.type = t.type and good.ref = t.ref and stock is not null`,
      [column('type'), column('ref'), column('quantity')],
    );
    const id = uuidv7();
    await run(
      'order',
      `insert into "order" (id, publication_id, owner_id, cart_version, name, email, shipcode, goods, shipping, discount, waived, total, receipt_token, updated)
       values ($1, 'main', $2, $3, 'Ada Reader', 'ada@example.org', 'a', $4, $5, 0, 0, $6, $7, now())`,
      [id, ownerId, cart.rows[0].version, goods, shipping, goods + shipping, randomUUID()],
    );
    await run(
      'line',
      `insert into order_line (order_id, ordinal, type, ref, name, quantity, price, held)
       select $1, t.ordinal - 1, t.type, t.ref, t.name, t.quantity, t.price, t.held
       from unnest($2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::bool[]) with ordinality
         as t (type, ref, name, quantity, price, held, ordinal)`,
      [
        id,
        column('type'),
        column('ref'),
        column('name'),
        column('quantity'),
        column('price'),
        column('stock').map((stock) => stock !== null),
      ],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
