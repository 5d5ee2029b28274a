import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { answerOf } from '../access/test-reader.ts';
import { stopDonation } from '../account/change-donation.ts';
import { donate, expectCharged, openCalendar, paidBy, settled, type Calendar } from '../calendar/test-calendar.ts';
import { ACCOUNT, giveAccount, takeBankDebits } from '../payment/test-debit.ts';

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

const OVER = 'This monthly donation has ended, and nothing more is charged.';
const STILL =
  'This monthly donation has ended. One month is still on its way: your bank is working on it. That may take a few days; when it is paid, a receipt comes to you by email.';

test.each([
  ['pays', ACCOUNT.pays, [2500]],
  ['sends it back', ACCOUNT.fails, []],
])(
  'a donation that is stopped while its month is debited says so until the bank %s, and has no further month',
  async (_, account, paid) => {
    const { deps, emulator } = calendar;
    const donor = await donate(calendar);
    const given = await giveAccount(deps, donor.customer, account);
    await deps.db.donation.updateMany({ where: { id: donor.id }, data: given });
    await calendar.live(35);
    const page = async () => answerOf(await calendar.browser().post(`/api/donation/setup?token=${donor.token}`, {}));
    const reader = { accountId: donor.ownerId, session: '', since: calendar.now(), name: 'Dora Donor', email: donor.email };
    const stop = () => stopDonation(deps, reader, donor.token);
    expect(await stop()).toMatchObject([{ ended: calendar.now().toISOString(), next_charge: null, processing: true }]);
    const letter = await deps.db.outbox.findFirstOrThrow({ where: { recipient: donor.email, kind: 'donation-stopped' } });
    expect(letter.payload).toMatchObject({ amount: 2500, processing: true });
    expect(await page()).toEqual([410, { errors: STILL }]);
    emulator.control.settleBankDebits();
    await settled(calendar);
    expect(await page()).toEqual([410, { errors: OVER }]);
    expect(await stop()).toMatchObject([{ processing: false }]);
    expect(paidBy(calendar, donor.customer)).toEqual(paid);
    expect(await deps.db.charge.findMany({ where: { subject: donor.id }, select: { cycle: true } })).toEqual([{ cycle: 1 }]);
  },
);
