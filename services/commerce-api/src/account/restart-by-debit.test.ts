// @module-tag ci
import { DonationSetup } from '@newsstand/contracts/card-endpoints';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CARD, donate, expectCharged, openMagazine, paidBy, settled, type Magazine } from '../../test/timed-magazine.ts';
import { setupIntentOf } from '../../test/card-reader.ts';
import { ACCOUNT, debit, takeBankDebits } from '../../test/debit.ts';
import { answerOf } from '../../test/reader.ts';

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

test.each([
  ['pays', ACCOUNT.pays, { failing: false, owed: null, processing: false }, [2500]],
  ['sends it back', ACCOUNT.fails, { owed: 2500, processing: false }, []],
])('a donation that failed and goes on with a bank account is with the bank, until it %s', async (_, account_number, afterwards, paid) => {
  const donor = await donate(magazine, { card: CARD.declines });
  await magazine.live(50);
  const browser = magazine.browser();
  const ask = async (path: string, body: object = {}) => answerOf(await browser.post(`/api/donation/${path}?token=${donor.token}`, body));
  const [, shown] = await ask('setup');
  const { secret } = v.parse(DonationSetup, shown).keys;
  expect(shown).toMatchObject({ failing: true, owed: 2500, processing: false });
  await debit(magazine.emulator, { intent: setupIntentOf(secret), secret }, account_number);
  expect(await ask('restart', { 'payment-method': setupIntentOf(secret) })).toMatchObject([200, { charged: 0 }]);
  await settled(magazine);
  expect(await ask('setup')).toMatchObject([
    200,
    { owed: null, processing: true, details: { data: { ach: { last_four: account_number.slice(-4) } } } },
  ]);
  magazine.emulator.control.settleBankDebits();
  await settled(magazine);
  expect((await ask('setup'))[1]).toMatchObject(afterwards);
  expect(paidBy(magazine, donor.customer)).toEqual(paid);
});
