import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CARD, donate, expectCharged, openMagazine, paidBy, settled, type Magazine } from '../../test/timed-magazine.ts';
import { compose } from '../../test/letter.ts';
import { letterText } from '../letters/letter-text.ts';
import { answerOf, loginTo, makeAccount } from '../../test/reader.ts';
import { changeDonation } from './change-donation.ts';

let magazine: Magazine;
beforeAll(async () => {
  magazine = await openMagazine();
});
afterAll(() => magazine.close());
afterEach(async () => {
  await settled(magazine);
  await expectCharged(magazine);
});

/** A donor whose card failed for two weeks, or for `days`, and the page that they were sent to. */
async function failing(days = 50) {
  const donor = await donate(magazine, { card: CARD.declines });
  await magazine.live(days);
  const { browser } = { browser: magazine.browser() };
  const read = async (path: string, body: object) => answerOf(await browser.post(`${path}?token=${donor.token}`, body));
  return {
    ...donor,
    setup: () => read('/api/donation/setup', { name: 'Dora Donor' }),
    give: async (amount: number) => {
      await makeAccount(magazine, { id: donor.ownerId, email: donor.email });
      const reader = { ...(await loginTo(magazine.deps, donor.ownerId)), since: magazine.now(), name: 'Dora Donor', email: donor.email };
      return changeDonation(magazine.deps, reader, { token: donor.token, amount, version: '2500' });
    },
    restart: (setupIntent: string, name?: string) => read('/api/donation/restart', { 'payment-method': setupIntent, name }),
    /** What Stripe.js does with the page's keys. */
    confirm: async (card: string) => {
      const intent = await magazine.deps.stripe.setupIntents.create({
        customer: donor.customer,
        payment_method: card,
        confirm: true,
        metadata: { donation: donor.id },
        allowed_payment_method_types: ['card'],
      });
      return intent.id;
    },
  };
}

test(
  'a donation that failed is restarted with another card, which is charged for the latest month, once',
  { tags: ['§7.calls.21'] },
  async () => {
    const donor = await failing();
    expect(await donor.setup()).toMatchObject([200, { failing: true, owed: 2500, next_charge: null }]);
    const intent = await donor.confirm(CARD.good);
    const [first, again] = [await donor.restart(intent), await donor.restart(intent)];
    expect(first).toMatchObject([200, { failing: false, charged: 2500, details: { data: { card: { last_four: '4242' } } } }]);
    expect(again).toMatchObject([200, { failing: false, charged: 0 }]);
    expect(paidBy(magazine, donor.customer)).toEqual([2500]);
    await magazine.live(31);
    expect(paidBy(magazine, donor.customer)).toEqual([2500, 2500]);
  },
);

test('the name that is typed with the card of a donation that failed is the name on record', { tags: ['ci'] }, async () => {
  const donor = await failing();
  expect(await donor.restart(await donor.confirm(CARD.good), 'Dora B. Donor')).toMatchObject([
    200,
    { name: 'Dora B. Donor', charged: 2500 },
  ]);
  expect(await donor.setup()).toMatchObject([200, { name: 'Dora B. Donor' }]);
});

test('a letter tells the donor which card is charged from now on, once, whoever typed it', { tags: ['ci'] }, async () => {
  const donor = await failing();
  const letters = () => magazine.deps.db.outbox.findMany({ where: { recipient: donor.email, kind: 'card-saved' } });
  const intent = await donor.confirm(CARD.good);
  await donor.restart(intent);
  await donor.restart(intent);
  const [row, ...more] = await letters();
  const letter = row && more.length === 0 ? await compose(magazine.deps, row) : null;
  const text = letter ? letterText(letter).replaceAll(/\s+/g, ' ') : '';
  expect(text).toContain('From now on your monthly donation is charged to Visa ending in 4242.');
  expect(text).toContain('you want to end the donation, write to');
});

test('a card that is refused too is told so, and the donation goes on failing', { tags: ['ci', '§7.calls.21'] }, async () => {
  const donor = await failing();
  expect(await donor.restart(await donor.confirm(CARD.declines))).toEqual([
    402,
    { errors: 'Your card was declined. To proceed, please update your payment information.' },
  ]);
  expect(await donor.setup()).toMatchObject([200, { failing: true }]);
  expect(paidBy(magazine, donor.customer)).toEqual([]);
});

test('a stranger’s card does not restart a donation', async () => {
  const [donor, other] = [await failing(), await failing()];
  expect((await donor.restart(await other.confirm(CARD.good)))[0]).toBe(404);
  expect(paidBy(magazine, donor.customer)).toEqual([]);
});

test(
  'a donor whose card is still tried sees what is owed and when it is tried again, and another card is charged it at once, once',
  { tags: ['ci', '§7.calls.21'] },
  async () => {
    const donor = await failing(32);
    const { nextAttempt } = await magazine.deps.db.charge.findFirstOrThrow({
      where: { subject: donor.id, nextAttempt: { gt: magazine.now() } },
    });
    const tried = nextAttempt?.toISOString().slice(0, 10);
    expect(await donor.setup()).toMatchObject([200, { failing: false, owed: 2500, next_charge: tried }]);
    const intent = await donor.confirm(CARD.good);
    expect(await donor.restart(intent)).toMatchObject([200, { failing: false, charged: 2500 }]);
    expect(await donor.setup()).toMatchObject([200, { failing: false, owed: null }]);
    await magazine.live(5);
    expect(paidBy(magazine, donor.customer)).toEqual([2500]);
  },
);

test.each([
  ['is still tried', 32],
  ['was given up', 50],
])('a month that %s is paid as it was asked for, and another amount counts from the next one on', { tags: ['ci'] }, async (_, days) => {
  const donor = await failing(days);
  await donor.give(10_000);
  expect(await donor.setup()).toMatchObject([200, { owed: 2500 }]);
  expect(await donor.restart(await donor.confirm(CARD.good))).toMatchObject([200, { failing: false, charged: 2500 }]);
  await magazine.live(31);
  expect(paidBy(magazine, donor.customer)).toEqual([2500, 10_000]);
});

test(
  'a month that was never asked for is paid as the donor gives now, whatever the one that was given up had asked for',
  { tags: ['ci'] },
  async () => {
    const donor = await failing(70);
    await donor.give(10_000);
    expect(await donor.setup()).toMatchObject([200, { owed: 10_000 }]);
    expect(await donor.restart(await donor.confirm(CARD.good))).toMatchObject([200, { failing: false, charged: 10_000 }]);
    expect(paidBy(magazine, donor.customer)).toEqual([10_000]);
  },
);

test(
  'a month that the bank refused is tried again at the amount that its letter names, whatever is given later',
  { tags: ['ci'] },
  async () => {
    const donor = await failing(32);
    await donor.give(10_000);
    await magazine.live(15);
    const asked = magazine.emulator.control.state().payment_intents.filter(({ customer }) => customer === donor.customer);
    expect(asked.length).toBeGreaterThan(1);
    expect(new Set(asked.map(({ amount }) => amount))).toEqual(new Set([2500]));
  },
);
