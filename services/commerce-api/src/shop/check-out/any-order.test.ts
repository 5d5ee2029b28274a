import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARDS, expectBalanced, openShop, stock, type Reader, type Shop } from '../../../test/shop.ts';
import { manyLives, timeFor } from '../../../test/many-lives.ts';
import { expectBooks } from '../../../test/books.ts';
import { askFor } from '../../../test/desk-money.ts';
import { refundOrder } from '../../desk/refunds/refund-order.ts';
import { reconcile } from '../../jobs/reconcile.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { HOUR, MINUTE } from '../../platform/duration.ts';
import { Refusal } from '../../platform/http/refusal.ts';

let shop: Shop;
const staff = uuidv7();
let ahead = 0;
let count = 0;
let close: () => Promise<unknown>;
async function open(): Promise<() => Promise<unknown>> {
  const opened = await openShop({ clock: () => new Date(Date.now() + ahead) });
  shop = opened;
  await shop.deps.db.staff.create({
    data: { id: staff, publicationId: 'main', email: 'cleo@example.org', name: 'Cleo', roles: ['publisher'], created: shop.deps.clock() },
  });
  return () => opened.close();
}
beforeAll(async () => {
  close = await open();
});
afterAll(() => close());

const step = fc.record({
  reader: fc.integer({ min: 0, max: 1 }),
  does: fc.constantFrom(
    'add',
    'add',
    'press',
    'press',
    'press twice',
    'pay',
    'pay',
    'decline',
    'refund',
    'refund twice',
    'poll',
    'webhooks',
    'reconcile',
    'an hour passes',
  ),
  which: fc.nat({ max: 3 }),
  webhooks: fc.constantFrom(
    { drop: false, duplicate: true, reverse: true },
    { drop: true },
    { drop: false, duplicate: false, reverse: false },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Shopper = { reader: Reader; started: { intent: string; secret: string }[] };

/** Presses the button, and remembers what can be paid; refusals are answers too, but nothing may break. */
async function press({ reader, started }: Shopper): Promise<void> {
  const response = await reader.press();
  const body = await response.json();
  expect([200, 409, 422], JSON.stringify(body)).toContain(response.status);
  if (body.keys) started.push({ intent: body.intent, secret: body.keys.secret });
}

async function perform(shopper: Shopper, { does, which, webhooks }: Step, goods: string[]): Promise<void> {
  const { reader, started } = shopper;
  // A tab that was left open may pay for any order that was ever started.
  const open = started[started.length - 1 - (which % Math.max(1, started.length))];
  switch (does) {
    case 'add': {
      const response = await reader.browser.post('/api/cart', {
        type: 'add',
        item: { item: 'basic-product', ref: goods[which % goods.length], quantity: 1 },
      });
      expect([200, 409]).toContain(response.status);
      return;
    }
    case 'press':
      return press(shopper);
    case 'press twice':
      await Promise.all([press(shopper), press(shopper)]);
      return;
    case 'pay':
      if (open) await reader.pay(open);
      return;
    case 'decline':
      if (open) await reader.pay(open, CARDS.declined);
      return;
    case 'refund':
      return refund(shopper, which, 1);
    case 'refund twice':
      return refund(shopper, which, 2);
    case 'poll':
      if (open) await reader.status(open.intent);
      return;
    case 'webhooks':
      shop.emulator.control.switch(webhooks);
      return;
    case 'reconcile':
      return reconcile(shop.deps);
    case 'an hour passes':
      ahead += HOUR + MINUTE;
  }
}

/**
 * The desk takes a piece of what they paid for back, at what it is worth or for a cent; pressed at one moment so many
 * times.
 */
async function refund({ started }: Shopper, which: number, times: number): Promise<void> {
  const { deps } = shop;
  const where = { intentId: { in: started.map(({ intent }) => intent) }, state: { in: ['paid' as const, 'fulfilled' as const] } };
  const order = await deps.db.order.findFirst({ where, orderBy: { created: 'desc' }, include: { lines: { orderBy: { ordinal: 'asc' } } } });
  const line = order?.lines[which % Math.max(1, order.lines.length)];
  if (!order || !line) return;
  const lines = [
    { ordinal: line.ordinal, quantity: which === 3 ? 0 : 1, amount: which === 2 ? 0 : which === 3 ? 1 : null, came_back: false },
  ];
  const wish = { ...askFor({ lines }), order: order.id, network: '' };
  const person = {
    id: staff,
    name: 'Cleo',
    email: 'cleo@example.org',
    roles: ['publisher' as const],
    session: '',
    fresh: deps.clock(),
    keys: 1,
  };
  const tried = await refundOrder(deps, person, { ...wish, dry: true }).catch((error: unknown) => {
    // All of it went back before.
    if (!(error instanceof Refusal)) throw error;
    return null;
  });
  if (tried === null) return;
  const asked = { ...wish, version: tried.plan.version, dry: false };
  await Promise.all(Array.from({ length: times }, () => refundOrder(deps, person, asked)));
}

/** The provider's word of a declined card and what reconciling asks for come at one moment. */
const DECLINED_LAST: Step[] = (['add', 'press', 'decline'] as const).map((does) => ({
  reader: 0,
  does,
  which: 0,
  webhooks: { drop: true },
}));

/** What is scarce is bought, paid back twice over by two presses each, and bought again. */
const PAID_BACK: Step[] = (
  ['add', 'add', 'press', 'pay', 'poll', 'refund twice', 'refund', 'refund twice', 'add', 'press', 'pay', 'poll'] as const
).map((does) => ({ reader: 0, does, which: 0, webhooks: { drop: false, duplicate: false, reverse: false } }));

async function liveThem(how: fc.Parameters<[Step[]]>): Promise<void> {
  const initial: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
      const goods = [`prd:scarce-${++count}`, `prd:plenty-${count}`];
      for (const [index, ref] of goods.entries()) {
        initial[ref] = index === 0 ? 2 : 50;
        await stock(shop.deps.db, ref, initial[ref]);
      }
      const shoppers: Shopper[] = [shop.reader(), shop.reader()].map((reader) => ({ reader, started: [] }));
      for (const one of steps) {
        const shopper = shoppers[one.reader];
        if (shopper) await perform(shopper, one, goods);
      }
      // In the end everything is asked for, and what nobody paid is given up.
      for (const wait of [20 * MINUTE, 2 * HOUR]) {
        ahead += wait;
        await reconcile(shop.deps);
      }
      expect(await shop.deps.db.order.count({ where: { state: { in: ['started', 'processing'] } } })).toBe(0);
      await expectBalanced(shop.deps.db, shop.emulator, initial);
      await expectBooks(shop.deps);
    }),
    { ...how, examples: [[DECLINED_LAST], [PAID_BACK]] },
  );
  expect(await shop.deps.db.refund.count({ where: { amount: { gt: 0 } } }), 'money went back in some of them').toBeGreaterThan(0);
}

const live = (numRuns: number) => liveThem({ numRuns, interruptAfterTimeLimit: 120_000, markInterruptAsFailure: true });
test('whatever two readers and the desk do in whatever order, charges, orders, refunds and stock agree', { timeout: 180_000 }, () =>
  live(6),
);
test('the same in fifteen lives', { tags: ['ci'], timeout: 180_000 }, () => live(15));

test('the same in many lives', { tags: ['long'], timeout: timeFor(200) }, () =>
  manyLives(200, open, (some) => liveThem({ ...some, endOnFailure: true })),
);
