import type { CheckoutInput } from '@newsstand/contracts/checkout';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { attached, putCard, subscriber, type Subscriber } from '../../../test/card-reader.ts';
import { giveMonthly } from '../../../test/donor.ts';
import { answerOf } from '../../../test/reader.ts';
import { ADDRESS, CARDS, expectBalanced, openShop, stock, type Shop } from '../../../test/shop.ts';
import { MINUTE } from '../../platform/duration.ts';

/** Charges are declined, saving is not. */
const DECLINES_LATER = '4000000000000341';

let shop: Shop;
let count = 0;
let ahead = 0;
const initial: Record<string, number> = {};
beforeAll(async () => {
  shop = await openShop({ clock: () => new Date(Date.now() + ahead) });
});
afterAll(() => shop.close());
afterEach(async () => {
  shop.emulator.control.switch({ drop: false, hang_up: { times: 0 }, fail: { times: 0 }, decline: { times: 0 } });
  const delivered = () => shop.emulator.control.state().deliveries.every(({ status }) => status === 'delivered' || status === 'dropped');
  await expect.poll(delivered).toBe(true);
  await expectBalanced(shop.deps.db, shop.emulator, initial);
  expect(shop.emulator.control.state().violations).toEqual([]);
});

/** A reader with an account, something in the cart and, unless told otherwise, a card on record. */
async function buyer(number: string | null = CARDS.good): Promise<Subscriber> {
  const who = await subscriber(shop);
  const ref = await stock(shop.deps.db, `prd:saved-${++count}`, 5);
  initial[ref] = 5;
  await who.reader.add(ref);
  if (number !== null) await putCard(shop, who, number);
  return who;
}

const USE: Partial<CheckoutInput> = { customer: 'use-card' };
const accountOf = ({ id }: Subscriber) => shop.deps.db.account.findUniqueOrThrow({ where: { id } });
const intentsOf = async ({ id }: Subscriber) => {
  const { customer } = await shop.deps.db.account.findUniqueOrThrow({ where: { id } });
  return shop.emulator.control.state().payment_intents.filter((intent) => intent.customer === customer);
};
const bodyOf = async (
  response: Response,
): Promise<{ checkout_errors: { require: string; message: string; intent: string; keys: { secret: string } } }> => response.json();

describe('a card on record', () => {
  test('pays without being entered again', { tags: ['§4.checkout.2', '§4.results.4', '§6.subscriber.5'] }, async () => {
    const who = await buyer();
    const result = await who.reader.checkOut(USE);
    if (result.type !== 'customer') expect.unreachable(result.type);
    expect((await who.reader.status(result.intent)).status).toBe('completed');
    expect((await who.reader.cart()).items).toEqual([]);
  });

  test('whose bank asks is authorized on the page, and paid once', { tags: ['§4.failures.3'] }, async () => {
    const who = await buyer(CARDS.asks);
    const response = await who.reader.press(USE);
    const { checkout_errors: errors } = await bodyOf(response);
    expect([response.status, errors]).toEqual([
      402,
      {
        require: 'authorize-card',
        message: 'Your bank asks you to confirm this payment.',
        intent: expect.any(String),
        keys: expect.any(Object),
      },
    ]);
    // Pressed again meanwhile, in this tab or another: the same question.
    expect((await bodyOf(await who.reader.press(USE))).checkout_errors).toEqual(errors);
    await who.reader.authenticate(errors.keys);
    expect((await who.reader.status(errors.intent)).status).toBe('completed');
    expect(await intentsOf(who)).toHaveLength(1);
  });

  test('whose owner gives the bank a wrong answer can be replaced', { tags: ['ci'] }, async () => {
    const who = await buyer(CARDS.asks);
    const { intent, keys } = (await bodyOf(await who.reader.press(USE))).checkout_errors;
    await who.reader.authenticate(keys, 'failed');
    expect(await who.reader.status(intent)).toMatchObject({
      status: 'in-progress',
      failure: expect.stringContaining('unable to authenticate'),
    });
    const again = await who.reader.start({ customer: 'add-card', invoice: intent });
    expect(again.intent).toBe(intent);
    expect(await who.reader.pay(again)).toBe('succeeded');
    expect((await who.reader.status(intent)).status).toBe('completed');
  });

  test('that is refused asks for another, which pays the same intent', { tags: ['§4.failures.3'] }, async () => {
    const who = await buyer(DECLINES_LATER);
    const response = await who.reader.press(USE);
    const { checkout_errors: errors } = await bodyOf(response);
    expect([response.status, errors.require, errors.message]).toEqual([402, 'replace-card', 'Your card was declined.']);
    const payment = { intent: errors.intent, secret: errors.keys.secret };
    // The page mounts the element on the intent that it was given, without asking again.
    expect(await who.reader.pay(payment)).toBe('succeeded');
    expect((await who.reader.status(errors.intent)).status).toBe('completed');
    expect(await intentsOf(who)).toHaveLength(1);
    expect((await accountOf(who)).payment).toMatchObject({ card: { last_four: '0341' } });
  });

  test('is tried anew each time that the reader presses', { tags: ['ci'] }, async () => {
    const who = await buyer();
    shop.emulator.control.switch({ decline: { times: 1, code: 'insufficient_funds' } });
    expect((await who.reader.press(USE)).status).toBe(402);
    const result = await who.reader.checkOut(USE);
    if (result.type !== 'customer') expect.unreachable(result.type);
    expect((await who.reader.status(result.intent)).status).toBe('completed');
  });

  const ONCE = 'pays once, however often and from however many tabs it is pressed';
  const paysOnce = async () => {
    const who = await buyer();
    const total = (await who.reader.cart()).totals.a.total;
    const captchas = await Promise.all(Array.from({ length: 8 }, () => who.reader.browser.captcha()));
    const body = { name: 'Ada', email: 'ada@example.org', address: ADDRESS, total, customer: 'use-card' };
    const answers = await Promise.all(captchas.map((captcha) => who.reader.browser.post(`/api/cart/checkout?captcha=${captcha}`, body)));
    // Who comes after everything is settled has an empty cart.
    for (const { status } of answers) expect([200, 422]).toContain(status);
    const paid = (await intentsOf(who)).filter(({ status }) => status === 'succeeded');
    expect(paid).toHaveLength(1);
    expect((await who.reader.status(paid[0]?.id ?? '')).status).toBe('completed');
  };
  test(ONCE, paysOnce);
  test.each([2, 3, 4])(`${ONCE} (%i)`, { tags: ['ci'] }, paysOnce);

  test('pays what is in the cart now, though a cart of before, which is gone, had the same version', { tags: ['ci'] }, async () => {
    const who = await buyer();
    const first = await who.reader.checkOut(USE);
    if (first.type !== 'customer') expect.unreachable(first.type);
    expect((await who.reader.status(first.intent)).status).toBe('completed');
    const { cartVersion } = await shop.deps.db.order.findFirstOrThrow({ where: { ownerId: who.id } });
    const ref = await stock(shop.deps.db, `prd:saved-${++count}`, 5);
    initial[ref] = 5;
    await who.reader.add(ref);
    await shop.deps.db.cart.updateMany({ where: { ownerId: who.id }, data: { version: cartVersion } });
    const second = await who.reader.checkOut(USE);
    if (second.type !== 'customer') expect.unreachable(second.type);
    expect(second.intent).not.toBe(first.intent);
    expect((await who.reader.status(second.intent)).status).toBe('completed');
    expect((await who.reader.cart()).items).toEqual([]);
  });

  test('gives once, however often the button of the donation is pressed; and again later', { tags: ['ci'] }, async () => {
    const who = await subscriber(shop);
    await putCard(shop, who);
    const give = async (captcha: string) => {
      const cart = { donation: { process: 'onetime', dollars: 5 } };
      const form = { name: 'Ada', email: 'ada@example.org', total: 500, customer: 'use-card' };
      const response = await who.reader.browser.post(`/api/donate?captcha=${captcha}`, { cart, form, shipcode: 'c' });
      const body: { type: string; intent: string } = await response.json();
      return [response.status, body.type, body.intent];
    };
    const captchas = await Promise.all(Array.from({ length: 8 }, () => who.reader.browser.captcha()));
    const answers = await Promise.all(captchas.map(give));
    const [first] = answers;
    expect(answers).toEqual(answers.map(() => [200, 'customer', first?.[2]]));
    ahead = MINUTE;
    expect(await give(await who.reader.browser.captcha())).not.toEqual(first);
    expect(await shop.deps.db.donation.count({ where: { ownerId: who.id } })).toBe(2);
    ahead = 0;
  });

  test('pays an order whose payment was begun with a new card', { tags: ['ci', '§3.form.2', '§7.calls.12'] }, async () => {
    const who = await buyer();
    const started = await who.reader.start();
    const result = await who.reader.checkOut({ ...USE, invoice: started.intent });
    expect(result).toEqual({ type: 'customer', intent: started.intent });
  });

  test('that pays while the answer is lost is found to have paid', async () => {
    const who = await buyer();
    const started = await who.reader.start();
    shop.emulator.control.switch({ drop: true, hang_up: { times: 1, path: `/v1/payment_intents/${started.intent}/confirm` } });
    const result = await who.reader.checkOut({ ...USE, invoice: started.intent });
    expect(result).toEqual({ type: 'customer', intent: started.intent });
    expect((await who.reader.status(started.intent)).status).toBe('completed');
  });

  test('is not replaced where the provider is out of order: the general text is shown', { tags: ['ci'] }, async () => {
    const who = await buyer();
    const started = await who.reader.start();
    shop.emulator.control.switch({ fail: { times: 3, status: 500, path: `/v1/payment_intents/${started.intent}/confirm` } });
    expect(await answerOf(await who.reader.press({ ...USE, invoice: started.intent }))).toEqual([
      503,
      { checkout_errors: { require: null, message: expect.stringContaining('There was a problem processing your order.') } },
    ]);
    expect((await who.reader.checkOut({ ...USE, invoice: started.intent })).type).toBe('customer');
  });

  test('that was deleted in another tab is not missed: a new card pays', { tags: ['ci'] }, async () => {
    const who = await buyer();
    await who.reader.browser.send('DELETE', '/api/account/card', undefined, {});
    const { require, message, intent, keys } = (await bodyOf(await who.reader.press(USE))).checkout_errors;
    expect([require, message]).toEqual(['replace-card', 'There is no payment card on record.']);
    expect(await who.reader.pay({ intent, secret: keys.secret })).toBe('succeeded');
    expect((await who.reader.status(intent)).status).toBe('completed');
  });

  test('is its owner’s alone: a guest who asks for one is asked for a card', async () => {
    const reader = shop.reader();
    const ref = await stock(shop.deps.db, `prd:saved-${++count}`, 5);
    initial[ref] = 5;
    await reader.add(ref);
    expect((await bodyOf(await reader.press({ ...USE, save_card: true }))).checkout_errors.require).toBe('replace-card');
  });
});

describe('a new card', () => {
  test('is kept on the account when the reader says so, in place of the one before', { tags: ['ci', '§4.method.4'] }, async () => {
    const who = await buyer();
    const { customer, method: before } = await accountOf(who);
    const started = await who.reader.start({ save_card: true });
    await who.reader.pay(started, '5555555555554444');
    await who.reader.status(started.intent);
    const { method, payment, autorenewSince } = await accountOf(who);
    expect(payment).toMatchObject({ name: 'Ada Reader', card: { type: 'mastercard', last_four: '4444', exp_month: 12, exp_year: 2034 } });
    expect(method).not.toBe(before);
    expect(await attached(shop, customer)).toEqual([method]);
    expect(autorenewSince).toBeNull();
    await who.reader.add(await stock(shop.deps.db, `prd:saved-${++count}`, 5));
    initial[`prd:saved-${count}`] = 5;
    expect((await who.reader.checkOut(USE)).type).toBe('customer');
  });

  test('is not kept when the reader does not, or thinks better of it', async () => {
    const who = await buyer(null);
    const first = await who.reader.start({ save_card: true });
    const started = await who.reader.start({ save_card: false, invoice: first.intent });
    await who.reader.pay(started);
    expect((await who.reader.status(started.intent)).status).toBe('completed');
    const { customer, method } = await accountOf(who);
    expect(method).toBeNull();
    expect(await attached(shop, customer)).toEqual([]);
  });

  test('that is refused is not kept', { tags: ['ci'] }, async () => {
    const who = await buyer();
    const { method } = await accountOf(who);
    const started = await who.reader.start({ save_card: true });
    await who.reader.pay(started, CARDS.declined);
    await who.reader.status(started.intent);
    expect((await accountOf(who)).method).toBe(method);
  });
});

describe('a subscription of one’s own', () => {
  const choose = ({ reader }: Subscriber, term = '1year') =>
    reader.browser.post('/api/cart', {
      type: 'membership',
      item: { subscription: { renewal: false, medium: 'digital', level: 'low', term, coupon: null } },
    });

  test('renews by itself with the card that paid for it', { tags: ['ci'] }, async () => {
    const who = await subscriber(shop);
    await choose(who);
    const started = await who.reader.start({ email: who.email, autorenew: true });
    await who.reader.pay(started);
    expect((await who.reader.status(started.intent)).status).toBe('completed');
    expect(await accountOf(who)).toMatchObject({ autorenewSince: expect.any(Date), payment: { card: { last_four: '4242' } } });
  });

  test('renews with the card on record that paid for it', { tags: ['ci'] }, async () => {
    const who = await subscriber(shop);
    const method = await putCard(shop, who);
    await choose(who);
    expect((await who.reader.checkOut({ ...USE, email: who.email, autorenew: true })).type).toBe('customer');
    expect(await accountOf(who)).toMatchObject({ autorenewSince: expect.any(Date), method });
  });

  test.each([
    ['whose reader says no', '1year', { autorenew: false }],
    ['whose reader was not asked', '1year', {}],
    ['for a lifetime', 'lifetime', { autorenew: true }],
  ])('%s does not renew, and keeps no card', async (_, term, form) => {
    const who = await subscriber(shop);
    await choose(who, term);
    const started = await who.reader.start({ email: who.email, ...form });
    await who.reader.pay(started);
    expect((await who.reader.status(started.intent)).status).toBe('completed');
    expect(await accountOf(who)).toMatchObject({ autorenewSince: null, method: null });
  });

  test.each([
    ['on, stays on when they are not asked', true, {}, true],
    ['on, goes off when they say no', true, { autorenew: false }, false],
    ['off, stays off when they are not asked', false, {}, false],
    ['off, goes on when they say so', false, { autorenew: true }, true],
  ])('is paid by a reader whose autorenew, %s', { tags: ['ci'] }, async (_, before, form, after) => {
    const who = await subscriber(shop);
    await putCard(shop, who);
    await shop.deps.db.account.update({ where: { id: who.id }, data: { autorenewSince: before ? shop.deps.clock() : null } });
    await choose(who);
    expect((await who.reader.checkOut({ ...USE, email: who.email, ...form })).type).toBe('customer');
    expect((await accountOf(who)).autorenewSince !== null).toBe(after);
  });
});

describe('a monthly donation', () => {
  test('of an account is charged to the account’s customer, and remembers its card', async () => {
    const who = await subscriber(shop);
    const donation = await giveMonthly(shop, who.reader);
    const { customer, method } = await accountOf(who);
    expect(donation).toMatchObject({ customer, method: expect.any(String), payment: { card: { last_four: '4242' } } });
    expect(method).toBeNull();
  });

  test('keeps its card when the account forgets it', { tags: ['ci'] }, async () => {
    const who = await subscriber(shop);
    const method = await putCard(shop, who);
    const donation = await giveMonthly(shop, who.reader, 'on record');
    expect(donation.method).toBe(method);
    await who.reader.browser.send('DELETE', '/api/account/card', undefined, {});
    expect(await attached(shop, donation.customer)).toEqual([method]);
    await putCard(shop, who);
    expect(await attached(shop, donation.customer)).toHaveLength(2);
  });
});
