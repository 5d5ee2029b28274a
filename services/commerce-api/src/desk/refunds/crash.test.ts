// @module-tag ci
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { askFor, LINE, openDeskMoney, subscribed, type Bought, type DeskMoney } from '../../../test/desk-money.ts';
import { eachStep } from '../../../test/each-step.ts';
import { lettersTo, settled } from '../../../test/timed-magazine.ts';

// Processes are really killed here (SIGKILL); what happens where a step ends in an error, in one process and often,
// `killed.test.ts` tries, with each run.
let shop: DeskMoney;
let cleo: string;
beforeAll(async () => {
  shop = await openDeskMoney();
  await shop.as('service');
  cleo = (await shop.deps.db.staff.findFirstOrThrow({ where: { roles: { has: 'service' } } })).id;
});
afterAll(() => shop.close());
afterEach(async () => {
  shop.emulator.control.switch({ drop: false, hang_up: { times: 0 } });
  await settled(shop);
  expect(shop.emulator.control.state().violations).toEqual([]);
});

const ASKED = askFor({ lines: LINE });
const MINUTES = 1 / (24 * 60);
const DAYS = 2;

/** A process at the desk pays it back, or one makes the round; answers how it ended: null, or the signal. */
async function inProcess(stopAt: string, order = '', action = ASKED.action): Promise<unknown> {
  const environment = { NODE_ENV: 'test', DATABASE_URL: shop.databaseUrl, STRIPE_API_BASE: shop.emulator.url };
  const program = join(import.meta.dirname, '../../../test/crash-refund.ts');
  const asked = JSON.stringify({ ...ASKED, action });
  const argv = [program, JSON.stringify(environment), shop.now().toISOString(), stopAt, cleo, order, asked];
  const [code, signal] = await once(spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'inherit'] }), 'exit');
  if (signal === null) expect(code).toBe(0);
  return signal;
}

/** What was asked for went back once: a refund, a row, a letter each; nothing renews, and credit notes have no gap. */
async function expectOnce({ id, order, intent, email, total }: Bought): Promise<void> {
  const { db } = shop.deps;
  const atProvider = shop.emulator.control.state().refunds.filter((refund) => refund.payment_intent === intent);
  expect(atProvider).toMatchObject([{ amount: total, status: 'succeeded' }]);
  expect(await db.refund.findMany({ where: { orderId: order } })).toMatchObject([
    { state: 'sent', amount: total, id: atProvider[0]?.metadata?.['refund'] },
  ]);
  expect(await db.moneyBack.findMany({ where: { orderId: order } })).toMatchObject([{ state: 'refunded', amount: total }]);
  expect(await db.staffAction.count({ where: { ownerId: id, verb: 'refundOrder' } })).toBe(1);
  expect((await lettersTo(shop, email)).filter((kind) => kind === 'money-back')).toHaveLength(1);
  expect((await db.account.findUniqueOrThrow({ where: { id } })).autorenewSince).toBe(null);
  const numbered = await db.refund.findMany({ where: { creditNumber: { not: null } }, orderBy: { creditNumber: 'asc' } });
  expect(numbered.map(({ creditNumber }) => creditNumber)).toEqual(numbered.map((_, index) => index + 1));
}

eachStep(
  { quick: ['refund-answered'], long: ['refund-written', 'refund-asked', 'refund-noted'] },
  'a process that pays an order back is killed at %s: the next round makes it once, whoever presses again, and no webhook comes',
  async (step) => {
    const anna = await subscribed(shop);
    shop.emulator.control.switch({ drop: true });
    const action = crypto.randomUUID();
    expect(await inProcess(step, anna.order, action)).toBe('SIGKILL');
    shop.travel(2 * MINUTES);
    // Two rounds and whoever presses the button again, at one moment.
    await Promise.all([inProcess(''), inProcess(''), inProcess('', anna.order, action)]);
    await expectOnce(anna);
    expect(await shop.deps.db.staffAction.count({ where: { id: action } })).toBe(1);
  },
);

eachStep(
  { long: ['refund-asked', 'refund-answered', 'refund-noted'] },
  'a round that is killed at %s, with a refund that its desk’s process was killed with, and days later: the next one makes it once',
  async (step) => {
    const anna = await subscribed(shop);
    shop.emulator.control.switch({ drop: true });
    expect(await inProcess('refund-written', anna.order, crypto.randomUUID())).toBe('SIGKILL');
    shop.travel(2 * MINUTES);
    expect(await inProcess(step)).toBe('SIGKILL');
    // The provider knows the key no more.
    shop.travel(DAYS);
    await inProcess('');
    await inProcess('');
    await expectOnce(anna);
  },
);
