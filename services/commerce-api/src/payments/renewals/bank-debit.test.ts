import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  donate,
  expectCharged,
  lettersTo,
  openMagazine,
  paidBy,
  release,
  settled,
  subscribe,
  type Magazine,
} from '../../../test/timed-magazine.ts';
import { ACCOUNT, giveAccount, takeBankDebits } from '../../../test/debit.ts';
import { runRenewals } from './run-renewals.ts';

let magazine: Magazine;
beforeAll(async () => {
  magazine = await openMagazine();
  await takeBankDebits(magazine.deps);
});
afterAll(() => magazine.close());
afterEach(async () => {
  await settled(magazine);
  await expectCharged(magazine);
});

/** A donor whose months are debited from one of Stripe's test accounts. */
async function donateByBank(account_number: string) {
  const { deps } = magazine;
  const donor = await donate(magazine);
  const given = await giveAccount(deps, donor.customer, account_number);
  await deps.db.donation.updateMany({ where: { id: donor.id }, data: given });
  return donor;
}

/** The provider's intent that paid last. */
const lastIntent = (customer: string): string =>
  magazine.emulator.control.state().payment_intents.find((intent) => intent.customer === customer && intent.status === 'succeeded')?.id ??
  '';

const paidPeriod = async (id: string) => (await magazine.deps.db.donation.findFirstOrThrow({ where: { id } })).paidPeriod;

test('a month that is debited from a bank is paid when the money arrives days later, once, and nothing is tried meanwhile', async () => {
  const donor = await donateByBank(ACCOUNT.pays);
  await magazine.live(35);
  expect([paidBy(magazine, donor.customer), await lettersTo(magazine, donor.email)]).toEqual([[], []]);
  magazine.emulator.control.settleBankDebits();
  await settled(magazine);
  await magazine.live(1);
  expect([paidBy(magazine, donor.customer), await paidPeriod(donor.id)]).toEqual([[2500], 1]);
  expect(await lettersTo(magazine, donor.email)).toEqual(['receipt']);
});

test('a debit that the bank sends back days later is told of, and tried again on the days of the retries, until the month is given up', async () => {
  const donor = await donateByBank(ACCOUNT.fails);
  const months = await magazine.deps.db.charge.findMany({ where: { subject: donor.id } });
  magazine.travel((months[0]?.due ?? magazine.now()).toISOString());
  for (const [days, letters] of [
    [0, 1],
    [3, 2],
    [4, 3],
    [7, 4],
  ] as const) {
    magazine.travel(days);
    await runRenewals(magazine.deps);
    magazine.emulator.control.settleBankDebits();
    await settled(magazine);
    expect(await lettersTo(magazine, donor.email), `day ${days}`).toHaveLength(letters);
  }
  expect(await lettersTo(magazine, donor.email)).toEqual([
    'charge-trying-again',
    'charge-trying-again',
    'charge-trying-again',
    'charge-replace-card',
  ]);
  expect([paidBy(magazine, donor.customer), await paidPeriod(donor.id)]).toEqual([[], 0]);
  expect(await magazine.deps.db.donation.findFirstOrThrow({ where: { id: donor.id } })).toMatchObject({ failing: true });
});

test(
  'a month that the bank takes back after it had arrived is told, and no other is debited from that account',
  { tags: ['ci'] },
  async () => {
    const donor = await donateByBank(ACCOUNT.pays);
    await magazine.live(35);
    magazine.emulator.control.settleBankDebits();
    await settled(magazine);
    magazine.emulator.control.switch({ duplicate: true, reverse: true });
    magazine.emulator.control.dispute(lastIntent(donor.customer));
    await settled(magazine);
    magazine.emulator.control.switch({ duplicate: false, reverse: false });
    // The two of one moment have no order of their own.
    expect((await lettersTo(magazine, donor.email)).toSorted()).toEqual(['card-removed', 'money-back', 'receipt']);
    await magazine.live(32);
    magazine.emulator.control.settleBankDebits();
    await settled(magazine);
    expect(await magazine.deps.db.donation.findFirstOrThrow({ where: { id: donor.id } })).toMatchObject({ method: null, payment: null });
    expect([paidBy(magazine, donor.customer), await paidPeriod(donor.id)]).toEqual([[2500], 1]);
    expect((await magazine.deps.stripe.customers.listPaymentMethods(donor.customer, { type: 'us_bank_account' })).data).toEqual([]);
  },
);

test('a renewal that the bank takes back switches autorenew off, once it is told; the year that it gave stays until staff decide', async () => {
  const { db } = magazine.deps;
  const reader = await subscribe(magazine);
  await db.account.update({ where: { id: reader.id }, data: await giveAccount(magazine.deps, reader.customer, ACCOUNT.pays) });
  await release(magazine, 4);
  await magazine.live(31);
  magazine.emulator.control.settleBankDebits();
  await settled(magazine);
  expect(await db.subscription.count({ where: { ownerId: reader.id, cancelled: null } })).toBe(2);
  // The notice of the year after is out, and its day has not come.
  await release(magazine, 4);
  magazine.emulator.control.dispute(lastIntent(reader.customer));
  await settled(magazine);
  expect(await db.account.findUniqueOrThrow({ where: { id: reader.id } })).toMatchObject({ method: null, autorenewSince: null });
  expect(await lettersTo(magazine, reader.email)).toContain('money-back');
  const { payload } = await db.outbox.findFirstOrThrow({ where: { recipient: reader.email, kind: 'money-back' } });
  // It says so itself: no letter about the account that was taken off is needed beside it.
  expect(payload).toMatchObject({ how: 'dispute', debit: true, stopped: ['autorenew'] });
  await magazine.live(45);
  const charged = paidBy(magazine, reader.customer);
  expect(charged).toHaveLength(1);
  expect(await db.charge.findMany({ where: { ownerId: reader.id }, orderBy: { cycle: 'asc' } })).toMatchObject([
    { state: 'paid' },
    { state: 'stopped' },
  ]);
  expect(await db.subscription.count({ where: { ownerId: reader.id, cancelled: null } })).toBe(2);
  const order = await db.order.findFirstOrThrow({ where: { ownerId: reader.id }, include: { moneyBack: true } });
  expect(order).toMatchObject({ state: 'paid', total: charged[0], moneyBack: [{ state: 'lost', amount: charged[0] }] });
});
