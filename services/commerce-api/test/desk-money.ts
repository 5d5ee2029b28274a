// What the tests of money that goes back share: readers who bought something, the provider's emulator with its
// webhooks, and people at the desk.
import { Refunded, RefundNow, type RefundOrder } from '@newsstand/contracts/desk-refund';
import type { DeskRole } from '@newsstand/contracts/desk-roles';
import { SubscriptionSettings } from '@newsstand/contracts/upgrade-endpoints';
import * as v from 'valibot';
import { expect } from 'vitest';
import { createDeskApp } from '../src/api/desk/desk-app.ts';
import { uuidv7 } from '../src/platform/db/uuidv7.ts';
import { Browser } from './browser.ts';
import { subscriber, type Subscriber } from './card-reader.ts';
import { DESK } from './desk.ts';
import { ADDRESS, Reader } from './shop.ts';
import { openMagazine, settled, type Magazine } from './timed-magazine.ts';

export type DeskMoney = Magazine & { reader: () => Reader; as: (role: DeskRole) => Promise<Browser> };

type Opening = {
  /** What happens at a step that a process may be killed at. */
  reached?: (step: string) => void;
  /** No two looks at the desk's clock say the same, as on a real one: what must be of one moment reads it once. */
  ticks?: boolean;
};

/** A magazine that sells, at whose desk somebody of each role works. */
export async function openDeskMoney({ reached, ticks = false }: Opening = {}): Promise<DeskMoney> {
  const magazine = await openMagazine({ env: { DESK_URL: DESK, DESK_SAMPLES: 'yes' }, ...(reached && { reached }) });
  let looks = 0;
  const clock = () => new Date(magazine.deps.clock().getTime() + (ticks ? looks++ : 0));
  const desk = createDeskApp({ ...magazine.deps, clock });
  return {
    ...magazine,
    reader: () => new Reader(magazine.browser(), magazine.emulator),
    as: async (role) => {
      const browser = new Browser(desk, DESK);
      const answer = await browser.post('/api/desk/session/sample', { role });
      if (answer.status !== 200) throw new Error(`${role} could not sign in: ${await answer.text()}`);
      return browser;
    },
  };
}

export type Bought = Subscriber & { intent: string; order: string; number: string; total: number };

/** A reader with an account who paid for what `fill` puts into the cart. */
export async function bought(shop: DeskMoney, fill: (who: Subscriber) => Promise<unknown>, form: object = {}): Promise<Bought> {
  const who = await subscriber(shop);
  await fill(who);
  const begun = await who.reader.start({ email: who.email, ...form });
  await who.reader.pay(begun);
  await who.reader.status(begun.intent);
  await settled(shop);
  const { id, number, total } = await shop.deps.db.order.findUniqueOrThrow({ where: { intentId: begun.intent } });
  return { ...who, intent: begun.intent, order: id, number: number ?? '', total };
}

export const put = ({ reader }: Pick<Subscriber, 'reader'>, item: object) => reader.browser.post('/api/cart', { type: 'membership', item });
export const SUBSCRIPTION = { renewal: false, medium: 'digital', level: 'low', term: '1year', coupon: null };

/** A subscription of a year that renews by itself. */
export const subscribed = (shop: DeskMoney): Promise<Bought> =>
  bought(shop, (who) => put(who, { subscription: SUBSCRIPTION }), { autorenew: true });

type Asked = Partial<RefundOrder>;
export const askFor = (asked: Asked): RefundOrder => ({
  action: uuidv7(),
  reason: 'asked',
  note: '',
  version: '',
  method: 'card',
  reference: '',
  lines: [],
  shipping: 0,
  redeemed: 'keep',
  ...asked,
});

export const askRefundOf = (who: Browser, order: string, asked: Asked, dry = false): Promise<Response> =>
  who.post(`/api/desk/orders/${order}/refunds${dry ? '?dry' : ''}`, askFor(asked));

/** As the dialog does: what it would be, and then that. */
export async function payBack(who: Browser, order: string, asked: Asked): Promise<Response> {
  const tried = await askRefundOf(who, order, asked, true);
  if (tried.status !== 200) return tried;
  const { plan } = await readRefunded(tried);
  return askRefundOf(who, order, { version: plan.version, ...asked });
}

export async function readRefunded(response: Response): Promise<Refunded> {
  const body: unknown = await response.json();
  if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(body)}`);
  return v.parse(Refunded, body);
}

export async function readRefundNow(response: Response): Promise<RefundNow['refund']> {
  const body: unknown = await response.json();
  if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(body)}`);
  return v.parse(RefundNow, body).refund;
}

/** All of its first line: pieces and what they are worth. */
export const LINE = [{ ordinal: 0, quantity: 1, amount: null, came_back: false }];

type Wished = { shipcode: string; address: object; subscription: { token: string; deliverable: string; level: string }; total: number };

/** A reader has the payment of an upgrade before them, and has not pressed its button. */
export async function beginUpgrade({ email, reader }: Bought, { address, total, ...wish }: Wished) {
  const form = { name: 'Ana Reader', email, address, total };
  const body = { form, ...wish, versions: {} };
  const answer = await reader.browser.post(`/api/account/subscriptions/update?captcha=${await reader.browser.captcha()}`, body);
  const { checkout } = v.parse(
    v.object({ checkout: v.object({ intent: v.string(), keys: v.object({ secret: v.string() }) }) }),
    await answer.json(),
  );
  return { intent: checkout.intent, secret: checkout.keys.secret, total };
}

/** A reader's digital subscription as print, at what its page asks for that. */
export async function printOf(shop: DeskMoney, { id, reader }: Bought): Promise<Wished> {
  const { token } = await shop.deps.db.subscription.findFirstOrThrow({ where: { ownerId: id } });
  const settings = await (await reader.browser.get(`/api/account/subscriptions/${token}`)).json();
  const total = v.parse(SubscriptionSettings, settings).upgrade.options.low_prices.a.amount;
  return { shipcode: 'a', address: ADDRESS, subscription: { token, deliverable: 'print-a', level: 'low' }, total };
}

/** It becomes print, which is paid for: an order of its own. */
export async function upgrade(shop: DeskMoney, who: Bought): Promise<void> {
  const begun = await beginUpgrade(who, await printOf(shop, who));
  await who.reader.pay(begun);
  expect((await who.reader.status(begun.intent)).status).toBe('completed');
}

/** The next refund that the provider is asked for it refuses. */
export const refuseRefund = ({ emulator }: DeskMoney) => emulator.control.switch({ fail: { times: 1, status: 400, path: '/v1/refunds' } });

/** What an order paid for is taken away, and the provider refuses the money. Answers the refund's id. */
export async function refusedRefund(shop: DeskMoney, who: Browser, { order }: Pick<Bought, 'order'>, wish: Asked): Promise<string> {
  refuseRefund(shop);
  const { refund } = await readRefunded(await payBack(who, order, wish));
  expect(refund?.state).toBe('refused');
  return refund?.id ?? '';
}
