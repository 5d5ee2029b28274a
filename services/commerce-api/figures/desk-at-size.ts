// node figures/desk-at-size.ts <readers> <orders>: what finding and Today's lists take at the desk, over a publication of that size.
import pg from 'pg';
import { DESK_ROLES } from '@newsstand/contracts/desk-roles';
import { find } from '../src/desk/find/find.ts';
import { readWork } from '../src/desk/today/work-lists.ts';
import { openDeskDb } from '../src/desk/open-desk-db.ts';
import type { Person } from '../src/desk/staff/staff-session.ts';
import { MINUTE } from '../src/platform/duration.ts';
import { uuidv7 } from '../src/platform/db/uuidv7.ts';
import { appOn } from '../test/app-on.ts';
import { startScratchPostgres } from '../test/scratch-postgres.ts';
import { openShop } from './open-shop.ts';

const TIMES = 20;
/** One for each way of looking: a rare name, a common one, name and town, a part of an address, a number, a mistyped name, nothing. */
const SCRAPS = ['kowalska4711', 'anna', 'kowalska4711 ohio', 'reader4711@', 'EXC-4711', 'kowlaska4711', 'zzyzx'];

/** Every tenth is called Anna; every fiftieth has no address, every hundredth an address that fails. */
async function fill(url: string, readers: number, orders: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // What the triggers tell, nobody listens to here.
  await client.query('set session_replication_role = replica');
  const id = (kind: string) => `md5('${kind}' || n)::uuid`;
  await client.query(`
    insert into account (id, publication_id, email, name, created, email_failing)
    select ${id('reader')}, 'main', 'reader' || n || '@example.org', case when n % 10 = 0 then 'Anna' else 'Ana' end || ' Kowalska' || n, now() - n * interval '1 minute',
      case when n % 100 = 0 then now() end
    from generate_series(1, ${readers}) n`);
  await client.query(`
    insert into owner_address (publication_id, owner_id, shipcode, name, address, updated)
    select 'main', ${id('reader')}, 'a', 'Ana Kowalska' || n,
      jsonb_build_object('line1', n || ' Elm St', 'line2', '', 'city', 'Town' || n % 500, 'state', 'OH', 'state_name', 'Ohio', 'postcode', lpad((n % 99999)::text, 5, '0'), 'country_code', 'US', 'country_name', 'United States'), now()
    from generate_series(1, ${readers}) n where n % 50 <> 0`);
  await client.query(`
    insert into subscription (publication_id, owner_id, id, token, source, cycle, phase, term, level, set_deliverable, active_deliverable, settings_medium, settings_level, created)
    select 'main', ${id('reader')}, ${id('term')}, 'term-' || n, 'order:' || ${id('order')} || ':1', 1, 'introductory', '1year', 'low', 'print-a', 'print-a', 'print', 'low', now()
    from generate_series(1, ${readers}) n`);
  await client.query(`
    insert into issue_token (publication_id, owner_id, subscription_id, ordinal, issue, deliverable, delivered)
    select 'main', ${id('reader')}, ${id('term')}, ordinal, case when ordinal <= n % 5 then 12 + ordinal end, case when ordinal <= n % 5 then 'print-a' end, case when ordinal <= n % 5 then now() end
    from generate_series(1, ${readers}) n, generate_series(1, 4) ordinal`);
  await client.query(`
    insert into "order" (id, publication_id, owner_id, number, state, cart_version, name, email, address, shipcode, goods, shipping, discount, waived, total, receipt_token, created, paid)
    select ${id('order')}, 'main', md5('reader' || (n % ${readers} + 1))::uuid, 'EXC-' || n, 'paid', 1, 'Ana Kowalska' || n, 'reader' || n || '@example.org',
      jsonb_build_object('line1', n || ' Elm St', 'city', 'Town' || n % 500, 'state', 'OH', 'postcode', '04101'), 'a', 5000, 0, 0, 0, 5000, 'receipt-' || n, now() - n * interval '1 second', now()
    from generate_series(1, ${orders}) n`);
  await client.query(`
    insert into money_back (id, order_id, state, amount, created, updated) select 're_' || n, ${id('order')}, 'refunded', 5000, now(), now()
    from generate_series(1, ${Math.min(readers, orders)}, 1000) n`);
  await client.query('vacuum analyze');
  await client.end();
}

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  const sorted = times.slice(1).toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0);
  console.log(`${name}: first ${times[0]?.toFixed(0)} ms, then median ${at(0.5)}, p95 ${at(0.95)}`);
}

async function deskAtSize(readers: number, orders: number): Promise<void> {
  const postgres = await startScratchPostgres();
  const url = await openShop(postgres.url);
  const begun = performance.now();
  await fill(url, readers, orders);
  console.log(`${readers} readers, ${orders} orders: filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  const app = await appOn(url);
  const db = openDeskDb(app.deps);
  const deps = { ...app.deps, db };
  const person: Person = {
    id: uuidv7(),
    name: 'Ann',
    email: 'ann@example.org',
    roles: [...DESK_ROLES],
    session: '',
    keys: 0,
    fresh: new Date(),
  };
  await app.deps.db.staff.create({
    data: { id: person.id, publicationId: 'main', email: person.email, name: person.name, roles: person.roles, created: new Date() },
  });
  // Each search a minute after the one before: nobody makes 140 in one.
  let minutes = 0;
  const later = () => new Date(Date.now() + minutes++ * MINUTE);
  for (const scrap of SCRAPS) await timed(`find '${scrap}'`, () => find({ ...deps, clock: later }, person, scrap));
  await timed('the lists of Today', () => readWork(deps, person));
  await db.$disconnect();
  await app.close();
  await postgres.stop();
}

await deskAtSize(Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 1_000_000));
