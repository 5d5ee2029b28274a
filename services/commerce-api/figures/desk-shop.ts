import { createHash } from 'node:crypto';
import pg from 'pg';

/** Who is looked for in the figures: some twenty readers of 100,000 are called so. */
export const SURNAME = 'Kowalska';

/** The number of the reader who has a hundred terms. */
export const LONGEST = 4711;
/** The id of a reader or an order of that number, as the database makes it. */
export function idOf(kind: 'reader' | 'order', n: number): string {
  const hash = createHash('md5').update(`${kind}${n}`).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Forty syllables make 64,000 surnames, the first of them far commoner than the last, as surnames are. */
const SYLLABLES =
  'ber man ski son dor vel hart lin mo ra ket wal stro ney fi gar tol bur dex qui pen sal va nor ing ham cro lo mey er zim ja ub ost rik thu pol yas hen dro';
const FIRST_NAMES = 'Anna Tom Maria James Olga Peter Zoe Ivan Ruth Paul Emma Noah Lucy Omar Ines Karl Mona Finn Rosa Hugo';

/** SQL: the same name for the same number, whoever asks. */
const nameOf = (n: string) => `(
  (array[${quoted(FIRST_NAMES)}])[1 + floor(20 * power(hash01(${n}, 'first'), 2))::int] || ' ' || case when ${n} % 5000 = 711 then '${SURNAME}' else initcap(
    (array[${quoted(SYLLABLES)}])[1 + floor(40 * power(hash01(${n}, 'one'), 2))::int] ||
    (array[${quoted(SYLLABLES)}])[1 + floor(40 * power(hash01(${n}, 'two'), 2))::int] ||
    (array[${quoted(SYLLABLES)}])[1 + floor(40 * hash01(${n}, 'three'))::int]) end)`;
const quoted = (words: string) =>
  words
    .split(' ')
    .map((word) => `'${word}'`)
    .join(', ');
const town = (n: string) =>
  `'city', 'Town' || ${n} % 500, 'state', 'OH', 'state_name', 'Ohio', 'postcode', lpad((${n} % 99999)::text, 5, '0')`;

/**
 * A publication of that size, whose million orders are of nearly six years: every fiftieth reader has no address, every
 * hundredth a mailbox that fails; most orders are of readers with an account.
 */
export async function fillDeskShop(url: string, readers: number, orders: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // What the triggers tell, nobody listens to here.
  await client.query('set session_replication_role = replica');
  await client.query(`create function pg_temp.hash01(n bigint, salt text) returns float8 language sql immutable
    return (hashtextextended(n || salt, 0) & 1048575)::float8 / 1048576`);
  await client.query('set search_path = public, pg_temp');
  // Made once for all rows, an index of a million orders takes a twentieth of what it takes row by row.
  await client.query("set maintenance_work_mem = '512MB'");
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename in ('account', 'owner_address', 'order', 'subscription', 'issue_token', 'order_line') and indexdef not like 'CREATE UNIQUE%'`);
  for (const { name } of indexes) await client.query(`drop index ${pg.escapeIdentifier(name)}`);
  const id = (kind: string, n = 'n') => `md5('${kind}' || ${n})::uuid`;
  const named = (n: string) => nameOf(n).replaceAll('hash01(', 'pg_temp.hash01(');
  await client.query(`
    insert into account (id, publication_id, email, name, created, email_failing)
    select ${id('reader')}, 'main', 'reader' || n || '@example.org', ${named('n')}, now() - n * interval '1 minute', case when n % 100 = 0 then now() end
    from generate_series(1, ${readers}) n`);
  await client.query(`
    insert into owner_address (publication_id, owner_id, shipcode, name, address, updated)
    select 'main', ${id('reader')}, 'a', ${named('n')}, jsonb_build_object('line1', n || ' Elm St', 'line2', '', ${town('n')},
      'country_code', 'US', 'country_name', 'United States'), now()
    from generate_series(1, ${readers}) n where n % 50 <> 0`);
  await client.query(`
    insert into subscription (publication_id, owner_id, id, token, source, cycle, phase, term, level, set_deliverable, active_deliverable, settings_medium, settings_level, created)
    select 'main', ${id('reader')}, ${id('term')}, 'term-' || n, 'order:' || ${id('order', `(n + ${readers} - 2) % ${readers} + 1`)} || ':0', 1, 'introductory', '1year', 'low', 'print-a', 'print-a', 'print', 'low', now()
    from generate_series(1, ${readers}) n`);
  await client.query(`
    insert into issue_token (publication_id, owner_id, subscription_id, ordinal, issue, deliverable, delivered)
    select 'main', ${id('reader')}, ${id('term')}, ordinal, case when ordinal <= n % 5 then 12 + ordinal end, case when ordinal <= n % 5 then 'print-a' end, case when ordinal <= n % 5 then now() end
    from generate_series(1, ${readers}) n, generate_series(1, 4) ordinal`);
  await client.query(`
    insert into "order" (id, publication_id, owner_id, number, state, cart_version, name, email, address, shipcode, goods, shipping, discount, waived, total, receipt_token, created, paid)
    select ${id('order')}, 'main', ${id('reader', 'r')}, 'EXC-' || n, 'paid', 1, ${named('r')}, 'reader' || r || '@example.org',
      jsonb_build_object('line1', n || ' Elm St', 'line2', '', ${town('r')}, 'country_code', 'US', 'country_name', 'United States'), 'a', 5000, 0, 0, 0, 5000, 'receipt-' || n, now() - n * interval '3 minutes', now() - n * interval '3 minutes'
    from (select n, n % ${readers} + 1 as r from generate_series(1, ${orders}) n) sold`);
  // The newest orders, which are a page of a list and what is paid back in the figures.
  await client.query(`
    insert into order_line (order_id, ordinal, type, ref, name, detail, quantity, price, choice)
    select ${id('order')}, 0, 'personal-subscription', 'print', 'Print subscription', '1 year', 1, 5000,
      '{"type": "subscription", "deliverable": "print-a", "level": "low", "term": "1year", "coupon": null, "renewal": false}'::jsonb
    from generate_series(1, 500) n`);
  // Every tenth order has goods, too; those of the newest 300 such wait to be sent.
  await client.query(`
    insert into order_line (order_id, ordinal, type, ref, name, detail, quantity, price, held, sent)
    select ${id('order')}, 1, 'basic-product', 'prd:harbour-mug', 'Mug', null, 1, 0, true, case when n > 3000 then 1 else 0 end
    from generate_series(10, ${orders}, 10) n`);
  // One reader has had a hundred terms: nobody's page is longer.
  await client.query(`
    insert into subscription (publication_id, owner_id, id, token, source, cycle, phase, term, level, set_deliverable, active_deliverable, settings_medium, settings_level, created)
    select 'main', ${id('reader', String(LONGEST))}, ${id('long')}, 'long-' || n, 'test:' || n, n + 1, 'renewal', '1year', 'low', 'print-a', 'print-a', 'print', 'low', now()
    from generate_series(1, 99) n`);
  await client.query(`
    insert into issue_token (publication_id, owner_id, subscription_id, ordinal)
    select 'main', ${id('reader', String(LONGEST))}, ${id('long')}, ordinal from generate_series(1, 99) n, generate_series(1, 4) ordinal`);
  await client.query(`
    insert into money_back (id, order_id, state, amount, created, updated) select 're_' || n, ${id('order')}, 'refunded', 5000, now(), now()
    from generate_series(1, ${Math.min(readers, orders)}, 1000) n`);
  for (const { definition } of indexes) await client.query(definition);
  await client.query('vacuum analyze');
  await client.end();
}
