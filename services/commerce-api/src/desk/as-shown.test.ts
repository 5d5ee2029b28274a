import { DeskInvoice } from '@newsstand/contracts/desk-invoices';
import { RefundPlan } from '@newsstand/contracts/desk-refund';
import { AddressChanged, SubscriptionCancelled } from '@newsstand/contracts/desk-verbs';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../test/browser.ts';
import {
  askRefundOf,
  bought,
  LINE,
  openDeskMoney,
  put,
  readRefunded,
  SUBSCRIPTION,
  type Bought,
  type DeskMoney,
} from '../../test/desk-money.ts';
import { answerOf } from '../../test/reader.ts';
import { settled } from '../../test/timed-magazine.ts';
import { uuidv7 } from '../platform/db/uuidv7.ts';
import { markOf } from './as-shown.ts';

// Nobody confirms what they have not read: whatever a dialog shows of what would happen is what it is confirmed
// against.
let shop: DeskMoney;
let cleo: Browser;
beforeAll(async () => {
  shop = await openDeskMoney();
  cleo = await shop.as('service');
});
afterAll(() => shop.close());

const TORONTO = { line1: '5 King St', line2: '', city: 'Toronto', state: 'ON', postcode: 'M5H 1A1', country: 'CA' };

const printed = () => bought(shop, (who) => put(who, { subscription: { ...SUBSCRIPTION, medium: 'print' } }));

/** A move to Canada is billed, and not paid. Answers the invoice's number. */
async function moveBilled({ id }: Bought): Promise<string> {
  const body = { action: uuidv7(), reason: 'asked', version: 'none', address: TORONTO, move: 'billed' };
  const moved = v.parse(AddressChanged, await (await cleo.post(`/api/desk/readers/${id}/address/b`, body)).json()).moved;
  return moved?.invoice?.number ?? '';
}

/** Somebody else records its check. */
async function payByCheck(number: string): Promise<void> {
  const ann = await shop.as('publisher');
  const { version, total } = v.parse(DeskInvoice, await (await ann.get(`/api/desk/invoices/${number}`)).json());
  const received = shop.deps.clock().toISOString().slice(0, 10);
  const check = { action: uuidv7(), version, method: 'check', amount: total, received, reference: '7' };
  expect((await answerOf(await ann.post(`/api/desk/invoices/${number}/payment`, check)))[0]).toBe(200);
}

const MEANWHILE = [409, { errors: expect.stringContaining('not what was shown') }];
const isRunning = async ({ id }: Bought) => (await shop.deps.db.subscription.count({ where: { ownerId: id, cancelled: null } })) === 1;

describe('an unpaid invoice that is shown to be cancelled, and was paid meanwhile, is told to whoever confirms', () => {
  test('paying a subscription back: nothing ends, and what its move was paid is named at the next look', async () => {
    const anna = await printed();
    const number = await moveBilled(anna);
    const { plan } = await readRefunded(await askRefundOf(cleo, anna.order, { lines: LINE }, true));
    expect(plan.happens.invoices).toMatchObject([{ number }]);
    await payByCheck(number);
    expect(await answerOf(await askRefundOf(cleo, anna.order, { lines: LINE, version: plan.version }))).toEqual(MEANWHILE);
    expect(await isRunning(anna)).toBe(true);
    const now = (await readRefunded(await askRefundOf(cleo, anna.order, { lines: LINE, version: plan.version }, true))).plan;
    expect([now.happens.invoices, now.beside]).toMatchObject([[], [{ name: 'Move to Canada' }]]);
    expect((await askRefundOf(cleo, anna.order, { lines: LINE, version: now.version })).status).toBe(200);
  });

  test('ending it without money', { tags: ['ci'] }, async () => {
    const anna = await printed();
    const number = await moveBilled(anna);
    const term = await shop.deps.db.subscription.findFirstOrThrow({ where: { ownerId: anna.id } });
    const end = (more: object, dry = '') =>
      cleo.post(`/api/desk/readers/${anna.id}/subscriptions/${term.id}/cancel${dry}`, {
        action: uuidv7(),
        reason: 'asked',
        served: 0,
        ...more,
      });
    const shown = v.parse(SubscriptionCancelled, await (await end({}, '?dry')).json());
    expect(shown.invoices).toMatchObject([{ number }]);
    await payByCheck(number);
    expect(await answerOf(await end({ version: shown.version }))).toEqual(MEANWHILE);
    expect(await isRunning(anna)).toBe(true);
    const now = v.parse(SubscriptionCancelled, await (await end({}, '?dry')).json());
    expect((await end({ version: now.version })).status).toBe(200);
  });

  test("deciding about money that went back in the provider's dashboard", { tags: ['ci'] }, async () => {
    const anna = await printed();
    const number = await moveBilled(anna);
    const back = shop.emulator.control.refund(anna.intent);
    await settled(shop);
    const decide = (version: string, dry = '') =>
      cleo.post(`/api/desk/money-back/${back}/decide${dry}`, {
        action: uuidv7(),
        reason: 'asked',
        version,
        lines: [{ ordinal: 0, quantity: 1 }],
      });
    const { plan } = await readRefunded(await decide('', '?dry'));
    await payByCheck(number);
    expect(await answerOf(await decide(plan.version))).toEqual(MEANWHILE);
    expect(await isRunning(anna)).toBe(true);
    const now = (await readRefunded(await decide(plan.version, '?dry'))).plan;
    expect((await decide(now.version)).status).toBe(200);
  });
});

describe('of all that a dialog shows nothing is missing from what it is confirmed against', () => {
  /** As one of its parts would be another. */
  const another = (value: unknown): unknown =>
    typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : typeof value === 'string' ? `${value}x` : 'x';

  /** The same with each of its parts another one in turn, by the part's name. */
  function* changed(whole: unknown, path = ''): Generator<[string, unknown]> {
    if (typeof whole !== 'object' || whole === null) yield [path, another(whole)];
    else if (Array.isArray(whole)) {
      for (const [at, part] of whole.entries())
        for (const [name, one] of changed(part, `${path}[${at}]`)) yield [name, whole.with(at, one)];
      yield [`${path}[]`, [...whole, ...whole, 'x']];
    } else
      for (const [key, part] of Object.entries(whole))
        for (const [name, one] of changed(part, `${path}.${key}`)) yield [name, { ...whole, [key]: one }];
  }

  test('whatever part of it is another by now, it is another to whoever confirms it', async () => {
    const anna = await printed();
    await moveBilled(anna);
    const { plan } = await readRefunded(await askRefundOf(cleo, anna.order, { lines: LINE }, true));
    const { version, ...shown } = plan;
    const parts = new Map(changed(shown));
    expect(
      Object.keys(RefundPlan.entries).filter((key) => key !== 'version' && ![...parts.keys()].some((part) => part.startsWith(`.${key}`))),
    ).toEqual([]);
    expect([...parts].filter(([, one]) => markOf(one) === markOf(shown)).map(([part]) => part)).toEqual([]);
    expect(version.endsWith(`.${markOf(shown)}`)).toBe(true);
  });
});
