import { SubscriberAnswer } from '@newsstand/contracts/account';
import { DeskReader } from '@newsstand/contracts/desk-reader';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { compose } from '../../../test/letter.ts';
import { letterText } from '../../letters/letter-text.ts';
import { answerOf, lettersTo } from '../../../test/reader.ts';
import { deliver, makeSubscriber, subscribe, type TestSubscriber } from '../../../test/subscriber.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

let service: DeskApp;
let cleo: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  cleo = await service.as('service');
});
afterAll(() => service.close());

type Reader = TestSubscriber & { term: string };

/** A reader of whose four issues one has come, and whose subscription renews by itself. */
async function anna(): Promise<Reader> {
  const reader = await makeSubscriber(service);
  const token = await subscribe(service, reader.id);
  await deliver(service, token, [16]);
  const { db } = service.deps;
  const payment = { name: reader.name, card: { type: 'visa', last_four: '4242', exp_month: 4, exp_year: 2030 }, ach: null, agreed: 1 };
  await db.account.update({
    where: { id: reader.id },
    data: { customer: `cus_${reader.id}`, method: `pm_${reader.id}`, payment, autorenewSince: new Date() },
  });
  return { ...reader, term: (await db.subscription.findUniqueOrThrow({ where: { token } })).id };
}

type More = { action?: string; served?: number; dry?: boolean; who?: Browser };
const cancel = ({ id, term }: Pick<Reader, 'id' | 'term'>, { action = uuidv7(), served = 1, dry = false, who = cleo }: More = {}) =>
  who.post(`/api/desk/readers/${id}/subscriptions/${term}/cancel${dry ? '?dry' : ''}`, { action, reason: 'asked', served });
const takeBack = (done: string) => cleo.post(`/api/desk/actions/${done}/undo`, { action: uuidv7() });
const pageOf = async ({ id }: { id: string }) => v.parse(DeskReader, await (await cleo.get(`/api/desk/readers/${id}`)).json());
const runs = async (reader: Reader) => {
  const { subscriber } = v.parse(SubscriberAnswer, await (await reader.browser.get('/api/account/subscriber')).json());
  return [subscriber.standing.type, subscriber.account.autorenew];
};
const endedOf = async (reader: Reader) => {
  const { terms, account } = await pageOf(reader);
  return [terms.map(({ cancelled }) => cancelled !== null), account?.autorenew !== null];
};

test('a subscription is ended: tried first, then once; nothing renews it, its reader is told and sees it, and it is let go on', async () => {
  const reader = await anna();
  const would = { left: 3, renewal: true, renews: null, charging: false, back: 0, disputed: false, invoices: [], letter: reader.email };
  const before = await runs(reader);
  expect(await answerOf(await cancel(reader, { dry: true }))).toMatchObject([200, would]);
  expect([await runs(reader), await endedOf(reader), await lettersTo(service, reader.email)]).toEqual([before, [[false], true], []]);

  const action = uuidv7();
  const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(reader, { action })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect([await runs(reader), await endedOf(reader)]).toEqual([
    ['cancelled', false],
    [[true], false],
  ]);
  expect(await lettersTo(service, reader.email)).toEqual(['subscription-cancelled']);

  expect((await takeBack(action)).status).toBe(200);
  expect([await runs(reader), await endedOf(reader)]).toEqual([before, [[false], true]]);
  expect(await lettersTo(service, reader.email)).toEqual(['subscription-cancelled', 'subscription-restored']);
  expect((await takeBack(action)).status).toBe(409);
  const { history } = await pageOf(reader);
  expect(history.map(({ verb, undone }) => [verb, undone])).toEqual([
    ['restoreSubscription', false],
    ['cancelSubscription', true],
  ]);
});

test('whoever takes an end back reads before whether it renews again and who is told, which is nobody where nobody was', async () => {
  const [reader, died] = [await anna(), await anna()];
  const [action, silent] = [uuidv7(), uuidv7()];
  const would = async (done: string) => answerOf(await cleo.post(`/api/desk/actions/${done}/undo?dry`, { action: uuidv7() }));
  await cancel(reader, { action });
  const renewal = null;
  expect(await would(action)).toMatchObject([200, { verb: 'cancelSubscription', told: reader.email, renews: true, renewal }]);
  await service.deps.db.account.update({ where: { id: reader.id }, data: { method: null, payment: Prisma.DbNull } });
  expect(await would(action)).toMatchObject([200, { verb: 'cancelSubscription', told: reader.email, renews: false, renewal }]);
  const asked = { action: silent, reason: 'deceased', served: 1 };
  expect((await cleo.post(`/api/desk/readers/${died.id}/subscriptions/${died.term}/cancel`, asked)).status).toBe(200);
  expect(await would(silent)).toMatchObject([200, { verb: 'cancelSubscription', told: null, renews: true, renewal }]);
});

test('the letter about an end that was taken back says whether it renews by itself again', async () => {
  const { db } = service.deps;
  const noCard = { customer: null, method: null, payment: Prisma.DbNull };
  const cases = [
    { meanwhile: {}, says: /It renews by itself again\. We write to you 30 days before anything is charged/ },
    { meanwhile: noCard, says: /it no longer renews by itself, since your account has nothing on record to pay with/ },
    { meanwhile: { autorenewSince: new Date() }, says: /^(?!.*renews)/ },
  ];
  for (const { meanwhile, says } of cases) {
    const reader = await anna();
    const action = uuidv7();
    expect((await cancel(reader, { action })).status).toBe(200);
    await db.account.update({ where: { id: reader.id }, data: meanwhile });
    expect((await takeBack(action)).status).toBe(200);
    const letter = await db.outbox.findFirstOrThrow({ where: { kind: 'subscription-restored', recipient: reader.email } });
    const written = await compose(service.deps, letter);
    expect(written && letterText(written).replaceAll(/\s+/g, ' ')).toMatch(says);
  }
});

test('of two at the desk who end one subscription at once, the second is told', { tags: ['ci'] }, async () => {
  const reader = await anna();
  const answers = await Promise.all([cancel(reader), cancel(reader, { who: await service.as('circulation') })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await lettersTo(service, reader.email)).toEqual(['subscription-cancelled']);
});

test('one of which an issue came meanwhile, one that is over, and another reader’s are not ended', async () => {
  const [reader, other] = [await anna(), await anna()];
  expect((await cancel(reader, { served: 0 })).status).toBe(409);
  expect((await cancel({ id: reader.id, term: other.term })).status).toBe(404);
  const { token } = await service.deps.db.subscription.findFirstOrThrow({ where: { id: reader.term } });
  await deliver(service, token, [16, 17, 18, 19]);
  expect((await cancel(reader, { served: 4 })).status).toBe(409);
  expect(await endedOf(reader)).toEqual([[false], true]);
});

test('while an issue comes out nothing is ended, and what came out before stays theirs', async () => {
  const reader = await anna();
  const release = { publicationId_issue: { publicationId: 'main', issue: 990 } };
  await service.deps.db.release.create({ data: { publicationId: 'main', issue: 990, released: new Date() } });
  expect((await cancel(reader)).status).toBe(409);
  await service.deps.db.release.delete({ where: release });
  expect((await cancel(reader)).status).toBe(200);
  expect((await pageOf(reader)).terms).toMatchObject([{ served: 1, last_issue: 16 }]);
});

test('what was ended does not go on once its money has gone back, nor a lifetime beside another', { tags: ['ci'] }, async () => {
  const reader = await anna();
  const { db } = service.deps;
  const orderId = uuidv7();
  const order = { id: orderId, publicationId: 'main', ownerId: reader.id, name: reader.name, email: reader.email, receiptToken: orderId };
  const sums = { goods: 5000, shipping: 0, discount: 0, waived: 0, total: 5000 };
  await db.order.create({
    data: { ...order, ...sums, number: `EXR-${orderId.slice(-6)}`, state: 'paid', cartVersion: 1, shipcode: 'a', paid: new Date() },
  });
  await db.subscription.updateMany({ where: { id: reader.term }, data: { source: `order:${orderId}:1` } });
  const action = uuidv7();
  expect((await cancel(reader, { action })).status).toBe(200);
  const now = new Date();
  await db.moneyBack.create({ data: { id: `re_${orderId}`, orderId, state: 'refunded', amount: 3000, created: now, updated: now } });
  expect(await answerOf(await takeBack(action))).toMatchObject([409, { errors: 'Money was paid back for it since.' }]);

  const lifer = await makeSubscriber(service);
  const token = await subscribe(service, lifer.id, { term: 'lifetime', deliverable: 'digital' });
  const { id: term } = await db.subscription.findUniqueOrThrow({ where: { token } });
  const ended = uuidv7();
  expect(await answerOf(await cancel({ id: lifer.id, term }, { action: ended, served: 0 }))).toMatchObject([200, { left: null }]);
  await subscribe(service, lifer.id, { term: 'lifetime', deliverable: 'digital' });
  expect((await takeBack(ended)).status).toBe(409);
});
