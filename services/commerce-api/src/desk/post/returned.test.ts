// @module-tag ci
import { type Address, toAddressForm } from '@newsstand/contracts/address';
import { DeskIssues } from '@newsstand/contracts/desk-issues';
import { DeskReader } from '@newsstand/contracts/desk-reader';
import { DeskPost, DeskReturned, labelCode, PostListsMade, PostReturned } from '@newsstand/contracts/desk-post';
import { AddressChanged } from '@newsstand/contracts/desk-verbs';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { compose } from '../../../test/letter.ts';
import { sellMugs, sendNow } from '../../../test/parcels.ts';
import { answerOf, lettersTo, logInWith, makeAccount } from '../../../test/reader.ts';
import { HOME, live, subscribe } from '../../../test/subscriber.ts';
import { applyChange } from '../../ledger/terms/apply-change.ts';
import { exportPostList } from '../../ledger/releases/export-post-list.ts';
import { readLabels } from '../../ledger/releases/post-labels.ts';
import { runRelease } from '../../ledger/releases/run-release.ts';
import { keepAddress } from '../../ledger/terms/keep-address.ts';
import { letterText } from '../../letters/letter-text.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

let service: DeskApp;
let bob: Browser;
let cleo: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  [bob, cleo] = [await service.as('circulation'), await service.as('service')];
});
beforeEach(() => service.deps.db.$executeRaw`delete from rate_limit`);
afterAll(() => service.close());

let latest = 800;
async function release(): Promise<number> {
  const number = ++latest;
  const names = { ref: `iss:${number}`, title: `Ice ${number}`, slug: `issue-${number}`, summary: '', cover: {} };
  await service.deps.db.issue.create({ data: { publicationId: 'main', number, ...names, released: new Date('2026-10-01') } });
  await runRelease(service.deps, number);
  return number;
}

type Reader = Awaited<ReturnType<typeof makeAccount>>;
async function anna(): Promise<Reader> {
  const reader = await makeAccount(service, { name: 'Anna Kowalska' });
  await subscribe(service, reader.id, { deliverable: 'print-a' });
  await live(service, reader.id);
  return reader;
}

const postOf = async (issue: number) => v.parse(DeskPost, await (await bob.get(`/api/desk/issues/${issue}/post`)).json());
/** Makes what lists there are to make; answers where each reader's label is. */
async function lists(issue: number): Promise<PostListsMade['lists']> {
  const { lists: shown } = await postOf(issue);
  const answer = await bob.post(`/api/desk/issues/${issue}/lists`, { action: uuidv7(), lists: shown.length });
  return answer.status === 409 ? [] : v.parse(PostListsMade, await answer.json()).lists;
}
/** The codes of all labels of an issue that a reader has, list by list. */
async function codesOf({ id }: { id: string }, issue: number): Promise<string[]> {
  const codes: string[] = [];
  for (const { shipcode, part } of (await postOf(issue)).lists) {
    const all = await readLabels(service.deps.db, 'main', { issue, shipcode, part });
    codes.push(...all.filter(({ owner }) => owner === id).map(labelCode));
  }
  return codes;
}
const codeOf = async (reader: Reader, issue: number): Promise<string> => (await codesOf(reader, issue))[0] ?? '';
type How = { who?: Browser; dry?: boolean; action?: string };
const comesBack = (label: string, { who = bob, dry = false, action = uuidv7() }: How = {}) =>
  who.post(`/api/desk/post/returned${dry ? '?dry' : ''}`, { action, label });
const noted = async (answer: Response) => v.parse(PostReturned, await answer.json());
const returned = async () => v.parse(DeskReturned, await (await bob.get('/api/desk/post/returned')).json()).returned;
const takeBack = (done: string) => bob.post(`/api/desk/actions/${done}/undo`, { action: uuidv7() });
const pageOf = async ({ id }: Reader) => v.parse(DeskReader, await (await bob.get(`/api/desk/readers/${id}`)).json());
const since = async ({ id }: Reader) => (await service.deps.db.ownerAddress.findFirst({ where: { ownerId: id } }))?.undeliverable ?? null;
async function moves(reader: Reader, line1: string, action = uuidv7()): Promise<void> {
  const address = { line1, line2: '', city: 'Dayton', state: 'OH', postcode: '45402', country: 'US' };
  const { version } = (await pageOf(reader)).addresses[0] ?? {};
  const answer = await cleo.post(`/api/desk/readers/${reader.id}/address/a`, { action, reason: 'came-back', version, address });
  expect(answer.status).toBe(200);
}
const asked = async ({ email }: Reader) => (await lettersTo(service, email)).filter((kind) => kind === 'address-needed').length;

test('a copy that came back is noted: its reader is asked once, nothing more is posted there, and after a new address all of it is, once', async () => {
  const reader = await anna();
  const first = await release();
  await lists(first);
  const code = await codeOf(reader, first);
  const would = await noted(await comesBack(code.toLowerCase(), { dry: true }));
  expect([would.marked, would.letter, would.again, await since(reader)]).toEqual([true, true, true, null]);
  expect(await noted(await comesBack(code))).toEqual(would);
  expect([would.label, would.owner, would.lines[0], await asked(reader)]).toEqual([code, reader.id, HOME.line1, 1]);
  const row = await service.deps.db.outbox.findFirstOrThrow({ where: { recipient: reader.email, kind: 'address-needed' } });
  const letter = await compose(service.deps, row);
  expect(letter && letterText(letter)).toMatch(new RegExp(`issue ${first}, Ice ${first}, back to us[^]*/account/address`));

  const second = await release();
  expect(await lists(second)).toHaveLength(3);
  expect([await codesOf(reader, second), await lists(first)]).toEqual([[], []]);
  const post = await postOf(second);
  expect(post.waiting[0]).toMatchObject({ late: 0, held: 1 });
  expect(post.missing).toContainEqual({ owner: reader.id, name: 'Anna Kowalska', shipcode: 'a', back: true });
  const waiting = await (await bob.get('/api/desk/lists/undeliverable')).json();
  expect(JSON.stringify(waiting)).toContain(reader.id);
  expect((await returned())[0]).toMatchObject({ label: code, owner: reader.id, who: 'Bob', waits: true, lacks_address: true, sent: null });

  const waits = async () => (await pageOf(reader)).given.map((one) => [one.issue, one.waits ?? null]);
  expect(await waits()).toEqual([
    [second, { zone: 'a', why: 'held' }],
    [first, null],
  ]);
  await moves(reader, '9 Elm St');
  expect((await waits())[0]).toEqual([second, { zone: 'a', why: 'late' }]);
  // The letter waits ten minutes: whoever has said it meanwhile is not asked.
  expect(await asked(reader)).toBe(0);
  expect((await returned())[0]).toMatchObject({ waits: true, lacks_address: false });
  expect(JSON.stringify(await (await bob.get('/api/desk/lists/undeliverable')).json())).not.toContain(reader.id);
  for (const issue of [first, second]) {
    expect(await lists(issue)).toMatchObject([{ shipcode: 'a', part: 2, labels: 1, copies: 1 }]);
    expect(await lists(issue)).toEqual([]);
    const [label] = await readLabels(service.deps.db, 'main', { issue, shipcode: 'a', part: 2 });
    expect([label?.owner, label?.address.line1]).toEqual([reader.id, '9 Elm St']);
  }
  expect((await returned())[0]).toMatchObject({ waits: false, sent: `${first}-A2-000001` });
  expect([(await codesOf(reader, first)).length, (await codesOf(reader, second)).length]).toEqual([2, 1]);
});

const TORONTO: Address = {
  line1: '5 King St',
  line2: '',
  city: 'Toronto',
  state: 'ON',
  state_name: 'Ontario',
  postcode: 'M5H 1A1',
  country_code: 'CA',
  country_name: 'Canada',
};
const movesToToronto = (reader: Reader, dry = false) =>
  cleo.post(`/api/desk/readers/${reader.id}/address/b${dry ? '?dry' : ''}`, {
    action: uuidv7(),
    reason: 'came-back',
    version: 'none',
    move: 'waived',
    address: toAddressForm(TORONTO),
  });
/** As an order or an invoice does that is paid. */
const pays = (reader: Reader) =>
  service.deps.db.$transaction(async (tx) => {
    const { id: subscription } = await tx.subscription.findFirstOrThrow({ where: { ownerId: reader.id } });
    const target = { deliverable: 'print-b', level: 'low' } as const;
    const own = { publicationId: 'main', ownerId: reader.id, now: new Date() };
    await applyChange(tx, { ...own, subscription, target, order: uuidv7() });
    await keepAddress(tx, { ...own, shipcode: 'b', name: reader.name, address: TORONTO });
  });

/** They are owed nothing more. */
async function hasAll({ id: ownerId }: Reader): Promise<void> {
  const { db } = service.deps;
  await db.issueToken.deleteMany({ where: { ownerId, issue: null } });
  await db.subscription.updateMany({ where: { ownerId }, data: { issues: await db.issueToken.count({ where: { ownerId } }) } });
}

/** How a reader in Maine comes to be one in Toronto. */
const MOVES: Record<string, (reader: Reader) => Promise<unknown>> = {
  'as the desk says': async (reader) => expect((await movesToToronto(reader)).status).toBe(200),
  'as somebody pays for': pays,
  'as the subscription that follows says': async (reader) => {
    await hasAll(reader);
    await subscribe(service, reader.id, { deliverable: 'print-b' });
    await live(service, reader.id, 'b', TORONTO);
  },
  'as who is owed nothing more says in the account': async (reader) => {
    await hasAll(reader);
    const browser = service.browser();
    expect((await logInWith(browser, reader.email)).status).toBe(200);
    expect((await browser.post('/api/account/address/b', toAddressForm(TORONTO))).status).toBe(200);
  },
};
for (const [how, moves] of Object.entries(MOVES)) {
  test(`what came back, and what was held, goes to another zone with its reader, once, ${how}`, async () => {
    const reader = await anna();
    const first = await release();
    await lists(first);
    await comesBack(await codeOf(reader, first));
    const second = await release();
    await lists(second);
    const held = async () => (await postOf(second)).waiting[0]?.held ?? 0;
    const before = await held();
    await moves(reader);
    for (const issue of [first, second]) {
      const { waiting, missing } = await postOf(issue);
      expect(waiting[1]).toMatchObject({ late: 1 });
      expect(missing.map(({ owner }) => owner)).not.toContain(reader.id);
    }
    expect(await held()).toBe(before - 1);
    const { given, copies } = await pageOf(reader);
    expect(given.find(({ issue }) => issue === second)?.waits).toEqual({ zone: 'b', why: 'late' });
    expect(copies).toMatchObject([{ issue: first, zone: 'b', part: null }]);
    expect((await returned())[0]).toMatchObject({ waits: true, lacks_address: false });
    expect(await asked(reader)).toBe(0);
    expect(JSON.stringify(await (await bob.get('/api/desk/lists/undeliverable')).json())).not.toContain(reader.id);
    const { issues } = v.parse(DeskIssues, await (await bob.get('/api/desk/issues')).json());
    for (const issue of [first, second]) {
      expect(issues.find(({ number }) => number === issue)?.late).toBe(1);
      expect(await lists(issue)).toMatchObject([{ shipcode: 'b', part: 2, labels: 1, copies: 1 }]);
      expect(await lists(issue)).toEqual([]);
      const [label] = await readLabels(service.deps.db, 'main', { issue, shipcode: 'b', part: 2 });
      expect([label?.owner, label?.address.line1]).toEqual([reader.id, '5 King St']);
    }
    expect((await returned())[0]).toMatchObject({ waits: false, sent: `${first}-B2-000001` });
  });
}

for (const [how, moves] of Object.entries(MOVES)) {
  test(`whoever has moved to another zone before a copy came back is not asked, and has it there with the next late list, ${how}`, async () => {
    const reader = await anna();
    const issue = await release();
    await lists(issue);
    await moves(reader);
    expect(await noted(await comesBack(await codeOf(reader, issue)))).toMatchObject({ marked: false, letter: false, again: true });
    expect(await asked(reader)).toBe(0);
    expect(await lists(issue)).toMatchObject([{ shipcode: 'b', part: 2, labels: 1 }]);
    // From there it comes back as well.
    const [, code = ''] = await codesOf(reader, issue);
    expect(await noted(await comesBack(code))).toMatchObject({ marked: true, letter: true, again: true });
  });
}

test('a copy that waits goes to another zone with nobody who only had an address there once', async () => {
  const reader = await makeAccount(service, { name: 'Anna Kowalska' });
  await subscribe(service, reader.id);
  await live(service, reader.id, 'b', TORONTO);
  await live(service, reader.id);
  const first = await release();
  await hasAll(reader);
  await lists(first);
  await comesBack(await codeOf(reader, first));
  const { waiting } = await postOf(first);
  expect([waiting[0]?.held, waiting[1]?.late, await lists(first)]).toEqual([expect.any(Number), 0, []]);
  expect((await returned())[0]).toMatchObject({ owner: reader.id, lacks_address: true });
});

test('what was given before an address was known goes to the zone of the first that is named', async () => {
  const reader = await makeAccount(service, { name: 'Anna Kowalska' });
  await subscribe(service, reader.id, { deliverable: 'print-a' });
  const issue = await release();
  await lists(issue);
  const { waiting: would } = v.parse(AddressChanged, await (await movesToToronto(reader, true)).json());
  expect(would).toEqual([issue]);
  expect((await movesToToronto(reader)).status).toBe(200);
  expect(await lists(issue)).toMatchObject([{ shipcode: 'b', part: 2, labels: 1 }]);
  expect(await lists(issue)).toEqual([]);
});

test('lists that are made as a reader moves have each copy once', async () => {
  const readers = await Promise.all(Array.from({ length: 6 }, anna));
  const issue = await release();
  const zone = (shipcode: 'a' | 'b') => exportPostList(service.deps, { issue, shipcode, late: true });
  await Promise.all([zone('a'), ...readers.map(pays), zone('b')]);
  await zone('b');
  for (const reader of readers) expect((await codesOf(reader, issue)).length).toBe(1);
});

test('the same label scanned twice, by two scanners at once or sent again, is one return; another is told who was first', async () => {
  const reader = await anna();
  const issue = await release();
  await lists(issue);
  const code = await codeOf(reader, issue);
  const action = uuidv7();
  const statuses = (
    await Promise.all(Array.from({ length: 12 }, (_, n) => comesBack(code, n < 4 ? { action } : { who: n % 2 === 0 ? bob : cleo })))
  ).map(({ status }) => status);
  const done = statuses.filter((status) => status === 200).length;
  // The four that are one action are answered alike, if theirs was first.
  expect([done === 1 || done === 4, statuses.every((status) => status === 200 || status === 409)]).toEqual([true, true]);
  expect([await service.deps.db.postReturn.count({ where: { ownerId: reader.id } }), await asked(reader)]).toEqual([1, 1]);
  expect(await service.deps.db.postCopy.count({ where: { ownerId: reader.id } })).toBe(1);
  const [status, refused] = await answerOf(await comesBack(code));
  expect([status, JSON.stringify(refused)]).toEqual([
    409,
    expect.stringMatching(`${code} is noted already, by (Bob|Cleo) on .*: put it away.`),
  ]);
});

test('why nobody is asked is said: they were before, or have no mailbox', async () => {
  const [reader, guest] = [await anna(), { id: uuidv7() }];
  await subscribe(service, guest.id, { deliverable: 'print-a' });
  await live(service, guest.id);
  const [one, two] = [await release(), await release()];
  for (const issue of [one, two]) await lists(issue);
  await comesBack(await codeOf(reader, one));
  expect(await noted(await comesBack(await codeOf(reader, two)))).toMatchObject({ marked: true, letter: false, mailbox: true });
  const [label = ''] = await codesOf(guest, one);
  expect(await noted(await comesBack(label))).toMatchObject({ marked: true, letter: false, mailbox: false });
});

test('two copies of one reader that come back at once ask once, and each is posted again once', async () => {
  const reader = await anna();
  const [one, two] = [await release(), await release()];
  for (const issue of [one, two]) await lists(issue);
  const codes = [await codeOf(reader, one), await codeOf(reader, two)];
  const answers = await Promise.all(codes.map((code, n) => comesBack(code, { who: n === 0 ? bob : cleo })));
  const letters = (await Promise.all(answers.map(noted))).map(({ letter }) => letter);
  expect([letters.toSorted(), await asked(reader)]).toEqual([[false, true], 1]);
  // Saved again as it is, it counts: its reader has said so.
  await service.deps.db.$transaction((tx) => keep(tx, reader, true));
  expect(await since(reader)).toBe(null);
  for (const issue of [one, two]) {
    await Promise.all([lists(issue), exportPostList(service.deps, { issue, shipcode: 'a', late: true }), lists(issue)]);
    expect((await codesOf(reader, issue)).length).toBe(2);
  }
});

const keep = (tx: Parameters<typeof keepAddress>[0], { id }: Reader, confirmed: boolean) =>
  keepAddress(tx, { publicationId: 'main', ownerId: id, shipcode: 'a', name: 'Ana Reader', address: HOME, now: new Date(), confirmed });

test('what is bought meanwhile with the address on record does not bring it back; whoever has moved already is neither marked nor asked', async () => {
  const [stays, moved] = [await anna(), await anna()];
  const issue = await release();
  await lists(issue);
  await comesBack(await codeOf(stays, issue));
  await service.deps.db.$transaction((tx) => keep(tx, stays, false));
  expect(await since(stays)).not.toBe(null);
  await moves(moved, '9 Elm St');
  const late = await noted(await comesBack(await codeOf(moved, issue)));
  expect([late.marked, late.letter, late.again, await since(moved), await asked(moved)]).toEqual([false, false, true, null, 0]);
  await lists(issue);
  const codes = await codesOf(moved, issue);
  expect(codes).toHaveLength(2);
  expect((await codesOf(stays, issue)).length).toBe(1);
  // That one comes back, too: now the address is the label's.
  expect(await noted(await comesBack(codes[1] ?? ''))).toMatchObject({ marked: true, letter: true, again: true });
});

for (const held of [true, false]) {
  test(`Undo of a change of address puts back all that was kept of the one before, ${held ? 'from which copies came back' : 'which was good'}`, async () => {
    const reader = await anna();
    const issue = await release();
    await lists(issue);
    if (held) await comesBack(await codeOf(reader, issue));
    // Every column, whatever it is.
    const kept = () => service.deps.db.$queryRaw`select * from owner_address where owner_id = ${reader.id}::uuid`;
    const [before, letters] = [await kept(), await asked(reader)];
    const action = uuidv7();
    await moves(reader, '9 Elm St', action);
    expect(await asked(reader)).toBe(0);
    const undo = async (dry: string) => answerOf(await cleo.post(`/api/desk/actions/${action}/undo${dry}`, { action: uuidv7() }));
    const done = { verb: 'changeAddressFor', told: reader.email, ...(held && { held }) };
    expect([await undo('?dry'), await undo('')]).toEqual([
      [200, done],
      [200, done],
    ]);
    expect([await kept(), await asked(reader)]).toEqual([before, letters]);
    const isHeld = (await postOf(issue)).missing.some(({ owner, back }) => owner === reader.id && back);
    expect([isHeld, await lists(issue)]).toEqual([held, []]);
  });
}

test('a return that was another label’s is taken back: the address counts, no letter goes out, and nothing is posted twice', async () => {
  const reader = await anna();
  const [one, two] = [await release(), await release()];
  for (const issue of [one, two]) await lists(issue);
  const [first, second] = [uuidv7(), uuidv7()];
  await comesBack(await codeOf(reader, one), { action: first });
  await comesBack(await codeOf(reader, two), { action: second });
  expect((await takeBack(first)).status).toBe(200);
  // The other one came back from there all the same.
  expect([await since(reader), await asked(reader)]).toEqual([expect.any(Date), 0]);
  expect([(await takeBack(second)).status, await since(reader), (await takeBack(second)).status]).toEqual([200, null, 409]);
  expect([await lists(one), await service.deps.db.postReturn.count({ where: { ownerId: reader.id } })]).toEqual([[], 0]);
  // It may come back after all; once it is on a list again, that is not taken back.
  const third = uuidv7();
  expect((await comesBack(await codeOf(reader, one), { action: third })).status).toBe(200);
  await moves(reader, '9 Elm St');
  await lists(one);
  expect(await answerOf(await takeBack(third))).toEqual([409, { errors: 'The copy is on a list again by now, and posted with it.' }]);
});

test('what is no label’s number, and what no list has, is said, and nothing is changed', async () => {
  const issue = await release();
  const before = await service.deps.db.staffAction.count();
  expect(await answerOf(await comesBack('EXR-8812'))).toEqual([
    422,
    expect.objectContaining({ errors: { label: '“EXR-8812” is no label’s number: they are like 16-A1-000412.' } }),
  ]);
  expect(await answerOf(await comesBack(`${issue}-A1-000001`))).toEqual([
    404,
    { errors: `No list has a label ${issue}-A1-000001. Look at it again; who was erased is on none.` },
  ]);
  expect(await service.deps.db.staffAction.count()).toBe(before);
  const shop = await service.as('shop');
  expect((await comesBack(`${issue}-A1-000001`, { who: shop })).status).toBe(403);
});

test('a parcel that came back is none of the copies: its order is named, by its slip as by the carrier’s number', async () => {
  const { number } = await sellMugs(service);
  const dev = await service.as('shop');
  await sendNow(dev, number, { carrier: 'USPS', tracking: '9400111899223197428491' });
  for (const label of [number.toLowerCase(), `${number}.1`, '9400 1118 9922 3197 4284 91', '420454029400111899223197428491']) {
    const answer = await comesBack(label);
    expect(answer.status, label).toBe(422);
    expect(await answer.json()).toMatchObject({ codes: { label: { code: 'desk.label_is_parcel', values: { order: number } } } });
  }
  const unknown = await comesBack('9400111899223197428492');
  expect(await unknown.json()).toMatchObject({ codes: { label: { code: 'desk.no_label_number' } } });
});
