import { DeskIssues } from '@newsstand/contracts/desk-issues';
import { DeskReader } from '@newsstand/contracts/desk-reader';
import { Refunded } from '@newsstand/contracts/desk-refund';
import * as v from 'valibot';
import { createDeskApp } from '../src/api/desk/desk-app.ts';
import { openDeskDb } from '../src/desk/open-desk-db.ts';
import { SECOND } from '../src/platform/duration.ts';
import { uuidv7 } from '../src/platform/db/uuidv7.ts';
import { appOn } from '../test/app-on.ts';
import { Browser } from '../test/browser.ts';
import { DESK } from '../test/desk.ts';
import { startScratchPostgres } from '../test/scratch-postgres.ts';
import { serverTime } from './database-time.ts';
import { fillDeskShop, idOf, LONGEST, SURNAME } from './desk-shop.ts';
import type { Figure } from './figure.ts';
import { openShop } from './open-shop.ts';

/** With FIGURES_FULL=1 the numbers of the requirement, which take minutes to fill; else a tenth of them. */
const [READERS, ORDERS] = process.env.FIGURES_FULL === '1' ? [100_000, 1_000_000] : [10_000, 100_000];
const TIMES = 20;
/** As `openShop` calls it. */
const DATABASE = 'figures';
/** One for each way of looking. The common name is that of a fifth of all. */
const SCRAPS = {
  surname: SURNAME,
  common_name: 'anna',
  name_and_town: `${SURNAME} town211`,
  part_of_address: 'reader4711@',
  number: '4711',
  mistyped: 'kowlaska',
  mistyped_and_state: 'kowlaska ohio',
  mistyped_and_town: 'town211 kowlaska',
  mistyped_and_unknown: 'kowlaska atlantis',
  legacy: 'qf-0020113',
  mistyped_and_common: 'anna kowlaska',
  nothing: 'zzyzx',
};
/** What the desk's design allows a page (section 5), in milliseconds: by a stored column 60, by what is left 400. */
const PAGES: Record<string, { path: string; max: number }> = {
  reader: { path: `/readers/${idOf('reader', LONGEST)}`, max: 80 },
  readers_running: { path: '/readers?segment=running', max: 400 },
  readers_expiring: { path: '/readers?segment=expiring', max: 400 },
  readers_lapsed: { path: '/readers?segment=lapsed', max: 400 },
  readers_by_name: { path: '/readers?segment=running&sort=name', max: 400 },
  orders: { path: '/orders', max: 60 },
  orders_paid: { path: '/orders?state=paid', max: 60 },
  order: { path: '/orders/EXC-1', max: 60 },
  issues: { path: '/issues', max: 60 },
  invoices: { path: '/invoices', max: 60 },
  history: { path: '/history', max: 60 },
  today: { path: '/today', max: 400 },
};

/**
 * How long somebody at the desk waits, p95, among so many readers and orders (the desk's design, sections 5 and 9); of
 * each request `_work` is what it takes of the processor on average.
 */
export async function deskFigures(): Promise<Figure[]> {
  const postgres = await startScratchPostgres();
  const url = await openShop(postgres.url);
  await fillDeskShop(url, READERS, ORDERS);
  const app = await appOn(url, { env: { DESK_URL: DESK, DESK_SAMPLES: 'yes' } });
  const db = openDeskDb(app.deps);
  // Each request some seconds after the one before: nobody makes so many in a minute.
  let seconds = 0;
  const clock = () => new Date(Date.now() + seconds * SECOND);
  const ann = new Browser(createDeskApp({ ...app.deps, db, clock }), DESK);
  await ann.post('/api/desk/session/sample', { role: 'publisher' });
  const measured: Figure[] = [];
  const measure = async (name: string, max: number, work: (n: number) => Promise<number>): Promise<void> => {
    const [began, own] = [serverTime(DATABASE), process.cpuUsage()];
    const times: number[] = [];
    for (let n = 1; n <= TIMES; n++) {
      seconds += 1;
      times.push(await work(n));
    }
    const { user, system } = process.cpuUsage(own);
    const p95 = times.toSorted((one, other) => one - other)[Math.floor(TIMES * 0.95) - 1] ?? Number.NaN;
    measured.push({ name: `desk_${name}_p95`, value: Math.round(p95), unit: 'ms', limit: { max } });
    measured.push({ name: `desk_${name}_work`, value: (serverTime(DATABASE) - began + (user + system) / 1000) / TIMES, unit: 'ms' });
  };
  const timed = async (request: () => Promise<Response>): Promise<number> => {
    const begun = performance.now();
    const answer = await request();
    const time = performance.now() - begun;
    // What took longer than a statement of the desk may is over its limit by that.
    if (answer.status !== 200 && answer.status !== 503) throw new Error(`${answer.status} ${app.logs.slice(-2).join('')}`);
    return time;
  };
  const read = async <Schema extends v.GenericSchema>(schema: Schema, path: string) =>
    v.parse(schema, await (await ann.get(`/api/desk${path}`)).json());

  await measure('address', 60, async (n) => {
    const path = `/readers/${idOf('reader', n)}`;
    const [kept] = (await read(DeskReader, path)).addresses;
    if (!kept) throw new Error(`reader ${n} has no address`);
    const address = { ...kept.typed, line1: `${n} Oak St` };
    return timed(() => ann.post(`/api/desk${path}/address/a`, { action: uuidv7(), reason: 'asked', version: kept.version, address }));
  });
  await measure('refund', 120, async (n) => {
    const path = `/api/desk/orders/${idOf('order', n + 1)}/refunds`;
    const lines = [{ ordinal: 0, quantity: 1, amount: null, came_back: false }];
    const asked = { reason: 'asked', method: 'check', reference: `${n}`, shipping: 0, redeemed: 'keep', note: '', lines };
    const shown = await ann.post(`${path}?dry`, { ...asked, action: uuidv7(), version: '' });
    const { plan } = v.parse(Refunded, await shown.json());
    return timed(() => ann.post(path, { ...asked, action: uuidv7(), version: plan.version }));
  });
  for (const [name, { path, max }] of Object.entries(PAGES)) await measure(name, max, () => timed(() => ann.get(`/api/desk${path}`)));
  for (const [name, scrap] of Object.entries(SCRAPS))
    await measure(`find_${name}`, 120, () => timed(() => ann.get(`/api/desk/find?${new URLSearchParams({ q: scrap })}`)));
  const next = (await read(DeskIssues, '/issues')).issues.findLast(({ state }) => state !== 'out' && state !== 'begun');
  if (next) await measure('release_preview', 1000, () => timed(() => ann.get(`/api/desk/issues/${next.number}`)));
  await db.$disconnect();
  await app.close();
  await postgres.stop();
  return measured;
}

if (import.meta.main) for (const { name, value, unit } of await deskFigures()) console.log(name, value, unit);
