import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { Stripe } from 'stripe';
import { readConfig } from '../src/config.ts';
import { chargeMetadata } from '../src/calendar/charge.ts';
import { runCalendar } from '../src/calendar/run-calendar.ts';
import { openDb } from '../src/db/db.ts';
import { migrate } from '../src/db/migrate.ts';
import { createDatabase, withDatabase } from '../src/open-database.ts';
import { applyPublication } from '../src/publication/apply-publication.ts';
import { loadPublication } from '../src/publication/load-publication.ts';
import { appOn } from '../src/test/app-on.ts';
import { startScratchPostgres } from '../src/test/scratch-postgres.ts';
import type { Figure } from './figure.ts';

/** With FIGURES_FULL=1 the numbers of the requirement; else so many that `npm run figures` stays short. */
const [FEW, MANY] = process.env.FIGURES_FULL === '1' ? [10_000, 100_000] : [300, 3000];

/** Charges of the year before. */
const PAID_BEFORE = 20_000;

/**
 * A run of the calendar over due renewals, side by side at ten times the number: real PostgreSQL, the real SDK, and a stand-in for the provider in
 * this process that takes every card at once, so that what is measured is ours.
 * Measured so far on two cores that were busy with other work (load 20 to 33): 10,000 against 1,000 cost 1.3 a charge, 20 to 40 a second, and memory did
 * not grow. 100,000 against 10,000 waits for a quiet machine.
 */
export async function calendarFigures(): Promise<Figure[]> {
  const postgres = await startScratchPostgres();
  try {
    // The first one warms the process up.
    await measure(postgres.url, 'calendar_warm', 200);
    const few = await measure(postgres.url, 'calendar_few', FEW);
    const many = await measure(postgres.url, 'calendar_many', MANY);
    return [
      { name: 'calendar_run', value: Math.round(many.perSecond), unit: 'charges/s' },
      // Cost grows no faster than the work: a batch late in the long run against one of the short run.
      {
        name: 'calendar_cost_at_ten_times',
        value: late(many.batches) / late(few.batches),
        unit: `x_of_${FEW}_at_${MANY}`,
        limit: { max: 1.3 },
      },
      // Between a tenth of the run and its end.
      { name: 'calendar_memory_growth', value: Math.round(many.growth), unit: 'MB', limit: { max: 40 } },
    ];
  } finally {
    await postgres.stop();
  }
}

/** `batches`: how long each took, in ms. */
type Measured = { perSecond: number; growth: number; batches: number[] };

/** A batch of the second half of a run: the mean of the faster ones, since whatever else the machine does only makes one slower. */
function late(batches: number[]): number {
  const half = batches.slice(Math.floor(batches.length / 2)).toSorted((a, b) => a - b);
  const faster = half.slice(0, Math.ceil(half.length / 2));
  return faster.reduce((sum, batch) => sum + batch, 0) / faster.length;
}

async function measure(serverUrl: string, name: string, due: number): Promise<Measured> {
  await createDatabase(serverUrl, name);
  const url = withDatabase(serverUrl, name);
  await migrate(url);
  const db = openDb(url);
  const { publicationDir: dir, publicationId: id } = readConfig({});
  await applyPublication({ db, clock: () => new Date() }, { id, publication: await loadPublication(dir), dir });
  await db.$disconnect();
  await seed(url, due);
  const memory: number[] = [];
  const taken: number[] = [];
  let collecting = 0;
  const reached = (step: string) => {
    if (step !== 'charges-taken') return;
    // What the harness notes of each statement is not the service's.
    app.statements.length = 0;
    const before = performance.now();
    collect();
    collecting += performance.now() - before;
    memory.push(process.memoryUsage().heapUsed);
    taken.push(performance.now() - collecting);
  };
  const app = await appOn(url, { stripe: acceptingStripe(), reached });
  const began = performance.now();
  const { charges } = await runCalendar(app.deps);
  const seconds = (performance.now() - began) / 1000;
  const paid = await app.deps.db.subscription.count({ where: { cycle: 2 } });
  await app.close();
  if (charges !== due || paid !== due) throw new Error(`of ${due} renewals ${paid} were paid`);
  const floor = (from: number, to: number) => Math.min(...memory.slice(Math.floor(memory.length * from), Math.ceil(memory.length * to)));
  const batches = taken.slice(1).map((at, index) => at - (taken[index] ?? at));
  return { batches, perSecond: due / seconds, growth: (floor(0.8, 1) - floor(0.1, 0.3)) / 1e6 };
}

setFlagsFromString('--expose-gc');
/** What waits to be collected is not held. */
const collect: () => void = runInNewContext('gc');

/** Readers whose last issue came out a month ago, with a card on record and autorenew on; each with the charge of the next year. */
async function seed(url: string, due: number): Promise<void> {
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
  await client.query(`
    insert into issue_token (publication_id, owner_id, subscription_id, ordinal, issue, deliverable, delivered)
    select 'main', owner_id, id, n, n, 'digital', now() - interval '30 days' from subscription, generate_series(1, 4) n`);
  await client.query(`
    insert into charge (publication_id, owner_id, kind, subject, cycle, token, amount, choice, remind, due, next_attempt)
    select 'main', owner_id, 'renewal', id, 2, 'charge-' || id, 4000,
      '{"kind":"renewal","deliverable":"digital","level":"low","term":"1year","copies":1,"price":4000,"shipping":0}',
      now() - interval '30 days', at, at
    from subscription, lateral (select now() - random() * interval '10 hours' as at) due`);
  // A calendar that has been in use: on empty tables named statements keep plans that are wrong an hour later.
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

if (import.meta.main) for (const { name, value, unit } of await calendarFigures()) console.log(name, value, unit);
