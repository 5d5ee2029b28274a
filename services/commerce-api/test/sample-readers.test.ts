// @module-tag ci
import { DESK_REPORTS, DeskClosing, DeskReport, MonthClosed } from '@newsstand/contracts/desk-reports';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { expect, inject, it } from 'vitest';
import { liveSample } from '../scripts/sample-readers.ts';
import { ask } from '../scripts/sample-world.ts';
import { checkBooks } from '../src/desk/books/check-books.ts';
import { createDatabase, withDatabase } from '../src/platform/db/open-database.ts';
import { uuidv7 } from '../src/platform/db/uuidv7.ts';
import { DAY } from '../src/platform/duration.ts';
import { NO_MAIL } from './no-mail.ts';

it('gives a magazine of one’s own a year of readers whose books agree, whose last month can be closed, and of which each report tells', async () => {
  const { serverUrl } = inject('postgres');
  await createDatabase(serverUrl, 'sample_year');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sample-'));
  const stripeFile = path.join(dataDir, 'stripe.sqlite');
  const messages: string[] = [];
  const places = { databaseUrl: withDatabase(serverUrl, 'sample_year'), dataDir, stripeFile, environment: NO_MAIL };
  await liveSample(
    places,
    (line) => messages.push(line),
    async (world) => {
      expect([await checkBooks(world.deps), world.emulator.control.state().violations]).toEqual([0, []]);
      expect(await world.deps.db.releasePlan.count({ where: { held: true } })).toBe(0);
      const accountant = await world.staff('accountant');
      const now = world.now();
      const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15)).toISOString().slice(0, 7);
      const route = `/api/desk/closings/${last}`;
      const { version, closed } = v.parse(DeskClosing, await ask(accountant, route));
      expect(closed).toBeNull();
      expect(v.parse(MonthClosed, await ask(accountant, route, { action: uuidv7(), version })).month).toBe(last);
      const [from, until] = [new Date(now.getTime() - 396 * DAY), now].map((day) => day.toISOString().slice(0, 10));
      for (const name of Object.keys(DESK_REPORTS)) {
        const { rows } = v.parse(DeskReport, await ask(accountant, `/api/desk/reports/${name}?from=${from}&until=${until}`));
        expect(rows.length, name).toBeGreaterThan(0);
      }
    },
  );
  expect(messages.length).toBeGreaterThanOrEqual(13);
  await rm(dataDir, { recursive: true });
}, 300_000);
