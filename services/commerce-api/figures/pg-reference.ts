// What the API's hot paths cost at least: node:http and `pg` by hand, the same statements, named, all that a cart may hold, the same prices. No framework, no ORM,
// no log, no metrics, no schemas. Started as a process of its own, as the service is.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddToCart } from '@newsstand/contracts/cart';
import type { ShipPrices } from '@newsstand/contracts/shipping-config';
import pg from 'pg';
import { priceCart, type CartRow } from '../src/cart/price-cart.ts';

type Row = { version: number; ship_prices: ShipPrices; lines: CartRow[] };

const SESSION = `select owner_id, account_id, entity_id, guest_id, seen from session where token_hash = $1 and expires > now() and seen > now() - interval '30 days'`;
const READ = `with owner as (${SESSION}),
  held as (
    select line.type, line.ref, sum(line.quantity)::int as quantity
    from "order" o join order_line line on line.order_id = o.id and line.held
    where o.publication_id = 'main' and o.owner_id = (select owner_id from owner) and o.state = 'started'
    group by line.type, line.ref
  )
  select p.ship_prices, coalesce(c.version, 0) as version, (
    select coalesce(json_agg(json_build_object('type', l.type, 'ref', l.ref, 'quantity', l.quantity, 'name', g.name, 'detail', g.detail,
      'slug', g.slug, 'image', g.image, 'price', g.price, 'stock', g.stock + coalesce(held.quantity, 0), 'on_sale', g.on_sale) order by l.created, l.ref), '[]')
    from cart_line l join good g using (publication_id, type, ref) left join held using (type, ref)
    where l.publication_id = p.id and l.owner_id = owner.owner_id
  ) as lines, c.subscription, c.donation, (
    select coalesce(json_agg(json_build_object('ref', l.ref, 'quantity', l.quantity) order by l.created, l.ref), '[]')
    from cart_line l where l.publication_id = p.id and l.owner_id = owner.owner_id and l.type = 'gift-subscription'
  ) as gifts, account.name, account.email, owner.entity_id
  from publication p left join owner on true left join account on account.id = owner.account_id
    left join cart c on c.publication_id = p.id and c.owner_id = owner.owner_id
    left join cart late on late.publication_id = p.id and late.owner_id = owner.guest_id
  where p.id = 'main'`;
const ADD = `with owner as (${SESSION}),
  touched as (
    insert into cart (publication_id, owner_id, version, updated) select 'main', owner_id, 1, now() from owner
      where exists (select from good where publication_id = 'main' and type = $2 and ref = $3 and on_sale and (stock is null or stock > 0))
    on conflict (publication_id, owner_id) do update set version = cart.version + 1, updated = now() returning owner_id
  )
  insert into cart_line (publication_id, owner_id, type, ref, quantity, created) select 'main', owner_id, $2, $3, $4::int, now() from touched
  on conflict (publication_id, owner_id, type, ref) do update set quantity = least(cart_line.quantity + excluded.quantity, 50)`;

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 5 });

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const token = /sid=([\w-]{43})/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const hash = createHash('sha256').update(token).digest('base64url');
  if (request.method === 'POST') {
    const { item }: AddToCart = JSON.parse(await textOf(request));
    await pool.query({ name: 'add', text: ADD, values: [hash, item.item, item.ref, item.quantity] });
  }
  const { rows } = await pool.query<Row>({ name: 'read', text: READ, values: [hash] });
  const [row] = rows;
  if (!row) throw new Error('there is no publication');
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(priceCart(row.version, row.lines, row.ship_prices)));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(JSON.stringify({ port: typeof address === 'object' ? address?.port : undefined, msg: 'the reference is listening' }));
});
process.once('SIGTERM', () => {
  server.close(() => void pool.end());
  server.closeAllConnections();
});
