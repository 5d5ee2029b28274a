import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runCalendar } from './run-calendar.ts';
import { donate, expectCharged, lettersTo, openCalendar, paidBy, settled, type Calendar } from './test-calendar.ts';

let calendar: Calendar;
beforeAll(async () => {
  calendar = await openCalendar();
  await calendar.deps.db.$executeRaw`
    update publication set data = jsonb_set(data, '{settings,payment_methods}', '["card", "us_bank_account"]'), revision = revision + 1`;
  await calendar.deps.publication.now();
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
  const { id } = await deps.stripe.paymentMethods.create({
    type: 'us_bank_account',
    us_bank_account: { account_number, routing_number: '110000000', account_holder_type: 'individual' },
    billing_details: { name: 'Dora Donor' },
  });
  await deps.stripe.paymentMethods.attach(id, { customer: donor.customer });
  const payment = {
    name: 'Dora Donor',
    card: null,
    ach: { bank_name: 'STRIPE TEST BANK', last_four: '6789', routing_number: '' },
    agreed: 0,
  };
  await deps.db.donation.updateMany({ where: { id: donor.id }, data: { method: id, payment } });
  return donor;
}

const paidPeriod = async (id: string) => (await calendar.deps.db.donation.findFirstOrThrow({ where: { id } })).paidPeriod;

test('a month that is debited from a bank is paid when the money arrives days later, once, and nothing is tried meanwhile', async () => {
  const donor = await donateByBank('000123456789');
  await calendar.live(35);
  expect([paidBy(calendar, donor.customer), await lettersTo(calendar, donor.email)]).toEqual([[], []]);
  calendar.emulator.control.settleBankDebits();
  await settled(calendar);
  await calendar.live(1);
  expect([paidBy(calendar, donor.customer), await paidPeriod(donor.id)]).toEqual([[2500], 1]);
  expect(await lettersTo(calendar, donor.email)).toEqual(['receipt']);
});

test('a debit that the bank sends back days later is told of, and tried again on the days of the retries, until the month is given up', async () => {
  const donor = await donateByBank('000111111116');
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
