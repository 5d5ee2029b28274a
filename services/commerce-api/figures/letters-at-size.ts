// node figures/letters-at-size.ts <readers>: what the letters about an issue that is out take at that many subscribers,
// and what other readers notice of it.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { runRelease } from '../src/ledger/releases/run-release.ts';
import { appOn } from '../test/app-on.ts';
import { startScratchPostgres } from '../test/scratch-postgres.ts';
import { openShop } from './open-shop.ts';
import { seedHistory } from './seed-history.ts';
import { SERVICE, startProcess, type Started } from './start-process.ts';
import { Visit } from './visit.ts';

const ISSUE = 900;
/** Who waits for a code while the letters go out. */
const WAITING = 'reader1@example.org';

/** Half read online, half by post; every fiftieth of those has no address. */
async function fill(client: pg.Client, readers: number): Promise<void> {
  const id = (kind: string) => `md5('${kind}' || n)::uuid`;
  // What the triggers tell, nobody listens to here.
  await client.query('set session_replication_role = replica');
  await client.query(`
    insert into account (id, publication_id, email, name, created)
    select ${id('reader')}, 'main', 'reader' || n || '@example.org', 'Ana Kowalska' || n, now() from generate_series(1, ${readers}) n`);
  await client.query(`
    insert into owner_address (publication_id, owner_id, shipcode, name, address, updated)
    select 'main', ${id('reader')}, 'a', 'Ana Kowalska' || n, jsonb_build_object('line1', n || ' Elm St', 'city', 'Town', 'state', 'OH', 'postcode', '04101', 'country_code', 'US'), now()
    from generate_series(1, ${readers}) n where n % 50 <> 0`);
  await client.query(`
    insert into subscription (publication_id, owner_id, id, token, source, cycle, phase, term, level, set_deliverable, active_deliverable, settings_medium, settings_level, created)
    select 'main', ${id('reader')}, ${id('term')}, 'term-' || n, 'order:' || ${id('order')} || ':1', 1, 'introductory', '1year', 'low', d, d, split_part(d, '-', 1), 'low', now() - interval '1 day'
    from generate_series(1, ${readers}) n, lateral (select case when n % 2 = 0 then 'print-a' else 'digital' end as d) one`);
  await client.query(`
    insert into issue_token (publication_id, owner_id, subscription_id, ordinal)
    select 'main', ${id('reader')}, ${id('term')}, ordinal from generate_series(1, ${readers}) n, generate_series(1, 4) ordinal`);
  await client.query(`
    insert into issue (publication_id, ref, number, title, slug, summary, cover, released)
    values ('main', 'iss:${ISSUE}', ${ISSUE}, 'The Tide', 'the-tide', '', '{}', current_date - 1)`);
  await client.query('set session_replication_role = default');
  await client.query('vacuum analyze');
}

/** A mail server that takes everything at once and keeps nothing, but whose a letter is and how large. */
async function startSink(onLetter: (to: string, bytes: number) => void) {
  const answer = (socket: Socket) => {
    let [rest, to, size] = ['', '', -1];
    socket.setEncoding('latin1').on('error', () => undefined);
    socket.write('220 sink\r\n');
    socket.on('data', (chunk: string) => {
      rest += chunk;
      for (;;) {
        const end = rest.indexOf(size < 0 ? '\r\n' : '\r\n.\r\n');
        if (end < 0) return;
        const command = rest.slice(0, end);
        rest = rest.slice(end + (size < 0 ? 2 : 5));
        if (size >= 0) {
          onLetter(to, end);
          size = -1;
          socket.write('250 ok\r\n');
          continue;
        }
        to = /^RCPT TO:<(.*)>/i.exec(command)?.[1] ?? to;
        if (/^DATA/i.test(command)) size = 0;
        socket.write(size === 0 ? '354 go\r\n' : '250 ok\r\n');
        if (/^QUIT/i.test(command)) socket.end();
      }
    });
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // An address with a port, as it listens on one.
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, stop: () => server.close() };
}

const memoryOf = ({ pid }: Started, what: 'VmRSS' | 'VmHWM') =>
  Math.round(Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);

/**
 * Readers who look at the store, their cart and their account, one after the other, until `stop`: how long each answer
 * took.
 */
function visit(origin: string, token: string) {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const state = { on: true };
  const look = async () => {
    const reader = new Visit(agent, origin, token);
    while (state.on) {
      for (const path of ['/api/cart', '/api/page/store', '/api/page/account']) {
        const began = performance.now();
        await reader.get(path);
        times.push(performance.now() - began);
      }
      await setTimeout(50);
    }
  };
  const done = Promise.all([look(), look()]);
  const told = (name: string) => {
    const sorted = times.splice(0).toSorted((one, other) => one - other);
    const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
    console.log(`readers, ${name}: ${sorted.length} answers, median ${at(0.5)} ms, p95 ${at(0.95)}, p99 ${at(0.99)}, worst ${at(1)}`);
  };
  return {
    told,
    stop: async () => {
      state.on = false;
      await done;
      agent.destroy();
    },
  };
}

async function lettersAtSize(readers: number): Promise<void> {
  const postgres = await startScratchPostgres({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' });
  const url = await openShop(postgres.url);
  const [token = ''] = await seedHistory(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let began = performance.now();
  await fill(client, readers);
  console.log(`${readers} readers: filled in ${seconds(began)} s`);
  const count = { sent: 0, bytes: 0, codes: 0 };
  const sink = await startSink((to, size) => {
    count.sent += 1;
    count.bytes += size;
    if (to === WAITING) count.codes += 1;
  });
  const env = { DATABASE_URL: url, SMTP_URL: sink.url, TRUSTED_PROXIES: '1', LOG_LEVEL: 'info', NODE_ENV: 'development' };
  const service = await startProcess(SERVICE, env);
  const visitors = visit(service.origin, token);
  await setTimeout(10_000);
  visitors.told('before');
  console.log(`memory before: ${memoryOf(service, 'VmRSS')} MB`);

  const app = await appOn(url);
  began = performance.now();
  const released = await runRelease(app.deps, ISSUE);
  console.log(`released to ${released.delivered} in ${seconds(began)} s; ${count.sent} letters sent meanwhile`);
  visitors.told('while it is released');

  const code = async () => {
    const [asked, before] = [performance.now(), count.codes];
    await new Visit(new Agent(), service.origin).post('/api/access/signin', { email: WAITING, path: '/' });
    while (count.codes === before) await setTimeout(20);
    return (performance.now() - asked) / 1000;
  };
  const waits: number[] = [];
  while (count.sent < readers) {
    // Five an hour, no more are written.
    if (waits.length < 5 && count.sent > (readers * waits.length) / 6) waits.push(await code());
    await setTimeout(1000);
  }
  console.log(
    `${count.sent} letters, ${Math.round(count.bytes / count.sent)} bytes each, in ${seconds(began)} s from the release's beginning`,
  );
  console.log(`a code came after ${waits.map((wait) => wait.toFixed(1)).join(', ')} s`);
  visitors.told('while letters go out');
  console.log(`memory: ${memoryOf(service, 'VmRSS')} MB, at most ${memoryOf(service, 'VmHWM')} MB`);
  const { rows } = await client.query('select count(*)::int as left from outbox where sent is null');
  console.log(`not sent: ${JSON.stringify(rows)}`);
  await visitors.stop();
  await service.stop();
  await app.close();
  await client.end();
  sink.stop();
  await postgres.stop();
}

await lettersAtSize(Number(process.argv[2] ?? 100_000));
