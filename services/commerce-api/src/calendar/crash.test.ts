import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE } from '../duration.ts';
import { LEASE } from './calendar-rules.ts';
import { CARD, donate, expectCharged, openCalendar, paidBy, release, settled, subscribe, type Calendar } from './test-calendar.ts';

let calendar: Calendar;
beforeAll(async () => {
  calendar = await openCalendar();
});
afterAll(() => calendar.close());
afterEach(async () => {
  calendar.emulator.control.switch({ drop: false, hang_up: { times: 0 } });
  await settled(calendar);
  await expectCharged(calendar);
});

/** A replica goes through the calendar, now; answers how it ended: null, or the signal. */
async function run(crashAt = '', times = 1): Promise<unknown> {
  const { databaseUrl, emulator } = calendar;
  const environment = { NODE_ENV: 'test', DATABASE_URL: databaseUrl, STRIPE_API_BASE: emulator.url };
  const program = join(import.meta.dirname, 'crash-run.ts');
  const argv = [program, JSON.stringify(environment), calendar.now().toISOString(), crashAt, String(times)];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code, signal] = await once(child, 'exit');
  if (signal === null) expect(code).toBe(0);
  return signal;
}

const afterTheLease = () => calendar.travel((LEASE + MINUTE) / 86_400_000);

/** Two readers whose renewals are due, and a donor whose month is. */
async function comeDue(): Promise<string[]> {
  const readers = [await subscribe(calendar), await subscribe(calendar)];
  await release(calendar, 4);
  calendar.travel(30);
  // Their month is counted back from today, so that it falls due with the renewals.
  const donor = await donate(calendar);
  await calendar.deps.db.charge.updateMany({ where: { subject: donor.id }, data: { due: calendar.now(), nextAttempt: calendar.now() } });
  return [...readers, donor].map(({ customer }) => customer);
}

describe('a run is killed', () => {
  test.each(['charges-taken', 'attempt-started', 'charge-asked', 'charge-claimed', 'charge-settled'])(
    'at %s: the next one charges each once',
    async (step) => {
      const customers = await comeDue();
      expect(await run(step)).toBe('SIGKILL');
      await settled(calendar);
      await run();
      afterTheLease();
      await run();
      for (const customer of customers) expect(paidBy(calendar, customer)).toHaveLength(1);
      expect(await calendar.deps.db.charge.count({ where: { nextAttempt: { lte: calendar.now() } } })).toBe(0);
    },
    180_000,
  );

  test('after the provider was asked, and is back when the provider has forgotten its key and no webhook came: it looks up what became of it', async () => {
    const customers = await comeDue();
    calendar.emulator.control.switch({ drop: true });
    expect(await run('charge-asked')).toBe('SIGKILL');
    calendar.travel(2);
    await run();
    for (const customer of customers) expect(paidBy(calendar, customer)).toHaveLength(1);
  }, 180_000);

  test('and its answer from the provider is lost on the way: the same attempt is asked for again', async () => {
    const customers = await comeDue();
    calendar.emulator.control.switch({ drop: true, hang_up: { times: 1, path: '/v1/payment_intents' } });
    await run();
    afterTheLease();
    await run();
    for (const customer of customers) expect(paidBy(calendar, customer)).toHaveLength(1);
  }, 180_000);
});

test('two processes at the same moment charge each once, also when one of them is killed half-way', async () => {
  const readers = [];
  for (let count = 0; count < 40; count++) readers.push(await subscribe(calendar, { card: count % 8 === 0 ? CARD.declines : CARD.good }));
  await release(calendar, 4);
  calendar.travel(30);
  // Whoever of them has so many in hand dies of it.
  expect(await Promise.all([run('charge-asked', 7), run('charge-asked', 9)])).toContain('SIGKILL');
  afterTheLease();
  await Promise.all([run(), run()]);
  for (const [index, { customer }] of readers.entries()) expect(paidBy(calendar, customer)).toHaveLength(index % 8 === 0 ? 0 : 1);
  const attempts = await calendar.deps.db.chargeAttempt.groupBy({
    by: ['subject', 'cycle'],
    where: { customer: { in: readers.map(({ customer }) => customer) } },
    _count: true,
  });
  expect(attempts.map(({ _count }) => _count)).toEqual(readers.map(() => 1));
}, 300_000);
