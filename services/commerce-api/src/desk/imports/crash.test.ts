// @module-tag ci
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { askToApply, bring, bytesOf, check, listOf, readImport } from '../../../test/imports.ts';
import { answerOf } from '../../../test/reader.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

// Processes are really killed here (SIGKILL), between two batches and in the middle of one.
let service: DeskApp;
let bob: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  bob = await service.as('circulation');
});
afterAll(() => service.close());

async function inProcess(batches: number, inside = ''): Promise<unknown> {
  const program = join(import.meta.dirname, '../../../test/crash-import.ts');
  const environment = JSON.stringify({ NODE_ENV: 'test', DATABASE_URL: service.databaseUrl });
  const argv = [program, environment, String(batches), inside];
  const [code, signal] = await once(spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'inherit'] }), 'exit');
  if (signal === null) expect(code).toBe(0);
  return signal;
}

/** Everything that it brought, without what chance gave it. */
async function brought(source: string): Promise<unknown> {
  const { db } = service.deps;
  const like = `import:${source}:%`;
  return db.$queryRaw`
    select (select count(*)::int from subscription where source like ${like}) as terms,
      (select count(distinct owner_id)::int from subscription where source like ${like}) as owners,
      (select count(*)::int from issue_token t join subscription s on s.id = t.subscription_id where s.source like ${like}) as tokens,
      (select count(*)::int from legacy_reader where source = ${source}) as readers,
      (select count(*)::int from legacy_term where source = ${source}) as numbers,
      (select count(*)::int from account where email like ${`${source}%`}) as accounts,
      (select count(*)::int from owner_address a where exists (select from legacy_reader r where r.owner_id = a.owner_id and r.source = ${source})) as addresses`;
}

const ROWS = 1500;
const ALL = [{ terms: ROWS, owners: ROWS, tokens: 3750, readers: ROWS, numbers: ROWS, accounts: ROWS / 2, addresses: ROWS }];

/** After how many batches it is killed, and whether in the middle of one. */
type Kill = readonly [batches: number, inside: string];

async function expectWhole(source: string, taken: readonly Kill[], back: readonly number[]): Promise<void> {
  const file = listOf(1, ROWS, (n) => (n % 2 === 0 ? `${source}${n}@example.org` : ''));
  const found = await check(service, bob, await bring(bob, bytesOf(file), { source }));
  expect(found.counts).toMatchObject({ new: ROWS, refused: 0 });
  expect((await askToApply(bob, found)).status).toBe(200);
  for (const [batches, inside] of taken) expect(await inProcess(batches, inside)).toBe('SIGKILL');
  const { done, state } = await readImport(bob, found.id);
  expect([state, done > 0 && done < ROWS]).toEqual(['applying', true]);
  // Two replicas go on at once.
  expect(await Promise.all([inProcess(0), inProcess(0)])).toEqual([null, null]);
  expect(await readImport(bob, found.id)).toMatchObject({ state: 'applied', brought: ROWS });
  expect(await brought(source)).toEqual(ALL);

  const action = uuidv7();
  expect(await answerOf(await bob.post(`/api/desk/imports/${found.id}/withdraw`, { action }))).toEqual([
    200,
    { untouched: ROWS, used: 0, mailed: 0, stopped: 0 },
  ]);
  for (const batches of back) expect(await inProcess(batches)).toBe('SIGKILL');
  expect(await inProcess(0)).toBe(null);
  expect(await brought(source)).toEqual([{ terms: 0, owners: 0, tokens: 0, readers: 0, numbers: 0, accounts: 0, addresses: 0 }]);
}

const TWICE: readonly Kill[] = [
  [1, 'yes'],
  [1, ''],
];
test(
  'an import whose process is killed in the middle of a batch and after one is taken over whole and once, and taken back whole after another',
  () => expectWhole('kill', TWICE, [1]),
  180_000,
);

const FIVE: readonly Kill[] = [
  [1, 'yes'],
  [1, ''],
  [2, 'yes'],
  [2, ''],
  [1, 'yes'],
];
test('the same after five kills, and three more', { tags: ['long'], timeout: 300_000 }, () => expectWhole('again', FIVE, [1, 2, 1]));
