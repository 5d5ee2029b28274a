import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ACCOUNT, giveAccount, takeBankDebits } from '../payment/test-debit.ts';
import { runCalendar } from './run-calendar.ts';
import { donate, expectCharged, lettersTo, openCalendar, paidBy, release, settled, subscribe, type Calendar } from './test-calendar.ts';

let calendar: Calendar;
beforeAll(async () => {
  calendar = await openCalendar();
  await takeBankDebits(calendar.deps);
});
afterAll(() => calendar.close());
afterEach(async () => {
  await settled(calendar);
  await expectCharged(calendar);
});

/** A donor whose months are debited from one of Stripe's test accounts. */
async function donateByBank(account_number: string) {
  const { deps } = calendar;
  const donor = await donate(calendar);
  const given = await giveAccount(deps, donor.customer, account_number);
  await deps.db.donation.updateMany({ where: { id: donor.id }, data: given });
  return donor;
}

/** The provider's intent that paid last. */
const lastIntent = (customer: string): string =>
  calendar.emulator.control.state().payment_intents.find((intent) => intent.customer === customer && intent.status === 'succeeded')?.id ??
  '';

const paidPeriod = async (id: string) => (await calendar.deps.db.donation.findFirstOrThrow({ where: { id } })).paidPeriod;

test('a month that is debited from a bank is paid when the money arrives days later, once, and nothing is tried meanwhile', async () => {
  const donor = await donateByBank(ACCOUNT.pays);
  await calendar.live(35);
  expect([paidBy(calendar, donor.customer), await lettersTo(calendar, donor.email)]).toEqual([[], []]);
  calendar.emulator.control.settleBankDebits();
  await settled(calendar);
  await calendar.live(1);
  expect([paidBy(calendar, donor.customer), await paidPeriod(donor.id)]).toEqual([[2500], 1]);
  expect(await lettersTo(calendar, donor.email)).toEqual(['receipt']);
});

test('a debit that the bank sends back days later is told of, and tried again on the days of the retries, until the month is given up', async () => {
  const donor = await donateByBank(ACCOUNT.fails);
  const months = await calendar.deps.db.charge.findMany({ where: { subject: donor.id } });
  calendar.travel((months[0]?.due ?? calendar.now()).toISOString());
  for (const [days, letters] of [
    [0, 1],
    [3, 2],
    [4, 3],
    [7, 4],
  ] as const) {
    calendar.travel(days);
    await runCalendar(calendar.deps);
    calendar.emulator.control.settleBankDebits();
    await settled(calendar);
    expect(await lettersTo(calendar, donor.email), `day ${days}`).toHaveLength(letters);
  }
  expect(await lettersTo(calendar, donor.email)).toEqual([
    'charge-trying-again',
    'charge-trying-again',
    'charge-trying-again',
    'charge-replace-card',
  ]);
  expect([paidBy(calendar, donor.customer), await paidPeriod(donor.id)]).toEqual([[], 0]);
  expect(await calendar.deps.db.donation.findFirstOrThrow({ where: { id: donor.id } })).toMatchObject({ failing: true });
});

test('a month that the bank takes back after it had arrived is told, and no other is debited from that account', async () => {
  const donor = await donateByBank(ACCOUNT.pays);
  await calendar.live(35);
  calendar.emulator.control.settleBankDebits();
  await settled(calendar);
  calendar.emulator.control.switch({ duplicate: true, reverse: true });
  calendar.emulator.control.dispute(lastIntent(donor.customer));
  await settled(calendar);
  calendar.emulator.control.switch({ duplicate: false, reverse: false });
  // The two of one moment have no order of their own.
  expect((await lettersTo(calendar, donor.email)).toSorted()).toEqual(['card-removed', 'money-back', 'receipt']);
  await calendar.live(32);
  calendar.emulator.control.settleBankDebits();
  await settled(calendar);
  expect(await calendar.deps.db.donation.findFirstOrThrow({ where: { id: donor.id } })).toMatchObject({ method: null, payment: null });
  expect([paidBy(calendar, donor.customer), await paidPeriod(donor.id)]).toEqual([[2500], 1]);
  expect((await calendar.deps.stripe.customers.listPaymentMethods(donor.customer, { type: 'us_bank_account' })).data).toEqual([]);
});

test('a renewal that the bank takes back switches autorenew off, once it is told; the year that it gave stays until staff decide', async () => {
  const { db } = calendar.deps;
  const reader = await subscribe(calendar);
  await db.account.update({ where: { id: reader.id }, data: await giveAccount(calendar.deps, reader.customer, ACCOUNT.pays) });
  await release(calendar, 4);
  await calendar.live(31);
  calendar.emulator.control.settleBankDebits();
  await settled(calendar);
  expect(await db.subscription.count({ where: { ownerId: reader.id, cancelled: null } })).toBe(2);
  // The notice of the year after is out, and its day has not come.
  await release(calendar, 4);
  calendar.emulator.control.dispute(lastIntent(reader.customer));
  await settled(calendar);
  expect(await db.account.findUniqueOrThrow({ where: { id: reader.id } })).toMatchObject({ method: null, autorenewSince: null });
  // Written in the same moment, they have no order.
  expect(await lettersTo(calendar, reader.email)).toEqual(expect.arrayContaining(['card-removed', 'money-back']));
  await calendar.live(45);
  const charged = paidBy(calendar, reader.customer);
  expect(charged).toHaveLength(1);
  expect(await db.charge.findMany({ where: { ownerId: reader.id }, orderBy: { cycle: 'asc' } })).toMatchObject([
    { state: 'paid' },
    { state: 'stopped' },
  ]);
  expect(await db.subscription.count({ where: { ownerId: reader.id, cancelled: null } })).toBe(2);
  const order = await db.order.findFirstOrThrow({ where: { ownerId: reader.id }, include: { moneyBack: true } });
  expect(order).toMatchObject({ state: 'paid', total: charged[0], moneyBack: [{ state: 'lost', amount: charged[0] }] });
});
