// @module-tag ci
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARD, donate, openMagazine, paidBy, release, subscribe, type Magazine } from '../../../test/timed-magazine.ts';
import { DAY } from '../../platform/duration.ts';
import { rehearse, wouldCharge } from './rehearse.ts';

let magazine: Magazine;
beforeAll(async () => {
  magazine = await openMagazine();
});
afterAll(() => magazine.close());

/** What a person sees who types it. */
async function command(...argv: string[]): Promise<string> {
  const program = join(import.meta.dirname, '../../main/renewals-main.ts');
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: magazine.databaseUrl,
    STRIPE_API_BASE: magazine.emulator.url,
    LOG_LEVEL: 'silent',
  };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...argv], { env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return stdout + stderr;
}

test('a rehearsal tells what would be charged on a date, and changes nothing', async () => {
  const reader = await subscribe(magazine);
  const off = await subscribe(magazine);
  await release(magazine, 4);
  await magazine.deps.db.account.update({ where: { id: off.id }, data: { autorenewSince: null } });
  const due = new Date(magazine.now().getTime() + 31 * 86_400_000).toISOString();
  expect(await command('--dry-run', '--date', due)).toMatch(/: 1 charge of \$[\d.]+ would be made\./);
  const donor = await donate(magazine, { card: CARD.declines });
  const before = [await magazine.deps.db.charge.findMany({ orderBy: { token: 'asc' } }), await magazine.deps.db.outbox.count()];
  const intents = magazine.emulator.control.state().payment_intents.length;

  const early = await command('--dry-run', '--date', magazine.now().toISOString());
  expect(early).toContain(': 0 charges of $0.00 would be made. Nothing was changed.');
  const told = await command('--dry-run', '--date', due);
  const { amount } = await magazine.deps.db.charge.findFirstOrThrow({ where: { ownerId: reader.id } });
  expect(told).toMatch(
    new RegExp(
      `\\$${(amount / 100).toFixed(2)} {2}renewal \\(Digital, Standard, 1 year \\(4 issues\\)\\) ${reader.subscription}, cycle 2, of ${reader.id}, due .*: attempt 1`,
    ),
  );
  expect(told).toMatch(new RegExp(`\\$25\\.00 {2}donation ${donor.id}, month 1, of ${donor.ownerId}, due .*: attempt 1`));
  expect(told).toMatch(new RegExp(` - {2}renewal .* of ${off.id}, due .*: stops: not-wanted`));
  expect(told).toContain(`: 2 charges of $${(amount / 100 + 25).toFixed(2)} would be made. Nothing was changed.`);
  expect(told).not.toContain(reader.email);

  expect([await magazine.deps.db.charge.findMany({ orderBy: { token: 'asc' } }), await magazine.deps.db.outbox.count()]).toEqual(before);
  expect(magazine.emulator.control.state().payment_intents).toHaveLength(intents);
});

test('a rehearsal over months tells what the runs until then take: each month of a donation, a renewal once, and nothing that has ended', async () => {
  const [donor, ended] = [await donate(magazine, { amount: 700 }), await donate(magazine)];
  const reader = await subscribe(magazine);
  await magazine.deps.db.donation.update({ where: { token: ended.token }, data: { ended: magazine.now() } });
  await release(magazine, 4);
  const customers = new Map<string, string>([
    [donor.ownerId, donor.customer],
    [ended.ownerId, ended.customer],
    [reader.id, reader.customer],
  ]);
  const begun = magazine.now();
  const told = new Map<number, number[]>();
  for (const days of [10, 31, 62, 95]) {
    const sums = new Map<string, number>();
    for await (const each of rehearse(magazine.deps, new Date(begun.getTime() + days * DAY))) {
      const { ownerId } = each.charge;
      if (wouldCharge(each)) sums.set(ownerId, (sums.get(ownerId) ?? 0) + each.amount);
    }
    told.set(
      days,
      [...customers.keys()].map((id) => sums.get(id) ?? 0),
    );
  }
  for (const [days, sums] of told) {
    while (magazine.now().getTime() < begun.getTime() + days * DAY) await magazine.live(1);
    const taken = [...customers.values()].map((customer) => paidBy(magazine, customer).reduce((sum, cents) => sum + cents, 0));
    expect(sums, `after ${days} days`).toEqual(taken);
  }
  expect(told.get(95)?.slice(0, 2)).toEqual([2100, 0]);
});

test('after an outage of months, a rehearsal counts the one month that is charged then, and those that follow', async () => {
  const donor = await donate(magazine, { amount: 700 });
  magazine.travel(70);
  const lines: [number, string][] = [];
  for await (const { charge, next } of rehearse(magazine.deps, new Date(magazine.now().getTime() + 31 * DAY)))
    if (charge.ownerId === donor.ownerId) lines.push([charge.cycle, next.type === 'stop' ? next.why : next.type]);
  expect(lines).toEqual([
    [1, 'lapsed'],
    [2, 'charge'],
    [3, 'charge'],
  ]);
});

test('a date without a rehearsal, and one that is none, are refused', async () => {
  expect(await command('--date', '2027-01-01')).toContain('A date is for a rehearsal only');
  expect(await command('--dry-run', '--date', 'soon')).toContain('--date must be an ISO date or instant');
});
