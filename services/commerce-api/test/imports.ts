// What the tests of imports share: a file that is brought to the desk, checked, applied and taken back, with the rounds
// that do it.
import { DeskImport, ImportUploaded } from '@newsstand/contracts/desk-imports';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { addTerm } from '../src/ledger/terms/add-term.ts';
import { uuidv7 } from '../src/platform/db/uuidv7.ts';
import { runImports } from '../src/readers/imports/run-imports.ts';
import type { Browser } from './browser.ts';
import type { TestApp } from './test-app.ts';

export const sample = async (name: 'woocommerce-subscriptions' | 'fulfilment-house'): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(path.join(import.meta.dirname, `../samples/${name}.csv`)));

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

type File = { name?: string; source: string; action?: string };

export function upload(browser: Browser, body: Uint8Array<ArrayBuffer>, { name = 'readers.csv', source, action = uuidv7() }: File) {
  const query = new URLSearchParams({ action, name, source });
  return browser.send('POST', `/api/desk/imports?${query.toString()}`, body, { 'Content-Type': 'text/csv' });
}

export async function bring(browser: Browser, body: Uint8Array<ArrayBuffer>, file: File): Promise<string> {
  const answer = await upload(browser, body, file);
  if (answer.status !== 200) throw new Error(await answer.text());
  return v.parse(ImportUploaded, await answer.json()).id;
}

export async function readImport(browser: Browser, id: string): Promise<DeskImport> {
  return v.parse(DeskImport, await (await browser.get(`/api/desk/imports/${id}`)).json());
}

/** With what is guessed of its columns, but for what is said otherwise. */
export async function check(
  service: TestApp,
  browser: Browser,
  id: string,
  columns: Partial<DeskImport['columns']> = {},
): Promise<DeskImport> {
  const { columns: guessed } = await readImport(browser, id);
  const answer = await browser.post(`/api/desk/imports/${id}/check`, { action: uuidv7(), columns: { ...guessed, ...columns } });
  if (answer.status !== 200) throw new Error(await answer.text());
  await runImports(service.deps);
  return readImport(browser, id);
}

export const askToApply = (browser: Browser, { id, counts }: DeskImport, action = uuidv7()) =>
  browser.post(`/api/desk/imports/${id}/apply`, { action, rows: (counts?.new ?? 0) + (counts?.changed ?? 0) });

export async function apply(service: TestApp, browser: Browser, found: DeskImport): Promise<DeskImport> {
  const answer = await askToApply(browser, found);
  if (answer.status !== 200) throw new Error(await answer.text());
  await runImports(service.deps);
  return readImport(browser, found.id);
}

/**
 * What another system calls a subscription by post of somebody without a mailbox, taken over by hand; it goes to 45402.
 */
export async function importedNumber({ deps: { db, clock, config } }: Pick<TestApp, 'deps'>): Promise<string> {
  const { publicationId } = config;
  const [ownerId, id, number] = [uuidv7(), uuidv7(), uuidv7().slice(-8)];
  const at = clock();
  const deliverables = { set: 'print-a', active: 'print-a' } as const;
  const address = {
    line1: '14 Elm St',
    line2: '',
    city: 'Dayton',
    state: 'OH',
    state_name: 'Ohio',
    postcode: '45402',
    country_code: 'US',
    country_name: 'United States',
  };
  await db.$transaction(async (tx) => {
    const source = `import:hand:${number}`;
    await addTerm(tx, { publicationId, ownerId, id, source, term: '1year', level: 'low', deliverables, copies: 1, issues: 3, at });
    await tx.ownerAddress.create({ data: { publicationId, ownerId, shipcode: 'a', name: 'Ada Post', address, updated: at } });
    await tx.legacyReader.create({ data: { publicationId, ownerId, source: 'hand', readerId: `#${number}`, made: false } });
    const term = {
      legacyId: number,
      subscriptionId: id,
      importId: uuidv7(),
      deliverable: 'print-a',
      value: 0,
      fingerprint: '',
      applied: at,
    };
    await tx.legacyTerm.create({ data: { publicationId, ownerId, source: 'hand', ...term } });
  });
  return number;
}

/** A list with an address each; as many as are wanted. */
export const listOf = (from: number, count: number, more: (n: number) => string = () => ''): string =>
  [
    'legacy_id,name,email,line1,city,state,postcode,country,issues_left',
    ...Array.from({ length: count }, (_, index) => {
      const n = from + index;
      return `${n},Reader ${n},${more(n)},${n} Elm St,Dayton,OH,45402,US,${1 + (n % 4)}`;
    }),
  ].join('\n');
