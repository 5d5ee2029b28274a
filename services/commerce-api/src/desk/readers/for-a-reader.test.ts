import { displayDate } from '@newsstand/contracts/display-date';
import { AccountExport } from '@newsstand/contracts/account-data';
import { DeskReader } from '@newsstand/contracts/desk-reader';
import { AddressChanged } from '@newsstand/contracts/desk-verbs';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { compose } from '../../../test/letter.ts';
import { answerOf, lastLetter, lettersTo, logInWith, makeAccount } from '../../../test/reader.ts';
import { deliver, HOME, subscribe } from '../../../test/subscriber.ts';
import { letterText } from '../../letters/letter-text.ts';
import { keepAddress } from '../../ledger/terms/keep-address.ts';
import { readOne, sellMugs, send, sendNow } from '../../../test/parcels.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { DAY } from '../../platform/duration.ts';
import { cleanUp } from '../../jobs/clean-up.ts';

let service: DeskApp;
let cleo: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  cleo = await service.as('service');
});
afterAll(() => service.close());

type Reader = { id: string; email: string; name: string };

/** A reader whose print goes to their address in zone a. */
async function anna(): Promise<Reader> {
  const reader = await makeAccount(service, { name: 'Anna Kowalska' });
  const { id: ownerId, name } = reader;
  await keepAddress(service.deps.db, { publicationId: 'main', ownerId, shipcode: 'a', name, address: HOME, now: new Date() });
  await subscribe(service, ownerId);
  return reader;
}

const pageOf = async ({ id }: { id: string }, who = cleo) => v.parse(DeskReader, await (await who.get(`/api/desk/readers/${id}`)).json());
const actionsOf = ({ id }: { id: string }) => service.deps.db.staffAction.findMany({ where: { ownerId: id }, orderBy: { at: 'asc' } });
const lineOf = async (reader: { id: string }) => (await pageOf(reader)).addresses[0]?.lines[0];

const ELSEWHERE = { line1: '9 Elm St', line2: '', city: 'Dayton', state: 'OH', postcode: '45402', country: 'US' };
type More = { action?: string; version?: string; reason?: string; address?: object; goods?: string[] };
async function changeAddress(reader: { id: string }, more: More = {}, { who = cleo, dry = false, zone = 'a' } = {}): Promise<Response> {
  const version = more.version ?? (await pageOf(reader)).addresses[0]?.version ?? '';
  const body = { action: uuidv7(), reason: 'asked', address: ELSEWHERE, ...more, version };
  return who.post(`/api/desk/readers/${reader.id}/address/${zone}${dry ? '?dry' : ''}`, body);
}

test('an address is changed for a caller: tried first, then once, with a letter to them and a row of the history', async () => {
  const reader = await anna();
  const would = { from: ['1 Pier Road', 'Portland, ME 04101', 'United States'], to: ['9 Elm St', 'Dayton, OH 45402', 'United States'] };
  expect(await answerOf(await changeAddress(reader, {}, { dry: true }))).toEqual([
    200,
    { ...would, lists: [], waiting: [], goods: [], letter: reader.email, invoices: [] },
  ]);
  expect([await lineOf(reader), await lettersTo(service, reader.email), await actionsOf(reader)]).toEqual(['1 Pier Road', [], []]);

  const { version } = (await pageOf(reader)).addresses[0] ?? { version: '' };
  const action = uuidv7();
  const answers = await Promise.all(Array.from({ length: 10 }, () => changeAddress(reader, { action, version })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect([await lineOf(reader), await lettersTo(service, reader.email)]).toEqual(['9 Elm St', ['address-changed']]);
  expect((await pageOf(reader)).history).toMatchObject([
    { who: 'Cleo', verb: 'changeAddressFor', subject: 'zone a', reason: 'asked', undo: true },
  ]);
});

test('Undo puts back an address from before, whose postal code would be refused today', async () => {
  const reader = await makeAccount(service);
  const { id: ownerId, name } = reader;
  const berlin = { ...HOME, state: '', state_name: '', city: 'Berlin', postcode: '101', country_code: 'DE', country_name: 'Germany' };
  await keepAddress(service.deps.db, { publicationId: 'main', ownerId, shipcode: 'c', name, address: berlin, now: new Date() });
  const to = { ...ELSEWHERE, state: '', city: 'Berlin', country: 'DE' };
  const answer = await changeAddress(reader, { address: { ...to, postcode: '101' } }, { zone: 'c' });
  expect(await answerOf(answer)).toEqual([
    422,
    { errors: { postcode: 'A postal code of this country has 5 digits, with any zeros in front.' } },
  ]);
  const action = uuidv7();
  expect((await changeAddress(reader, { action, address: { ...to, postcode: '10115' } }, { zone: 'c' })).status).toBe(200);
  expect((await takeBack(action)).status).toBe(200);
  expect((await pageOf(reader)).addresses[0]?.lines).toEqual(['1 Pier Road', 'Berlin, 101', 'Germany']);
});

test('the letter about a changed address names the new and the old one, to a mailbox that its reader has proved alone', async () => {
  const told = async ({ email: recipient }: Reader) => {
    const letter = await compose(
      service.deps,
      await service.deps.db.outbox.findFirstOrThrow({ where: { recipient, kind: 'address-changed' } }),
    );
    return letter === null ? '' : letterText(letter);
  };
  const proved = await anna();
  await changeAddress(proved);
  const text = await told(proved);
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(/Your copies go to.* 9 Elm St .*Until now they went to.* 1 Pier Road /i);

  const stranger = await anna();
  await service.deps.db.account.update({ where: { id: stranger.id }, data: { verified: null } });
  await changeAddress(stranger);
  const quiet = await told(stranger);
  expect(quiet).toContain('The address that your copies are posted to was changed.');
  expect(quiet).not.toMatch(/Elm St|Pier Road/);
});

test('goods that wait to be sent go to the new address where staff say so, once, and back with it; others stay', async () => {
  const reader = await anna();
  const [mugs, gift] = [await sellMugs(service, { ownerId: reader.id, address: HOME }), await sellMugs(service, { ownerId: reader.id })];
  const packer = await service.as('shop');
  const slip = async ({ number }: { number: string }) => readOne(packer, number);
  const tried = v.parse(AddressChanged, await (await changeAddress(reader, {}, { dry: true })).json());
  expect(tried.goods.map(({ order, goods, here, batch }) => [order, goods, here, batch])).toEqual([
    [mugs.id, ['2 × Harbour Mug'], true, null],
    [gift.id, ['2 × Harbour Mug'], false, null],
  ]);
  const before = await slip(mugs);
  const action = uuidv7();
  expect((await changeAddress(reader, { action, goods: [mugs.id] })).status).toBe(200);
  const [moved, stays] = [await slip(mugs), await slip(gift)];
  expect([moved.address[0], stays.address[0]]).toEqual(['9 Elm St', '14 Elm St']);
  // Whoever has the old slip in hand is told.
  expect((await send(packer, before.code, { version: before.version })).status).toBe(409);
  expect((await takeBack(action)).status).toBe(200);
  expect((await slip(mugs)).address).toEqual(before.address);
  expect((await changeAddress(reader, { goods: [mugs.id] })).status).toBe(200);
  await sendNow(packer, mugs.number);
  expect((await changeAddress(reader, { goods: [mugs.id], address: { ...ELSEWHERE, line1: '3 Oak St' } })).status).toBe(409);
  expect((await readOne(packer, mugs.number)).address[0]).toBe('9 Elm St');
});

test('of two at the desk who change one address at once, the second is told, and nothing of theirs is kept', async () => {
  const reader = await anna();
  const bob = await service.as('circulation');
  const { version } = (await pageOf(reader)).addresses[0] ?? { version: '' };
  const answers = await Promise.all([
    changeAddress(reader, { version, address: { ...ELSEWHERE, line1: '1 First St' } }),
    changeAddress(reader, { version, address: { ...ELSEWHERE, line1: '2 Second St' } }, { who: bob }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect([(await actionsOf(reader)).length, (await lettersTo(service, reader.email)).length]).toEqual([1, 1]);
  // Nor is what the reader has changed meanwhile.
  expect((await changeAddress(reader, { version })).status).toBe(409);
});

test('an address that cannot be one is refused by field, and so is a zone of which nothing is posted', async () => {
  const reader = await anna();
  const [status, wrong] = await answerOf(await changeAddress(reader, { address: { ...ELSEWHERE, state: '' } }));
  expect([status, wrong]).toEqual([422, { errors: { 'address.state': expect.any(String) } }]);
  expect(await answerOf(await changeAddress(reader, { address: { ...ELSEWHERE, state: 'XX' } }))).toMatchObject([
    422,
    { errors: { state: expect.any(String) } },
  ]);
  expect((await changeAddress(reader, { address: { ...ELSEWHERE, country: 'CA', state: 'ON' } }, { zone: 'b' })).status).toBe(422);
  expect(await lineOf(reader)).toBe('1 Pier Road');
});

test('of somebody who died nobody is written to, and the history says why', async () => {
  const reader = await anna();
  expect(await answerOf(await changeAddress(reader, { reason: 'deceased' }))).toMatchObject([200, { letter: null }]);
  expect([await lettersTo(service, reader.email), await actionsOf(reader)]).toMatchObject([[], [{ reason: 'deceased' }]]);
});

test('a gift’s recipient without an account has their address changed, by the name that is on their copies', async () => {
  const { id: giver } = await makeAccount(service);
  const id = uuidv7();
  await keepAddress(service.deps.db, {
    publicationId: 'main',
    ownerId: id,
    shipcode: 'a',
    name: 'Jan Giftee',
    address: HOME,
    now: new Date(),
  });
  await subscribe(service, id);
  expect(await answerOf(await changeAddress({ id }))).toMatchObject([200, { letter: null }]);
  expect((await pageOf({ id })).addresses).toMatchObject([
    { name: 'Jan Giftee', lines: ['9 Elm St', 'Dayton, OH 45402', 'United States'] },
  ]);
  expect(await actionsOf({ id: giver })).toEqual([]);
});

const takeBack = (done: string, { who = cleo, dry = false, action = uuidv7() } = {}) =>
  who.post(`/api/desk/actions/${done}/undo${dry ? '?dry' : ''}`, { action });

test('a change of an address is taken back once, while it is as it was left', async () => {
  const reader = await anna();
  await changeAddress(reader);
  const [done] = (await pageOf(reader)).history;
  if (!done) throw new Error('nothing was done');
  expect([(await takeBack(done.id, { dry: true })).status, await lineOf(reader)]).toEqual([200, '9 Elm St']);
  const answers = await Promise.all([takeBack(done.id), takeBack(done.id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const page = await pageOf(reader);
  expect(page.addresses[0]?.lines[0]).toBe('1 Pier Road');
  expect(page.history).toMatchObject([
    { verb: 'changeAddressFor', undoes: true, undo: false },
    { verb: 'changeAddressFor', undone: true, undo: false },
  ]);
  expect(await lettersTo(service, reader.email)).toEqual(['address-changed', 'address-changed']);
  // Whoever comes second is told who was first.
  const [undone] = page.history;
  const message = `${undone?.who} took this back already, on ${displayDate(undone?.at ?? '', 'UTC')}: it does not stand any more.`;
  expect(undone?.who).toBe('Cleo');
  expect(await answerOf(await takeBack(done.id))).toEqual([409, { errors: message }]);
  expect(await answerOf(await takeBack(done.id, { dry: true }))).toEqual([409, { errors: message }]);

  await changeAddress(reader);
  const [again] = (await pageOf(reader)).history;
  await changeAddress(reader, { address: { ...ELSEWHERE, line1: '10 Elm St' } });
  expect([(await takeBack(again?.id ?? '')).status, await lineOf(reader)]).toEqual([409, '10 Elm St']);
});

test('what was changed otherwise since is not taken back, and whoever asks reads who changed it and when', { tags: ['ci'] }, async () => {
  const reader = await anna();
  const { deps } = service;
  const [first, second, off] = [uuidv7(), uuidv7(), uuidv7()];
  await changeAddress(reader, { action: first });
  await changeAddress(reader, { action: second, address: { ...ELSEWHERE, line1: '10 Elm St' } }, { who: await service.as('circulation') });
  const day = displayDate(deps.clock().toISOString(), 'UTC');
  const changed = (who: string) => [409, { errors: `${who} changed this since, on ${day}: look at what it is now.` }];
  expect(await answerOf(await takeBack(first, { dry: true }))).toEqual(changed('Bob'));
  const now = new Date(deps.clock().getTime() + 1000);
  await keepAddress(deps.db, { publicationId: 'main', ownerId: reader.id, shipcode: 'a', name: reader.name, address: HOME, now });
  expect(await answerOf(await takeBack(second))).toEqual(changed('The reader, or an order of theirs,'));
  await withCard(reader);
  await autorenew(reader, true, { action: off });
  await autorenew(reader, false, { who: await service.as('publisher') });
  expect(await answerOf(await takeBack(off))).toEqual(changed('Ann'));
});

test(
  'what was changed otherwise since is not offered to be taken back, and is again once that was taken back itself',
  { tags: ['ci'] },
  async () => {
    const reader = await anna();
    const [first, second] = [uuidv7(), uuidv7()];
    const offered = async () => new Map((await pageOf(reader)).history.map(({ id, undo }) => [id, undo]));
    expect((await changeAddress(reader, { action: first })).status).toBe(200);
    expect((await offered()).get(first)).toBe(true);
    expect((await changeAddress(reader, { action: second, address: { ...ELSEWHERE, line1: '10 Elm St' } })).status).toBe(200);
    expect([(await offered()).get(first), (await offered()).get(second)]).toEqual([false, true]);
    expect((await takeBack(second)).status).toBe(200);
    expect([(await offered()).get(first), (await offered()).get(second)]).toEqual([true, false]);
    expect((await takeBack(first)).status).toBe(200);
    // Nor where its reader changed it themselves.
    const third = uuidv7();
    expect((await changeAddress(reader, { action: third })).status).toBe(200);
    const address = { ...HOME, line1: '2 Pier Road' };
    await keepAddress(service.deps.db, {
      publicationId: 'main',
      ownerId: reader.id,
      shipcode: 'a',
      name: reader.name,
      address,
      now: new Date(),
    });
    expect([(await offered()).get(third), (await takeBack(third)).status]).toEqual([false, 409]);
  },
);

test('a note is taken back once, and the history says what it was', async () => {
  const reader = await anna();
  const note = uuidv7();
  await cleo.post(`/api/desk/readers/${reader.id}/notes`, { action: note, text: 'Prefers post' });
  expect([(await takeBack(note, { dry: true })).status, (await pageOf(reader)).notes.length]).toEqual([200, 1]);
  const answers = await Promise.all([takeBack(note), takeBack(note, { who: await service.as('circulation') })]);
  expect([answers.map(({ status }) => status).toSorted(), (await pageOf(reader)).notes]).toEqual([[200, 409], []]);
  expect(await actionsOf(reader)).toMatchObject([
    { verb: 'writeNote', to: { text: 'Prefers post' } },
    { verb: 'takeBackNote', from: { text: 'Prefers post' }, undoes: note },
  ]);
  expect((await pageOf(reader)).history).toMatchObject([
    { verb: 'takeBackNote', undo: false },
    { verb: 'writeNote', undone: true },
  ]);
});

test('what was done for somebody who died is taken back without a letter, too', async () => {
  const reader = await anna();
  await changeAddress(reader, { reason: 'deceased' });
  const [done] = await actionsOf(reader);
  expect((await takeBack(done?.id ?? '')).status).toBe(200);
  expect([await lettersTo(service, reader.email), await actionsOf(reader)]).toMatchObject([
    [],
    [{ reason: 'deceased' }, { reason: 'deceased', undoes: done?.id }],
  ]);
});

test('what nobody did cannot be taken back, nor a letter, nor what is older than 30 days', async () => {
  const reader = await anna();
  expect((await takeBack(uuidv7())).status).toBe(404);
  const login = uuidv7();
  await cleo.post(`/api/desk/readers/${reader.id}/login-letter`, { action: login });
  expect((await takeBack(login)).status).toBe(409);
  const old = uuidv7();
  const { version } = (await pageOf(reader)).addresses[0] ?? { version: '' };
  const kept = { shipcode: 'a', address: { ...HOME, line1: 'Old' }, version };
  const at = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
  await service.deps.db.staffAction.create({
    data: {
      id: old,
      publicationId: 'main',
      program: 'a-test',
      verb: 'changeAddressFor',
      subject: 'zone a',
      ownerId: reader.id,
      reason: '',
      from: kept,
      to: kept,
      result: {},
      network: '',
      at,
    },
  });
  expect([(await takeBack(old)).status, await lineOf(reader)]).toEqual([409, '1 Pier Road']);
});

async function withCard(reader: Reader): Promise<void> {
  await service.deps.db.account.update({
    where: { id: reader.id },
    data: {
      customer: `cus_${reader.id}`,
      method: `pm_${reader.id}`,
      payment: { name: reader.name, card: { type: 'visa', last_four: '4242', exp_month: 4, exp_year: 2030 }, ach: null, agreed: 1 },
    },
  });
}
const autorenew = ({ id }: { id: string }, on: boolean, { dry = false, who = cleo, action = uuidv7() } = {}) =>
  who.post(`/api/desk/readers/${id}/autorenew${dry ? '?dry' : ''}`, { action, reason: 'asked', on });
const renews = async (reader: { id: string }) => (await pageOf(reader)).account?.autorenew !== null;

test('renewing by itself is switched for a caller, once by whoever is first, with a letter, and back', async () => {
  const reader = await anna();
  // Nobody puts a card on record but the reader.
  expect((await autorenew(reader, true)).status).toBe(409);
  await withCard(reader);
  expect(await answerOf(await autorenew(reader, true, { dry: true }))).toEqual([
    200,
    { on: true, renewal: null, charging: false, letter: reader.email },
  ]);
  expect([await renews(reader), await lettersTo(service, reader.email)]).toEqual([false, []]);
  const answers = await Promise.all([autorenew(reader, true), autorenew(reader, true, { who: await service.as('circulation') })]);
  expect([answers.map(({ status }) => status).toSorted(), await renews(reader)]).toEqual([[200, 409], true]);
  const [done] = (await pageOf(reader)).history;
  expect((await takeBack(done?.id ?? '')).status).toBe(200);
  expect([await renews(reader), await lettersTo(service, reader.email)]).toEqual([false, ['autorenew-on', 'autorenew-off']]);
});

test('who is called back to a subscription that has ended, and has renewing switched on, gets one letter: the notice, which says who did it', async () => {
  const reader = await makeAccount(service, { name: 'Anna Kowalska' });
  await withCard(reader);
  await deliver(service, await subscribe(service, reader.id, { deliverable: 'digital' }), [12, 13, 14, 15]);
  expect(await answerOf(await autorenew(reader, true))).toMatchObject([200, { letter: reader.email }]);
  expect(await lettersTo(service, reader.email)).toEqual(['renewal-notice']);
  const row = await service.deps.db.outbox.findFirstOrThrow({ where: { recipient: reader.email } });
  const notice = await compose(service.deps, row);
  const text = notice ? letterText(notice).replaceAll(/\s+/g, ' ') : '';
  expect(text).toContain('Autorenew has been switched on for you.');
  expect(text).toContain('Our staff did this');
});

test('who lost a telephone is logged out everywhere, and told; who has no account cannot be', async () => {
  const reader = await anna();
  const browser = service.browser();
  expect((await logInWith(browser, reader.email)).status).toBe(200);
  const end = (dry: boolean) =>
    cleo.post(`/api/desk/readers/${reader.id}/end-sessions${dry ? '?dry' : ''}`, { action: uuidv7(), reason: 'asked' });
  expect(await answerOf(await end(true))).toEqual([200, { ended: 1, letter: reader.email }]);
  expect((await browser.get('/api/account/subscriber')).status).toBe(200);
  expect(await answerOf(await end(false))).toEqual([200, { ended: 1, letter: reader.email }]);
  expect((await browser.get('/api/account/subscriber')).status).toBe(401);
  expect(await lettersTo(service, reader.email)).toContain('logged-out');
  const guest = uuidv7();
  await keepAddress(service.deps.db, {
    publicationId: 'main',
    ownerId: guest,
    shipcode: 'a',
    name: 'Guest',
    address: HOME,
    now: new Date(),
  });
  expect((await cleo.post(`/api/desk/readers/${guest}/end-sessions`, { action: uuidv7(), reason: 'asked' })).status).toBe(422);
});

/** Each letter is later than the one before, however fast they are made. */
const BEGUN = Date.now();
let made = 0;
async function letterTo(reader: Reader, kind: string, payload: object, subject: string = uuidv7()): Promise<string> {
  const id = uuidv7();
  const created = new Date(BEGUN + (made += 1));
  await service.deps.db.outbox.create({
    data: { id, publicationId: 'main', kind, subject, recipient: reader.email, payload, created, sent: new Date() },
  });
  return id;
}
const resend = ({ id }: { id: string }, letter: string, { dry = false, action = uuidv7() } = {}) =>
  cleo.post(`/api/desk/readers/${id}/letters/${letter}/resend${dry ? '?dry' : ''}`, { action });

test('a letter is sent again to its reader, five in a day and no more; a code is not', async () => {
  const [reader, other] = [await anna(), await anna()];
  const welcome = await letterTo(reader, 'welcome', { name: reader.name });
  const code = await letterTo(reader, 'code', { ticket: 'x', expires: new Date().toISOString() });
  const { letters } = await pageOf(reader);
  expect(letters.map(({ kind, again }) => [kind, again]).toSorted()).toEqual([
    ['code', false],
    ['welcome', true],
  ]);
  expect([(await resend(reader, code)).status, (await resend(other, welcome)).status, (await resend(reader, uuidv7())).status]).toEqual([
    404, 404, 404,
  ]);
  expect(await answerOf(await resend(reader, welcome, { dry: true }))).toEqual([200, { kind: 'welcome', letter: reader.email, before: 0 }]);
  const action = uuidv7();
  await Promise.all(Array.from({ length: 5 }, () => resend(reader, welcome, { action })));
  expect((await lettersTo(service, reader.email)).filter((kind) => kind === 'welcome')).toHaveLength(2);
  const more = await Promise.all(Array.from({ length: 6 }, () => resend(reader, welcome)));
  expect(more.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 429, 429]);
});

test('a letter that waits to go out is not sent again, which would bring it twice; one that the mail server never took is', async () => {
  const reader = await anna();
  const id = await letterTo(reader, 'welcome', { name: reader.name });
  const { outbox } = service.deps.db;
  await outbox.update({ where: { id }, data: { sent: null } });
  expect((await pageOf(reader)).letters).toMatchObject([{ id, sent: null, again: false }]);
  const asked = await resend(reader, id);
  expect([asked.status, await asked.json()]).toMatchObject([
    409,
    { errors: 'This letter waits to go out, and goes by itself: sent again it would come twice.' },
  ]);
  await outbox.update({ where: { id }, data: { created: new Date(Date.now() - 3 * DAY) } });
  expect((await pageOf(reader)).letters).toMatchObject([{ id, sent: null, again: true }]);
  expect((await resend(reader, id)).status).toBe(200);
});

test('a letter is not sent again whose words are not true any more: of what was taken back since, or of money that did not go', async () => {
  const reader = await anna();
  const [term] = (await pageOf(reader)).terms;
  const body = { action: uuidv7(), reason: 'asked', served: term?.served };
  expect((await cleo.post(`/api/desk/readers/${reader.id}/subscriptions/${term?.id ?? ''}/cancel`, body)).status).toBe(200);
  await service.deps.db.outbox.updateMany({ where: { recipient: reader.email }, data: { sent: new Date() } });
  const again = async () => Object.fromEntries((await pageOf(reader)).letters.map((letter) => [letter.kind, letter.again]));
  expect(await again()).toEqual({ 'subscription-cancelled': true });
  expect((await cleo.post(`/api/desk/actions/${body.action}/undo`, { action: uuidv7() })).status).toBe(200);
  await service.deps.db.outbox.updateMany({ where: { recipient: reader.email }, data: { sent: new Date() } });
  expect(await again()).toEqual({ 'subscription-cancelled': false, 'subscription-restored': true });

  const { id: orderId } = await sellMugs(service);
  const told = (how: string, subject: string) => letterTo(reader, 'money-back', { how }, subject);
  const [went, failed, dispute] = [`re_${uuidv7()}`, `re_${uuidv7()}`, `dp_${uuidv7()}`] as const;
  const noted = (id: string, state: string) => ({ id, orderId, state, amount: 100, created: new Date(), updated: new Date() });
  await service.deps.db.moneyBack.createMany({ data: [noted(went, 'refunded'), noted(failed, 'failed'), noted(dispute, 'won')] });
  const letters = [await told('refund', went), await told('refund', failed), await told('refund-failed', `${failed}:failed`)];
  letters.push(await told('dispute', dispute));
  const may = async () => Promise.all(letters.map(async (letter) => (await resend(reader, letter, { dry: true })).status));
  expect(await may()).toEqual([200, 404, 200, 404]);
  await service.deps.db.moneyBack.update({ where: { id: failed }, data: { decided: new Date() } });
  expect(await may()).toEqual([200, 404, 404, 404]);
});

test('a letter of which a later one says the opposite is not sent again, and the later one is', async () => {
  const reader = await anna();
  const ofOrder = { name: reader.name, number: 'EXR-1' };
  const offered = async () => (await pageOf(reader)).letters.flatMap(({ id, again }) => (again ? [id] : [])).toSorted();
  const took = await letterTo(reader, 'order-taken-back', ofOrder);
  const other = await letterTo(reader, 'order-taken-back', { ...ofOrder, number: 'EXR-2' });
  const ended = await letterTo(reader, 'subscription-cancelled', { detail: 'Print, 1 year' });
  expect(await offered()).toEqual([took, other, ended].toSorted());
  const back = await letterTo(reader, 'order-restored', ofOrder);
  const goesOn = await letterTo(reader, 'subscription-restored', { detail: 'Print, 1 year' });
  expect(await offered()).toEqual([other, back, goesOn].toSorted());
  expect((await resend(reader, took)).status).toBe(404);
  // What goes on was paid back after all: the letter about its money tells that it ended.
  await letterTo(reader, 'money-back', { number: 'EXR-3', how: 'refund', amount: 2800 });
  expect(await offered()).toContain(goesOn);
  await letterTo(reader, 'money-back', { ...ofOrder, how: 'refund', amount: 2800, ended: { details: ['Print, 1 year'], charging: false } });
  expect(await offered()).not.toContain(goesOn);
  // What was given has ended since; of what an account has one of the newest letter holds.
  const given = await letterTo(reader, 'subscription-given', { detail: 'Digital, 1 year' });
  await letterTo(reader, 'subscription-cancelled', { detail: 'Digital, 1 year' });
  const [on, off] = [await letterTo(reader, 'autorenew-on', { amount: 5200 }), await letterTo(reader, 'autorenew-off', {})];
  const newest = await offered();
  expect([given, on, off].map((id) => newest.includes(id))).toEqual([false, false, true]);
});

test('a letter is not offered again that tells of what has come, or of what does not come any more, and says why', async () => {
  const reader = await anna();
  const { db } = service.deps;
  const due = new Date(Date.now() + 20 * DAY);
  const term = await db.subscription.findFirstOrThrow({ where: { ownerId: reader.id } });
  const charge = { publicationId: 'main', ownerId: reader.id, kind: 'renewal', subject: term.id, cycle: 2, token: uuidv7(), amount: 5200 };
  const { token } = await db.charge.create({ data: { ...charge, choice: {}, remind: new Date(), due, nextAttempt: due } });
  const notice = await letterTo(reader, 'renewal-notice', { due: due.toISOString() }, `renewal:${term.id}:2:${due.toISOString()}`);
  const tries = await letterTo(reader, 'charge-trying-again', { token, again: due.toISOString() });
  const tried = await letterTo(reader, 'charge-trying-again', { token, again: new Date(0).toISOString() });
  const invoice = await letterTo(reader, 'invoice', { token: uuidv7() });
  const { id: orderId, number } = await sellMugs(service, { ownerId: reader.id });
  const paid = { publicationId: 'main', subscriberId: reader.id, ownerId: reader.id, orderId, token: uuidv7() };
  const dates = { id: uuidv7(), number: 900_001, term: 30, dueDate: due, billedTo: number, acceptedPayments: 'any', paid: new Date() };
  await db.invoice.create({ data: { ...paid, ...dates } });
  const settled = await letterTo(reader, 'invoice', { token: paid.token });
  const ends = await letterTo(reader, 'subscription-ends', { owner: reader.id }, term.id);
  const why = async () => new Map((await pageOf(reader)).letters.map(({ id, again, why_not }) => [id, again ? 'again' : why_not]));
  const first = await why();
  const said = [notice, tries, tried, invoice, settled, ends].map((id) => first.get(id));
  expect(said).toEqual(['again', 'again', 'over', 'cancelled', 'paid', 'over']);
  expect(await answerOf(await resend(reader, invoice))).toMatchObject([
    409,
    { errors: 'The invoice of this letter was cancelled since: it is not sent any more.' },
  ]);
  await db.charge.update({ where: { token }, data: { state: 'paid', nextAttempt: null } });
  const last = await why();
  expect([notice, tries].map((id) => last.get(id))).toEqual(['over', 'over']);
});

test('of two who send the same letter at once one does, and the other is told by whom; whoever has read that sends it all the same', async () => {
  const reader = await anna();
  const letter = await letterTo(reader, 'welcome', { name: reader.name });
  for (const [path, kind] of [
    [`letters/${letter}/resend`, 'welcome'],
    ['login-letter', 'reset'],
  ]) {
    const ask = (before: number, dry = '') => cleo.post(`/api/desk/readers/${reader.id}/${path}${dry}`, { action: uuidv7(), before });
    const both = await Promise.all([ask(0), ask(0)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await both.find(({ status }) => status === 409)?.json()).toMatchObject({
      errors: 'Cleo sent this letter a moment ago. Look at it again.',
    });
    expect(await answerOf(await ask(0, '?dry'))).toEqual([200, { kind, letter: reader.email, before: 1 }]);
    expect((await ask(1)).status).toBe(200);
  }
});

test('a letter to a mailbox that a reader has changed since is sent again to that of now; one that came there for somebody else is not', async () => {
  const reader = await anna();
  const receipt = await letterTo(reader, 'welcome', { name: reader.name });
  const { account, earlierEmail } = service.deps.db;
  const moved = `new-${reader.email}`;
  const change = (verified: Date | null) => account.update({ where: { id: reader.id }, data: { email: moved, verified } });
  await change(null);
  await earlierEmail.create({ data: { accountId: reader.id, email: reader.email, until: new Date() } });
  // Nobody has shown that any of them is theirs.
  expect([(await pageOf(reader)).letters, (await resend(reader, receipt)).status]).toEqual([[], 404]);
  await change(new Date());
  const other = await anna();
  await account.update({ where: { id: other.id }, data: { email: reader.email } });
  const theirs = uuidv7();
  const later = new Date(Date.now() + 60_000);
  await service.deps.db.outbox.create({
    data: { id: theirs, publicationId: 'main', kind: 'welcome', subject: theirs, recipient: reader.email, payload: {}, created: later },
  });
  expect((await pageOf(reader)).letters.map(({ id, to, again }) => [id, to, again])).toEqual([[receipt, reader.email, true]]);
  expect((await resend(reader, theirs)).status).toBe(404);
  expect(await answerOf(await resend(reader, receipt))).toEqual([200, { kind: 'welcome', letter: moved, before: 0 }]);
  expect(await lettersTo(service, moved)).toEqual(['welcome']);
});

test('letters that are about something are sent again as they were, and cleaned up as they were', async () => {
  const reader = await anna();
  const term = await service.deps.db.subscription.findFirstOrThrow({ where: { ownerId: reader.id } });
  await deliver(service, term.token, [14, 15, 16]);
  const ends = await letterTo(reader, 'subscription-ends', { owner: reader.id }, term.id);
  expect((await resend(reader, ends)).status).toBe(200);
  await service.deps.db.outbox.updateMany({ where: { recipient: reader.email }, data: { sent: new Date(0) } });
  await cleanUp(service.deps);
  expect((await pageOf(reader)).letters.map(({ kind }) => kind)).toEqual(['subscription-ends', 'subscription-ends']);
});

test('who cannot log in is mailed the link that sets a password, and leads to their card', async () => {
  const reader = await anna();
  const send = (dry: boolean) => cleo.post(`/api/desk/readers/${reader.id}/login-letter${dry ? '?dry' : ''}`, { action: uuidv7() });
  expect([await answerOf(await send(true)), await lettersTo(service, reader.email)]).toEqual([
    [200, { kind: 'reset', letter: reader.email, before: 0 }],
    [],
  ]);
  expect((await send(false)).status).toBe(200);
  const token = /#reset=([\w-]{43})&email=/.exec(await lastLetter(service, reader.email, 'reset'))?.[1];
  const browser = service.browser();
  const set = await browser.post('/api/access/reset-password/confirm', { token, password: 'a ferry at dawn', confirm: 'a ferry at dawn' });
  expect([set.status, await set.json()]).toMatchObject([200, { redirect: '/account/payment' }]);
});

const mailExport = ({ id }: { id: string }, { dry = false, action = uuidv7() } = {}) =>
  cleo.post(`/api/desk/readers/${id}/export${dry ? '?dry' : ''}`, { action });
/** The letter as it goes out now; null for one that is not sent. */
async function exportTo({ email }: Reader) {
  const row = await service.deps.db.outbox.findFirstOrThrow({ where: { recipient: email, kind: 'account-export' } });
  return compose(service.deps, row);
}

test('who asks what is kept of them is mailed all of it in a file, as the account’s own page gives it, once', async () => {
  const reader = await anna();
  expect([await answerOf(await mailExport(reader, { dry: true })), await lettersTo(service, reader.email)]).toEqual([
    [200, { kind: 'account-export', letter: reader.email, before: 0 }],
    [],
  ]);
  const action = uuidv7();
  await Promise.all(Array.from({ length: 5 }, () => mailExport(reader, { action })));
  expect(await lettersTo(service, reader.email)).toEqual(['account-export']);
  expect((await pageOf(reader)).history).toMatchObject([{ who: 'Cleo', verb: 'exportReader', undo: false }]);
  const letter = await exportTo(reader);
  const [file, ...more] = letter?.attachments ?? [];
  expect([file?.name, file?.type, more]).toEqual(['account.json', 'application/json', []]);
  const mailed = v.parse(AccountExport, JSON.parse(file?.content.toString() ?? ''));
  const browser = service.browser();
  await logInWith(browser, reader.email);
  const own = v.parse(AccountExport, await (await browser.get('/api/account/export')).json());
  // But for the log-in itself.
  const same = { exported: '', sessions: [], letters: [] };
  expect({ ...mailed, ...same, records: { ...mailed.records, known_browsers: [] } }).toEqual({
    ...own,
    ...same,
    records: { ...own.records, known_browsers: [] },
  });
  expect(mailed.records?.['terms']).toHaveLength(1);
  // Nothing of it lies in the outbox.
  const { payload } = await service.deps.db.outbox.findFirstOrThrow({ where: { recipient: reader.email, kind: 'account-export' } });
  expect(payload).toEqual({ name: reader.name, owner: reader.id });
});

test('what is kept goes to a mailbox that its reader has proved, and to no other', async () => {
  const unproved = await makeAccount(service, { verified: false });
  expect((await mailExport(unproved)).status).toBe(422);
  const guest = uuidv7();
  const address = { publicationId: 'main', ownerId: guest, shipcode: 'a' as const, name: 'Guest', address: HOME, now: new Date() };
  await keepAddress(service.deps.db, address);
  expect((await mailExport({ id: guest })).status).toBe(422);
  // Whose address is another by the time the letter goes out, who deleted the account, or whose mailbox is another's by
  // now.
  const [moved, gone, other] = [await anna(), await anna(), await anna()];
  for (const reader of [moved, gone, other]) expect((await mailExport(reader)).status).toBe(200);
  await service.deps.db.account.update({ where: { id: moved.id }, data: { email: `new-${moved.email}` } });
  await service.deps.db.account.update({ where: { id: gone.id }, data: { verified: null } });
  expect([await exportTo(moved), await exportTo(gone), (await exportTo(other)) === null]).toEqual([null, null, false]);
});

test('nothing is done for whom nobody knows', async () => {
  const id = uuidv7();
  const reason = 'asked';
  for (const [path, more] of [
    ['address/a', { reason, version: '', address: ELSEWHERE }],
    ['autorenew', { reason, on: true }],
    ['end-sessions', { reason }],
    [`letters/${uuidv7()}/resend`, {}],
    ['login-letter', {}],
    ['export', {}],
  ] as const) {
    expect([path, (await cleo.post(`/api/desk/readers/${id}/${path}`, { action: uuidv7(), ...more })).status]).toEqual([path, 404]);
  }
});
