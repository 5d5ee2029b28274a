import type { CheckoutInput } from '@newsstand/contracts/checkout';
import { SubscriptionSettings } from '@newsstand/contracts/upgrade-endpoints';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putCard, subscriber, type Subscriber } from '../../test/card-reader.ts';
import { answerOf } from '../../test/reader.ts';
import { ADDRESS, CARDS, openShop, type Shop } from '../../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

type Wish = { deliverable: string; level: string };
const PRINT: Wish = { deliverable: 'print-a', level: 'low' };
const DIGITAL: Wish = { deliverable: 'digital', level: 'low' };
const CANADA = { ...ADDRESS, city: 'Gander', state: 'NL', postcode: 'A1V 1A1', country: 'CA' };

/** A reader with a subscription of one year, and its token. */
async function subscribed(medium = 'digital', level = 'low'): Promise<{ who: Subscriber; token: string }> {
  const who = await subscriber(shop);
  const subscription = { renewal: false, medium, level, term: '1year', coupon: null };
  await who.reader.browser.post('/api/cart', { type: 'membership', item: { subscription } });
  const started = await who.reader.start({ email: who.email, autorenew: false });
  await who.reader.pay(started);
  expect((await who.reader.status(started.intent)).status).toBe('completed');
  const { token } = await shop.deps.db.subscription.findFirstOrThrow({ where: { ownerId: who.id } });
  return { who, token };
}

const settingsOf = async ({ reader }: Subscriber, token: string) =>
  v.parse(SubscriptionSettings, await (await reader.browser.get(`/api/account/subscriptions/${token}`)).json());
const amountOf = async (who: Subscriber, token: string) => (await settingsOf(who, token)).upgrade.options.low_prices.a.amount;

async function update(
  { reader, email }: Subscriber,
  token: string,
  wish: Wish,
  form: Partial<CheckoutInput> = {},
  versions = {},
): Promise<Response> {
  const body = {
    form: { name: 'Ana Reader', email, address: ADDRESS, total: 0, ...form },
    shipcode: 'a',
    subscription: { token, ...wish },
    versions,
  };
  return reader.browser.post(`/api/account/subscriptions/update?captcha=${await reader.browser.captcha()}`, body);
}
const rowOf = (token: string) => shop.deps.db.subscription.findFirstOrThrow({ where: { token } });
const changesOf = (who: Subscriber) =>
  shop.deps.db.subscriptionChange.findMany({ where: { ownerId: who.id }, orderBy: { created: 'asc' } });

test(
  'a digital subscription becomes print once the price of its issues is paid, and its address is kept',
  { tags: ['§4.update.1', '§7.calls.32'] },
  async () => {
    const { who, token } = await subscribed();
    const amount = await amountOf(who, token);
    expect(amount).toBeGreaterThan(0);
    const answer = await (await update(who, token, PRINT, { total: amount })).json();
    expect(answer).toEqual({ type: 'upgrade-checkout', checkout: expect.objectContaining({ type: 'started', total: amount }) });
    expect(await rowOf(token)).toMatchObject({ setDeliverable: 'digital', activeDeliverable: 'digital' });
    const { intent, keys } = answer.checkout;
    await who.reader.pay({ intent, secret: keys.secret });
    expect((await who.reader.status(intent)).status).toBe('completed');
    expect(await rowOf(token)).toMatchObject({ setDeliverable: 'print-a', activeDeliverable: 'print-a', settingsMedium: 'print' });
    const { upgrade, subscriber: reader } = await settingsOf(who, token);
    expect(upgrade.subscription).toMatchObject({ token, deliverables: { set: 'print-a', active: 'print-a' }, issues_left: 4 });
    expect(upgrade.options.low_prices.a.amount).toBe(0);
    expect(reader.addresses.a).toMatchObject({ line1: '1 Pier Road' });
  },
);

test(
  'a change that costs nothing takes effect at once, and so does the way back',
  { tags: ['§1.offers.4', '§1.offers.16', '§4.update.1', '§6.subscriber.4'] },
  async () => {
    const { who, token } = await subscribed('print');
    expect(await answerOf(await update(who, token, DIGITAL, { address: null }))).toEqual([200, { type: 'update-succeeded' }]);
    expect(await rowOf(token)).toMatchObject({ setDeliverable: 'print-a', activeDeliverable: 'digital' });
    // Keep Address: the one on record.
    expect(await answerOf(await update(who, token, PRINT, { address: null }))).toEqual([200, { type: 'update-succeeded' }]);
    expect(await rowOf(token)).toMatchObject({ setDeliverable: 'print-a', activeDeliverable: 'print-a' });
    expect((await changesOf(who)).map(({ paid, to }) => [paid, to])).toEqual([
      [false, { set: 'print-a', active: 'digital', level: 'low' }],
      [false, { set: 'print-a', active: 'print-a', level: 'low' }],
    ]);
  },
);

test(
  'a letter confirms each change that cost nothing, and says that nothing is paid back; none is written of what stays',
  { tags: ['ci'] },
  async () => {
    const { who, token } = await subscribed('print');
    const letters = () =>
      shop.deps.db.outbox.findMany({ where: { recipient: who.email, kind: 'subscription-changed' }, orderBy: { id: 'asc' } });
    for (const wish of [PRINT, DIGITAL, DIGITAL, PRINT]) expect((await update(who, token, wish)).status).toBe(200);
    expect((await letters()).map(({ payload }) => payload)).toMatchObject([
      { detail: 'Digital, Standard, 1 year (4 issues)' },
      { detail: 'Print, Standard, 1 year (4 issues)' },
    ]);
  },
);

test(
  'a rate that was chosen at no cost stays chosen through other changes, and can be taken back',
  { tags: ['ci', '§9.texts.2'] },
  async () => {
    const { who, token } = await subscribed('digital', 'high');
    const chosen = async () => {
      const { level, settings, deliverables } = (await settingsOf(who, token)).upgrade.subscription;
      return [level, settings.level, deliverables.active];
    };
    const old = (await settingsOf(who, token)).upgrade.version;
    expect((await update(who, token, DIGITAL, { address: null }, { subscription: old })).status).toBe(200);
    expect(await chosen()).toEqual(['high', 'low', 'digital']);
    // A tab of before would undo it.
    const back = { deliverable: 'digital', level: 'high' };
    expect((await update(who, token, back, { address: null }, { subscription: old })).status).toBe(409);
    expect((await update(who, token, PRINT)).status).toBe(200);
    expect(await chosen()).toEqual(['high', 'low', 'print-a']);
    expect((await update(who, token, DIGITAL, { address: null })).status).toBe(200);
    expect((await update(who, token, back, { address: null })).status).toBe(200);
    expect(await chosen()).toEqual(['high', 'high', 'digital']);
  },
);

test('a paid upgrade takes effect once, with the card on record and however often it is pressed', async () => {
  const { who, token } = await subscribed();
  await putCard(shop, who);
  const total = await amountOf(who, token);
  const before = shop.emulator.control.state().captured;
  const answers = await Promise.all(Array.from({ length: 4 }, () => update(who, token, PRINT, { total, customer: 'use-card' })));
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  await expect.poll(async () => (await rowOf(token)).setDeliverable).toBe('print-a');
  const delivered = () => shop.emulator.control.state().deliveries.every(({ status }) => status === 'delivered');
  await expect.poll(delivered).toBe(true);
  expect((await changesOf(who)).map(({ paid }) => paid)).toEqual([true]);
  expect(shop.emulator.control.state().captured).toBe(before + total);
});

test('a refused card leaves the subscription as it was, and another card goes on', async () => {
  const { who, token } = await subscribed();
  await putCard(shop, who, '4000000000000341');
  const total = await amountOf(who, token);
  const response = await update(who, token, PRINT, { total, customer: 'use-card' });
  const { checkout_errors: errors } = await response.json();
  expect([response.status, errors.require]).toEqual([402, 'replace-card']);
  expect(await rowOf(token)).toMatchObject({ setDeliverable: 'digital' });
  await who.reader.pay({ intent: errors.intent, secret: errors.keys.secret }, CARDS.good);
  expect((await who.reader.status(errors.intent)).status).toBe('completed');
  expect(await rowOf(token)).toMatchObject({ setDeliverable: 'print-a' });
});

test('what cannot be had is said, field by field or as a whole, and changes nothing', async () => {
  const { who, token } = await subscribed();
  const total = await amountOf(who, token);
  expect(await answerOf(await update(who, token, PRINT, { total, address: null }))).toEqual([
    422,
    { type: 'upgrade-failed', errors: expect.objectContaining({ 'address.line1': 'Must not be blank.' }) },
  ]);
  expect(await answerOf(await update(who, token, PRINT, { total, address: CANADA }))).toEqual([
    422,
    { type: 'upgrade-failed', errors: { 'address.country': expect.stringContaining('another part of the world') } },
  ]);
  expect(await answerOf(await update(who, token, PRINT, { total: total - 1 }))).toEqual([
    409,
    { type: 'upgrade-failed', errors: { total: expect.stringContaining('$') } },
  ]);
  expect(await answerOf(await update(who, token, { deliverable: 'digital', level: 'high' }))).toEqual([
    409,
    { type: 'upgrade-failed', errors: { general: expect.stringContaining('contact') } },
  ]);
  expect(await rowOf(token)).toMatchObject({ setDeliverable: 'digital', activeDeliverable: 'digital' });
});

test('a subscription that owes nothing any more cannot be updated', { tags: ['§6.subscriber.4', '§8.update.1'] }, async () => {
  const { who, token } = await subscribed();
  await shop.deps.db.subscription.updateMany({ where: { token }, data: { cancelled: new Date() } });
  expect((await settingsOf(who, token)).upgrade.options.can_update).toBe(false);
  expect(await answerOf(await update(who, token, PRINT))).toEqual([
    409,
    {
      type: 'updated-failed',
      message:
        "Unfortunately, options for updating this subscription are not available. If you're only trying to change your mailing address, please visit this page.",
    },
  ]);
});

test('another reader’s subscription is not there', async () => {
  const { token } = await subscribed();
  const stranger = await subscriber(shop);
  expect((await stranger.reader.browser.get(`/api/account/subscriptions/${token}`)).status).toBe(404);
  expect((await update(stranger, token, DIGITAL)).status).toBe(404);
  expect((await shop.browser().get(`/api/account/subscriptions/${token}`)).status).toBe(401);
});

describe('in two tabs', () => {
  const QUAY = { ...ADDRESS, line1: '2 Quay' };
  const saved = async ({ id }: Subscriber) => shop.deps.db.ownerAddress.findFirstOrThrow({ where: { ownerId: id, shipcode: 'a' } });
  const save = ({ reader }: Subscriber, address: object) => reader.browser.post('/api/account/address/a', address);
  const refused = (what: string) => [
    409,
    {
      type: 'upgrade-failed',
      errors: `${what} was changed meanwhile, in another tab or browser. Load the page again to see it, and then change it.`,
    },
  ];
  const versionsOf = async (who: Subscriber, token: string) => {
    const { upgrade, subscriber: reader } = await settingsOf(who, token);
    return { subscription: upgrade.version, address: reader.address_versions?.a };
  };

  test('a tab that is old does not undo how the other has the subscription delivered', { tags: ['ci'] }, async () => {
    const { who, token } = await subscribed('print');
    const old = await versionsOf(who, token);
    await update(who, token, DIGITAL, { address: null }, old);
    expect(await answerOf(await update(who, token, PRINT, { address: QUAY }, old))).toEqual(refused('This subscription'));
    expect(await rowOf(token)).toMatchObject({ activeDeliverable: 'digital' });
    expect(await saved(who)).toMatchObject({ address: { line1: '1 Pier Road' } });
    // The same wish once more is done already.
    expect((await update(who, token, DIGITAL, { address: null }, old)).status).toBe(200);
    expect((await update(who, token, PRINT, { address: QUAY }, await versionsOf(who, token))).status).toBe(200);
    expect(await saved(who)).toMatchObject({ address: { line1: '2 Quay' } });
  });

  test('nor is an address that the other saved overwritten by one that was typed before', async () => {
    const { who, token } = await subscribed('print');
    const old = await versionsOf(who, token);
    expect((await save(who, QUAY)).status).toBe(200);
    expect(await answerOf(await update(who, token, PRINT, { address: { ...ADDRESS, line1: '3 Mole' } }, old))).toEqual(
      refused('This address'),
    );
    expect(await saved(who)).toMatchObject({ address: { line1: '2 Quay' } });
    expect((await update(who, token, PRINT, { address: QUAY }, old)).status).toBe(200);
  });

  test('with Keep Address, an address that is saved at the same time is never lost', { tags: ['ci'] }, async () => {
    const { who, token } = await subscribed('print');
    for (let round = 0; round < 8; round++) {
      await update(who, token, DIGITAL, { address: null });
      const line1 = `${round} Quay`;
      const answers = await Promise.all([update(who, token, PRINT, { address: null }), save(who, { ...ADDRESS, line1 })]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await saved(who)).toMatchObject({ address: { line1 } });
    }
  });

  test('an address that is saved while an upgrade is paid stays', { tags: ['ci'] }, async () => {
    const { who, token } = await subscribed();
    await save(who, ADDRESS);
    const answer = await (await update(who, token, PRINT, { total: await amountOf(who, token), address: null })).json();
    await save(who, QUAY);
    const { intent, keys } = answer.checkout;
    await who.reader.pay({ intent, secret: keys.secret });
    expect((await who.reader.status(intent)).status).toBe('completed');
    expect(await rowOf(token)).toMatchObject({ activeDeliverable: 'print-a' });
    expect(await saved(who)).toMatchObject({ address: { line1: '2 Quay' } });
  });

  test('a name that was changed meanwhile is the one that print goes to', { tags: ['ci'] }, async () => {
    const { who, token } = await subscribed('print');
    await who.reader.browser.post('/api/account/name', { name: 'Ana Newname' });
    expect((await update(who, token, PRINT, { name: 'Ana Reader', address: QUAY })).status).toBe(200);
    expect(await saved(who)).toMatchObject({ name: 'Ana Newname' });
  });
});
