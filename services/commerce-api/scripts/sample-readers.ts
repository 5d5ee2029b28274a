// npm run sample: a year behind the magazine of this machine, for a desk that would be empty, and readers of all kinds.
// It is lived in this process, on a database that nobody has used yet, before the magazine starts on it.
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { checkBooks } from '../src/desk/books/check-books.ts';
import { readRunning } from '../src/main/running-service.ts';
import { ConfigError, readConfig, type Config } from '../src/platform/config/config.ts';
import { connect, PATIENCE } from '../src/platform/db/connection.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts';
import { createDatabase, withDatabase } from '../src/platform/db/open-database.ts';
import { DAY } from '../src/platform/duration.ts';
import { openWorld, type World } from './sample-world.ts';
import { liveToday, liveYear, LIVED } from './sample-year.ts';

type Sampled = { databaseUrl: string; dataDir: string; stripeFile: string; environment: Record<string, string | undefined> };

/** Lives the year up to now on an empty database. `look` sees it before it is left. */
export async function liveSample(places: Sampled, say: (line: string) => void, look?: (world: World) => Promise<void>): Promise<void> {
  const end = new Date();
  const world = await openWorld(places, new Date(end.getTime() - LIVED * DAY));
  try {
    await liveYear(world, end, say);
    world.wake();
    await liveToday(world);
    const differences = await checkBooks(world.deps);
    if (differences > 0) throw new Error(`the books of the sample have ${differences} differences`);
    await look?.(world);
  } finally {
    await world.close();
  }
}

const NAME = 'newsstand';
/** What is lived, until it is whole. */
const LIVING = 'newsstand_sample';

/**
 * False where somebody has done something in the magazine: it is left as it is. The year is lived beside it, and takes
 * its place when it is whole.
 */
async function makeSample({ dataDir, postgresPort }: Config): Promise<boolean> {
  const postgres = await startEmbeddedPostgres(path.join(dataDir, 'postgres'), { port: postgresPort });
  process.once('SIGINT', () => void postgres.stop().then(() => process.exit(130)));
  const server = await connect(postgres.url, PATIENCE.job);
  try {
    await createDatabase(postgres.url, NAME);
    if (await isLivedIn(withDatabase(postgres.url, NAME))) return false;
    console.log('A year of the magazine is lived first …');
    await server.query(`drop database if exists ${LIVING}`);
    await createDatabase(postgres.url, LIVING);
    const [payments, stripeFile] = [path.join(dataDir, 'stripe.sqlite'), path.join(dataDir, 'stripe-sample.sqlite')];
    forget(stripeFile);
    await liveSample({ databaseUrl: withDatabase(postgres.url, LIVING), dataDir, stripeFile, environment: process.env }, console.log);
    forget(payments);
    renameSync(stripeFile, payments);
    await server.query(`drop database ${NAME}`);
    await server.query(`alter database ${LIVING} rename to ${NAME}`);
    return true;
  } finally {
    await server.end();
    await postgres.stop();
  }
}

/** Whether anybody has an account, an order or a passkey. */
async function isLivedIn(databaseUrl: string): Promise<boolean> {
  const client = await connect(databaseUrl, PATIENCE.job);
  try {
    const { rows } = await client.query<{ is: boolean }>(`select to_regclass('account') is not null as is`);
    if (rows[0]?.is !== true) return false;
    const lived = `select exists (select from account) or exists (select from "order" where state <> 'started') or exists (select from staff_key) as is`;
    return (await client.query<{ is: boolean }>(lived)).rows[0]?.is === true;
  } finally {
    await client.end();
  }
}

function forget(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
}

/** Only a magazine of one's own, with the stand-in for payments, has samples. */
function readOwnConfig(): Config {
  const config = readConfig(process.env);
  if (config.databaseUrl !== null || config.stripe.apiBase === null) {
    throw new ConfigError(['A year is lived in a magazine of one’s own alone: without DATABASE_URL and keys of Stripe.']);
  }
  if (readRunning(config.dataDir)) throw new ConfigError(['The magazine runs here: a year is lived before it starts.']);
  return config;
}

if (import.meta.main) {
  try {
    const begun = performance.now();
    const lived = await makeSample(readOwnConfig());
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    console.log(
      lived ? `Lived in ${seconds} s.` : 'Somebody has been here already: readers and orders stay as they are. npm run reset forgets them.',
    );
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
