import { afterAll, beforeAll, expect, test } from 'vitest';
import { putCard, subscriber, type Subscriber } from '../../test/card-reader.ts';
import { answerOf } from '../../test/reader.ts';
import { compose } from '../../test/letter.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { deliver, subscribe } from '../../test/subscriber.ts';
import { letterText } from '../letters/letter-text.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Who has a subscription, and is logged in. */
async function reading(): Promise<Subscriber> {
  const who = await subscriber(shop);
  await subscribe(shop, who.id);
  return who;
}
const press = ({ reader }: Subscriber, body: object = {}) => reader.browser.post('/api/account/autorenew', body);
const sinceOf = async ({ id }: Subscriber) => (await shop.deps.db.account.findUniqueOrThrow({ where: { id } })).autorenewSince;

test(
  'a reader with a card switches autorenew on and off again',
  { tags: ['§1.offers.4', '§1.offers.16', '§6.subscriber.2', '§7.calls.22'] },
  async () => {
    const who = await reading();
    await putCard(shop, who);
    expect(await answerOf(await press(who))).toEqual([200, { autorenew: true }]);
    expect(await sinceOf(who)).toBeInstanceOf(Date);
    expect(await answerOf(await press(who))).toEqual([200, { autorenew: false }]);
    expect(await sinceOf(who)).toBeNull();
  },
);

test('a page that says what it wants gets just that, however often it asks', async () => {
  const who = await reading();
  await putCard(shop, who);
  await press(who, { autorenew: true });
  const since = await sinceOf(who);
  const answers = await Promise.all([press(who, { autorenew: true }), press(who, { autorenew: true })]);
  for (const answer of answers) expect(await answer.json()).toEqual({ autorenew: true });
  expect(await sinceOf(who)).toEqual(since);
});

test('two tabs that press at once each have their turn', { tags: ['§7.calls.22'] }, async () => {
  const who = await reading();
  await putCard(shop, who);
  const answers = await Promise.all([press(who), press(who)]);
  const states = await Promise.all(answers.map((answer) => answer.json()));
  expect(states).toEqual(expect.arrayContaining([{ autorenew: true }, { autorenew: false }]));
  expect(await sinceOf(who)).toBeNull();
});

test('what a reader switched is confirmed by a letter, once however often a page asks, and leads them against whoever else did it', async () => {
  const who = await reading();
  await putCard(shop, who);
  const letters = () =>
    shop.deps.db.outbox.findMany({ where: { recipient: who.email, kind: { startsWith: 'autorenew' } }, orderBy: { created: 'asc' } });
  await Promise.all([press(who, { autorenew: true }), press(who, { autorenew: true })]);
  expect((await letters()).map(({ kind }) => kind)).toEqual(['autorenew-on']);
  await press(who, { autorenew: false });
  await press(who, { autorenew: false });
  const [on, off, ...more] = await letters();
  expect([on?.kind, off?.kind, more]).toEqual(['autorenew-on', 'autorenew-off', []]);
  for (const [row, message] of [
    [on, 'Your subscription renews by itself'],
    [off, 'Your subscription no longer renews by itself'],
  ] as const) {
    const letter = row ? await compose(shop.deps, row) : null;
    const text = letter === null ? '' : letterText(letter).replaceAll(/\s+/g, ' ');
    expect(text.toLowerCase()).toContain(message.toLowerCase());
    expect(text).toContain('If it was not you');
    expect(text).not.toContain('Our staff did this');
  }
});

test('who switches it on for a subscription that has ended gets one letter: the notice, which confirms that and leads against whoever else did it', async () => {
  const who = await subscriber(shop);
  await putCard(shop, who);
  await deliver(shop, await subscribe(shop, who.id, { deliverable: 'digital' }), [12, 13, 14, 15]);
  await press(who, { autorenew: true });
  const about = { recipient: who.email, OR: [{ kind: { startsWith: 'autorenew' } }, { kind: 'renewal-notice' }] };
  const [row, ...more] = await shop.deps.db.outbox.findMany({ where: about });
  expect([row?.kind, more]).toEqual(['renewal-notice', []]);
  const letter = row ? await compose(shop.deps, row) : null;
  const text = letter ? letterText(letter).replaceAll(/\s+/g, ' ') : '';
  expect(text).toContain('You have switched autorenew on.');
  expect(text).toContain('If it was not you');
  await press(who, { autorenew: false });
  expect((await shop.deps.db.outbox.findMany({ where: about, orderBy: { created: 'asc' } })).map(({ kind }) => kind)).toEqual([
    'renewal-notice',
    'autorenew-off',
  ]);
});

test('without a card autorenew stays off, and the reader is asked for one', async () => {
  const who = await subscriber(shop);
  expect(await answerOf(await press(who))).toEqual([409, { errors: 'There is no payment card on record. Please add one first.' }]);
  expect(await answerOf(await press(who, { autorenew: false }))).toEqual([200, { autorenew: false }]);
});

test('it is not switched on for what would never renew: nothing, what was ended, and what is for life', async () => {
  const [nothing, life] = [await subscriber(shop), await subscriber(shop)];
  await subscribe(shop, life.id, { term: 'lifetime' });
  const ended = await reading();
  await shop.deps.db.subscription.updateMany({ where: { ownerId: ended.id }, data: { cancelled: new Date() } });
  for (const [who, why] of [
    [nothing, /no subscription that could renew/],
    [life, /needs no renewal/],
    [ended, /no subscription that could renew/],
  ] as const) {
    await putCard(shop, who);
    expect(await answerOf(await press(who, { autorenew: true }))).toMatchObject([409, { errors: why }]);
    expect(await sinceOf(who)).toBeNull();
  }
});
