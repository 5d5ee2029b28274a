import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { LINE, openDeskMoney, payBack, subscribed, type Bought, type DeskMoney } from '../../../test/desk-money.ts';
import { eachStep } from '../../../test/each-step.ts';
import { lettersTo, settled } from '../../../test/timed-magazine.ts';
import { runRefunds } from '../../payments/refunds/ask-refund.ts';

let shop: DeskMoney;
/** The step at which the request ends as if its process had; once. */
let dies: string | null = null;
beforeAll(async () => {
  shop = await openDeskMoney({
    reached: (step) => {
      if (step !== dies) return;
      dies = null;
      throw new Error(`killed at ${step}`);
    },
  });
});
afterAll(() => shop.close());
afterEach(async () => {
  dies = null;
  shop.emulator.control.switch({ drop: false });
  await settled(shop);
  expect(shop.emulator.control.state().violations).toEqual([]);
});

const QUICK = ['refund-asked', 'refund-answered'];
const LONG = ['refund-written', 'refund-noted'];
const MINUTES = 1 / (24 * 60);

/**
 * Everything that was asked for of an order went back once: a refund, a row and a letter each, and credit notes are
 * counted without a gap.
 */
async function expectOnce({ order, intent, email }: Bought, times: number): Promise<void> {
  const refunds = await shop.deps.db.refund.findMany({ where: { orderId: order } });
  const atProvider = shop.emulator.control.state().refunds.filter((refund) => refund.payment_intent === intent);
  const letters = (await lettersTo(shop, email)).filter((kind) => kind === 'money-back');
  expect([refunds.length, atProvider.length, letters.length]).toEqual([times, times, times]);
  expect(new Set(atProvider.map(({ metadata }) => metadata?.refund))).toEqual(new Set(refunds.map(({ id }) => id)));
  expect(await shop.deps.db.moneyBack.count({ where: { orderId: order } })).toBe(times);
  expect(refunds.every(({ state }) => state === 'sent')).toBe(true);
  const numbered = await shop.deps.db.refund.findMany({ where: { creditNumber: { not: null } }, orderBy: { creditNumber: 'asc' } });
  expect(numbered.map(({ creditNumber }) => creditNumber)).toEqual(numbered.map((_, index) => index + 1));
}

eachStep(
  { quick: QUICK, long: LONG },
  'a refund whose request ends at %s is made by the next round, once, and nothing is charged later',
  async (step) => {
    const anna = await subscribed(shop);
    shop.emulator.control.switch({ drop: true });
    const cleo = await shop.as('service');
    dies = step;
    const answer = await payBack(cleo, anna.order, { lines: LINE });
    expect([step, answer.status, await answer.text()]).toEqual([step, step === 'refund-written' ? 500 : 200, expect.any(String)]);
    expect(dies).toBe(null);
    const { autorenewSince } = await shop.deps.db.account.findUniqueOrThrow({ where: { id: anna.id } });
    expect(autorenewSince).toBe(null);
    shop.travel(2 * MINUTES);
    await Promise.all([runRefunds(shop.deps), runRefunds(shop.deps)]);
    await expectOnce(anna, 1);
  },
);

test('1,000 refunds whose requests end at any of the steps are each made once', { tags: ['long'], timeout: 900_000 }, async () => {
  const steps = [...QUICK, ...LONG];
  for (let order = 0; order < 20; order++) {
    const anna = await subscribed(shop);
    const cleo = await shop.as('service');
    for (let cent = 0; cent < 50; cent++) {
      dies = steps[cent % steps.length] ?? null;
      await payBack(cleo, anna.order, { lines: [{ ordinal: 0, quantity: 0, amount: 1, came_back: false }] });
      dies = null;
    }
    shop.travel(2 * MINUTES);
    await runRefunds(shop.deps);
    await settled(shop);
    await expectOnce(anna, 50);
  }
});
