import { DeletePreview } from '@newsstand/contracts/account-data';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, answerOf } from '../../test/reader.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { buy, donate, makeSubscriber, subscribe, subscriberAt, type TestSubscriber } from '../../test/subscriber.ts';
import { codeOf, hashOf } from '../platform/secrets.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const CHANGED = 'Your account changed meanwhile, in another tab or browser. Please read again what goes with it, and then delete it.';
const BY_PASSWORD = { type: 'password', password: PASSWORD };

const previewOf = async ({ browser }: TestSubscriber) =>
  v.parse(v.required(DeletePreview, ['version']), await (await browser.get('/api/account/delete')).json());
const remove = ({ browser }: TestSubscriber, { version }: { version: string }, body: object = BY_PASSWORD) =>
  browser.post(`/api/account/delete?version=${version}`, body);

test('whose account has changed since the page was opened is shown anew what goes with it, and nothing has gone', async () => {
  const reader = await makeSubscriber(shop);
  await donate(shop, reader.id);
  const shown = await previewOf(reader);
  await donate(shop, reader.id);
  const [status, refused] = await answerOf(await remove(reader, shown));
  const preview = await previewOf(reader);
  expect([status, refused]).toEqual([409, { errors: CHANGED, preview }]);
  expect(preview.consequences).toContainEqual({ type: 'donations', count: 2 });
  expect((await subscriberAt(reader.browser)).donations).toMatchObject([{ ended: null }, { ended: null }]);
  await subscribe(shop, reader.id);
  expect((await remove(reader, preview)).status).toBe(409);
  expect((await remove(reader, await previewOf(reader))).status).toBe(200);
});

test('what is as it was shown is deleted, and so is what an older page asks for, which sends no version', async () => {
  const [one, other] = [await makeSubscriber(shop), await makeSubscriber(shop)];
  const shown = await previewOf(one);
  // Nothing that the page said.
  await one.browser.post('/api/account/name', { name: 'Ana Anew' });
  expect((await remove(one, shown)).status).toBe(200);
  expect((await other.browser.post('/api/account/delete', BY_PASSWORD)).status).toBe(200);
});

test('a code is not used up by what has changed, and the page of a reader whose password is gone by then asks for one', async () => {
  const reader = await makeSubscriber(shop);
  const before = await previewOf(reader);
  await shop.deps.db.account.update({ where: { id: reader.id }, data: { passwordHash: null } });
  expect(await answerOf(await remove(reader, before))).toMatchObject([409, { preview: { proof: 'code' } }]);
  const shown = await previewOf(reader);
  const { token }: { token: string } = await (await reader.browser.post('/api/account/delete/code', {})).json();
  const proof = { type: 'code', token, code: codeOf(shop.deps.config.access.secret, hashOf(token)) };
  await buy(shop, reader.id);
  expect((await remove(reader, shown, proof)).status).toBe(409);
  expect((await remove(reader, await previewOf(reader), proof)).status).toBe(200);
});

test('what is bought while the account is being deleted stops it, before anything that was not confirmed is gone', async () => {
  const reader = await makeSubscriber(shop);
  await donate(shop, reader.id);
  const shown = await previewOf(reader);
  const { db } = shop.deps;
  const removed = await db.$transaction(async (tx) => {
    // The donations are ended first: held here, it has been checked already that nothing has changed.
    await tx.$queryRaw`select from donation where owner_id = ${reader.id}::uuid for update`;
    const removing = remove(reader, shown);
    await expect
      .poll(() => db.$queryRaw`select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`)
      .toHaveLength(1);
    await subscribe(shop, reader.id);
    return { removing };
  });
  expect(await answerOf(await removed.removing)).toMatchObject([409, { errors: CHANGED }]);
  expect((await subscriberAt(reader.browser)).timetable.current_subscription).not.toBe(null);
  expect((await remove(reader, await previewOf(reader))).status).toBe(200);
});
