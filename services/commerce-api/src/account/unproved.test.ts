// Whoever signs up with an address has not shown that its mailbox is theirs: what belongs to the mailbox is neither
// shown to them nor taken from it.
import { AccountExport } from '@newsstand/contracts/account-data';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, codeFor, lettersTo } from '../../test/reader.ts';
import { openShop, stock, type Shop } from '../../test/shop.ts';
import { makeSubscriber, subscriberAt, type TestSubscriber } from '../../test/subscriber.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const exported = async ({ browser }: TestSubscriber) => v.parse(AccountExport, await (await browser.get('/api/account/export')).json());
const onList = (email: string) => shop.deps.db.listSignup.count({ where: { email } });

/**
 * The mailbox is on a list, has bought as a guest, and has asked for a code; then somebody else signs up with its
 * address.
 */
async function squat() {
  const squatter = await makeSubscriber(shop, { verified: false });
  const { email } = squatter;
  const guest = shop.reader();
  await guest.add(await stock(shop.deps.db, `prd:unproved-${squatter.id}`, 3));
  const started = await guest.start({ email });
  await guest.pay(started);
  await guest.status(started.intent);
  await shop.deps.db.listSignup.create({ data: { publicationId: 'main', email, tag: 'letter' } });
  const owner = shop.browser();
  const { token }: { token: string } = await (await owner.post('/api/access/signin', { email })).json();
  return { squatter, owner, token, email };
}

test('who signed up with another’s address takes away what they set up, and nothing of the mailbox', async () => {
  const { squatter, owner, token, email } = await squat();
  expect((await subscriberAt(squatter.browser)).account.email_proved).toBe(false);
  expect(await exported(squatter)).toMatchObject({ mailing_lists: [], letters: [], orders: [] });

  expect((await owner.post('/api/access/signin/verify', { token, password: await codeFor(shop, email) })).status).toBe(200);
  expect((await subscriberAt(owner)).account.email_proved).toBe(true);
  const own = await exported({ ...squatter, browser: owner });
  expect(own.mailing_lists).toMatchObject([{ tag: 'letter' }]);
  expect(own.letters.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['receipt', 'code']));
  expect(own.orders).toHaveLength(1);
});

test('who signed up with another’s address and deletes that account leaves the mailbox its lists, letters, code and purchases', async () => {
  const { squatter, owner, token, email } = await squat();
  await squatter.browser.post('/api/account/delete/code', {});
  expect((await squatter.browser.post('/api/account/delete', { type: 'password', password: PASSWORD })).status).toBe(200);
  expect(await onList(email)).toBe(1);
  // Letters about the account itself are gone with it, but for the last one.
  expect(await lettersTo(shop, email)).toEqual(['receipt', 'no-account', 'account-deleted']);
  expect(await shop.deps.db.order.count({ where: { email, state: { in: ['paid', 'fulfilled'] } } })).toBe(1);
  expect(await shop.deps.db.ticket.count({ where: { email, kind: 'signin', consumed: null } })).toBe(1);
  // Nobody was sent the code of an address without an account, so it is only not taken away.
  expect((await owner.post('/api/access/signin/verify', { token, password: await codeFor(shop, email) })).status).toBe(401);
});

test('who has proved the mailbox takes its lists and letters away, and they go with the account', async () => {
  const reader = await makeSubscriber(shop);
  await shop.deps.db.listSignup.create({ data: { publicationId: 'main', email: reader.email, tag: 'letter' } });
  expect((await exported(reader)).mailing_lists).toHaveLength(1);
  expect((await reader.browser.post('/api/account/delete', { type: 'password', password: PASSWORD })).status).toBe(200);
  expect(await onList(reader.email)).toBe(0);
});
