import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eachStep } from '../../../test/each-step.ts';
import {
  CARD,
  donate,
  expectCharged,
  giveCard,
  lettersTo,
  openMagazine,
  paidBy,
  release,
  settled,
  subscribe,
  type Magazine,
} from '../../../test/timed-magazine.ts';
import { followAutorenew } from '../../ledger/planned-charges/follow-autorenew.ts';
import { MINUTE } from '../../platform/duration.ts';
import { LEASE } from '../../rules/charges/dunning-rules.ts';

let magazine: Magazine;
beforeAll(async () => {
  magazine = await openMagazine();
});
afterAll(() => magazine.close());
afterEach(async () => {
  magazine.emulator.control.switch({ drop: false, hang_up: { times: 0 } });
  await settled(magazine);
  await expectCharged(magazine);
});

/** A replica makes a renewal run, now; answers how it ended: null, or the signal. */
async function run(crashAt = '', times = 1): Promise<unknown> {
  const [code, signal] = await once(start(crashAt, times), 'exit');
  if (signal === null) expect(code).toBe(0);
  return signal;
}

/** A replica's run that freezes at a step. Answers how to wake it, and to wait for its end. */
async function freeze(step: string): Promise<() => Promise<void>> {
  const child = start(step, 1, 'SIGSTOP');
  const ended = once(child, 'exit');
  await expect.poll(() => readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ')[2], { timeout: 60_000 }).toBe('T');
  return async () => {
    child.kill('SIGCONT');
    // Whose transaction the database has ended meanwhile ends in trouble.
    const [, signal] = await ended;
    expect(signal).toBeNull();
  };
}

function start(stopAt: string, times: number, how = 'SIGKILL'): ChildProcess {
  const { databaseUrl, emulator } = magazine;
  const environment = { NODE_ENV: 'test', DATABASE_URL: databaseUrl, STRIPE_API_BASE: emulator.url };
  const program = join(import.meta.dirname, '../../../test/crash-run.ts');
  const argv = [program, JSON.stringify(environment), magazine.now().toISOString(), stopAt, String(times), how];
  return spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'inherit'] });
}

const afterTheLease = () => magazine.travel((LEASE + MINUTE) / 86_400_000);

/** Two readers whose renewals are due, and a donor whose month is. */
async function comeDue(): Promise<string[]> {
  const readers = [await subscribe(magazine), await subscribe(magazine)];
  await release(magazine, 4);
  magazine.travel(30);
  // Their month is counted back from today, so that it falls due with the renewals.
  const donor = await donate(magazine);
  await magazine.deps.db.charge.updateMany({ where: { subject: donor.id }, data: { due: magazine.now(), nextAttempt: magazine.now() } });
  return [...readers, donor].map(({ customer }) => customer);
}

describe('a run is killed', () => {
  eachStep(
    { ci: ['charge-asked'], long: ['charges-taken', 'attempt-started', 'charge-claimed', 'charge-settled'] },
    'at %s: the next one charges each once',
    async (step) => {
      const customers = await comeDue();
      expect(await run(step)).toBe('SIGKILL');
      await settled(magazine);
      await run();
      afterTheLease();
      await run();
      for (const customer of customers) expect(paidBy(magazine, customer)).toHaveLength(1);
      expect(await magazine.deps.db.charge.count({ where: { nextAttempt: { lte: magazine.now() } } })).toBe(0);
    },
  );

  test(
    'after the provider was asked, and is back when the provider has forgotten its key and no webhook came: it looks up what became of it',
    { tags: ['ci'], timeout: 180_000 },
    async () => {
      const customers = await comeDue();
      magazine.emulator.control.switch({ drop: true });
      expect(await run('charge-asked')).toBe('SIGKILL');
      magazine.travel(2);
      await run();
      for (const customer of customers) expect(paidBy(magazine, customer)).toHaveLength(1);
    },
  );

  test(
    'and its answer from the provider is lost on the way: the same attempt is asked for again',
    { tags: ['ci'], timeout: 180_000 },
    async () => {
      const customers = await comeDue();
      magazine.emulator.control.switch({ drop: true, hang_up: { times: 1, path: '/v1/payment_intents' } });
      await run();
      afterTheLease();
      await run();
      for (const customer of customers) expect(paidBy(magazine, customer)).toHaveLength(1);
    },
  );
});

describe('a run is frozen with charges in its hand, and wakes', () => {
  test(
    'when autorenew was switched off and on again: nothing is charged before the new date',
    { tags: ['ci'], timeout: 180_000 },
    async () => {
      const { id, customer } = await subscribe(magazine);
      await release(magazine, 4);
      magazine.travel(30);
      const wake = await freeze('charges-taken');
      for (const autorenewSince of [null, magazine.now()]) {
        await magazine.deps.db.$transaction(async (tx) => {
          await tx.account.update({ where: { id }, data: { autorenewSince } });
          await followAutorenew(tx, magazine.deps, id);
        });
      }
      await wake();
      expect(paidBy(magazine, customer)).toEqual([]);
      await magazine.live(29);
      expect(paidBy(magazine, customer)).toEqual([]);
      await magazine.live(2);
      expect(paidBy(magazine, customer)).toHaveLength(1);
    },
  );

  test(
    'when its reader had put another card on record: the new one is charged, and nobody is told of a card that was refused',
    { tags: ['ci'], timeout: 180_000 },
    async () => {
      const { id, email, customer } = await subscribe(magazine);
      await release(magazine, 4);
      magazine.travel(30);
      const wake = await freeze('charges-taken');
      const { method: old } = await magazine.deps.db.account.findUniqueOrThrow({ where: { id } });
      const data = await giveCard(magazine, customer, CARD.other);
      await magazine.deps.db.account.update({ where: { id }, data });
      await magazine.deps.stripe.paymentMethods.detach(old ?? '');
      await wake();
      afterTheLease();
      await run();
      await settled(magazine);
      const attempts = await magazine.deps.db.chargeAttempt.findMany({ where: { ownerId: id } });
      expect(attempts).toMatchObject([{ method: data.method, outcome: 'paid' }]);
      expect(await lettersTo(magazine, email)).not.toContain('charge-again');
    },
  );

  test('when its donor had changed the amount: what is given now is charged', { tags: ['ci'], timeout: 180_000 }, async () => {
    const { id, customer } = await donate(magazine);
    await magazine.deps.db.charge.updateMany({ where: { subject: id }, data: { due: magazine.now(), nextAttempt: magazine.now() } });
    const wake = await freeze('charges-taken');
    await magazine.deps.db.donation.updateMany({ where: { id }, data: { amount: 700 } });
    await wake();
    afterTheLease();
    await run();
    await settled(magazine);
    expect(paidBy(magazine, customer)).toEqual([700]);
  });

  eachStep(
    { ci: ['attempt-started'], long: ['charge-asked', 'charge-claimed'] },
    'at %s, after another run did its work: each is charged once',
    async (step) => {
      const customers = await comeDue();
      const wake = await freeze(step);
      afterTheLease();
      // While a frozen one holds a lock, this one may end in trouble.
      await once(start('', 1), 'exit');
      await wake();
      await settled(magazine);
      await magazine.live(1);
      for (const customer of customers) expect(paidBy(magazine, customer)).toHaveLength(1);
    },
  );
});

test(
  'two processes at the same moment charge each once, also when one of them is killed half-way',
  { tags: ['long'], timeout: 300_000 },
  async () => {
    const readers = [];
    for (let count = 0; count < 40; count++) readers.push(await subscribe(magazine, { card: count % 8 === 0 ? CARD.declines : CARD.good }));
    await release(magazine, 4);
    magazine.travel(30);
    // Whoever of them has so many in hand dies of it.
    expect(await Promise.all([run('charge-asked', 7), run('charge-asked', 9)])).toContain('SIGKILL');
    afterTheLease();
    await Promise.all([run(), run()]);
    for (const [index, { customer }] of readers.entries()) expect(paidBy(magazine, customer)).toHaveLength(index % 8 === 0 ? 0 : 1);
    const attempts = await magazine.deps.db.chargeAttempt.groupBy({
      by: ['subject', 'cycle'],
      where: { customer: { in: readers.map(({ customer }) => customer) } },
      _count: true,
    });
    expect(attempts.map(({ _count }) => _count)).toEqual(readers.map(() => 1));
  },
);
