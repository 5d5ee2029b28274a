import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appOn, type TestApp } from '../../../test/app-on.ts';
import { startScratchPostgres } from '../../../test/scratch-postgres.ts';
import { applyPublication } from '../../publication/apply-publication.ts';
import { loadPublication } from '../../publication/load-publication.ts';
import { readConfig } from '../config/config.ts';
import { openDb } from './db.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';

/** Readers at one moment, and how long they go on, in milliseconds. */
const READERS = 40;
const LASTS = 6000;

let postgres: EmbeddedPostgres;
let shop: TestApp;
const others: pg.Client[] = [];
beforeAll(async () => {
  postgres = await startScratchPostgres({ max_connections: '20' });
  await migrate(postgres.url);
  const { publicationDir, publicationId } = readConfig({});
  const db = openDb(postgres.url);
  await applyPublication(
    { db, clock: () => new Date() },
    { id: publicationId, publication: await loadPublication(publicationDir), dir: publicationDir },
  );
  await db.$disconnect();
  shop = await appOn(postgres.url);
});
afterAll(async () => {
  await shop.close();
  await Promise.all(others.map((other) => other.end()));
  await postgres.stop();
});

/** How often there was no place left: the house is full. */
let full = 0;

/** Takes every place that is free, until it is told to leave some. */
async function crowd(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const other = new pg.Client({ connectionString: postgres.url });
    other.on('error', () => undefined);
    await other.connect().then(
      () => others.push(other),
      () => {
        full += 1;
        return new Promise((done) => setTimeout(done, 5));
      },
    );
  }
}

test(
  'while others take every connection that there is, readers wait for a moment or are told to come again; nothing breaks',
  { tags: ['ci'] },
  async () => {
    const end = Date.now() + LASTS;
    const leaves = Date.now() + LASTS / 2;
    const crowds = Array.from({ length: 4 }, () => crowd(() => Date.now() > leaves));
    await expect.poll(() => others.length).toBeGreaterThan(12);
    const [first] = others;
    // What this shop had breaks, and it comes back to a full house.
    await first?.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> all($1) and backend_type = $2', [
      others.map((other) => Reflect.get(other, 'processID')),
      'client backend',
    ]);
    full = 0;
    const statuses: Record<number, number> = {};
    const waits: number[] = [];
    const readers = Array.from({ length: READERS }, async () => {
      const browser = shop.browser();
      while (Date.now() < end) {
        const began = Date.now();
        const response = await browser.post('/api/cart', { type: 'add', item: { item: 'digital-issue', ref: 'iss:2', quantity: 1 } });
        waits.push(Date.now() - began);
        statuses[response.status] = (statuses[response.status] ?? 0) + 1;
        if (response.status === 503) expect(response.headers.get('retry-after')).toBe('1');
      }
    });
    await Promise.all(crowds);
    // Room for three of its five.
    await Promise.all(others.splice(-3).map((other) => other.end()));
    await Promise.all(readers);
    expect(
      Object.keys(statuses).filter((status) => status !== '200' && status !== '503'),
      JSON.stringify(statuses),
    ).toEqual([]);
    // Not how fast: a machine that others use as well answers fewer.
    expect(statuses[200], JSON.stringify(statuses)).toBeGreaterThan(READERS / 2);
    expect(full).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThan(12_000);
  },
);
