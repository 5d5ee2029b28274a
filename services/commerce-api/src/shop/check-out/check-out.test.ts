import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerOf, logInWith, makeAccount } from '../../../test/reader.ts';
import { CARDS, expectBalanced, openShop, stock, stockOf, type Shop } from '../../../test/shop.ts';
import { HOUR } from '../../platform/duration.ts';
import { hashOf } from '../../platform/secrets.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const initial: Record<string, number> = {};
async function shelve(ref: string, left: number, price = 500): Promise<string> {
  initial[ref] = left;
  return stock(shop.deps.db, ref, left, price);
}
const balanced = () => expectBalanced(shop.deps.db, shop.emulator, initial);

describe('a guest who checks out', () => {
  test('pays by card, and has a receipt, an empty cart, and the goods', { tags: ['§4.checkout.2', '§7.calls.12'] }, async () => {
    const ref = await shelve('prd:tide-clock', 5);
    const reader = shop.reader();
    await reader.add(ref, 2);
    const receipt = await reader.buy();

    const response = await reader.browser.get(`/api/receipts/${receipt}`);
    expect(await response.json()).toMatchObject({
      number: expect.stringMatching(/^EXR-\d+$/),
      lines: [{ ref, quantity: 2, price: 500 }],
      card: { type: 'visa', last_four: '4242' },
      address: { state_name: 'Maine', country_name: 'United States' },
    });
    expect((await reader.cart()).items).toEqual([]);
    expect(await stockOf(shop.deps.db, ref)).toBe(3);
    await balanced();
  });

  test('may be declined and pay with another card, and again with one that asks', { tags: ['§7.calls.15'] }, async () => {
    const ref = await shelve('prd:lamp', 5);
    const reader = shop.reader();
    await reader.add(ref);
    const started = await reader.start();
    expect(await reader.pay(started, CARDS.declined)).toBe('card_declined');
    expect(await reader.status(started.intent)).toEqual({ status: 'in-progress', failure: 'Your card was declined.' });
    expect(await reader.status(started.intent, '?reset')).toEqual({ status: 'in-progress' });

    const again = await reader.start({ invoice: started.intent });
    expect(again).toEqual(started);
    expect(await reader.pay(again, CARDS.asks)).toBe('requires_action');
    expect((await reader.status(started.intent)).status).toBe('in-progress');
    await reader.authenticate(again);
    expect((await reader.status(started.intent)).status).toBe('completed');
    await balanced();
  });

  test('sees nothing of another reader’s order', async () => {
    const reader = shop.reader();
    await reader.add(await shelve('prd:secret', 5));
    const started = await reader.start();
    const stranger = shop.reader();
    expect((await stranger.browser.get(`/api/checkout/${started.intent}`)).status).toBe(404);
    await stranger.add('prd:secret');
    expect((await stranger.browser.get(`/api/checkout/${started.intent}`)).status).toBe(404);
    expect((await stranger.browser.get('/api/receipts/not-a-token-of-ours')).status).toBe(404);
  });
});

test('asking how far a payment is keeps the session alive, and a browser that has logged in since is still told', async () => {
  const reader = shop.reader();
  await reader.add(await shelve('prd:asking', 5));
  const started = await reader.start();
  const { email } = await makeAccount(shop);
  expect((await logInWith(reader.browser, email)).status).toBe(200);
  const tokenHash = hashOf(reader.browser.cookies.get('sid') ?? '');
  const { seen } = await shop.deps.db.session.update({ where: { tokenHash }, data: { seen: new Date(Date.now() - 2 * HOUR) } });
  expect(await reader.status(started.intent)).toEqual({ status: 'in-progress' });
  const after = await shop.deps.db.session.findUniqueOrThrow({ where: { tokenHash } });
  expect(after.seen.getTime()).toBeGreaterThan(seen.getTime() + HOUR);
});

describe('a check-out is refused', () => {
  test('without a bot check', { tags: ['§1.outside.6'] }, async () => {
    const reader = shop.reader();
    const body = { name: 'Ada', email: 'a@example.org', total: 0 };
    expect((await reader.browser.post('/api/cart/checkout', body)).status).toBe(403);
  });

  test('with an empty cart, in the words of the publication', async () => {
    const response = await shop.reader().press({ total: 0 });
    expect(response.status).toBe(422);
    expect((await answerOf(response))[1]).toEqual({ errors: { general: expect.stringContaining('nothing to declare') } });
  });

  test('field by field', { tags: ['§5.errors.1', '§8.fields.1'] }, async () => {
    const reader = shop.reader();
    await reader.add(await shelve('prd:fields', 5));
    const blank = await reader.press({ name: ' ', email: 'ada', address: { line1: '', city: 'x', country: 'US' } });
    expect(blank.status).toBe(422);
    expect((await answerOf(blank))[1]).toEqual({
      errors: {
        name: 'Must not be blank.',
        email: expect.any(String),
        'address.line1': 'Must not be blank.',
        'address.state': 'Must not be blank.',
        'address.postcode': 'Must not be blank.',
      },
    });
    const missing = await reader.press({ address: null });
    expect(missing.status).toBe(422);
    expect(await missing.json()).toMatchObject({ errors: { 'address.line1': 'Must not be blank.' } });
  });

  test.each(['a@b.example,c', '<script>@b.example', 'a\u202E@b.example', 'a@-b.example'])(
    'to a guest whose address is %j, which no account could have either',
    async (email) => {
      const reader = shop.reader();
      await reader.add(await shelve(`prd:${randomUUID()}`, 5));
      const refused = await reader.press({ email });
      expect(await answerOf(refused)).toEqual([422, { errors: { email: 'Enter an email address such as name@example.org.' } }]);
    },
  );

  test('when the price is no longer the one that was shown, and goes through at the new one', async () => {
    const ref = await shelve('prd:price', 5);
    const reader = shop.reader();
    const { totals } = await reader.add(ref);
    await shop.deps.db.good.updateMany({ where: { ref }, data: { price: 700 } });
    const response = await reader.press({ total: totals.a.total });
    expect(response.status).toBe(409);
    expect((await answerOf(response))[1]).toEqual({ errors: { total: expect.stringContaining('$') } });
    await reader.buy();
    await balanced();
  });

  test('only for a new price: who is already paying pays what was shown, and who presses again confirms anew', async () => {
    const ref = await shelve('prd:rising', 5);
    const [patient, restless] = [shop.reader(), shop.reader()];
    await patient.add(ref);
    const { totals } = await restless.add(ref);
    const [shown, left] = [await patient.start(), await restless.start()];
    await shop.deps.db.good.updateMany({ where: { ref }, data: { price: 900 } });

    await patient.pay(shown);
    expect((await patient.status(shown.intent)).status).toBe('completed');
    expect((await restless.press({ total: totals.a.total, invoice: left.intent })).status).toBe(409);
    const anew = await restless.start({ invoice: left.intent });
    expect(await restless.pay(left)).toBe('payment_intent_unexpected_state');
    await restless.pay(anew);
    expect((await restless.status(anew.intent)).status).toBe('completed');
    const paid = await shop.deps.db.order.findMany({ where: { intentId: { in: [shown.intent, anew.intent] } }, orderBy: { goods: 'asc' } });
    expect(paid.map(({ goods }) => goods)).toEqual([500, 900]);
    await balanced();
  });

  test('line by line for what can no longer be had', async () => {
    const [mug, cap, pen] = [await shelve('prd:gone', 5), await shelve('prd:few', 5), await shelve('prd:off', 5)];
    const reader = shop.reader();
    for (const ref of [mug, cap, pen]) await reader.add(ref, 3);
    await shop.deps.db.good.updateMany({ where: { ref: mug }, data: { stock: 0 } });
    await shop.deps.db.good.updateMany({ where: { ref: cap }, data: { stock: 2 } });
    await shop.deps.db.good.updateMany({ where: { ref: pen }, data: { onSale: false } });
    const response = await reader.press();
    expect(response.status).toBe(409);
    expect((await answerOf(response))[1]).toEqual({
      errors: {
        'lines.basic-product/prd:gone': 'The gone is sold out.',
        'lines.basic-product/prd:few': 'Only 2 of The few left.',
        'lines.basic-product/prd:off': 'The off is no longer sold.',
        general: expect.any(String),
      },
    });
    delete initial[mug];
    delete initial[cap];
  });

  test('how many there are of what is only short, and does not call it gone', async () => {
    const cup = await shelve('prd:cup', 6);
    const reader = shop.reader();
    await reader.add(cup, 9);
    expect((await answerOf(await reader.press()))[1]).toEqual({
      errors: {
        'lines.basic-product/prd:cup': 'Only 6 of The cup left.',
        general: 'There is less of something in your cart than you asked for. Please take what there is, or remove it, and try again.',
      },
    });
  });
});

describe('an order that costs nothing', () => {
  test('is complete at once, without the payment provider', { tags: ['§4.checkout.2'] }, async () => {
    const ref = await stock(shop.deps.db, 'iss:free', null, 0, 'digital-issue');
    const reader = shop.reader();
    await reader.add(ref, 1, 'digital-issue');
    const result = await reader.checkOut({ address: null });
    if (result.type !== 'gratis') expect.unreachable();
    const receipt = await (await reader.browser.get(`/api/receipts/${result.receipt}`)).json();
    expect(receipt).toMatchObject({ totals: { total: 0 }, card: null });
    await balanced();
  });

  test.each([1, 49])('or %i cents, is waived', async (price) => {
    const ref = await stock(shop.deps.db, `iss:cents-${price}`, null, price, 'digital-issue');
    const reader = shop.reader();
    await reader.add(ref, 1, 'digital-issue');
    const result = await reader.checkOut({ address: null, total: 0 });
    if (result.type !== 'gratis') expect.unreachable();
    expect(await (await reader.browser.get(`/api/receipts/${result.receipt}`)).json()).toMatchObject({
      totals: { waived: price, total: 0 },
    });
    await balanced();
  });

  test('50 cents are charged', async () => {
    const ref = await stock(shop.deps.db, 'iss:cents-50', null, 50, 'digital-issue');
    const reader = shop.reader();
    await reader.add(ref, 1, 'digital-issue');
    await reader.buy();
    await balanced();
  });
});

test('a whole guest check-out takes at most 16 statements', async () => {
  const reader = shop.reader();
  await reader.add(await shelve('prd:counted', 5));
  const [captcha, { totals }] = [await reader.browser.captcha(), await reader.cart()];
  shop.emulator.control.switch({ hold: true });
  shop.statements.length = 0;
  const body = {
    name: 'Ada',
    email: 'ada@example.org',
    address: { line1: '1 Pier', city: 'Portland', state: 'ME', postcode: '04101', country: 'US' },
  };
  const response = await reader.browser.post(`/api/cart/checkout?captcha=${captcha}`, { ...body, total: totals.a.total });
  const { intent, keys } = await response.json();
  await reader.pay({ intent, secret: keys.secret });
  expect((await reader.status(intent)).status).toBe('completed');
  shop.emulator.control.release();
  const delivered = () => shop.emulator.control.state().deliveries.every(({ status }) => status === 'delivered');
  await expect.poll(delivered).toBe(true);
  shop.emulator.control.switch({ hold: false });
  const list = shop.statements.map((sql) => sql.replaceAll(/\s+/g, ' ').slice(0, 100)).join('\n');
  expect(list).toContain('webhook_event');
  expect(shop.statements.length, list).toBeLessThanOrEqual(16);
});

test('sixty attempts in ten minutes are enough for one network', async () => {
  const reader = shop.reader();
  const attempts = Array.from({ length: 65 }, () =>
    reader.browser.post('/api/cart/checkout', { name: 'A', email: 'a@example.org', total: 0 }),
  );
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
});
