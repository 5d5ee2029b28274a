// node figures/whole-renewal-run.ts <charges>: every charge of a run, none of it written by SQL. Ten thousand take two
// minutes, a hundred thousand half an hour.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMain } from '@newsstand/dev-services/start-main';
import { openStore } from '@newsstand/dev-services/stripe/store';
import { BATCH, runRenewals } from '../src/payments/renewals/run-renewals.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { openDb } from '../src/platform/db/db.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { createDatabase, withDatabase } from '../src/platform/db/open-database.ts';
import { openStripe } from '../src/payments/provider/open-stripe.ts';
import { applyPublication } from '../src/publication/apply-publication.ts';
import { loadPublication } from '../src/publication/load-publication.ts';
import { appOn } from '../test/app-on.ts';
import { startScratchPostgres } from '../test/scratch-postgres.ts';
import { APART, collect, seed } from './renewal-figures.ts';
import { backendTime } from './database-time.ts';

/** Charges whose cost is told together. */
const WINDOW = 1000;
const SECRET_KEY = 'sk_test_newsstand';

/**
 * A renewal run over so many due renewals, from its first charge to its last: real PostgreSQL, the real SDK over HTTP,
 * and the emulator as a process of its own that remembers each charge. It prints what each thousand cost, and in the
 * end counts what the emulator has taken. The emulator sends no webhooks: a run settles by its own answers.
 *
 * On 2026-11-22, on two cores that did other things and with the lowest priority, 100,000 took 2000 s: 50 charges a
 * second (18 to 141, as the machine was busy), 9.8 ms of processor time for each of the first 10,000, 9.7 ms for each
 * of the last, never more than 11.2 ms; after a collection this process held 55.7 MB at the beginning, 51.7 in the
 * middle and 51.7 at the end, and its size was 366 MB from the middle on. 10,000 beside it took 148 s: 67 a second,
 * 12.0 ms, 51.4 MB. The emulator had 100,000 charges, all of them distinct, and $4,000,000.
 */
async function wholeRenewalRun(due: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-renewals-'));
  const stateFile = join(folder, 'emulator.sqlite');
  const postgres = await startScratchPostgres();
  const name = 'renewals_whole';
  await createDatabase(postgres.url, name);
  const url = withDatabase(postgres.url, name);
  await migrate(url);
  const db = openDb(url);
  const { publicationDir: dir, publicationId: id } = readConfig({});
  await applyPublication({ db, clock: () => new Date() }, { id, publication: await loadPublication(dir), dir });
  await db.$disconnect();
  await seed(url, due, new Date(Date.now() - due * APART));
  const emulator = await startEmulator(stateFile);
  await giveCards(stateFile, emulator.url, due);
  const meter = openMeter(name, due);
  const app = await appOn(url, {
    env: { STRIPE_API_BASE: emulator.url, STRIPE_SECRET_KEY: SECRET_KEY },
    reached: (step) => {
      if (step !== 'charges-taken') return;
      // What the harness notes of statements and log lines is not the service's.
      app.statements.length = 0;
      app.logs.length = 0;
      meter.batch();
    },
  });
  // A run ends after 50 minutes by itself; the schedule's next one goes on.
  for (let charges = 1; charges > 0;) ({ charges } = await runRenewals(app.deps));
  meter.tell();
  const paid = await app.deps.db.charge.count({ where: { state: 'paid', cycle: 2, choice: { path: ['kind'], equals: 'renewal' } } });
  const terms = await app.deps.db.subscription.count({ where: { cycle: 2 } });
  const orders = await app.deps.db.order.count({ where: { state: 'paid' } });
  await app.close();
  await emulator.stop();
  const charged = countCharged(stateFile);
  console.log(
    `of ${due} due: ${paid} paid, ${terms} terms, ${orders} orders; the emulator has ${charged.all} charges, ${charged.named} of them distinct, ${charged.cents} cents`,
  );
  await postgres.stop();
  rmSync(folder, { recursive: true });
  if ([paid, terms, orders, charged.all, charged.named].some((count) => count !== due)) process.exitCode = 1;
}

async function startEmulator(stateFile: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { child, line } = await startMain('stripe-emulator-main.ts', { PORT: '0', STATE_FILE: stateFile, STRIPE_SECRET_KEY: SECRET_KEY });
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { url: line.replace(/^.* at /, ''), stop };
}

/**
 * A customer with a card, set up through the API; then as many of them as there are readers, under the names that
 * `seed` gave them.
 */
async function giveCards(stateFile: string, apiBase: string, count: number): Promise<void> {
  const stripe = openStripe({ ...readConfig({}).stripe, secretKey: SECRET_KEY, apiBase });
  const { id: customer } = await stripe.customers.create({});
  const { id: method } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  await stripe.setupIntents.create({ customer, payment_method: method, confirm: true, allowed_payment_method_types: ['card'] });
  const store = openStore(stateFile);
  const first = {
    customer: store.get('customer', customer),
    method: store.get('payment_method', method),
    instrument: store.get('instrument', method),
  };
  store.transaction(() => {
    if (!first.customer || !first.method || !first.instrument) throw new Error('the emulator keeps no card');
    for (let n = 1; n <= count; n++) {
      store.put('customer', { ...first.customer, id: `cus_${n}` });
      store.put('payment_method', { ...first.method, id: `pm_${n}`, customer: `cus_${n}` });
      store.put('instrument', { ...first.instrument, id: `pm_${n}` });
    }
  });
  store.close();
}

/** What the emulator took, by its own records. */
function countCharged(stateFile: string): { all: number; named: number; cents: number } {
  const store = openStore(stateFile);
  const names = new Set<string | undefined>();
  const counted = { all: 0, cents: 0 };
  store.list('charge', {
    where: ({ metadata, amount_captured }) => {
      counted.all += 1;
      counted.cents += amount_captured;
      names.add(metadata.charge);
      return false; // Each is only looked at.
    },
  });
  store.close();
  return { ...counted, named: names.size };
}

/**
 * Prints, for each window: charges a second, ms of processor time a charge (this process's and its PostgreSQL
 * backends'), what this process holds after a collection, and its size.
 */
function openMeter(database: string, due: number) {
  const begun = performance.now();
  let batches = 0;
  let last = { at: begun, used: used() };
  function used(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + backendTime(database);
  }
  return {
    batch(): void {
      const done = batches++ * BATCH;
      if (done % WINDOW !== 0) return;
      const now = { at: performance.now(), used: used() };
      collect();
      const { heapUsed, rss } = process.memoryUsage();
      const cost = done === 0 ? 0 : (now.used - last.used) / WINDOW;
      const perSecond = done === 0 ? 0 : (WINDOW * 1000) / (now.at - last.at);
      console.log(
        `${done} of ${due}: ${perSecond.toFixed(0)}/s, ${cost.toFixed(2)} ms a charge, heap ${(heapUsed / 1e6).toFixed(1)} MB, size ${(rss / 1e6).toFixed(0)} MB`,
      );
      last = now;
    },
    tell(): void {
      const seconds = (performance.now() - begun) / 1000;
      console.log(`${due} in ${seconds.toFixed(0)} s: ${(due / seconds).toFixed(1)} charges/s`);
    },
  };
}

await wholeRenewalRun(Number(process.argv[2] ?? 10_000));
