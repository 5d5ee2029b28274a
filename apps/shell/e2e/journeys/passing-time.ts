import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { APIRequestContext } from '@playwright/test';
import { fromEnvironment, runProgram } from './stack.ts';

const SERVICE = fileURLToPath(new URL('../../../../services/commerce-api', import.meta.url));

/**
 * What there is no verb for, in the service's own words: its modules on the database of this product, in a process of
 * their own.
 */
export async function runInService(program: string, ...values: string[]): Promise<void> {
  const env = { ...process.env, DATA_DIR: fromEnvironment('NEWSSTAND_DATA') };
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', `${OPENED}${program}${CLOSED}`, ...values], {
    cwd: SERVICE,
    env,
  });
}

const OPENED = `
  import { readConfig } from './src/platform/config/config.ts';
  import { openDb } from './src/platform/db/db.ts';
  import { openDatabase } from './src/platform/db/open-database.ts';
  import { openPublication } from './src/publication/publication-source.ts';
  import { runRelease } from './src/ledger/releases/run-release.ts';
  const config = readConfig(process.env);
  const database = await openDatabase(config);
  const db = openDb(database.url, { connections: 1 });
  const [value] = process.argv.slice(1);`;
const CLOSED = `
  await db.$disconnect();
  await database.stop();`;

/** The next issues come out, one after the other, and each is given to whoever is owed one. */
export const releaseNext = (count: number): Promise<void> =>
  runInService(
    `
  const deps = { db, config, clock: () => new Date(), publication: await openPublication(db, config.publicationId) };
  for (let turn = 0; turn < Number(value); turn++) {
    const [{ number }] = await db.$queryRaw\`
      insert into issue (publication_id, ref, number, title, slug, summary, cover, released)
      select i.publication_id, 'iss:' || n, n, 'Later', 'later-' || n, i.summary, i.cover, current_date - 1
      from issue i, lateral (select max(number) + 1 as n from issue) next order by i.number limit 1 returning number\`;
    await runRelease(deps, number);
  }`,
    String(count),
  );

/**
 * For one reader a month and more has passed since their notice, or since their donation. The day that a renewal was
 * announced stays: it is that of its last issue, and of another one it would be announced anew.
 */
export const passMonth = (email: string): Promise<void> =>
  runInService(
    `
  await db.$queryRaw\`
    with whose as (select owner_id from "order" where email = \${value}),
    given as (update donation set first = first - interval '32 days' where owner_id in (select owner_id from whose))
    update charge set due = due - interval '32 days', next_attempt = next_attempt - interval '32 days'
    where owner_id in (select owner_id from whose) and state = 'open'\`;`,
    email,
  );

/** What the renewal run does now: `npm run renewals` on the database of this product. */
export const runRenewals = (): Promise<string> => runProgram('main/renewals-main.ts', []);

/**
 * The next charge that the provider is asked for while `during` runs is refused, whatever the card. What was not asked
 * for is not refused later: the second try of a test would begin with a card that is declined.
 */
export async function refuseNext(
  request: APIRequestContext,
  code: 'authentication_required' | 'insufficient_funds' | 'stolen_card',
  during: () => Promise<void>,
): Promise<void> {
  const refuse = (times: number) =>
    request.post(`${fromEnvironment('NEWSSTAND_STRIPE')}/_emulator/switches`, { data: { decline: { times, code } } });
  await refuse(1);
  try {
    await during();
  } finally {
    await refuse(0);
  }
}

/**
 * A month later the renewal run asks for what is due, and it is refused: by whichever run comes first, the service's
 * own or this one.
 */
export const passRefusedMonth = (
  request: APIRequestContext,
  email: string,
  code: 'authentication_required' | 'stolen_card',
): Promise<void> =>
  refuseNext(request, code, async () => {
    await passMonth(email);
    await runRenewals();
  });
