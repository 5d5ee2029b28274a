import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { answerOf, lettersTo } from '../../../test/reader.ts';
import { buy, donate, live, makeSubscriber, subscribe } from '../../../test/subscriber.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

let service: DeskApp;
let ann: Browser;
let bob: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  [ann, bob] = [await service.as('publisher'), await service.as('circulation')];
});
afterAll(() => service.close());

type More = { who?: Browser; reason?: string; dry?: boolean; action?: string };
const send = (path: string, id: string, { who = ann, reason = 'asked', dry = false, action = uuidv7() }: More = {}) =>
  who.post(`/api/desk/readers/${id}/${path}${dry ? '?dry' : ''}`, { action, reason });
const ask = (id: string, more?: More) => send('erasure', id, more);
const erase = (id: string, more?: More) => send('erase', id, more);

/** A reader with a term, an address, a monthly donation and a paid order, of whom somebody noted something. */
async function anna() {
  const reader = await makeSubscriber(service, { name: 'Zephyrine Quill' });
  await live(service, reader.id);
  await subscribe(service, reader.id);
  await donate(service, reader.id);
  await buy(service, reader.id);
  await bob.post(`/api/desk/readers/${reader.id}/notes`, { action: uuidv7(), text: 'Zephyrine moved to Ohio' });
  return reader;
}
const isThere = async (id: string) => (await service.deps.db.account.count({ where: { id } })) > 0;

test('one person asks, another erases: tried first, then once; papers stay, the reader is told, and the history names nobody', async () => {
  const reader = await anna();
  const plan = { terms: 1, donations: 1, orders: 1 };
  expect((await erase(reader.id)).status).toBe(409);
  expect(await answerOf(await ask(reader.id))).toEqual([200, { ...plan, letter: null }]);
  expect((await ask(reader.id, { who: bob })).status).toBe(409);
  // Not the same person, whatever their role.
  expect(await answerOf(await erase(reader.id))).toMatchObject([409, { errors: expect.stringContaining('another person') }]);
  expect(await answerOf(await erase(reader.id, { who: bob, dry: true }))).toEqual([200, { ...plan, letter: reader.email }]);
  expect([await isThere(reader.id), await lettersTo(service, reader.email)]).toEqual([true, []]);

  const action = uuidv7();
  const answers = await Promise.all([erase(reader.id, { who: bob, action }), erase(reader.id, { who: bob, action })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect([await isThere(reader.id), await lettersTo(service, reader.email)]).toEqual([false, ['account-deleted']]);
  expect((await reader.browser.get('/api/account/subscriber')).status).toBe(401);
  const { db } = service.deps;
  expect(await db.order.count({ where: { ownerId: reader.id, state: 'paid' } })).toBe(1);
  expect(await db.donation.count({ where: { ownerId: reader.id, ended: null } })).toBe(0);
  const rows = await db.staffAction.findMany({ where: { ownerId: reader.id } });
  expect(rows.map(({ verb }) => verb).toSorted()).toEqual(['askToErase', 'eraseReader', 'writeNote']);
  for (const text of ['Zephyrine', 'Quill', 'Ohio', reader.email]) expect(JSON.stringify(rows)).not.toContain(text);
});

test('what was asked for is taken back, or too old after seven days; who died is not written to', async () => {
  const reader = await anna();
  const asked = uuidv7();
  await ask(reader.id, { action: asked });
  expect((await bob.post(`/api/desk/actions/${asked}/undo`, { action: uuidv7() })).status).toBe(200);
  expect((await erase(reader.id, { who: bob })).status).toBe(409);
  await ask(reader.id);
  expect((await erase(reader.id, { who: bob, reason: 'deceased' })).status).toBe(200);
  expect([await isThere(reader.id), await lettersTo(service, reader.email)]).toEqual([false, []]);
});

test('it waits while a payment is on its way, as for the reader', async () => {
  const reader = await anna();
  await service.deps.db.order.updateMany({ where: { ownerId: reader.id }, data: { state: 'processing' } });
  await ask(reader.id);
  for (const dry of [true, false]) expect((await erase(reader.id, { who: bob, dry })).status).toBe(409);
  expect(await isThere(reader.id)).toBe(true);
});

test('a monthly donation is ended for its donor once, at the amount that was shown, and they are told', async () => {
  const reader = await anna();
  const { id } = await service.deps.db.donation.findFirstOrThrow({ where: { ownerId: reader.id } });
  const end = (amount: number, { who = bob, dry = false } = {}) =>
    who.post(`/api/desk/readers/${reader.id}/donations/${id}/end${dry ? '?dry' : ''}`, { action: uuidv7(), reason: 'asked', amount });
  expect(await answerOf(await end(2500, { dry: true }))).toEqual([200, { amount: 2500, processing: false, letter: reader.email }]);
  expect((await end(3000)).status).toBe(409);
  const answers = await Promise.all([end(2500), end(2500, { who: ann })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await lettersTo(service, reader.email)).toEqual(['donation-stopped']);
  const [donation] = await service.deps.db.donation.findMany({ where: { ownerId: reader.id } });
  expect(donation?.ended).not.toBeNull();
});

test('a reader’s account is seen as they see it, once, and the history holds no key of it', async () => {
  const reader = await anna();
  const action = uuidv7();
  const see = () => bob.post(`/api/desk/readers/${reader.id}/admin-view`, { action });
  const [[status, first], second] = [await answerOf(await see()), await answerOf(await see())];
  expect([status, second]).toEqual([200, [200, first]]);
  const token = /admin-view=([\w-]+)/.exec(JSON.stringify(first))?.[1] ?? '';
  expect(token).toHaveLength(43);
  expect(JSON.stringify(await service.deps.db.staffAction.findMany({ where: { id: action } }))).not.toContain(token);
  const opened = await service.browser().post('/api/admin-view', { token });
  expect(opened.status).toBe(200);
  expect(await service.deps.db.adminView.findMany({ where: { accountId: reader.id } })).toMatchObject([
    { staff: 'bob@sample.invalid', opened: expect.any(Date) },
  ]);
  expect((await service.browser().post('/api/admin-view', { token })).status).toBe(422);
});
