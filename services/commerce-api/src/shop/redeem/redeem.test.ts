import { PageData } from '@newsstand/contracts/page-data';
import type { CheckoutInput } from '@newsstand/contracts/checkout';
import type { Deliverable } from '@newsstand/contracts/cart';
import { Receipt } from '@newsstand/contracts/receipt';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { subscriber, type Subscriber } from '../../../test/card-reader.ts';
import { ACCOUNT, debit, takeBankDebits } from '../../../test/debit.ts';
import { sendLetter } from '../../../test/letter.ts';
import { answerOf, logInWith, makeAccount, whoIs } from '../../../test/reader.ts';
import { ADDRESS, newcomer, openShop, type Shop } from '../../../test/shop.ts';
import { makeSubscriber } from '../../../test/subscriber.ts';
import { letterText } from '../../letters/letter-text.ts';
import type { Letter } from '../../letters/letter.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Buys gifts, and answers their tokens. */
async function buyGifts(deliverable: Deliverable, count = 1): Promise<string[]> {
  const reader = shop.reader();
  const giftsubs = Array.from({ length: count }, () => ({ deliverable, level: 'low', term: '1year', coupon: null }));
  await reader.browser.post('/api/cart', { type: 'membership', item: { giftsubs } });
  const started = await reader.start({ address: null, name: 'Gus Giver' });
  await reader.pay(started);
  expect((await reader.status(started.intent)).status).toBe('completed');
  const { id } = await shop.deps.db.order.findUniqueOrThrow({ where: { intentId: started.intent } });
  return (await shop.deps.db.gift.findMany({ where: { orderId: id }, orderBy: { number: 'asc' } })).map(({ token }) => token);
}

const CANADA = { ...ADDRESS, city: 'Gander', state: 'NL', postcode: 'A1V 1A1', country: 'CA' };

async function redeem(
  browser: Browser,
  token: string,
  deliverable: Deliverable,
  form: Partial<CheckoutInput> = {},
): Promise<[number, unknown]> {
  const body = {
    form: { name: 'Ana Giftee', ...newcomer(), address: ADDRESS, total: 0, ...form },
    shipcode: 'a',
    subscription: { token, deliverable },
  };
  const response = await browser.post(`/api/subscribe/redeem?token=${token}`, body);
  return await answerOf(response);
}

const SUCCEEDED = [200, { type: 'redeem-succeeded' }];
const HELD = [409, { type: 'redeem-failed', message: expect.stringContaining('Somebody is redeeming this gift just now') }];
const ALREADY = [409, { type: 'redeem-failed', message: expect.stringContaining('already redeemed') }];

async function pageOf(browser: Browser, token: string): Promise<PageData['redeem']> {
  return v.parse(PageData, await (await browser.get(`/api/page/redeem?token=${token}`)).json()).redeem;
}

async function termsOf(token: string) {
  const { redeemedBy } = await shop.deps.db.gift.findUniqueOrThrow({ where: { token } });
  const where = { ownerId: redeemedBy ?? '' };
  return shop.deps.db.subscription.findMany({ where, orderBy: { cycle: 'asc' }, include: { _count: { select: { tokens: true } } } });
}

test(
  'who makes an account with a gift is welcomed at once, in the letter of the gift: one letter says it all',
  { tags: ['ci'] },
  async () => {
    const [token = ''] = await buyGifts('digital');
    const email = 'welcomed@example.org';
    expect(await redeem(shop.reader().browser, token, 'digital', { email, address: null })).toEqual(SUCCEEDED);
    const letters = await shop.deps.db.outbox.findMany({ where: { recipient: email } });
    expect(letters.map(({ kind }) => kind)).toEqual(['redeemed']);
    const [letter] = letters;
    expect(letter?.created.getTime()).toBeLessThanOrEqual(shop.deps.clock().getTime());
    const written = async (id: string) => {
      const sent: Letter[] = [];
      await sendLetter(shop.deps, { send: async (one: Letter) => void sent.push(one), close: () => undefined }, id);
      return sent.map(letterText).join();
    };
    const text = await written(letter?.id ?? '');
    expect(text).toContain('Somebody gave you a subscription to Exclave');
    expect(text).toContain('Your account at Exclave is ready.');
    expect(text).toContain('If you did not make this account');
    expect(text.match(/Go to your account/g)).toHaveLength(1);

    const reader = await makeSubscriber(shop);
    const [another = ''] = await buyGifts('digital');
    expect(await redeem(reader.browser, another, 'digital', { address: null })).toEqual(SUCCEEDED);
    const { id } = await shop.deps.db.outbox.findFirstOrThrow({ where: { kind: 'redeemed' }, orderBy: { created: 'desc' } });
    expect(await written(id)).not.toContain('If you did not make this account');
  },
);

test(
  'a new reader redeems a gift: the subscription begins, and a letter says so',
  { tags: ['§1.audience.3', '§2.query.9', '§3.gift.1', '§4.redeem.2', '§4.redeem.5', '§7.calls.34'] },
  async () => {
    const [token = ''] = await buyGifts('print-a');
    const browser = shop.browser();
    expect(await pageOf(browser, token)).toMatchObject({
      gift: { token, order: { name: 'Gus Giver' }, term: '1year', deliverables: { set: 'print-a' }, redeemed: false },
      options: { renewal: false, misaligned: false, preselected: 'print-a' },
    });
    expect(await redeem(browser, token, 'print-a', { email: 'ana@example.org' })).toEqual(SUCCEEDED);
    expect(await termsOf(token)).toMatchObject([
      { cycle: 1, phase: 'introductory', setDeliverable: 'print-a', source: `gift:${token}`, _count: { tokens: 4 } },
    ]);
    expect((await pageOf(browser, token))?.gift.redeemed).toBe(true);

    const { id } = await shop.deps.db.outbox.findFirstOrThrow({
      where: { kind: 'redeemed', recipient: 'ana@example.org' },
      orderBy: { created: 'desc' },
    });
    const letters: Letter[] = [];
    const mailer = { send: async (letter: Letter) => void letters.push(letter), close: () => undefined };
    await sendLetter(shop.deps, mailer, id);
    // Anybody may have typed this address: who gave it is told to whoever has shown that the mailbox is theirs.
    expect(letters.map(letterText).join()).toContain('Somebody gave you a subscription to Exclave');
    await shop.deps.db.account.updateMany({ where: { email: 'ana@example.org' }, data: { verified: new Date() } });
    await shop.deps.db.outbox.update({ where: { id }, data: { sent: null } });
    await sendLetter(shop.deps, mailer, id);
    expect(letters.map(letterText).join()).toContain('Gus Giver gave you a subscription to Exclave');
  },
);

test(
  'a gift is redeemed once, even by two at the same moment on two replicas, and who comes second has no account',
  { tags: ['§4.redeem.1'] },
  async () => {
    const other = await shop.replica();
    for (const token of await buyGifts('digital', 3)) {
      const [one, two] = [shop.browser(), other.browser()];
      const emails = [newcomer().email, newcomer().email];
      const answers = await Promise.all([one, two].map((each, index) => redeem(each, token, 'digital', { email: emails[index] ?? '' })));
      expect(await shop.deps.db.account.count({ where: { email: { in: emails } } })).toBe(1);
      expect(await shop.deps.db.outbox.count({ where: { recipient: { in: emails }, kind: 'redeemed' } })).toBe(1);
      expect([await whoIs(one), await whoIs(two)]).toContain(null);
      expect(answers.toSorted(([a], [b]) => a - b)).toEqual([SUCCEEDED, ALREADY]);
      expect(await termsOf(token)).toHaveLength(1);
      expect(await redeem(shop.browser(), token, 'digital')).toEqual(ALREADY);
    }
    await other.close();
  },
);

test(
  'a visitor makes an account with it, is logged in, and redeems the next gift as a renewal',
  { tags: ['ci', '§1.offers.18', '§6.visitor.7', '§6.subscriber.6'] },
  async () => {
    const [first = '', second = ''] = await buyGifts('digital', 2);
    const browser = shop.browser();
    expect(await redeem(browser, first, 'digital', { email: 'giftee@example.org', address: null })).toEqual(SUCCEEDED);
    expect(await whoIs(browser)).toBe('giftee@example.org');
    expect((await pageOf(browser, second))?.options).toMatchObject({ renewal: true, misaligned: false });
    expect(await redeem(browser, second, 'digital', { address: null })).toEqual(SUCCEEDED);
    expect((await termsOf(second)).map(({ cycle, phase }) => [cycle, phase])).toEqual([
      [1, 'introductory'],
      [2, 'renewal'],
    ]);
  },
);

test('print is posted to the zone of its address: without one, or with one that the gift does not cover, it is refused and stays', async () => {
  const [token = ''] = await buyGifts('print-a');
  const browser = shop.browser();
  expect(await redeem(browser, token, 'print-a', { address: null })).toEqual([
    422,
    { errors: expect.objectContaining({ 'address.line1': 'Must not be blank.' }) },
  ]);
  expect(await redeem(browser, token, 'print-a', { address: CANADA })).toEqual([
    422,
    { errors: { 'address.country': expect.stringContaining('another part') } },
  ]);
  expect((await pageOf(browser, token))?.gift.redeemed).toBe(false);
  expect(await redeem(browser, token, 'digital', { address: null })).toEqual(SUCCEEDED);
  expect(await termsOf(token)).toMatchObject([{ setDeliverable: 'print-a', activeDeliverable: 'digital' }]);
});

test('a digital gift does not become print by asking for it', async () => {
  const [token = ''] = await buyGifts('digital');
  expect(await redeem(shop.browser(), token, 'print-a')).toEqual([
    409,
    { type: 'redeem-failed', message: expect.stringContaining('does not cover') },
  ]);
});

test(
  'without a password nothing is redeemed; all that is missing is told at once, and an address with an account asks for a login',
  { tags: ['§6.visitor.7'] },
  async () => {
    const [token = ''] = await buyGifts('print-a');
    const browser = shop.browser();
    expect(await redeem(browser, token, 'print-a', { password: undefined, address: null })).toEqual([
      422,
      {
        errors: {
          'password.password': 'Must not be blank.',
          'password.confirm': 'Must not be blank.',
          'address.line1': 'Must not be blank.',
          'address.city': 'Must not be blank.',
          'address.country': 'Must not be blank.',
        },
      },
    ]);
    const { email } = await makeAccount(shop);
    const refused = [422, { errors: { email: expect.stringContaining('has an account already') }, require: 'login' }];
    expect(await redeem(browser, token, 'print-a', { email })).toEqual(refused);
    expect(await whoIs(browser)).toBeNull();
    expect((await pageOf(browser, token))?.gift.redeemed).toBe(false);
    await logInWith(browser, email);
    expect(await redeem(browser, token, 'print-a', { email, password: undefined })).toEqual(SUCCEEDED);
  },
);

/** Presses the button that pays for print, on a page that shows what it costs. */
async function payForPrint(who: Subscriber, token: string, total: number, how: { save_card?: boolean; customer?: 'use-card' } = {}) {
  const form = { name: 'Ana Giftee', email: who.email, address: ADDRESS, total, ...how };
  const body = { form, shipcode: 'a', subscription: { token, deliverable: 'print-a' } };
  return who.reader.browser.post(`/api/subscribe/redeem?token=${token}&captcha=${await who.reader.browser.captcha()}`, body);
}

test('a digital gift becomes print once the difference is paid, and nobody else redeems it meanwhile', async () => {
  const [token = ''] = await buyGifts('digital');
  const who = await subscriber(shop);
  const total = (await pageOf(who.reader.browser, token))?.options.prices['print-a'] ?? 0;
  expect(total).toBeGreaterThan(0);
  expect((await payForPrint(who, token, total - 1)).status).toBe(409);
  const answer = await (await payForPrint(who, token, total)).json();
  expect(answer).toMatchObject({ type: 'upgrade-checkout', checkout: { type: 'started', total } });
  const { intent, keys } = answer.checkout;
  // As the page does with its second button, and whoever presses twice: it is the same order.
  expect(await (await payForPrint(who, token, total)).json()).toMatchObject({ type: 'upgrade-checkout', checkout: { intent } });
  const [stranger, newly] = [shop.browser(), newcomer()];
  expect(await redeem(stranger, token, 'digital', { ...newly, address: null })).toEqual(HELD);
  expect([await whoIs(stranger), await shop.deps.db.account.count({ where: { email: newly.email } })]).toEqual([null, 0]);
  const another = await subscriber(shop);
  expect(await redeem(another.reader.browser, token, 'digital', { address: null })).toEqual(HELD);
  await who.reader.pay({ intent, secret: keys.secret });
  expect((await who.reader.status(intent)).status).toBe('completed');
  expect(await termsOf(token)).toMatchObject([
    { ownerId: who.id, setDeliverable: 'print-a', activeDeliverable: 'print-a', source: `gift:${token}`, _count: { tokens: 4 } },
  ]);
  expect(await redeem(shop.browser(), token, 'digital', { ...newcomer(), address: null })).toEqual(ALREADY);
});

test('the page knows of the card on record, and one press pays with it, once', { tags: ['ci', '§6.subscriber.5'] }, async () => {
  const [first = '', second = ''] = await buyGifts('digital', 2);
  const who = await subscriber(shop);
  const { browser } = who.reader;
  const total = (await pageOf(browser, first))?.options.prices['print-a'] ?? 0;
  const { checkout } = await (await payForPrint(who, first, total, { save_card: true })).json();
  await who.reader.pay({ intent: checkout.intent, secret: checkout.keys.secret });
  expect((await who.reader.status(checkout.intent)).status).toBe('completed');
  const page = v.parse(PageData, await (await browser.get(`/api/page/redeem?token=${second}`)).json());
  expect(page.payment_info?.card?.last_four).toBe('4242');
  const before = shop.emulator.control.state().captured;
  const [one, two] = await Promise.all([1, 2].map(() => payForPrint(who, second, total, { customer: 'use-card' })));
  const answer = await (one?.status === 200 ? one : two)?.json();
  expect(answer).toMatchObject({ type: 'upgrade-checkout', checkout: { type: 'customer' } });
  expect((await who.reader.status(answer.checkout.intent)).status).toBe('completed');
  expect(shop.emulator.control.state().captured - before).toBe(total);
  expect((await termsOf(second)).at(-1)).toMatchObject({ setDeliverable: 'print-a', source: `gift:${second}` });
});

test('who began to pay for print and takes the gift as it is has it, and is not charged', { tags: ['ci'] }, async () => {
  const [token = ''] = await buyGifts('digital');
  const who = await subscriber(shop);
  const total = (await pageOf(who.reader.browser, token))?.options.prices['print-a'] ?? 0;
  const { checkout } = await (await payForPrint(who, token, total)).json();
  expect(await redeem(who.reader.browser, token, 'digital', { address: null })).toEqual(SUCCEEDED);
  expect(await who.reader.pay({ intent: checkout.intent, secret: checkout.keys.secret })).toBe('payment_intent_unexpected_state');
  expect(await termsOf(token)).toMatchObject([{ setDeliverable: 'digital' }]);
});

test('whose bank does not pay the difference is told by mail, and led to the gift, which is still theirs', { tags: ['ci'] }, async () => {
  await takeBankDebits(shop.deps);
  const [token = ''] = await buyGifts('digital');
  const who = await subscriber(shop);
  const total = (await pageOf(who.reader.browser, token))?.options.prices['print-a'] ?? 0;
  const { checkout } = await (await payForPrint(who, token, total)).json();
  await debit(shop.emulator, { intent: checkout.intent, secret: checkout.keys.secret }, ACCOUNT.fails);
  await expect.poll(async () => (await who.reader.status(checkout.intent)).status).toBe('processing');
  expect(await redeem(shop.browser(), token, 'digital', { ...newcomer(), address: null })).toEqual(HELD);
  shop.emulator.control.settleBankDebits();
  const letter = () => shop.deps.db.outbox.findFirst({ where: { recipient: who.email, kind: 'payment-failed' } });
  await expect.poll(letter).not.toBe(null);
  const letters: Letter[] = [];
  const mailer = { send: async (sent: Letter) => void letters.push(sent), close: () => undefined };
  await sendLetter(shop.deps, mailer, (await letter())?.id ?? '');
  expect(letters.map(letterText).join()).toContain(`/subscribe/redeem?token=${token}`);
  expect(await redeem(who.reader.browser, token, 'digital', { address: null })).toEqual(SUCCEEDED);
});

test('whose bank is paying the difference is told that the payment is on its way, and nobody else is', { tags: ['ci'] }, async () => {
  await takeBankDebits(shop.deps);
  const [token = ''] = await buyGifts('digital');
  const who = await subscriber(shop);
  const { browser } = who.reader;
  const total = (await pageOf(browser, token))?.options.prices['print-a'] ?? 0;
  const { checkout } = await (await payForPrint(who, token, total)).json();
  expect((await pageOf(browser, token))?.gift.payment).toBeNull();
  await debit(shop.emulator, { intent: checkout.intent, secret: checkout.keys.secret }, ACCOUNT.pays);
  await expect.poll(async () => (await who.reader.status(checkout.intent)).status).toBe('processing');
  const { receiptToken } = await shop.deps.db.order.findUniqueOrThrow({ where: { intentId: checkout.intent } });
  expect((await pageOf(browser, token))?.gift.payment).toBe(receiptToken);
  expect((await pageOf(shop.browser(), token))?.gift.payment).toBeNull();
  const told = [409, { type: 'redeem-failed', message: expect.stringContaining('Your payment for this gift is on its way') }];
  expect(await redeem(browser, token, 'digital', { address: null })).toEqual(told);
  const again = await payForPrint(who, token, total);
  expect(await answerOf(again)).toEqual(told);
  const another = await subscriber(shop);
  expect((await pageOf(another.reader.browser, token))?.gift.payment).toBeNull();
  expect(await redeem(another.reader.browser, token, 'digital', { address: null })).toEqual(HELD);
  shop.emulator.control.settleBankDebits();
  await expect.poll(async () => (await pageOf(browser, token))?.gift).toMatchObject({ redeemed: true, payment: null });
});

test('a gift that does not exist is not found', { tags: ['§8.redeem.2'] }, async () => {
  expect(await redeem(shop.browser(), 'a-token-of-nothing', 'digital')).toEqual([
    404,
    { type: 'redeem-failed', message: expect.stringContaining('could not find') },
  ]);
  expect(await pageOf(shop.browser(), 'a-token-of-nothing')).toBeNull();
});

test(
  'a gift whose money went back whole cannot be redeemed, and page and receipt say so; of a refund that failed it can again',
  { tags: ['ci'] },
  async () => {
    const [token = '', second = ''] = await buyGifts('digital', 2);
    const { orderId } = await shop.deps.db.gift.findUniqueOrThrow({ where: { token } });
    const order = await shop.deps.db.order.findUniqueOrThrow({ where: { id: orderId } });
    const owner = shop.browser();
    expect(await redeem(owner, second, 'digital')).toEqual(SUCCEEDED);
    // A part stops nothing: nobody knows which of the two it is for.
    shop.emulator.control.refund(order.intentId ?? '', 300);
    await expect.poll(() => shop.deps.db.moneyBack.count({ where: { orderId: order.id } })).toBe(1);
    expect((await pageOf(shop.browser(), token))?.gift).not.toHaveProperty('refunded');
    shop.emulator.control.refund(order.intentId ?? '');
    await expect.poll(() => shop.deps.db.moneyBack.count({ where: { orderId: order.id } })).toBe(2);

    const refused = [409, { type: 'redeem-failed', message: expect.stringContaining('any more: it was taken back.') }];
    expect((await pageOf(shop.browser(), token))?.gift).toMatchObject({ redeemed: false, refunded: true });
    expect(await redeem(shop.browser(), token, 'digital')).toEqual(refused);
    // Not for more money, and not by who has an account.
    expect(await redeem(owner, token, 'print-a', { total: 2000 })).toEqual(refused);
    // What somebody has is theirs.
    expect((await pageOf(shop.browser(), second))?.gift).toMatchObject({ redeemed: true });
    expect((await pageOf(shop.browser(), second))?.gift).not.toHaveProperty('refunded');
    const { gifts } = v.parse(Receipt, await (await shop.browser().get(`/api/receipts/${order.receiptToken}`)).json());
    expect(gifts?.map(({ refunded = false }) => refunded)).toEqual([true, false]);

    await shop.deps.db.moneyBack.updateMany({ where: { orderId: order.id, amount: 300 }, data: { state: 'failed' } });
    expect(await redeem(shop.browser(), token, 'digital')).toEqual(SUCCEEDED);
  },
);
