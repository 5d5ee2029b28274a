// @module-tag ci
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { askToApply, bring, bytesOf, listOf, readImport } from '../../../test/imports.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { runImportThread } from '../../readers/imports/run-import-thread.ts';

let service: DeskApp;
let bob: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  bob = await service.as('circulation');
});
afterAll(() => service.close());

const going = new AbortController().signal;
/** Connections of the thread's own. */
const connections = () =>
  service.deps.db.$queryRaw<
    unknown[]
  >`select from pg_stat_activity where datname = current_database() and application_name = 'newsstand-imports'`;

async function askToCheck(source: string, rows: number): Promise<string> {
  const file = listOf(1, rows, (n) => `${source}${n}@example.org`);
  const id = await bring(bob, bytesOf(file), { source });
  const { columns } = await readImport(bob, id);
  expect((await bob.post(`/api/desk/imports/${id}/check`, { action: uuidv7(), columns })).status).toBe(200);
  return id;
}

test('an import is checked and taken over by a thread of its own, which is there only while there is something to do', async () => {
  await runImportThread(service.deps, going);
  const id = await askToCheck('beside', 300);
  const checked = runImportThread(service.deps, going);
  await expect.poll(connections, { timeout: 60_000 }).not.toEqual([]);
  await checked;
  await expect.poll(connections).toEqual([]);
  const found = await readImport(bob, id);
  expect(found).toMatchObject({ state: 'checked', counts: { new: 300 } });
  expect((await askToApply(bob, found)).status).toBe(200);
  await runImportThread(service.deps, going);
  expect(await readImport(bob, id)).toMatchObject({ state: 'applied', brought: 300 });
}, 180_000);

test('of two replicas one is at it, and a stop ends it behind a batch, after which the other goes on', async () => {
  const id = await askToCheck('stopped', 3000);
  const ending = new AbortController();
  const first = runImportThread(service.deps, ending.signal);
  const cursor = async () => (await service.deps.db.import.findUniqueOrThrow({ where: { id } })).cursor;
  await expect.poll(cursor, { timeout: 60_000 }).toBeGreaterThan(0);
  // It looks, and leaves it.
  await runImportThread(service.deps, going);
  ending.abort();
  await first;
  expect([await readImport(bob, id), await cursor()]).toEqual([expect.objectContaining({ state: 'checking' }), expect.any(Number)]);
  expect(await cursor()).toBeLessThan(3000);
  await runImportThread(service.deps, going);
  expect(await readImport(bob, id)).toMatchObject({ state: 'checked', counts: { new: 3000 } });
}, 180_000);
