import { DonationSetup } from '@newsstand/contracts/card-endpoints';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attached, confirmSetup, setupIntentOf } from '../../test/card-reader.ts';
import { giveMonthly } from '../../test/donor.ts';
import { answerOf } from '../../test/reader.ts';
import { openShop, type Shop } from '../../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** The page behind the link of the letter: nobody is logged in there. */
const page = (token: string) => {
  const { browser } = shop.reader();
  const setup = (body: object = {}) => browser.post(`/api/donation/setup?token=${token}`, body);
  return {
    setup,
    keep: (secret: string) => browser.post(`/api/account/card?token=${token}`, { setup_intent: setupIntentOf(secret) }),
    restart: (secret: string) => browser.post(`/api/donation/restart?token=${token}`, { 'payment-method': setupIntentOf(secret) }),
    secret: async () => v.parse(DonationSetup, await (await setup()).json()).keys.secret,
  };
};
const stored = (id: string) => shop.deps.db.donation.findFirstOrThrow({ where: { id } });
const captured = () => shop.emulator.control.state().captured;

test(
  'the page of a donation shows its card, and puts another on record, without a login',
  { tags: ['§2.query.4', '§7.calls.20', '§7.calls.31'] },
  async () => {
    const { id, token, customer } = await giveMonthly(shop, shop.reader());
    const { setup, keep, secret } = page(token);
    const shown = await setup({ name: 'Dora Donor' });
    expect(await answerOf(shown)).toMatchObject([
      200,
      { failing: false, details: { type: 'details', data: { card: { last_four: '4242' } } } },
    ]);
    const before = captured();
    const keys = await secret();
    expect(await confirmSetup(shop.emulator, keys, '5555555555554444')).toBe('succeeded');
    expect(await answerOf(await keep(keys))).toMatchObject([
      200,
      { name: 'A. Lovelace', details: { data: { card: { type: 'mastercard' } } } },
    ]);
    expect(await attached(shop, customer)).toEqual([(await stored(id)).method]);
    expect(captured()).toBe(before);
    const confirmed = { name: 'D. Donor', cc_token: setupIntentOf(keys) };
    expect(await answerOf(await setup(confirmed))).toMatchObject([
      200,
      {
        name: 'D. Donor',
        details: { type: 'details', data: { card: { last_four: '4444' }, ach: null } },
        keys: { pubkey: 'pk_test_newsstand', secret: expect.stringContaining('_secret_') },
      },
    ]);
  },
);

test('another donation’s card and an unknown link are not there, and one of a donation that ended says so', async () => {
  const [one, other] = [await giveMonthly(shop, shop.reader()), await giveMonthly(shop, shop.reader())];
  const keys = await page(one.token).secret();
  await confirmSetup(shop.emulator, keys);
  expect((await page(other.token).restart(keys)).status).toBe(404);
  expect((await page(other.token).keep(keys)).status).toBe(404);
  expect((await page('a-token-of-nothing').setup()).status).toBe(404);
  await shop.deps.db.donation.updateMany({ where: { id: one.id }, data: { ended: new Date() } });
  const ended = [410, { errors: 'This monthly donation has ended, and nothing more is charged.' }];
  expect(await answerOf(await page(one.token).setup())).toEqual(ended);
  expect(await answerOf(await page(one.token).restart(keys))).toEqual(ended);
  expect(await answerOf(await page(one.token).keep(keys))).toEqual(ended);
});

test('a card that was confirmed after another tab had stopped the donation is let go: the provider keeps none', async () => {
  const { id, token, customer } = await giveMonthly(shop, shop.reader());
  const keys = await page(token).secret();
  shop.emulator.control.switch({ drop: true });
  await confirmSetup(shop.emulator, keys, '5555555555554444');
  await shop.deps.db.donation.updateMany({ where: { id }, data: { ended: new Date() } });
  expect((await page(token).keep(keys)).status).toBe(410);
  const {
    data: [told],
  } = await shop.deps.stripe.events.list({ type: 'setup_intent.succeeded', limit: 1 });
  shop.emulator.control.switch({ drop: false });
  shop.emulator.control.resend(told?.id ?? '');
  await expect.poll(() => attached(shop, customer)).toEqual([]);
});
