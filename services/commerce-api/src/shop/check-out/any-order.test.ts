import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARDS, expectBalanced, openShop, stock, type Reader, type Shop } from '../../../test/shop.ts';
import { reconcile } from '../../jobs/reconcile.ts';
import { HOUR, MINUTE } from '../../platform/duration.ts';

let shop: Shop;
let ahead = 0;
let count = 0;
beforeAll(async () => {
  shop = await openShop({ clock: () => new Date(Date.now() + ahead) });
});
afterAll(() => shop.close());

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

/** The provider's word of a declined card and what reconciling asks for come at one moment. */
const DECLINED_LAST: Step[] = (['add', 'press', 'decline'] as const).map((does) => ({
  reader: 0,
  does,
  which: 0,
  webhooks: { drop: true },
}));

test('whatever two readers do in whatever order, charges, orders and stock agree', async () => {
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
    }),
    { numRuns: 15, examples: [[DECLINED_LAST]], interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true },
  );
}, 180_000);
