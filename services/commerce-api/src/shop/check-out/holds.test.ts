import { PageData } from '@newsstand/contracts/page-data';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARDS, expectBalanced, newcomer, openShop, Reader, stock, stockOf, type Shop } from '../../../test/shop.ts';
import { releaseHolds } from '../../jobs/reconcile.ts';
import { MINUTE } from '../../platform/duration.ts';
import { answerOf } from '../../../test/reader.ts';

let shop: Shop;
let ahead = 0;
beforeAll(async () => {
  shop = await openShop({ clock: () => new Date(Date.now() + ahead) });
});
afterAll(() => shop.close());

/** The same network as another reader's. */
const near = (reader: Reader, address: string) => {
  Object.assign(reader.browser, { address });
  return reader;
};
const orderOf = (intent: string) => shop.deps.db.order.findUniqueOrThrow({ where: { intentId: intent } });

test('what nobody pays for is for sale again after ten minutes, and no sooner', async () => {
  const mug = await stock(shop.deps.db, 'prd:hold-mug', 3);
  const reader = shop.reader();
  await reader.add(mug, 3);
  const started = await reader.start();
  ahead += 9 * MINUTE;
  await releaseHolds(shop.deps);
  expect(await stockOf(shop.deps.db, mug)).toBe(0);
  ahead += 2 * MINUTE;
  await releaseHolds(shop.deps);
  expect(await stockOf(shop.deps.db, mug)).toBe(3);
  expect(await orderOf(started.intent)).toMatchObject({ state: 'cancelled' });
  // The payment that comes too late is not taken, and the page says why.
  expect(await reader.pay(started)).not.toBe('succeeded');
  expect(await reader.status(started.intent)).toMatchObject({
    status: 'in-progress',
    failure: expect.stringContaining('not paid in time'),
  });
});

test('who only asks how far a payment is that nobody has begun loses it as who does nothing', async () => {
  const mug = await stock(shop.deps.db, 'prd:polled-mug', 1);
  const reader = shop.reader();
  await reader.add(mug);
  const started = await reader.start();
  for (const query of ['', '?reset', '']) {
    ahead += 4 * MINUTE;
    await reader.status(started.intent, query);
  }
  await releaseHolds(shop.deps);
  expect(await stockOf(shop.deps.db, mug)).toBe(1);
  expect(await orderOf(started.intent)).toMatchObject({ state: 'cancelled' });
});

test('who is at paying keeps it: pressing again, a declined card, at the bank; after an hour it ends', async () => {
  const mug = await stock(shop.deps.db, 'prd:busy-mug', 1);
  const reader = shop.reader();
  await reader.add(mug);
  const started = await reader.start();
  const decline = async () => {
    await reader.pay(started, CARDS.declined);
    await reader.status(started.intent);
  };
  for (const act of [() => reader.start(), decline, () => reader.pay(started, CARDS.asks)]) {
    ahead += 8 * MINUTE;
    await releaseHolds(shop.deps);
    await act();
  }
  ahead += 20 * MINUTE;
  await releaseHolds(shop.deps);
  expect(await stockOf(shop.deps.db, mug)).toBe(0);
  ahead += 20 * MINUTE;
  await releaseHolds(shop.deps);
  expect(await stockOf(shop.deps.db, mug)).toBe(1);
});

test('of readers who pay in the moment in which their hold ends, on two replicas, each has it or is not charged', async () => {
  const mug = await stock(shop.deps.db, 'prd:late-mug', 20);
  const replica = await shop.replica();
  const readers = Array.from({ length: 20 }, () => shop.reader());
  const started = await Promise.all(
    readers.map(async (reader) => {
      await reader.add(mug);
      return { reader, order: await reader.start() };
    }),
  );
  ahead += 11 * MINUTE;
  await Promise.all([
    releaseHolds(shop.deps).catch(() => undefined),
    ...started.map(async ({ reader, order }) => {
      await reader.pay(order);
      await reader.status(order.intent);
    }),
    releaseHolds(replica.deps).catch(() => undefined),
  ]);
  await releaseHolds(shop.deps);
  for (const { order } of started) expect(['paid', 'cancelled']).toContain((await orderOf(order.intent)).state);
  await expectBalanced(shop.deps.db, shop.emulator, { [mug]: 20 });
  await replica.close();
});

test(
  'the unpaid orders of one network hold half of a good, however many are placed at once on two replicas; another network has the rest',
  { tags: ['ci'] },
  async () => {
    const mug = await stock(shop.deps.db, 'prd:wanted-mug', 60);
    const replica = await shop.replica();
    const { address } = shop.reader().browser;
    const visitors = Array.from({ length: 12 }, () => near(shop.reader(), address));
    for (const reader of visitors) await reader.add(mug, 5);
    const answers = await Promise.all(
      visitors.map((reader, n) =>
        n % 2 ? reader.press() : near(new Reader(reader.browser.at(replica.app), shop.emulator), address).press(),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(6);
    expect(refused[0] && (await answerOf(refused[0]))[1]).toEqual({
      errors: {
        [`lines.basic-product/${mug}`]:
          'The wanted-mug cannot be set aside for you now: others on your network have as much of it in their carts as they can.',
        general: expect.stringMatching(
          /^The wanted-mug cannot .* log in to an account whose email is proved\. In a few minutes there may be more\.$/,
        ),
      },
    });
    expect(await stockOf(shop.deps.db, mug)).toBe(30);
    const other = shop.reader();
    await other.add(mug, 5);
    await other.buy();

    const placed = visitors.filter((_, n) => answers[n]?.status === 200);
    const next = visitors.find((_, n) => answers[n]?.status === 409);
    // Whose order stands presses again as often as they like.
    const started = await Promise.all(placed.map((reader) => reader.start()));
    expect((await next?.press())?.status).toBe(409);
    // What is paid counts no more: a class or an office orders one after the other, of what is left then.
    for (const [n, order] of started.slice(0, 3).entries()) {
      await placed[n]?.pay(order);
      await placed[n]?.status(order.intent);
      expect(await orderOf(order.intent)).toMatchObject({ state: 'paid', network: null });
    }
    expect((await next?.press())?.status).toBe(200);
    await replica.close();
  },
);

test('ten of a small stock one network can always hold', async () => {
  const mug = await stock(shop.deps.db, 'prd:rare-mug', 10);
  const reader = shop.reader();
  await reader.add(mug, 10);
  expect((await reader.press()).status).toBe(200);
});

test('who wants more than one may set aside is told how many, and how to have more; that waiting helps only where it does', async () => {
  const mug = await stock(shop.deps.db, 'prd:large-order-mug', 64);
  const message = async (buyer: Reader, changes: Parameters<Reader['press']>[0] = {}) => {
    const answer = await buyer.press(changes);
    expect(answer.status).toBe(409);
    return v.parse(v.object({ errors: v.object({ general: v.string() }) }), await answer.json()).errors.general;
  };
  const buyer = shop.reader();
  await buyer.add(mug, 50);
  expect(await message(buyer)).toBe(
    'Only 32 of The large-order-mug can be set aside for you at once. Please take no more than that, or log in to an account whose email is proved.',
  );
  // An account that was made just now is logged in: what helps it is to prove its mailbox.
  expect(await message(buyer, newcomer())).toBe(
    'Only 32 of The large-order-mug can be set aside for you at once. Please take no more than that, or show that your email is yours: log in once with a code that we mail there.',
  );
  const neighbour = near(shop.reader(), buyer.browser.address);
  await neighbour.add(mug, 20);
  await neighbour.start();
  await buyer.browser.post('/api/cart/remove', { all: true });
  await buyer.add(mug, 40);
  expect(await message(buyer)).toMatch(/^Only 12 of .* now: others on your network .* In a few minutes there may be more\.$/);
  await buyer.browser.post('/api/cart/remove', { all: true });
  await buyer.add(mug, 12);
  expect((await buyer.press()).status).toBe(200);
});

test('an account that has proved its mailbox is not counted; one that has not is', async () => {
  const mug = await stock(shop.deps.db, 'prd:office-mug', 40);
  const { address } = shop.reader().browser;
  const holder = near(shop.reader(), address);
  await holder.add(mug, 20);
  await holder.start();
  const buyer = near(shop.reader(), address);
  await buyer.add(mug, 20);
  const account = { email: `office-${Date.now()}@example.org`, password: { password: 'a ferry at dawn', confirm: 'a ferry at dawn' } };
  expect((await buyer.press(account)).status).toBe(409);
  expect((await buyer.press()).status).toBe(409);
  await shop.deps.db.account.update({
    where: { publicationId_email: { publicationId: 'main', email: account.email } },
    data: { verified: new Date() },
  });
  expect((await buyer.press()).status).toBe(200);
});

test('what others hold unpaid is in somebody’s cart, in the store, in a cart and when it is added; what is sold is out of stock', async () => {
  const { db } = shop.deps;
  const [mug, shirt, issue] = ['prd:nothing-to-declare-tote', 'sze:last-boat-tee-m', 'iss:15'];
  await db.good.updateMany({ where: { ref: { in: [mug, shirt] } }, data: { stock: 2, onSale: true } });
  await db.good.updateMany({ where: { ref: issue, type: 'print-issue' }, data: { stock: 2, onSale: true } });
  const [holder, reader, late] = [shop.reader(), shop.reader(), shop.reader()];
  const things = [
    [mug, 'basic-product'],
    [shirt, 'sized-product'],
    [issue, 'print-issue'],
  ] as const;
  for (const [ref, type] of things) {
    await holder.add(ref, 2, type);
    await reader.add(ref, 1, type);
  }
  const seen = async (by: Reader) => {
    const { products, issues, cart } = v.parse(PageData, await (await by.browser.get('/api/page/store')).json());
    const tee = products?.find(({ sizes }) => sizes.some(({ ref }) => ref === shirt));
    return {
      shelf: [
        products?.find(({ ref }) => ref === mug),
        tee?.sizes.find(({ ref }) => ref === shirt),
        issues?.find(({ ref }) => ref === issue),
      ].map((one) => one?.held),
      lines: cart.billing.a.map(({ availability }) => availability),
    };
  };
  const started = await holder.start();
  expect(await seen(reader)).toEqual({ shelf: [true, true, true], lines: things.map(() => ({ type: 'sold-out', held: true })) });
  // To whom it is held it is there.
  expect((await seen(holder)).lines).toEqual(things.map(() => ({ type: 'available', left: 2 })));
  const { name } = await db.good.findFirstOrThrow({ where: { ref: mug } });
  const refused = await late.browser.post('/api/cart', { type: 'add', item: { item: 'basic-product', ref: mug, quantity: 1 } });
  expect(await answerOf(refused)).toEqual([
    409,
    { errors: { general: `${name} is in somebody’s cart. It may come free in a few minutes.` } },
  ]);
  const pressed = await reader.press();
  expect(await answerOf(pressed)).toMatchObject([
    409,
    { errors: { [`lines.basic-product/${mug}`]: expect.stringContaining('may come free') } },
  ]);

  await holder.pay(started);
  await holder.status(started.intent);
  expect(await seen(reader)).toEqual({ shelf: [undefined, undefined, undefined], lines: things.map(() => ({ type: 'sold-out' })) });
});
