import { afterAll, beforeAll, expect, test } from 'vitest';
import { donate, expectCharged, openMagazine, paidBy, release, settled, subscribe, type Magazine } from '../../../test/timed-magazine.ts';
import { LEASE } from '../../rules/charges/dunning-rules.ts';
import { DAY, MINUTE } from '../../platform/duration.ts';
import { runRenewals } from './run-renewals.ts';

// A run ends here as if its process had, in the test's own: `crash.test.ts` really kills one (SIGKILL), at each step.
let magazine: Magazine;
/** The step at which the next run ends; once. */
let dies: string | null = null;
beforeAll(async () => {
  magazine = await openMagazine({
    reached: (step) => {
      if (step !== dies) return;
      dies = null;
      throw new Error(`killed at ${step}`);
    },
  });
});
afterAll(() => magazine.close());

test('a run that ends once the provider was asked, and hears of nothing: the next one charges subscriber and donor once each', async () => {
  const subscriber = await subscribe(magazine);
  await release(magazine, 4);
  magazine.travel(30);
  const donor = await donate(magazine);
  await magazine.deps.db.charge.updateMany({ where: { subject: donor.id }, data: { due: magazine.now(), nextAttempt: magazine.now() } });
  magazine.emulator.control.switch({ drop: true });
  for (let turn = 0; turn < 2; turn++) {
    dies = 'charge-asked';
    await runRenewals(magazine.deps).catch(() => undefined);
    expect(dies).toBe(null);
    magazine.travel((LEASE + MINUTE) / DAY);
  }
  await Promise.all([runRenewals(magazine.deps), runRenewals(magazine.deps)]);
  magazine.travel((LEASE + MINUTE) / DAY);
  await runRenewals(magazine.deps);
  magazine.emulator.control.switch({ drop: false });
  await settled(magazine);
  for (const { customer } of [subscriber, donor]) expect(paidBy(magazine, customer)).toHaveLength(1);
  await expectCharged(magazine);
});
