// @module-tag ci
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { sumUp } from './check-rows.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

const ROWS = 20_000;

async function fill(rows: number): Promise<string> {
  const { db } = service.deps;
  const [id, now] = [uuidv7(), new Date()];
  const file = { source: id, name: 'readers.csv', bytes: 1, state: 'checking', created: now, updated: now };
  await db.import.create({ data: { id, publicationId: 'main', ...file } });
  await db.$executeRaw`
    insert into import_row (import_id, row, cells, legacy_id, verdict, data)
    select ${id}::uuid, n, '[]', (n / 2)::text, 'new', jsonb_build_object('person', jsonb_build_object('reader', n / 4, 'email', n / 4 || '@example.org', 'name', 'Ana', 'place', ''))
    from generate_series(0, ${rows}::int - 1) n`;
  return id;
}

test('a large file is summed up in a moment, also where the database has looked at small files alone', async () => {
  const { db } = service.deps;
  // Nothing looks at the table by itself meanwhile.
  await db.$executeRaw`alter table import_row set (autovacuum_enabled = false)`;
  for (let n = 1; n <= 10; n += 1) await fill(4 * n);
  await db.$executeRaw`analyze import_row`;
  const id = await fill(ROWS);
  const counts = await db.$transaction(
    async (tx) => {
      // Each row beside all others it is minutes.
      await tx.$queryRaw`select set_config('statement_timeout', '8000', true)`;
      const columns = { fields: {}, medium: 'digital', level: 'low', country: '', dates: 'mdy', consented: false } as const;
      return sumUp(tx, service.deps, {
        id,
        source: 'large',
        state: 'checking',
        header: [],
        columns: { ...columns, plans: [] },
        action: null,
        cursor: ROWS,
      });
    },
    { timeout: 30_000 },
  );
  expect(counts).toMatchObject({ new: ROWS / 2, refused: ROWS / 2 });
});
