import { makePicture } from '@newsstand/contracts/fixtures/pictures';
import { PageData } from '@newsstand/contracts/page-data';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { logInWith } from '../access/test-reader.ts';
import { addTo, expectCharged, openCalendar, release, settled, type Calendar } from '../calendar/test-calendar.ts';
import { ACCOUNT, giveAccount, takeBankDebits } from '../payment/test-debit.ts';
import { live, makeSubscriber, subscriberAt } from './test-subscriber.ts';

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

/** A reader whose printed subscription has run out, and whose bank is debiting the next one. */
async function debited(account: string) {
  const { db, stripe, clock } = calendar.deps;
  const { browser, id, email } = await makeSubscriber(calendar);
  const { id: customer } = await stripe.customers.create({ email });
  const given = await giveAccount(calendar.deps, customer, account);
  await db.account.update({ where: { id }, data: { customer, ...given, autorenewSince: clock() } });
  await addTo(calendar, id, '1year', 'print-a');
  await live(calendar, id);
  await release(calendar, 4);
  await db.issue.updateMany({ data: { cover: makePicture('cover') } });
  await calendar.live(31);
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
  await settled(calendar);
  calendar.statements.length = 0;
  expect(await shown()).toMatchObject({ ...onItsWay, payment_info: null });
  expect(calendar.statements).toHaveLength(1);
  expect(await renewPage()).toMatchObject({ processing: true, declined: false, confirm: null });
  expect((await browser.send('DELETE', '/api/account/address/a', undefined, {})).status).toBe(422);
  calendar.emulator.control.settleBankDebits();
  await settled(calendar);
  expect(await shown()).toMatchObject({ renewal_processing: false, standing: { ...after, autorenew: false } });
  expect(await renewPage()).toMatchObject({ processing: false });
});
