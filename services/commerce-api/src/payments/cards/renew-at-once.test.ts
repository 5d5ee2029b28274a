// @module-tag ci
import { fromBrowser } from '@newsstand/dev-services/stripe/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addTo, CARD, expectCharged, giveCard, openMagazine, release, settled, type Magazine } from '../../../test/timed-magazine.ts';
import { confirmSetup, setupIntentOf, setupSecret } from '../../../test/card-reader.ts';
import { ACCOUNT, debit, takeBankDebits } from '../../../test/debit.ts';
import { answerOf, logInWith, makeAccount } from '../../../test/reader.ts';
import { CARDS } from '../../../test/shop.ts';

let magazine: Magazine;
beforeAll(async () => {
  magazine = await openMagazine();
  await takeBankDebits(magazine.deps);
});
afterAll(() => magazine.close());
afterEach(async () => {
  magazine.emulator.control.switch({ drop: false });
  await settled(magazine);
  await expectCharged(magazine);
});

/** A reader who is logged in, and whose card was refused for the renewal that is due. */
async function refused() {
  const { id, email } = await makeAccount(magazine);
  const { id: customer } = await magazine.deps.stripe.customers.create({ email });
  const card = await giveCard(magazine, customer, CARD.declines);
  await magazine.deps.db.account.update({ where: { id }, data: { ...card, autorenewSince: magazine.now() } });
  await addTo(magazine, id, '1year');
  await release(magazine, 4);
  await magazine.live(31);
  const browser = magazine.browser();
  expect((await logInWith(browser, email)).status).toBe(200);
  const charge = () => magazine.deps.db.charge.findFirstOrThrow({ where: { ownerId: id, kind: 'renewal' } });
  expect((await charge()).state).toBe('open');
  const keep = async (secret: string) => answerOf(await browser.post('/api/account/card', { setup_intent: setupIntentOf(secret) }));
  return { browser, charge, keep };
}

test.each([
  ['pays', CARDS.good, { state: 'paid' }],
  ['is refused, too,', '4000000000000341', { state: 'refused' }],
  ['is one that the bank asks about', CARDS.asks, { state: 'confirm' }],
])('a new card that %s at once says what became of the renewal that waited', async (_, number, renewal) => {
  const { browser, keep, charge } = await refused();
  // Whether the page or the provider's own word comes first.
  for (const drop of [true, false]) {
    magazine.emulator.control.switch({ drop });
    const secret = await setupSecret(browser);
    if ((await confirmSetup(magazine.emulator, secret, number)) === 'requires_action')
      await fromBrowser(magazine.emulator, '/v1/3ds2/authenticate', { client_secret: secret, outcome: 'succeeded' });
    if (!drop) await settled(magazine);
    const { token } = await charge();
    const message = renewal.state === 'confirm' ? { ...renewal, token } : renewal;
    const isPaidBefore = renewal.state === 'paid' && !drop;
    const [status, answer] = await keep(secret);
    expect([status, Object(answer).renewal]).toEqual([200, isPaidBefore ? undefined : message]);
  }
});

test('what became of it is said as well where the provider’s own word is at it in the same moment', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    const { browser, keep } = await refused();
    const secret = await setupSecret(browser);
    await confirmSetup(magazine.emulator, secret, '4000000000000341');
    expect(await keep(secret)).toMatchObject([200, { renewal: { state: 'refused' } }]);
  }
});

test('a bank account that is put on record for it says that the bank is at it', async () => {
  const { browser, keep } = await refused();
  const secret = await setupSecret(browser);
  await debit(magazine.emulator, { intent: setupIntentOf(secret), secret }, ACCOUNT.pays);
  expect(await keep(secret)).toMatchObject([200, { renewal: { state: 'processing' } }]);
  magazine.emulator.control.settleBankDebits();
});

test('a card that is put on record while nothing waits says nothing of a renewal', async () => {
  const { email } = await makeAccount(magazine);
  const browser = magazine.browser();
  await logInWith(browser, email);
  const secret = await setupSecret(browser);
  await confirmSetup(magazine.emulator, secret);
  const [status, answer] = await answerOf(await browser.post('/api/account/card', { setup_intent: setupIntentOf(secret) }));
  expect([status, Object(answer)]).toEqual([200, expect.not.objectContaining({ renewal: expect.anything() })]);
});
