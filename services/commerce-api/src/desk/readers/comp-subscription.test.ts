import { DeskReader } from '@newsstand/contracts/desk-reader';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { answerOf, lettersTo, makeAccount } from '../../../test/reader.ts';
import { deliver, live, makeSubscriber, subscribe, subscriberAt } from '../../../test/subscriber.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

let service: DeskApp;
let cleo: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  cleo = await service.as('service');
});
afterAll(() => service.close());

const COMP = { reason: 'courtesy', deliverable: 'print-a', level: 'low', term: '1year', issues: null, terms: 1 };
type More = Partial<Omit<typeof COMP, 'issues'>> & { issues?: number | null; action?: string };
const comp = ({ id }: { id: string }, more: More = {}, { who = cleo, dry = false } = {}) =>
  who.post(`/api/desk/readers/${id}/comps${dry ? '?dry' : ''}`, { action: uuidv7(), ...COMP, ...more });
const takeBack = (done: string) => cleo.post(`/api/desk/actions/${done}/undo`, { action: uuidv7() });
const pageOf = async (id: string) => v.parse(DeskReader, await (await cleo.get(`/api/desk/readers/${id}`)).json());
const termsOf = async (id: string) =>
  (await pageOf(id)).terms.map(({ deliverable, paid, served, source }) => [deliverable, paid, served, source.split(':')[0]]);

/** A reader of whose four printed issues one has come. */
async function anna() {
  const reader = await makeSubscriber(service);
  await live(service, reader.id);
  const token = await subscribe(service, reader.id);
  await deliver(service, token, [16]);
  return { ...reader, token };
}

test('a reader is given issues behind those that they have: tried first, then once; they are told, see it in the account, and it is taken back', async () => {
  const reader = await anna();
  const given = { issues: 1, address: true, renewal: false, letter: reader.email };
  const lost = { reason: 'lost', issues: 1 };
  expect(await answerOf(await comp(reader, lost, { dry: true }))).toEqual([200, given]);
  expect([await termsOf(reader.id), await lettersTo(service, reader.email)]).toEqual([[['print-a', 4, 1, 'test']], []]);

  const action = uuidv7();
  const answers = await Promise.all(Array.from({ length: 10 }, () => comp(reader, { ...lost, action })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await termsOf(reader.id)).toEqual([
    ['print-a', 1, 0, 'comp'],
    ['print-a', 4, 1, 'test'],
  ]);
  expect((await subscriberAt(reader.browser)).standing).toMatchObject({ left: 4 });
  expect(await lettersTo(service, reader.email)).toEqual(['subscription-given']);
  const told = await service.deps.db.outbox.findFirstOrThrow({ where: { recipient: reader.email, kind: 'subscription-given' } });
  expect(told.payload).toMatchObject({ detail: 'Print, Standard, 1 issue' });
  const exported = await answerOf(await reader.browser.get('/api/account/export'));
  expect(exported).toMatchObject([200, { records: { terms: [{ given: false }, { given: true, issues: 1 }] } }]);

  expect((await takeBack(action)).status).toBe(200);
  expect([await termsOf(reader.id), (await takeBack(action)).status]).toEqual([[['print-a', 4, 1, 'test']], 409]);
  expect((await subscriberAt(reader.browser)).standing).toMatchObject({ left: 3 });
  expect(await lettersTo(service, reader.email)).toEqual(['subscription-given', 'subscription-taken-back']);
  expect((await pageOf(reader.id)).history).toMatchObject([
    { verb: 'takeBackComp' },
    { verb: 'compSubscription', subject: 'print-a, low, 1 issues', undone: true },
  ]);
});

test('of two at the desk who answer one complaint at once, one gives', async () => {
  const reader = await anna();
  const answers = await Promise.all([comp(reader), comp(reader, {}, { who: await service.as('circulation') })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await lettersTo(service, reader.email)).toEqual(['subscription-given']);
});

test('a lifetime’s reader is given nothing, and a lifetime has no number of issues', async () => {
  const reader = await makeSubscriber(service);
  await subscribe(service, reader.id, { term: 'lifetime', deliverable: 'digital' });
  expect((await comp(reader)).status).toBe(409);
  const other = await anna();
  expect((await comp(other, { term: 'lifetime', issues: 3 })).status).toBe(422);
  expect(await answerOf(await comp(other, { term: 'lifetime', deliverable: 'digital' }))).toMatchObject([
    200,
    { issues: null, address: null },
  ]);
});

test('what has come of it is not taken back, and is ended like any other', async () => {
  const reader = await anna();
  const action = uuidv7();
  await comp(reader, { action });
  const row = await service.deps.db.subscription.findUniqueOrThrow({
    where: { publicationId_source: { publicationId: 'main', source: `comp:${action}` } },
  });
  await deliver(service, row.token, [17]);
  expect((await takeBack(action)).status).toBe(409);
  const end = { action: uuidv7(), reason: 'asked', served: 1 };
  expect(await answerOf(await cleo.post(`/api/desk/readers/${reader.id}/subscriptions/${row.id}/cancel`, end))).toMatchObject([
    200,
    { left: 3 },
  ]);
});

test('a renewal that was planned is put off by what is given, and comes up again when that is taken back', async () => {
  const reader = await anna();
  await deliver(service, reader.token, [16, 17, 18, 19]);
  const { db } = service.deps;
  const payment = { name: reader.name, card: { type: 'visa', last_four: '4242', exp_month: 4, exp_year: 2030 }, ach: null, agreed: 1 };
  await db.account.update({ where: { id: reader.id }, data: { customer: 'cus_1', method: `pm_${reader.id}`, payment } });
  await cleo.post(`/api/desk/readers/${reader.id}/autorenew`, { action: uuidv7(), reason: 'asked', on: true });
  const states = async () => (await db.charge.findMany({ where: { ownerId: reader.id } })).map(({ state }) => state);
  expect(await states()).toEqual(['open']);
  const action = uuidv7();
  expect(await answerOf(await comp(reader, { action }))).toMatchObject([200, { renewal: true }]);
  expect(await states()).toEqual(['stopped']);
  expect((await takeBack(action)).status).toBe(200);
  expect(await states()).toEqual(['open']);
});

const NEW = {
  ...COMP,
  terms: undefined,
  name: 'Jan Giftee',
  address: { line1: '9 Elm St', line2: '', city: 'Dayton', state: 'OH', postcode: '45402', country: 'US' },
};
const compNew = (more: object, dry = false) => cleo.post(`/api/desk/comps${dry ? '?dry' : ''}`, { action: uuidv7(), ...NEW, ...more });
const ownerOf = async (answer: Response) => v.parse(v.object({ owner: v.string() }), await answer.json()).owner;

test('somebody nobody knows is given print by name and address, with a mailbox or without', async () => {
  const email = `jan.${uuidv7()}@example.org`;
  expect(await answerOf(await compNew({ email }, true))).toMatchObject([200, { known: false, address: true, letter: email }]);
  expect(await lettersTo(service, email)).toEqual([]);
  const page = await pageOf(await ownerOf(await compNew({ email })));
  expect([page.name, page.email, page.account?.proved, page.addresses[0]?.lines[0], page.terms.length]).toEqual([
    'Jan Giftee',
    email,
    null,
    '9 Elm St',
    1,
  ]);
  // One letter says what was given and that there is an account.
  expect(await lettersTo(service, email)).toEqual(['subscription-given']);
  const { payload } = await service.deps.db.outbox.findFirstOrThrow({ where: { recipient: email } });
  expect(payload).toMatchObject({ welcome: true });

  const nameless = await pageOf(await ownerOf(await compNew({ email: null })));
  expect([nameless.name, nameless.email, nameless.account, nameless.terms.length]).toEqual(['Jan Giftee', null, null, 1]);
  expect([(await compNew({ email: null, deliverable: 'digital' })).status, (await compNew({ email, address: null })).status]).toEqual([
    422, 422,
  ]);
});

test('whoever is known by the mailbox has it, and who signed up with it and never proved it is out', async () => {
  const email = `squatted.${uuidv7()}@example.org`;
  const squatter = await makeAccount(service, { email, name: 'Squatter', verified: false });
  const answer = await compNew({ email, deliverable: 'digital', address: null });
  expect(await ownerOf(answer)).toBe(squatter.id);
  const { passwordHash, name } = await service.deps.db.account.findUniqueOrThrow({ where: { id: squatter.id } });
  expect([passwordHash, name]).toEqual([null, 'Jan Giftee']);
});
