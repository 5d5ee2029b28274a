import { DonationSetup } from '@newsstand/contracts/card-endpoints';
import { fromBrowser } from '@newsstand/dev-services/stripe/testing';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { answerOf } from '../access/test-reader.ts';
import { setupIntentOf } from '../card/test-card-reader.ts';
import { CARD, donate, expectCharged, openCalendar, paidBy, settled, type Calendar } from '../calendar/test-calendar.ts';

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

test.each([
  ['pays', '000123456789', { failing: false, owed: null, processing: false }, [2500]],
  ['sends it back', '000111111116', { owed: 2500, processing: false }, []],
])('a donation that failed and goes on with a bank account is with the bank, until it %s', async (_, account_number, afterwards, paid) => {
  const donor = await donate(calendar, { card: CARD.declines });
  await calendar.live(50);
  const browser = calendar.browser();
  const ask = async (path: string, body: object = {}) => answerOf(await browser.post(`/api/donation/${path}?token=${donor.token}`, body));
  const [, shown] = await ask('setup');
  const { secret } = v.parse(DonationSetup, shown).keys;
  expect(shown).toMatchObject({ failing: true, owed: 2500, processing: false });
  await fromBrowser(calendar.emulator, `/v1/setup_intents/${setupIntentOf(secret)}/confirm`, {
    client_secret: secret,
    'payment_method_data[type]': 'us_bank_account',
    'payment_method_data[us_bank_account][account_number]': account_number,
    'payment_method_data[us_bank_account][routing_number]': '110000000',
    'payment_method_data[us_bank_account][account_holder_type]': 'individual',
    'payment_method_data[billing_details][name]': 'Dora Donor',
  });
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
