import * as v from 'valibot';
import { PaymentSetup } from '@newsstand/contracts/payment-info';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  attached,
  confirmSetup,
  keepCard,
  putCard,
  setupIntentOf,
  setupSecret,
  subscriber,
  type Subscriber,
} from '../../../test/card-reader.ts';
import { compose } from '../../../test/letter.ts';
import { answerOf } from '../../../test/reader.ts';
import { CARDS, openShop, type Shop } from '../../../test/shop.ts';
import { subscriberAt } from '../../../test/subscriber.ts';
import { letterText } from '../../letters/letter-text.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
/** The provider has told everything that it had to tell. */
const isTold = () => shop.emulator.control.state().deliveries.every(({ status }) => status === 'delivered' || status === 'dropped');
afterEach(async () => {
  shop.emulator.control.switch({ drop: false, fail: { times: 0 }, hang_up: { times: 0 } });
  await expect.poll(isTold).toBe(true);
  expect(shop.emulator.control.state().violations).toEqual([]);
});

const accountOf = ({ id }: Subscriber) => shop.deps.db.account.findUniqueOrThrow({ where: { id } });
const VISA = { card: { type: 'visa', last_four: '4242', exp_month: 11, exp_year: 2031 }, ach: null };
const NONE = { card: null, ach: null };

describe('a card is put on record', () => {
  test(
    'with the name that the reader types, and is shown from then on',
    { tags: ['§1.offers.14', '§3.payment.1', '§3.payment.2', '§3.payment.4', '§6.subscriber.2', '§7.calls.31'] },
    async () => {
      const who = await subscriber(shop);
      const page = await who.reader.browser.get('/api/account/card');
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(await answerOf(page)).toEqual([
        200,
        {
          name: 'Ana Reader',
          details: { type: 'details', data: NONE },
          version: 'none',
          keys: { pubkey: 'pk_test_newsstand', secret: expect.any(String) },
        },
      ]);
      const secret = await setupSecret(who.reader.browser);
      expect(await confirmSetup(shop.emulator, secret)).toBe('succeeded');
      const kept = [200, { name: 'Ada L.', details: { type: 'details', data: VISA } }];
      expect(await answerOf(await keepCard(who, secret, ' Ada L. '))).toEqual(kept);
      // The page is loaded again with its redirect's query: nothing changes, nor the name.
      expect(await answerOf(await keepCard(who, secret))).toEqual(kept);
      expect((await subscriberAt(who.reader.browser)).payment_info).toEqual(VISA);
      const { customer, method } = await accountOf(who);
      expect(await attached(shop, customer)).toEqual([method]);
      expect(shop.emulator.control.state().captured).toBe(0);
    },
  );

  test('after the bank has asked, with the name on the card where none was typed', async () => {
    const who = await subscriber(shop);
    const secret = await setupSecret(who.reader.browser);
    expect(await confirmSetup(shop.emulator, secret, CARDS.asks)).toBe('requires_action');
    expect(await answerOf(await keepCard(who, secret))).toEqual([402, { errors: 'Your card was not saved. Please enter it again.' }]);
    await who.reader.authenticate({ secret });
    expect(await answerOf(await keepCard(who, secret))).toMatchObject([
      200,
      { name: 'A. Lovelace', details: { data: { card: { last_four: '3184' } } } },
    ]);
  });

  test('and a letter confirms it, once however often the page comes back, as it does a deletion', async () => {
    const who = await subscriber(shop);
    const secret = await setupSecret(who.reader.browser);
    await confirmSetup(shop.emulator, secret);
    await Promise.all([keepCard(who, secret), keepCard(who, secret)]);
    await keepCard(who, secret, 'Ada L.');
    const letters = () =>
      shop.deps.db.outbox.findMany({ where: { recipient: who.email, kind: { startsWith: 'card-' } }, orderBy: { created: 'asc' } });
    const saved = await letters();
    expect(saved.map(({ kind }) => kind)).toEqual(['card-saved']);
    const letter = saved[0] ? await compose(shop.deps, saved[0]) : null;
    expect(letter === null ? '' : letterText(letter).replaceAll(/\s+/g, ' ')).toContain(
      'From now on your account pays with Visa ending in 4242.',
    );
    const remove = () => who.reader.browser.send('DELETE', '/api/account/card', undefined, {});
    await Promise.all([remove(), remove()]);
    await expect.poll(isTold).toBe(true);
    expect((await letters()).map(({ kind }) => kind)).toEqual(['card-saved', 'card-deleted']);
  });

  test('in place of the one before, which the provider forgets', async () => {
    const who = await subscriber(shop);
    const first = await putCard(shop, who);
    const second = await putCard(shop, who, '5555555555554444');
    expect(second).not.toBe(first);
    const { customer, payment } = await accountOf(who);
    expect(payment).toMatchObject({ card: { type: 'mastercard' } });
    expect(await attached(shop, customer)).toEqual([second]);
  });

  test('by the provider’s word alone, when the reader closes the page too early', async () => {
    const who = await subscriber(shop);
    await confirmSetup(shop.emulator, await setupSecret(who.reader.browser));
    await expect.poll(async () => (await accountOf(who)).payment).toMatchObject({ name: 'A. Lovelace', card: { last_four: '4242' } });
  });

  test('never by an older word that comes late, nor by one about a card that is gone', async () => {
    const who = await subscriber(shop);
    shop.emulator.control.switch({ drop: true });
    const secret = await setupSecret(who.reader.browser);
    await confirmSetup(shop.emulator, secret);
    const second = await putCard(shop, who, '5555555555554444');
    await shop.deps.db.$executeRaw`update account set payment = payment || '{"agreed": 9999999999}' where id = ${who.id}::uuid`;
    // The page is told: its reader has just typed a card.
    const refused = [409, { errors: expect.stringContaining('was changed meanwhile, in another tab or browser') }];
    expect(await answerOf(await keepCard(who, secret))).toEqual(refused);
    // And once more, now that the card is let go: so it is where the provider's own word came before the page's.
    expect(await answerOf(await keepCard(who, secret))).toEqual(refused);
    expect((await accountOf(who)).method).toBe(second);

    expect((await who.reader.browser.send('DELETE', '/api/account/card', undefined, {})).status).toBe(200);
    const events = await shop.deps.stripe.events.list({ type: 'setup_intent.succeeded', limit: 2 });
    shop.emulator.control.switch({ drop: false });
    for (const { id } of events.data) shop.emulator.control.resend(id);
    const processed = () =>
      shop.deps.db.webhookEvent.count({ where: { id: { in: events.data.map(({ id }) => id) }, processed: { not: null } } });
    await expect.poll(processed).toBe(2);
    expect(await accountOf(who)).toMatchObject({ method: null, payment: null });
  });

  test('once for each account, however many pages ask at the same moment', async () => {
    const who = await subscriber(shop);
    await Promise.all(Array.from({ length: 8 }, () => setupSecret(who.reader.browser)));
    const customers = shop.emulator.control.state().customers.filter(({ metadata }) => metadata.account === who.id);
    expect(customers.map(({ id }) => id)).toEqual([(await accountOf(who)).customer]);
  });
});

describe('a card is not put on record', () => {
  test('when it is refused: the bank’s words are shown, and the one before stays', async () => {
    const who = await subscriber(shop);
    const before = await putCard(shop, who);
    const secret = await setupSecret(who.reader.browser);
    expect(await confirmSetup(shop.emulator, secret, CARDS.declined)).toBe('card_declined');
    expect(await answerOf(await keepCard(who, secret))).toEqual([402, { errors: 'Your card was declined.' }]);
    expect((await accountOf(who)).method).toBe(before);
    // The same page may go on with another card.
    expect(await confirmSetup(shop.emulator, secret)).toBe('succeeded');
    expect((await keepCard(who, secret)).status).toBe(200);
  });

  test('with a blank name', { tags: ['§5.card.1'] }, async () => {
    const who = await subscriber(shop);
    const secret = await setupSecret(who.reader.browser);
    await confirmSetup(shop.emulator, secret);
    expect(await answerOf(await keepCard(who, secret, ' '))).toEqual([422, { errors: { name: 'Must not be blank.' } }]);
  });

  test('for another reader, who is told that there is no such thing', async () => {
    const [who, stranger] = [await subscriber(shop), await subscriber(shop)];
    const secret = await setupSecret(who.reader.browser);
    shop.emulator.control.switch({ drop: true });
    await confirmSetup(shop.emulator, secret);
    expect((await keepCard(stranger, secret)).status).toBe(404);
    expect((await keepCard(stranger, 'seti_of_nobody_secret_x')).status).toBe(404);
    expect(await accountOf(stranger)).toMatchObject({ method: null });
    expect((await keepCard({ ...who, reader: shop.reader() }, secret)).status).toBe(401);
  });

  test('while the provider cannot be asked: that is said, and trying again works', { tags: ['ci'] }, async () => {
    const who = await subscriber(shop);
    shop.emulator.control.switch({ fail: { times: 3, status: 500, path: '/v1/setup_intents' } });
    const response = await who.reader.browser.get('/api/account/card');
    expect(await answerOf(response)).toEqual([
      503,
      { errors: expect.stringMatching(/^We encountered an error\. Please try again at another time or contact .+@.+ if you need help\.$/) },
    ]);
    await putCard(shop, who);
  });
});

describe('a card is deleted', () => {
  const remove = ({ reader }: Subscriber) => reader.browser.send('DELETE', '/api/account/card', undefined, {});

  test('here and at the provider, and autorenew goes off with it', { tags: ['§7.calls.7'] }, async () => {
    const who = await subscriber(shop);
    await putCard(shop, who);
    await shop.deps.db.account.update({ where: { id: who.id }, data: { autorenewSince: new Date() } });
    expect(await answerOf(await remove(who))).toEqual([200, { name: 'Ana Reader', details: { type: 'details', data: NONE } }]);
    const { customer, autorenewSince } = await accountOf(who);
    expect(autorenewSince).toBeNull();
    expect(await attached(shop, customer)).toEqual([]);
    expect((await remove(who)).status).toBe(200);
  });

  test('once, however often the answer is lost on the way', { tags: ['ci'] }, async () => {
    const who = await subscriber(shop);
    const method = await putCard(shop, who);
    shop.emulator.control.switch({ fail: { times: 3, status: 500, path: `/v1/payment_methods/${method}` } });
    expect((await remove(who)).status).toBe(503);
    expect((await accountOf(who)).method).toBe(method);
    shop.emulator.control.switch({ hang_up: { times: 1, path: `/v1/payment_methods/${method}` } });
    expect((await remove(who)).status).toBe(200);
    expect((await accountOf(who)).method).toBeNull();
  });

  test('but not one that a tab has just put in its place', async () => {
    const who = await subscriber(shop);
    await putCard(shop, who);
    const secret = await setupSecret(who.reader.browser);
    await confirmSetup(shop.emulator, secret);
    const answers = await Promise.all([remove(who), keepCard(who, secret), remove(who), keepCard(who, secret)]);
    expect(answers.map(({ status }) => status)).not.toContain(500);
    const { customer, method, payment } = await accountOf(who);
    expect((method === null) === (payment === null)).toBe(true);
    expect(await attached(shop, customer)).toEqual(method === null ? [] : [method]);
  });

  test('but not another than the one that the page shows', async () => {
    const who = await subscriber(shop);
    await putCard(shop, who);
    const { version } = v.parse(PaymentSetup, await (await who.reader.browser.get('/api/account/card')).json());
    // Of two cards within a second the provider does not say which is the newer: its word on the first is waited for.
    await expect.poll(isTold).toBe(true);
    const other = await putCard(shop, who);
    const removeShown = (shown = '') => who.reader.browser.send('DELETE', `/api/account/card?version=${shown}`, undefined, {});
    expect(await answerOf(await removeShown(version))).toEqual([
      409,
      {
        errors: 'What is on record was changed meanwhile, in another tab or browser. Load the page again to see it, and then change it.',
      },
    ]);
    expect((await accountOf(who)).method).toBe(other);
    const { version: now } = v.parse(PaymentSetup, await (await who.reader.browser.get('/api/account/card')).json());
    expect((await removeShown(now)).status).toBe(200);
    expect((await accountOf(who)).method).toBeNull();
  });
});

test('a guest has no card', async () => {
  const { browser } = shop.reader();
  for (const response of [
    await browser.get('/api/account/card'),
    await browser.post('/api/account/card', { setup_intent: setupIntentOf('seti_1_secret_2') }),
    await browser.send('DELETE', '/api/account/card', undefined, {}),
    await browser.post('/api/account/autorenew', {}),
  ])
    expect(await answerOf(response)).toEqual([401, { errors: 'Please log in.' }]);
});
