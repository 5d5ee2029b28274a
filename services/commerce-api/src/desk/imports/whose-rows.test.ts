import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { apply, askToApply, bring, bytesOf, check, readImport } from '../../../test/imports.ts';
import { isImporting, runImports } from '../../readers/imports/run-imports.ts';

// Whose a row becomes, whatever else the file, another file or another publication says.
let service: DeskApp;
let bob: Browser;
let late = 0;
beforeAll(async () => {
  service = await createDeskTestApp({ clock: () => new Date(Date.parse('2026-11-24T12:00:00Z') + late) });
  bob = await service.as('circulation');
});
afterAll(() => service.close());
async function later(time: number): Promise<void> {
  late += time;
  bob = await service.as('circulation');
}

const HEAD = 'legacy_id,reader_id,name,email,line1,city,state,postcode,country,issues_left';
const row = (id: number, reader: string, email: string, street = '1 Elm St') =>
  `${id},${reader},Reader ${reader},${email},${street},Dayton,OH,45402,US,2`;
const fileOf = (...rows: string[]) => bytesOf([HEAD, ...rows].join('\n'));
const take = async (source: string, ...rows: string[]) =>
  apply(service, bob, await check(service, bob, await bring(bob, fileOf(...rows), { source })));
const ownersOf = async (source: string) => {
  const terms = await service.deps.db.legacyTerm.findMany({ where: { source }, orderBy: { legacyId: 'asc' } });
  return terms.map(({ ownerId }) => ownerId);
};
const accountOf = async (email: string) => (await service.deps.db.account.findFirst({ where: { email } }))?.id;

test('a file of one publication is taken over by that publication alone, where several share a database', async () => {
  const found = await check(service, bob, await bring(bob, fileOf(row(1, 'A', '')), { source: 'ours' }));
  expect((await askToApply(bob, found)).status).toBe(200);
  const other = { ...service.deps, config: { ...service.deps.config, publicationId: 'other' } };
  expect([await isImporting(other), await isImporting(service.deps)]).toEqual([false, true]);
  await runImports(other);
  expect(await readImport(bob, found.id)).toMatchObject({ state: 'applying', done: 0 });
  expect(await service.deps.db.legacyTerm.count({ where: { publicationId: 'other' } })).toBe(0);
  await runImports(service.deps);
  expect((await readImport(bob, found.id)).state).toBe('applied');
});
