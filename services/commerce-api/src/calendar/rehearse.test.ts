import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARD, donate, openCalendar, release, subscribe, type Calendar } from './test-calendar.ts';

let calendar: Calendar;
beforeAll(async () => {
  calendar = await openCalendar();
});
afterAll(() => calendar.close());

/** What a person sees who types it. */
async function command(...argv: string[]): Promise<string> {
  const program = join(import.meta.dirname, 'calendar-main.ts');
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: calendar.databaseUrl,
    STRIPE_API_BASE: calendar.emulator.url,
    LOG_LEVEL: 'silent',
  };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...argv], { env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return stdout + stderr;
}

test('a rehearsal tells what would be charged on a date, and changes nothing', async () => {
  const reader = await subscribe(calendar);
  const off = await subscribe(calendar);
  await release(calendar, 4);
  await calendar.deps.db.account.update({ where: { id: off.id }, data: { autorenewSince: null } });
  const due = new Date(calendar.now().getTime() + 31 * 86_400_000).toISOString();
  expect(await command('--dry-run', '--date', due)).toMatch(/: 1 charge of \$[\d.]+ would be made\./);
  const donor = await donate(calendar, { card: CARD.declines });
  const before = [await calendar.deps.db.charge.findMany({ orderBy: { token: 'asc' } }), await calendar.deps.db.outbox.count()];
  const intents = calendar.emulator.control.state().payment_intents.length;

  const early = await command('--dry-run', '--date', calendar.now().toISOString());
  expect(early).toContain(': 0 charges of $0.00 would be made. Nothing was changed.');
  const told = await command('--dry-run', '--date', due);
  const { amount } = await calendar.deps.db.charge.findFirstOrThrow({ where: { ownerId: reader.id } });
  expect(told).toMatch(
    new RegExp(
      `\\$${(amount / 100).toFixed(2)} {2}renewal \\(Digital, Standard, 1 year \\(4 issues\\)\\) ${reader.subscription}, cycle 2, of ${reader.id}, due .*: attempt 1`,
    ),
  );
  expect(told).toMatch(new RegExp(`\\$25\\.00 {2}donation ${donor.id}, month 1, of ${donor.ownerId}, due .*: attempt 1`));
  expect(told).toMatch(new RegExp(` - {2}renewal .* of ${off.id}, due .*: stops: not-wanted`));
  expect(told).toContain(`: 2 charges of $${(amount / 100 + 25).toFixed(2)} would be made. Nothing was changed.`);
  expect(told).not.toContain(reader.email);

  expect([await calendar.deps.db.charge.findMany({ orderBy: { token: 'asc' } }), await calendar.deps.db.outbox.count()]).toEqual(before);
  expect(calendar.emulator.control.state().payment_intents).toHaveLength(intents);
}, 60_000);

test('a date without a rehearsal, and one that is none, are refused', async () => {
  expect(await command('--date', '2027-01-01')).toContain('A date is for a rehearsal only');
  expect(await command('--dry-run', '--date', 'soon')).toContain('--date must be an ISO date or instant');
}, 60_000);
