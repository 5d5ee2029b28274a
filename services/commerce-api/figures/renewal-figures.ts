import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { Stripe } from 'stripe';
import { chargeMetadata } from '../src/ledger/planned-charges/charge.ts';
import { BATCH, runRenewals } from '../src/payments/renewals/run-renewals.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { openDb } from '../src/platform/db/db.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { createDatabase, withDatabase } from '../src/platform/db/open-database.ts';
import { applyPublication } from '../src/publication/apply-publication.ts';
import { loadPublication } from '../src/publication/load-publication.ts';
import { appOn } from '../test/app-on.ts';
import { startScratchPostgres } from '../test/scratch-postgres.ts';
import { backendTime } from './database-time.ts';
import type { Figure } from './figure.ts';

/** With FIGURES_FULL=1 the numbers of the requirement; else so many that `npm run figures` stays short. */
const IS_FULL = process.env.FIGURES_FULL === '1';
const [FEW, MANY] = IS_FULL ? [10_000, 100_000] : [1000, 10_000];

/**
 * Charges at the beginning and at the end that a renewal run really makes; SQL writes what it would have left of those
 * between.
 */
const STRETCH = IS_FULL ? 1500 : 300;
/** Charges whose cost is told together: PostgreSQL's is counted in hundredths of a second. */
const WINDOW = 100;

/** Charges of the year before. */
const PAID_BEFORE = 20_000;

/**
 * A renewal run over due renewals, side by side at ten times the number: real PostgreSQL, the real SDK, and a stand-in
 * for the provider in this process that takes every card at once, so that what is measured is ours. A charge costs the
 * same wherever it stands in a run, or the last ones of a long run cost more than the last ones of a short one: so the
 * beginning and the end are run, and what lies between is written by SQL, row versions included. Cost is processor
 * time, this process's and that of its PostgreSQL backends, since that hardly depends on what else the machine does.
 *
 * On 2026-11-22, on two cores with a load of 10, FIGURES_FULL=1 took seven minutes: at 100,000 due a charge cost 8.7
 * ms, 1.02 times what it cost at 10,000; 46 charges a second (141 were seen at 10,000 when the machine was quieter),
 * and memory did not grow. Every charge of 100,000 was run by
 * `whole-renewal-run.ts`, where its numbers stand.
 */
export async function renewalFigures(): Promise<Figure[]> {
  const postgres = await startScratchPostgres();
  try {
    // The first one warms the process up.
    await measure(postgres.url, 'renewals_warm', 2 * STRETCH);
    const before = await measure(postgres.url, 'renewals_before', FEW);
    const many = await measure(postgres.url, 'renewals_many', MANY);
    // Again, because a process gets quicker for a while: what is compared with is the cheaper of the two.
    const after = await measure(postgres.url, 'renewals_after', FEW);
    const few = Math.min(before.cost, after.cost);
    return [
      { name: 'renewals_run', value: Math.round(many.perSecond), unit: 'charges/s' },
      { name: 'renewals_cost', value: many.cost, unit: `ms_of_processor_a_charge_at_${MANY}` },
      // Cost grows no faster than the work.
      { name: 'renewals_cost_at_ten_times', value: many.cost / few, unit: `x_of_${FEW}_at_${MANY}`, limit: { max: 1.3 } },
      // Between the beginning of the run and its end.
      { name: 'renewals_memory_growth', value: Math.round(many.growth), unit: 'MB', limit: { max: 40 } },
    ];
  } finally {
    await postgres.stop();
  }
}

/** Of the end of a run: `cost` in ms of processor time a charge, `growth` in MB since its beginning. */
type Measured = { perSecond: number; growth: number; cost: number };

async function measure(serverUrl: string, name: string, due: number): Promise<Measured> {
  await createDatabase(serverUrl, name);
  const url = withDatabase(serverUrl, name);
  await migrate(url);
  const db = openDb(url);
  const { publicationDir: dir, publicationId: id } = readConfig({});
  await applyPublication({ db, clock: () => new Date() }, { id, publication: await loadPublication(dir), dir });
  await db.$disconnect();
  const first = Date.now() - due * APART;
  await seed(url, due, new Date(first));
  let now = new Date(first + (STRETCH - 0.5) * APART);
  const meter = openMeter(name);
  const app = await appOn(url, {
    stripe: acceptingStripe(),
    clock: () => now,
    reached: (step) => {
      if (step !== 'charges-taken') return;
      // What the harness notes of each statement is not the service's.
      app.statements.length = 0;
      meter.step();
    },
  });
  const begun = await runRenewals(app.deps);
  const beginning = meter.read();
  await finish(url, new Date(first + (due - STRETCH - 0.5) * APART));
  now = new Date(first + due * APART);
  meter.read();
  const began = performance.now();
  const ended = await runRenewals(app.deps);
  const seconds = (performance.now() - began) / 1000;
  const end = meter.read();
  const paid = await app.deps.db.subscription.count({ where: { cycle: 2 } });
  await app.close();
  if (begun.charges !== STRETCH || ended.charges !== STRETCH || paid !== due) throw new Error(`of ${due} renewals ${paid} were paid`);
  return { cost: end.cost, perSecond: STRETCH / seconds, growth: end.memory - beginning.memory };
}

/**
 * Counts processor time and memory of a run, from batch to batch. `read` tells of what came since it was last called:
 * `cost` of a charge, the mean of the cheaper half of the windows, because whatever else the machine does only makes
 * one dearer; and the smallest memory that was held.
 */
function openMeter(database: string): { step(): void; read(): { cost: number; memory: number } } {
  const perWindow = WINDOW / BATCH;
  let steps = 0;
  let memory = Infinity;
  let costs: number[] = [];
  let last = used();
  function used(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + backendTime(database);
  }
  return {
    step: () => {
      // Each run begins with the first step of a window.
      if (steps++ % perWindow !== 0) return;
      if (steps > 1) costs.push((used() - last) / WINDOW);
      collect();
      memory = Math.min(memory, process.memoryUsage().heapUsed / 1e6);
      last = used();
    },
    read: () => {
      const cheaper = costs.toSorted((a, b) => a - b).slice(0, Math.ceil(costs.length / 2));
      const told = { cost: cheaper.reduce((sum, cost) => sum + cost, 0) / cheaper.length, memory };
      [steps, memory, costs] = [0, Infinity, []];
      return told;
    },
  };
}

setFlagsFromString('--expose-gc');
/** What waits to be collected is not held. */
export const collect: () => void = runInNewContext('gc');

/** Charges fall due so many ms apart: a hundred thousand within a day. */
export const APART = 300;

/**
 * Readers whose last issue came out a month ago, with a card on record and autorenew on; each with the charge of the
 * next year, one due after the other.
 */
export async function seed(url: string, due: number, first: Date): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into account (id, publication_id, email, name, verified, customer, method, payment, autorenew_since)
     select gen_random_uuid(), 'main', 'r' || n || '@example.org', 'Reader ' || n, now(), 'cus_' || n, 'pm_' || n,
       '{"name":"Reader","card":{"type":"visa","last_four":"4242","exp_month":12,"exp_year":2099},"ach":null,"agreed":0}', now() - interval '1 year'
     from generate_series(1, $1::int) n`,
    [due],
  );
  await client.query(`
    insert into subscription (publication_id, owner_id, id, token, source, cycle, phase, term, level, set_deliverable, active_deliverable, settings_medium,
                              settings_level, created)
    select 'main', id, gen_random_uuid(), 'token-' || id, 'seed:' || id, 1, 'introductory', '1year', 'low', 'digital', 'digital', 'digital', 'low',
      now() - interval '1 year'
    from account`);
  // What is out came out before the notices.
  await client.query(`update release set released = now() - interval '40 days'`);
  await client.query(`
    insert into issue_token (publication_id, owner_id, subscription_id, ordinal, issue, deliverable, delivered)
    select 'main', owner_id, id, n, n, 'digital', now() - interval '30 days' from subscription, generate_series(1, 4) n`);
  await client.query(
    `insert into charge (publication_id, owner_id, kind, subject, cycle, token, amount, choice, remind, due, next_attempt)
     select 'main', owner_id, 'renewal', id, 2, 'charge-' || id, 4000,
       '{"kind":"renewal","deliverable":"digital","level":"low","term":"1year","copies":1,"price":4000,"shipping":0}',
       at - interval '30 days', at, at
     from (select *, $1::timestamptz + (row_number() over (order by id) - 1) * $2::int * interval '1 ms' as at from subscription) s`,
    [first, APART],
  );
  // A renewal run that has been in use: on empty tables named statements keep plans that are wrong an hour later.
  await client.query(
    `insert into charge (publication_id, owner_id, kind, subject, cycle, token, amount, choice, remind, due, state)
     select 'main', gen_random_uuid(), 'renewal', gen_random_uuid(), 2, 'old-' || n, 4000, '{}', now() - interval '1 year', now() - interval '1 year', 'paid'
     from generate_series(1, $1::int) n`,
    [PAID_BEFORE],
  );
  await client.query(`
    insert into charge_attempt (publication_id, owner_id, kind, subject, cycle, attempt, customer, method, started, outcome, intent_id)
    select publication_id, owner_id, kind, subject, cycle, 1, 'cus', 'pm', due, 'paid', 'pi_' || token from charge where state = 'paid'`);
  await client.query('analyze');
  await client.end();
}

/**
 * What the renewal run leaves of the charges that are due by then: the rows that it writes, and as many versions of
 * those that it changes.
 */
async function finish(url: string, until: Date): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create temp table done as select * from charge where state = 'open' and next_attempt <= '${until.toISOString()}'`);
  await client.query('create unique index on done (subject)');
  // Taken, begun, paid.
  await client.query(`update charge c set next_attempt = c.next_attempt + interval '15 min' from done d where c.subject = d.subject`);
  await client.query(`update charge c set next_attempt = c.next_attempt + interval '1 s' from done d where c.subject = d.subject`);
  await client.query(`update charge c set state = 'paid', next_attempt = null from done d where c.subject = d.subject`);
  await client.query(`
    insert into charge_attempt (publication_id, owner_id, kind, subject, cycle, attempt, customer, method, started, outcome)
    select publication_id, owner_id, kind, subject, cycle, 1, 'cus', 'pm', due, 'started' from done`);
  await client.query(`update charge_attempt a set outcome = 'paid', intent_id = 'pi_' || d.token from done d where a.subject = d.subject`);
  await client.query(`
    insert into subscription (publication_id, owner_id, id, token, source, cycle, phase, term, level, set_deliverable, active_deliverable, settings_medium,
                              settings_level, created)
    select publication_id, owner_id, gen_random_uuid(), 'next-' || subject, 'renewal:' || subject || ':2', 2, 'renewal', '1year', 'low', 'digital', 'digital',
      'digital', 'low', due
    from done`);
  await client.query(`
    insert into issue_token (publication_id, owner_id, subscription_id, ordinal)
    select s.publication_id, s.owner_id, s.id, n from subscription s join done d on s.source = 'renewal:' || d.subject || ':2', generate_series(1, 4) n`);
  await client.query(`
    insert into "order" (id, publication_id, owner_id, number, state, cart_version, name, email, shipcode, goods, shipping, discount, waived, total, intent_id,
                         receipt_token, created, updated, paid)
    select gen_random_uuid(), publication_id, owner_id, 'OLD-' || row_number() over (), 'paid', 0, 'Reader', 'r@example.org', 'a', 4000, 0, 0, 0, 4000,
      'pi_' || token, 'receipt-' || token, due, due, due
    from done`);
  await client.query(`
    insert into order_line (order_id, ordinal, type, ref, name, quantity, price, choice)
    select o.id, 1, 'personal-subscription', 'digital/low/1year', 'Renewal', 1, 4000, '{}' from "order" o join done d on o.intent_id = 'pi_' || d.token`);
  await client.query(`
    insert into outbox (id, publication_id, kind, subject, recipient, payload, created)
    select gen_random_uuid(), publication_id, 'receipt', id, email, '{}', created from "order" where number like 'OLD-%'`);
  await client.end();
}

/** The SDK with a provider behind it that charges whatever it is asked for. */
function acceptingStripe(): Stripe {
  let count = 0;
  const answer = (_url: unknown, init?: RequestInit) => {
    const form = new URLSearchParams(String(init?.body));
    const field = (name: string) => form.get(name) ?? '';
    const metadata = Object.fromEntries(METADATA.map((key) => [key, field(`metadata[${key}]`)]));
    const amount = Number(field('amount'));
    const intent = {
      id: `pi_${++count}`,
      object: 'payment_intent',
      status: 'succeeded',
      amount,
      amount_received: amount,
      currency: field('currency'),
      customer: field('customer'),
      payment_method: { id: field('payment_method'), card: { brand: 'visa', last4: '4242' } },
      metadata,
    };
    return Promise.resolve(Response.json(intent, { headers: { 'request-id': `req_${count}` } }));
  };
  return new Stripe('sk_test_newsstand', { httpClient: Stripe.createFetchHttpClient(answer), telemetry: false });
}

const METADATA = Object.keys(chargeMetadata({ publicationId: '', ownerId: '', kind: 'renewal', subject: '', cycle: 1 }, 1));

if (import.meta.main) for (const { name, value, unit } of await renewalFigures()) console.log(name, value, unit);
