import { DeskReader } from '@newsstand/contracts/desk-reader';
import { historyEndpoints } from '@newsstand/contracts/desk-endpoints-history';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { answerOf, codeFor, lettersTo, makeAccount } from '../../../test/reader.ts';
import { compose } from '../../../test/letter.ts';
import { deliver, HOME, live, makeSubscriber, subscribe, subscriberAt } from '../../../test/subscriber.ts';
import { letterText } from '../../letters/letter-text.ts';
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
const takeBack = (done: string, { dry = false, ...shown }: { dry?: boolean; version?: string | undefined } = {}) =>
  cleo.post(`/api/desk/actions/${done}/undo${dry ? '?dry' : ''}`, { action: uuidv7(), ...shown });
const pageOf = async (id: string) => v.parse(DeskReader, await (await cleo.get(`/api/desk/readers/${id}`)).json());
const termsOf = async (id: string) =>
  (await pageOf(id)).terms.map(({ deliverable, paid, served, source }) => [deliverable, paid, served, source?.split(':')[0]]);

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
  const given = { issues: 1, address: true, renewal: false, behind: true, letter: reader.email };
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

test('what is given changes nothing of what a reader pays next', async () => {
  const reader = await makeSubscriber(service);
  await live(service, reader.id);
  await subscribe(service, reader.id, { term: '3year', level: 'high' });
  const next = async () => (await subscriberAt(reader.browser)).renewal_charge?.amount;
  const before = await next();
  expect(before).toBeGreaterThan(0);
  expect(await answerOf(await comp(reader, { deliverable: 'digital', issues: 1 }))).toMatchObject([200, { issues: 1 }]);
  expect(await next()).toBe(before);
  const { future_subscriptions: given } = (await subscriberAt(reader.browser)).timetable;
  expect(given).toMatchObject([{ info: { given: true, issues: 1 } }]);
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
  const notices = async () => (await lettersTo(service, reader.email)).filter((kind) => kind === 'renewal-notice').length;
  expect(await notices()).toBe(1);
  const would = v.parse(historyEndpoints.deskTakeBack.answer, await (await takeBack(action, { dry: true })).json());
  expect([would.renewal?.amount, await states(), await notices()]).toEqual([5600, ['stopped'], 1]);
  expect((await takeBack(action, { version: would.version })).status).toBe(200);
  expect([await states(), await notices()]).toEqual([['open'], 2]);
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
  // What is given next comes behind that, which whoever gives it is told.
  const more = { email, deliverable: 'digital', address: null };
  expect(await answerOf(await compNew(more, true))).toMatchObject([200, { known: true, behind: true }]);
  expect(await answerOf(await compNew({ ...more, email: `${uuidv7()}@example.org` }, true))).toMatchObject([200, { behind: false }]);
});

/** Somebody who ordered something, and has no account. */
async function guest(email = `guest.${uuidv7()}@example.org`, more: { keptFor?: string } = {}) {
  const [id, order] = [uuidv7(), uuidv7()];
  const sums = { goods: 500, shipping: 0, discount: 0, waived: 0, total: 500, cartVersion: 1 };
  const bought = {
    name: 'Tom Guestling',
    email,
    shipcode: 'a',
    address: HOME,
    number: `EXR-${order}`,
    receiptToken: order,
    paid: new Date(),
  };
  const data = { id: order, publicationId: 'main', ownerId: id, state: 'paid', ...sums, ...bought, ...more } as const;
  await service.deps.db.order.create({ data });
  return { id, email };
}
async function readGiven(email: string): Promise<string> {
  const row = await service.deps.db.outbox.findFirstOrThrow({ where: { recipient: email, kind: 'subscription-given' } });
  const letter = await compose(service.deps, row);
  return letter === null ? '' : letterText(letter).replaceAll(/\s+/g, ' ');
}
const FILES = { deliverable: 'digital', terms: 0 };

test('whoever has no account is given what is read in files with one, of which their letter tells; it leads to what they ordered, too', async () => {
  const { id, email } = await guest();
  const would = { issues: 4, address: null, renewal: false, letter: email };
  expect(await answerOf(await comp({ id }, FILES, { dry: true }))).toMatchObject([200, { ...would, account: 'made' }]);
  expect([(await pageOf(id)).account, await lettersTo(service, email)]).toEqual([null, []]);
  const action = uuidv7();
  const [first, again] = [await comp({ id }, { ...FILES, action }), await comp({ id }, { ...FILES, action })];
  expect([first.status, again.status]).toEqual([200, 200]);
  const owner = await ownerOf(first);
  expect(owner).not.toBe(id);
  expect([await termsOf(owner), await termsOf(id)]).toEqual([[['digital', 4, 0, 'comp']], []]);
  // One letter says both.
  expect(await lettersTo(service, email)).toEqual(['subscription-given']);
  const letter = await readGiven(email);
  expect(letter).toContain('It comes from the next issue on that comes out.');
  expect(letter).toContain('goes with it');
  expect(letter).not.toContain('what you have already');

  const browser = service.browser();
  const { token }: { token: string } = await (await browser.post('/api/access/signin', { email })).json();
  await browser.post('/api/access/signin/verify', { token, password: await codeFor(service, email) });
  expect((await subscriberAt(browser)).standing).toMatchObject({ left: 4 });
  expect((await pageOf(owner)).orders).toHaveLength(1);
});

test('where their mailbox has an account by now what is read in files goes there, and whoever signed up with it unproved is out', async () => {
  const { id, email } = await guest();
  const other = await makeAccount(service, { email, name: 'Squatter', verified: false });
  const answer = await comp({ id }, FILES);
  expect(await answerOf(answer.clone())).toMatchObject([200, { account: 'known', owner: other.id }]);
  const { passwordHash } = await service.deps.db.account.findUniqueOrThrow({ where: { id: other.id } });
  expect([passwordHash, await termsOf(other.id)]).toEqual([null, [['digital', 4, 0, 'comp']]]);
});

test('of two at the desk who give files to one guest at once one gives, and what the account has stands where it is tried', async () => {
  const { id, email } = await guest();
  const account = await makeAccount(service, { email, name: 'Tom Guestling' });
  await subscribe(service, account.id, { deliverable: 'digital' });
  // What the guest’s page shows is nothing.
  const there = [{ deliverable: 'digital', level: 'low', term: '1year', copies: 1, paid: 4 }];
  expect(await answerOf(await comp({ id }, FILES, { dry: true }))).toMatchObject([200, { account: 'known', owner: account.id, there }]);
  expect((await comp({ id }, FILES)).status).toBe(409);
  const answers = await Promise.all([
    comp({ id }, { ...FILES, terms: 1 }),
    comp({ id }, { ...FILES, terms: 1 }, { who: await service.as('circulation') }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect([await lettersTo(service, email), (await termsOf(account.id)).length]).toEqual([['subscription-given'], 2]);
});

test('of two who make a guest’s account at once by what they give, one does', async () => {
  const { id, email } = await guest();
  const answers = await Promise.all([comp({ id }, FILES), comp({ id }, FILES, { who: await service.as('circulation') })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await lettersTo(service, email)).toEqual(['subscription-given']);
});

test('print goes to whoever has no account as they are: where it can be posted it says so, and where not it asks for where', async () => {
  const { id, email } = await guest();
  await live(service, id);
  expect(await answerOf(await comp({ id }, { terms: 0 }))).toEqual([
    200,
    { issues: 4, address: true, renewal: false, behind: false, letter: email },
  ]);
  expect(await readGiven(email)).toMatch(/It comes from the next issue on that comes out\./);
  expect(await readGiven(email)).not.toMatch(/the post reaches you|goes with it/);

  const nowhere = await guest();
  expect(await answerOf(await comp(nowhere, { terms: 0, reason: 'lost' }))).toMatchObject([200, { address: false }]);
  expect(await readGiven(nowhere.email)).toMatch(/We know no address yet at which the post reaches you\. Write to \S+ with/);
  expect(await readGiven(nowhere.email)).not.toContain('what you have already');
  const known = await makeAccount(service, { name: 'Anna' });
  expect(await answerOf(await comp(known, { terms: 0 }))).toMatchObject([200, { address: false }]);
  expect(await readGiven(known.email)).toContain('We know no address yet at which the post reaches you. Name one in your account');
  // Nor is it posted to where copies come back from.
  const moved = await makeAccount(service, { name: 'Anna' });
  await live(service, moved.id);
  await service.deps.db.ownerAddress.updateMany({ where: { ownerId: moved.id }, data: { undeliverable: new Date() } });
  expect(await answerOf(await comp(moved, { terms: 0 }))).toMatchObject([200, { address: false }]);
  expect(await readGiven(moved.email)).toContain('We know no address yet at which the post reaches you.');
});

test('whom no mailbox is known of is given no files, and whoever was erased nothing', async () => {
  const posted = { id: uuidv7() };
  await live(service, posted.id);
  expect(await answerOf(await comp(posted, FILES))).toMatchObject([422, { errors: { deliverable: expect.stringContaining('mailbox') } }]);
  expect(await answerOf(await comp(posted, { terms: 0 }))).toMatchObject([200, { address: true, letter: null }]);
  const gone = await guest(undefined, { keptFor: 'gone@example.org' });
  for (const more of [FILES, { terms: 0 }]) {
    expect(await answerOf(await comp(gone, more))).toMatchObject([409, { errors: expect.stringContaining('was erased') }]);
  }
});
