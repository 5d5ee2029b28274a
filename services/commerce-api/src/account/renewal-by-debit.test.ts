import { makePicture } from '@newsstand/contracts/fixtures/pictures';
import { PageData } from '@newsstand/contracts/page-data';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addTo, expectCharged, openMagazine, release, settled, type Magazine } from '../../test/timed-magazine.ts';
import { ACCOUNT, giveAccount, takeBankDebits } from '../../test/debit.ts';
import { logInWith } from '../../test/reader.ts';
import { live, makeSubscriber, subscriberAt } from '../../test/subscriber.ts';

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

/** A reader whose printed subscription has run out, and whose bank is debiting the next one. */
async function debited(account: string) {
  const { db, stripe, clock } = magazine.deps;
  const { browser, id, email } = await makeSubscriber(magazine);
  const { id: customer } = await stripe.customers.create({ email });
  const given = await giveAccount(magazine.deps, customer, account);
  await db.account.update({ where: { id }, data: { customer, ...given, autorenewSince: clock() } });
  await addTo(magazine, id, '1year', 'print-a');
  await live(magazine, id);
  await release(magazine, 4);
  await db.issue.updateMany({ data: { cover: makePicture('cover') } });
  await magazine.live(31);
  // The session of a month ago is over.
  expect((await logInWith(browser, email)).status).toBe(200);
  const renewPage = async () => v.parse(PageData, await (await browser.get('/api/page/renew')).json()).renew;
  return { browser, renewPage, shown: () => subscriberAt(browser) };
}

test.each([
  ['pays', ACCOUNT.pays, { type: 'extended', left: 4 }],
  ['sends it back', ACCOUNT.fails, { type: 'expired' }],
])('a renewal that a bank debits is said, with autorenew off and the account deleted too, until the bank %s', async (_, account, after) => {
  const { browser, renewPage, shown } = await debited(account);
  const onItsWay = { renewal: null, renewal_processing: true, timetable: { address_required: { a: true } } };
  expect(await shown()).toMatchObject({ ...onItsWay, standing: { type: 'expired', autorenew: true } });
  expect((await browser.post('/api/account/autorenew', { autorenew: false })).status).toBe(200);
  expect(await shown()).toMatchObject({ ...onItsWay, standing: { type: 'expired', autorenew: false } });
  expect((await browser.send('DELETE', '/api/account/card', undefined, {})).status).toBe(200);
  // What the provider tells meanwhile costs statements of its own.
  await settled(magazine);
  magazine.statements.length = 0;
  expect(await shown()).toMatchObject({ ...onItsWay, payment_info: null });
  expect(magazine.statements).toHaveLength(1);
  expect(await renewPage()).toMatchObject({ processing: true, declined: false, confirm: null });
  expect((await browser.send('DELETE', '/api/account/address/a', undefined, {})).status).toBe(422);
  magazine.emulator.control.settleBankDebits();
  await settled(magazine);
  expect(await shown()).toMatchObject({ renewal_processing: false, standing: { ...after, autorenew: false } });
  expect(await renewPage()).toMatchObject({ processing: false });
});
