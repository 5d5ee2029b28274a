import { DonationSetup } from '@newsstand/contracts/card-endpoints';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { answerOf } from '../access/test-reader.ts';
import { setupIntentOf } from '../card/test-card-reader.ts';
import { CARD, donate, expectCharged, openCalendar, paidBy, settled, type Calendar } from '../calendar/test-calendar.ts';
import { ACCOUNT, debit, takeBankDebits } from '../payment/test-debit.ts';

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

test.each([
  ['pays', ACCOUNT.pays, { failing: false, owed: null, processing: false }, [2500]],
  ['sends it back', ACCOUNT.fails, { owed: 2500, processing: false }, []],
])('a donation that failed and goes on with a bank account is with the bank, until it %s', async (_, account_number, afterwards, paid) => {
  const donor = await donate(calendar, { card: CARD.declines });
  await calendar.live(50);
  const browser = calendar.browser();
  const ask = async (path: string, body: object = {}) => answerOf(await browser.post(`/api/donation/${path}?token=${donor.token}`, body));
  const [, shown] = await ask('setup');
  const { secret } = v.parse(DonationSetup, shown).keys;
  expect(shown).toMatchObject({ failing: true, owed: 2500, processing: false });
  await debit(calendar.emulator, { intent: setupIntentOf(secret), secret }, account_number);
  expect(await ask('restart', { 'payment-method': setupIntentOf(secret) })).toMatchObject([200, { charged: 0 }]);
  await settled(calendar);
  expect(await ask('setup')).toMatchObject([
    200,
    { owed: null, processing: true, details: { data: { ach: { last_four: account_number.slice(-4) } } } },
  ]);
  calendar.emulator.control.settleBankDebits();
  await settled(calendar);
  expect((await ask('setup'))[1]).toMatchObject(afterwards);
  expect(paidBy(calendar, donor.customer)).toEqual(paid);
});
