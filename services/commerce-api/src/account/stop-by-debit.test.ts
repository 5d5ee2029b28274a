// @module-tag ci
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { donate, expectCharged, openMagazine, paidBy, settled, type Magazine } from '../../test/timed-magazine.ts';
import { ACCOUNT, giveAccount, takeBankDebits } from '../../test/debit.ts';
import { answerOf, loginTo, makeAccount } from '../../test/reader.ts';
import { stopDonation } from './change-donation.ts';

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

const OVER = 'This monthly donation has ended, and nothing more is charged.';
const STILL =
  'This monthly donation has ended. One month is still on its way: your bank is working on it. That may take a few days; when it is paid, a receipt comes to you by email.';

test.each([
  ['pays', ACCOUNT.pays, [2500]],
  ['sends it back', ACCOUNT.fails, []],
])(
  'a donation that is stopped while its month is debited says so until the bank %s, and has no further month',
  async (_, account, paid) => {
    const { deps, emulator } = magazine;
    const donor = await donate(magazine);
    const given = await giveAccount(deps, donor.customer, account);
    await deps.db.donation.updateMany({ where: { id: donor.id }, data: given });
    await magazine.live(35);
    const page = async () => answerOf(await magazine.browser().post(`/api/donation/setup?token=${donor.token}`, {}));
    await makeAccount({ deps }, { id: donor.ownerId, email: donor.email });
    const reader = { ...(await loginTo(deps, donor.ownerId)), since: magazine.now(), name: 'Dora Donor', email: donor.email };
    const stop = () => stopDonation(deps, reader, donor.token);
    expect(await stop()).toMatchObject([{ ended: magazine.now().toISOString(), next_charge: null, processing: true }]);
    const letter = await deps.db.outbox.findFirstOrThrow({ where: { recipient: donor.email, kind: 'donation-stopped' } });
    expect(letter.payload).toMatchObject({ amount: 2500, processing: true });
    expect(await page()).toEqual([410, { errors: STILL }]);
    emulator.control.settleBankDebits();
    await settled(magazine);
    expect(await page()).toEqual([410, { errors: OVER }]);
    expect(await stop()).toMatchObject([{ processing: false }]);
    expect(paidBy(magazine, donor.customer)).toEqual(paid);
    expect(await deps.db.charge.findMany({ where: { subject: donor.id }, select: { cycle: true } })).toEqual([{ cycle: 1 }]);
  },
);
