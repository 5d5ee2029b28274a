// What an operation costs at least: Hono and `pg`, nothing else. It gives the answers that the service gives for the
// same carts and orders (cost-figures.ts compares them), each from as few statements as do it: one for the products and
// for a cart, two for an add, five for an order.
//
// It does: look the session up, price the cart (with the service’s own arithmetic), take stock, write the order with
// its lines, ask the provider twice, number the order, empty the cart, hand a letter of text to the mail server. It
// does not: check what it is sent (nor look up the names of a country and a state), limit anybody, check for bots (its
// challenge is a signature), hold anything for a time, know subscriptions, coupons, logins or a second tab, log,
// measure, or survive a crash between two statements.
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from '@hono/node-server';
import type { AddToCart } from '@newsstand/contracts/cart';
import { makePricing } from '@newsstand/contracts/fixtures/subscribe';
import type { ShipPrices } from '@newsstand/contracts/shipping-config';
import { Hono, type Context } from 'hono';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { priceCart, type CartRow } from '../src/shop/cart/price-cart.ts';

/** Nothing but goods is in these carts. */
const OFFER = { prices: makePricing(), coupons: [], messages: {}, settings: { default_shipcode: 'ship-a' } } as const;

type CartOf = { owner_id: string; version: number; ship_prices: ShipPrices; lines: CartRow[] };

const PRODUCTS = `
  select p.type, p.ref, p.slug, p.name, p.description, p.image, coalesce(own.price, sized.price, 0) as print_price,
    coalesce(own.stock, sized.stock) as quantity, coalesce(sized.sizes, '[]') as sizes, p.tags
  from product p left join good own using (publication_id, type, ref) left join lateral (
    select min(g.price) as price, sum(g.stock)::int as stock,
      json_agg(json_build_object('ref', g.ref, 'name', size.value ->> 'name', 'quantity', g.stock) order by size.ordinality) as sizes
    from jsonb_array_elements(p.sizes) with ordinality as size
      join good g on g.publication_id = p.publication_id and g.type = p.type and g.ref = size.value ->> 'ref'
  ) sized on true
  where p.publication_id = 'main' and p.on_sale order by p.position`;
const READ = `
  select s.owner_id, coalesce(c.version, 0) as version, p.ship_prices, (
    select coalesce(json_agg(json_build_object('type', l.type, 'ref', l.ref, 'quantity', l.quantity, 'name', g.name, 'detail', g.detail,
      'slug', g.slug, 'image', g.image, 'price', g.price, 'stock', g.stock, 'on_sale', g.on_sale) order by l.created, l.ref), '[]')
    from cart_line l cross join lateral (
      select * from good g where g.publication_id = l.publication_id and g.type = l.type and g.ref = l.ref limit 1
    ) g where l.publication_id = 'main' and l.owner_id = s.owner_id
  ) as lines
  from session s join publication p on p.id = 'main' left join cart c on c.publication_id = 'main' and c.owner_id = s.owner_id
  where s.token_hash = $1 and s.expires > now()`;
const ADD = `
  with live as (select owner_id from session where token_hash = $1 and expires > now()),
  begun as (
    insert into session (token_hash, owner_id, expires) select $1, gen_random_uuid(), now() + interval '100 days'
    where not exists (select from live) returning owner_id
  ),
  touched as (
    insert into cart (publication_id, owner_id, version, updated)
    select 'main', owner_id, 1, now() from (select owner_id from live union all select owner_id from begun) owner
      where exists (select from good where publication_id = 'main' and type = $2 and ref = $3 and on_sale and (stock is null or stock > 0))
    on conflict (publication_id, owner_id) do update set version = cart.version + 1, updated = now() returning owner_id
  )
  insert into cart_line (publication_id, owner_id, type, ref, quantity, created) select 'main', owner_id, $2, $3, $4::int, now() from touched
  on conflict (publication_id, owner_id, type, ref) do update set quantity = least(cart_line.quantity + excluded.quantity, 50)`;
const ORDER = `
  with line as (
    select * from jsonb_to_recordset($9::jsonb) as l(ordinal int, type text, ref text, name text, detail text, quantity int, price int)
  ),
  taken as (
    update good g set stock = g.stock - line.quantity from line
    where g.publication_id = 'main' and g.type = line.type and g.ref = line.ref and g.stock is not null
  ),
  placed as (
    insert into "order" (id, publication_id, owner_id, cart_version, name, email, address, shipcode, goods, shipping, discount, waived, total,
      intent_id, receipt_token, created, updated)
    values ($1::uuid, 'main', $2, $3, $4, $5, $6::jsonb, 'a', $7::int, $8::int, 0, 0, $7::int + $8::int, $10, $11, now(), now())
  )
  insert into order_line (order_id, ordinal, type, ref, name, detail, quantity, price, held)
  select $1::uuid, ordinal, type, ref, name, detail, quantity, price, true from line`;
const CLAIM = `
  with counted as (
    update publication set order_number = order_number + 1 where id = 'main' returning order_number
  ),
  paid as (
    update "order" o set state = 'paid', number = 'BARE-' || (select order_number from counted), card = $3::jsonb, paid = now(), updated = now()
    from session s where s.token_hash = $1 and s.owner_id = o.owner_id and o.intent_id = $2 and o.state = 'started'
    returning o.owner_id, o.receipt_token, o.email
  ),
  emptied as (
    delete from cart_line l using paid where l.publication_id = 'main' and l.owner_id = paid.owner_id
  )
  select receipt_token, email from paid`;
const RECEIPT = `
  select receipt_token as token, number, paid as created, name, email, address, shipcode, card, (
    select json_agg(json_build_object('type', l.type, 'ref', l.ref, 'name', l.name, 'detail', l.detail, 'quantity', l.quantity, 'price', l.price,
      'discount', l.discount) order by l.ordinal)
    from order_line l where l.order_id = o.id
  ) as lines, json_build_object('goods', goods, 'shipping', shipping, 'discount', discount, 'waived', waived, 'total', total) as totals
  from "order" o where receipt_token = $1 and state = 'paid'`;

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 5 });
const provider = new URL(process.env['STRIPE_API_BASE'] ?? 'http://127.0.0.1:1');
const agent = new Agent({ keepAlive: true });
const mailer = createTransport({ url: process.env['SMTP_URL'] ?? '', pool: true });
const secret = randomBytes(32);
const app = new Hono();

app.get('/api/store/products', async (c) => c.json((await pool.query({ name: 'products', text: PRODUCTS })).rows));

app.get('/api/cart', async (c) => c.json(priced(await readCart(hashOf(tokenOf(c) ?? '')))));

app.post('/api/cart', async (c) => {
  const { item } = await c.req.json<AddToCart>();
  const known = tokenOf(c);
  const token = known ?? randomBytes(32).toString('base64url');
  const hash = hashOf(token);
  await pool.query({ name: 'add', text: ADD, values: [hash, item.item, item.ref, item.quantity] });
  if (known === null) c.header('Set-Cookie', `sid=${token}; Path=/; HttpOnly; SameSite=Lax`);
  return c.json(priced(await readCart(hash)));
});

app.get('/api/bot-check/challenge', (c) => {
  const nonce = randomBytes(16).toString('base64url');
  return c.json({ nonce, signature: sign(nonce) });
});

app.post('/api/cart/checkout', async (c) => {
  const { name, email, address } = await c.req.json<{ name: string; email: string; address: object }>();
  const [nonce = '', signature] = (c.req.query('captcha') ?? '').split('.');
  if (signature !== sign(nonce)) return c.json({ errors: 'no human' }, 403);
  const read = await readCart(hashOf(tokenOf(c) ?? ''));
  const cart = priced(read);
  const { goods, shipping, total } = cart.totals.a;
  const id = randomUUID();
  const intent = await ask('POST', '/v1/payment_intents', `amount=${total}&currency=usd&metadata[order]=${id}`);
  const lines = cart.billing.a.map((line, ordinal) => ({ ...line.cart, ...line, ordinal }));
  const token = randomBytes(24).toString('base64url');
  const values = [
    id,
    read.owner_id,
    read.version,
    name,
    email,
    JSON.stringify(address),
    goods,
    shipping,
    JSON.stringify(lines),
    intent.id,
    token,
  ];
  await pool.query({ name: 'order', text: ORDER, values });
  return c.json({ type: 'started', intent: intent.id, keys: { pubkey: 'pk_test_newsstand', secret: intent.client_secret }, total });
});

app.get('/api/checkout/:intent', async (c) => {
  const intent = await ask('GET', `/v1/payment_intents/${c.req.param('intent')}?expand[]=payment_method`);
  if (intent.status !== 'succeeded') return c.json({ status: 'in-progress' });
  const { brand, last4 } = intent.payment_method.card;
  const values = [hashOf(tokenOf(c) ?? ''), intent.id, JSON.stringify({ type: brand, last_four: last4 })];
  const { rows } = await pool.query({ name: 'claim', text: CLAIM, values });
  const { receipt_token: receipt, email } = rows[0];
  void mailer.sendMail({ from: 'bare@example.org', to: email, subject: 'Your receipt', text: `Thank you. /receipt/${receipt}` });
  return c.json({ status: 'completed', receipt });
});

app.get('/api/receipts/:token', async (c) => {
  const { rows } = await pool.query({ name: 'receipt', text: RECEIPT, values: [c.req.param('token')] });
  return c.json({ ...rows[0], mailed: true, posted: true });
});

async function readCart(hash: string): Promise<CartOf> {
  const { rows } = await pool.query<CartOf>({ name: 'read', text: READ, values: [hash] });
  const [row] = rows;
  if (!row) throw new Error('no such session');
  return row;
}

function priced({ version, lines, ship_prices: prices }: CartOf) {
  return priceCart(version, lines, prices, OFFER);
}

function tokenOf(c: Context): string | null {
  return /sid=([\w-]{43})/.exec(c.req.header('cookie') ?? '')?.[1] ?? null;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function sign(nonce: string): string {
  return createHmac('sha256', secret).update(nonce).digest('base64url');
}

type Intent = { id: string; client_secret: string; status: string; payment_method: { card: { brand: string; last4: string } } };

async function ask(method: 'GET' | 'POST', path: string, body = ''): Promise<Intent> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': Buffer.byteLength(body) };
  const sent = request({ agent, hostname: provider.hostname, port: provider.port, method, path, headers }).end(body);
  const [response] = await once(sent, 'response');
  return JSON.parse(await text(response));
}

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  console.log(JSON.stringify({ port, msg: 'the bare server is listening' }));
});
process.once('SIGTERM', () => {
  server.close(() => void pool.end());
  agent.destroy();
  mailer.close();
  if ('closeAllConnections' in server) server.closeAllConnections();
});
