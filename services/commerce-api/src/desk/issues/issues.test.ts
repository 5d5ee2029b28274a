import { randomUUID } from 'node:crypto';
import { DeskIssue, DeskIssues, ReleasePlanned } from '@newsstand/contracts/desk-issues';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { bought, openDeskMoney, put, subscribed, SUBSCRIPTION, type DeskMoney } from '../../../test/desk-money.ts';
import { addTo, comeOut } from '../../../test/timed-magazine.ts';
import { releaseDue, releaseOnTime } from '../../ledger/releases/release-due.ts';
import { runRelease } from '../../ledger/releases/run-release.ts';
import { answerOf } from '../../../test/reader.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

let shop: DeskMoney;
let bob: Browser;
beforeAll(async () => {
  shop = await openDeskMoney();
});
beforeEach(async () => {
  bob = await shop.as('circulation');
});
afterAll(() => shop.close());

const MINUTES = 1 / (24 * 60);
const issueOf = async (number: number): Promise<DeskIssue> =>
  v.parse(DeskIssue, await (await bob.get(`/api/desk/issues/${number}`)).json());
const stop = (number: number, who = bob) => who.post(`/api/desk/issues/${number}/stop`, { action: uuidv7() });
async function plan(
  number: number,
  wish: { at?: string | null; typed?: Record<string, number>; version?: string } = {},
): Promise<Response> {
  const { version } = await issueOf(number);
  return bob.post(`/api/desk/issues/${number}/plan`, { action: uuidv7(), version, at: null, typed: {}, ...wish });
}
const whoHas = async (issue: number) =>
  (await shop.deps.db.issueToken.findMany({ where: { issue }, orderBy: { ownerId: 'asc' } })).map(({ ownerId, deliverable }) => [
    ownerId,
    deliverable,
  ]);
/** Nothing that an earlier test left is far from the one before. */
const typedOf = async (number: number) =>
  Object.fromEntries((await issueOf(number)).counts.map(({ deliverable, readers }) => [deliverable, readers]));
async function giveOut(number: number): Promise<void> {
  expect((await plan(number, { typed: await typedOf(number) })).status).toBe(200);
  shop.travel(10 * MINUTES);
  await releaseDue(shop.deps);
  bob = await shop.as('circulation');
}

test('an issue whose day has come waits ten minutes, in which anybody on the desk stops it; then nobody is given it until it is planned anew', async () => {
  const anna = await subscribed(shop);
  const number = await comeOut(shop);
  expect(await releaseDue(shop.deps)).toEqual([]);
  const planned = await issueOf(number);
  expect(planned).toMatchObject({ state: 'planned', at: new Date(shop.now().getTime() + 10 * 60_000).toISOString() });
  // The program does not pass over it either.
  await expect(runRelease(shop.deps, number)).rejects.toThrow(`is planned at the desk for ${planned.at}`);
  shop.travel(9.9 * MINUTES);
  await releaseDue(shop.deps);
  expect([await whoHas(number), (await stop(number)).status, (await stop(number)).status]).toEqual([[], 200, 409]);
  shop.travel(1);
  bob = await shop.as('circulation');
  await releaseDue(shop.deps);
  await expect(runRelease(shop.deps, number)).rejects.toThrow('is held at the desk');
  expect([await whoHas(number), await issueOf(number)]).toEqual([[], expect.objectContaining({ state: 'held', at: null })]);
  await giveOut(number);
  expect([await whoHas(number), await issueOf(number)]).toEqual([[[anna.id, 'digital']], expect.objectContaining({ state: 'out' })]);
  expect((await stop(number)).status).toBe(409);
  const history = await shop.deps.db.staffAction.findMany({ where: { subject: String(number) }, orderBy: { at: 'asc' } });
  expect(history.map(({ verb }) => verb)).toEqual(['stopRelease', 'planRelease']);
});

test('an issue that nobody planned says that the calendar did, by the day of its files', async () => {
  const number = await comeOut(shop);
  await releaseDue(shop.deps);
  const calendar = { at: expect.any(String), who: 'The calendar' };
  const planned = { ...calendar, verb: 'planRelease', subject: String(number) };
  expect((await issueOf(number)).protocol).toEqual([planned]);
  shop.travel(10 * MINUTES);
  await releaseDue(shop.deps);
  bob = await shop.as('circulation');
  expect((await issueOf(number)).protocol).toEqual([planned, { ...calendar, verb: 'releaseIssue', subject: `issue ${number}` }]);
});

test('what was shown before is what is given, reader by reader: by how they get it, whose last it is, who renews, and who has no address', async () => {
  const print = await bought(shop, (who) => put(who, { subscription: { ...SUBSCRIPTION, medium: 'print' } }));
  const lost = await bought(shop, (who) => put(who, { subscription: { ...SUBSCRIPTION, medium: 'print' } }));
  const last = await subscribed(shop);
  const life = await bought(shop, (who) => put(who, { subscription: { ...SUBSCRIPTION, term: 'lifetime' } }));
  await addTo(shop, life.id, '1year');
  await shop.deps.db.ownerAddress.deleteMany({ where: { ownerId: lost.id } });
  await shop.deps.db.ownerAddress.updateMany({ where: { ownerId: print.id }, data: { undeliverable: shop.now() } });
  const rest = await shop.deps.db.issueToken.findMany({ where: { ownerId: last.id }, skip: 1 });
  for (const { subscriptionId, ordinal } of rest) await shop.deps.db.issueToken.deleteMany({ where: { subscriptionId, ordinal } });
  const number = await comeOut(shop);
  const shown = await issueOf(number);
  const counted = shown.counts
    .filter(({ readers }) => readers > 0)
    .map(({ deliverable, readers, copies }) => [deliverable, readers, copies]);
  expect(shown).toMatchObject({
    state: 'coming',
    completed: null,
    protocol: [],
    without_address: 1,
    held: 1,
    last: 1,
    renew: 1,
    lifetimes: 0,
    lists: [],
  });
  expect(counted).toEqual([
    ['digital', 3, 3],
    ['print-a', 2, 2],
  ]);
  await giveOut(number);
  const got = await whoHas(number);
  expect(got.map(([owner]) => owner)).toEqual(expect.arrayContaining([print.id, lost.id, last.id, life.id]));
  const after = await issueOf(number);
  expect(
    after.counts.filter(({ readers }) => readers > 0).map(({ deliverable, readers, copies }) => [deliverable, readers, copies]),
  ).toEqual(counted);
  expect([got.length, after.last, after.without_address, after.held]).toEqual([5, 1, 1, 1]);
  // Copies are owed of it: Today asks for its lists until they are made.
  const due = async () => {
    const { issues } = v.parse(DeskIssues, await (await bob.get('/api/desk/issues')).json());
    return issues.filter(({ lists_due: isDue }) => isDue === true).map((issue) => issue.number);
  };
  expect(await due()).toEqual([number]);
  expect((await bob.post(`/api/desk/issues/${number}/lists`, { action: uuidv7(), lists: 0 })).status).toBe(200);
  expect(await due()).toEqual([]);
  // What is printed of it: who did what, and when everybody had it.
  expect([after.completed, after.protocol]).toEqual([
    shop.now().toISOString(),
    [expect.objectContaining({ who: 'Bob', verb: 'planRelease' })],
  ]);
});

test('what was printed of a release names the files that were given, whatever is put there later', { tags: ['ci'] }, async () => {
  const { db, config } = shop.deps;
  const { publicationId } = config;
  await shop.as('editor');
  const edith = await db.staff.findFirstOrThrow({ where: { name: 'Edith' } });
  const number = await comeOut(shop);
  const put = async (format: string, letter: string, size: number) => {
    const [action, hash, at] = [uuidv7(), letter.repeat(64), shop.now()];
    await db.file.create({ data: { publicationId, hash, type: 'application/pdf', size, staffId: edith.id, kept: at } });
    await db.staffAction.create({
      data: {
        id: action,
        publicationId,
        staffId: edith.id,
        verb: 'uploadIssueFile',
        subject: `${number} ${format}`,
        at,
        network: '',
        reason: '',
        result: {},
      },
    });
    await db.issueUpload.updateMany({ where: { publicationId, issue: number, format, replaced: null }, data: { replaced: at } });
    await db.issueUpload.create({ data: { publicationId, action, issue: number, format, hash, uploaded: at } });
    return at.toISOString();
  };
  const uploaded = await put('pdf', 'c', 4_200_000);
  expect((await issueOf(number)).given).toEqual([]);
  await giveOut(number);
  const given = [
    { format: 'pdf', from: 'desk', size: 4_200_000, by: 'Edith', uploaded },
    { format: 'epub', from: 'texts', size: null, by: '', uploaded: null },
    { format: 'cover', from: 'folder', size: null, by: '', uploaded: null },
  ];
  expect((await issueOf(number)).given).toEqual(given);
  await put('pdf', 'd', 1_000);
  await put('cover', 'e', 1_000);
  expect((await issueOf(number)).given).toEqual(given);
});

test('a number of readers that is far from the last issue’s has to be typed', async () => {
  const number = await comeOut(shop);
  await giveOut(number);
  for (const _more of [1, 2]) await subscribed(shop);
  const next = await comeOut(shop);
  const { counts } = await issueOf(next);
  const digital = counts.find(({ deliverable }) => deliverable === 'digital');
  expect(digital && digital.readers > digital.before * 1.2).toBe(true);
  const refused = await plan(next);
  expect([refused.status, await refused.json()]).toEqual([
    422,
    expect.objectContaining({ errors: expect.objectContaining({ digital: expect.stringContaining(`Please type ${digital?.readers}`) }) }),
  ]);
  expect((await plan(next, { typed: { digital: 1 } })).status).toBe(422);
  await giveOut(next);
});

test(
  'readers of a zone that nobody had the last issue in, and copies that are far from its copies, have to be typed',
  { tags: ['ci'] },
  async () => {
    await subscribed(shop);
    bob = await shop.as('circulation');
    await giveOut(await comeOut(shop));
    await addTo(shop, randomUUID(), '1year', 'print-c');
    const number = await comeOut(shop);
    const asked = async (issue: number) => {
      const answer = await plan(issue);
      expect(answer.status).toBe(422);
      return answer.json();
    };
    expect(await asked(number)).toMatchObject({ errors: { 'print-c': expect.stringContaining('Please type 1: ') } });
    await giveOut(number);
    const next = await comeOut(shop);
    await addTo(shop, randomUUID(), '1year', 'digital', 500);
    expect(await asked(next)).toMatchObject({ errors: { digital: expect.any(String) } });
    await giveOut(next);
  },
);

test('a few readers who came since a release was planned do not hold it', { tags: ['ci'] }, async () => {
  await subscribed(shop);
  bob = await shop.as('circulation');
  await giveOut(await comeOut(shop));
  const number = await comeOut(shop);
  expect((await plan(number, { typed: await typedOf(number) })).status).toBe(200);
  for (const _more of [1, 2, 3]) await subscribed(shop);
  shop.travel(10 * MINUTES);
  await releaseDue(shop.deps);
  bob = await shop.as('circulation');
  expect((await issueOf(number)).state).toBe('out');
});

test(
  'a release that would go to far more readers than it was planned with is held as it is to begin, until somebody types the number of now',
  { tags: ['ci'] },
  async () => {
    await subscribed(shop);
    bob = await shop.as('circulation');
    await giveOut(await comeOut(shop));
    const number = await comeOut(shop);
    const typed = await typedOf(number);
    const later = new Date(shop.now().getTime() + 60 * 60_000).toISOString();
    expect((await plan(number, { at: later, typed })).status).toBe(200);
    // As an import that was taken over meanwhile.
    const anna = await subscribed(shop);
    const more = Math.max(11, Math.ceil((typed['digital'] ?? 0) / 2));
    await Promise.all(Array.from({ length: more }, () => addTo(shop, randomUUID(), '1year')));
    shop.travel(2 / 24);
    bob = await shop.as('circulation');
    await Promise.all([releaseDue(shop.deps), releaseDue(shop.deps)]);
    expect([await whoHas(number), await issueOf(number)]).toEqual([[], expect.objectContaining({ state: 'held', far: true, at: null })]);
    expect((await issueOf(number)).protocol.at(-1)).toMatchObject({ who: 'The calendar', verb: 'stopRelease' });
    shop.travel(MINUTES);
    await giveOut(number);
    expect(await whoHas(number)).toContainEqual([anna.id, 'digital']);
    const { far, protocol } = await issueOf(number);
    // Also once it is planned anew, which is when the next one wants to know it.
    expect([far, protocol.map(({ who, verb }) => [who, verb])]).toEqual([
      false,
      [
        ['Bob', 'planRelease'],
        ['The calendar', 'stopRelease'],
        ['Bob', 'planRelease'],
      ],
    ]);
  },
);

test('what the calendar begins by the day of its files is held where it would go to far more readers than the issue before, until somebody types their number', async () => {
  await subscribed(shop);
  bob = await shop.as('circulation');
  await giveOut(await comeOut(shop));
  const number = await comeOut(shop);
  await releaseDue(shop.deps);
  const more = 11 + Math.ceil(((await typedOf(number))['digital'] ?? 0) / 4);
  await Promise.all(Array.from({ length: more }, () => addTo(shop, randomUUID(), '1year')));
  shop.travel(10 * MINUTES);
  bob = await shop.as('circulation');
  await releaseDue(shop.deps);
  expect([await whoHas(number), await issueOf(number)]).toEqual([[], expect.objectContaining({ state: 'held', far: true })]);
  await giveOut(number);
  expect((await issueOf(number)).state).toBe('out');
});

test('a plan is for a moment to come, not before the day of its files, and for what was shown', async () => {
  const number = await comeOut(shop);
  const { version } = await issueOf(number);
  const typed = await typedOf(number);
  await shop.deps.db.issue.updateMany({ where: { number }, data: { released: new Date(shop.now().getTime() + 5 * 24 * 3600_000) } });
  const on = (days: number) => new Date(shop.now().getTime() + days * 24 * 3600_000).toISOString();
  const statuses = [];
  for (const at of [null, on(-1), on(4)]) statuses.push((await plan(number, { at, typed })).status);
  expect(statuses).toEqual([422, 422, 422]);
  const later = on(6);
  const planned = await plan(number, { at: later, typed });
  expect([planned.status, v.parse(ReleasePlanned, await planned.json())]).toEqual([200, { at: later, on_sale: false }]);
  expect((await plan(number, { version, typed })).status).toBe(409);
  shop.travel(5.5);
  bob = await shop.as('circulation');
  await releaseDue(shop.deps);
  expect(await whoHas(number)).toEqual([]);
  shop.travel(1);
  await releaseDue(shop.deps);
  bob = await shop.as('circulation');
  expect((await issueOf(number)).state).toBe('out');
  const listed = v.parse(DeskIssues, await (await bob.get('/api/desk/issues')).json()).issues;
  expect(listed.find((issue) => issue.number === number)).toMatchObject({ state: 'out' });
  expect((await bob.get('/api/desk/issues/99999')).status).toBe(404);
  expect((await stop(99_999)).status).toBe(404);
});

test('whoever comes second is told who planned or stopped it meanwhile; where nobody did, that its numbers are others', async () => {
  await subscribed(shop);
  const number = await comeOut(shop);
  const ann = await shop.as('publisher');
  const typed = await typedOf(number);
  const seen = (await issueOf(number)).version;
  const asAnn = async () =>
    ann.post(`/api/desk/issues/${number}/plan`, { action: uuidv7(), version: (await issueOf(number)).version, at: null, typed });
  const told = async (version: string) => answerOf(await plan(number, { version, typed }));
  expect((await asAnn()).status).toBe(200);
  expect(await told(seen)).toEqual([409, { errors: 'Ann planned this issue meanwhile: look at it again.' }]);
  const planned = (await issueOf(number)).version;
  expect((await stop(number, ann)).status).toBe(200);
  expect(await told(planned)).toEqual([409, { errors: 'Ann stopped this issue meanwhile: look at it again.' }]);
  expect(await answerOf(await stop(number))).toEqual([409, { errors: 'Ann holds it already.' }]);
  const held = (await issueOf(number)).version;
  await subscribed(shop);
  expect(await told(held)).toEqual([409, { errors: 'This issue is not as it was shown any more: look at its numbers again.' }]);
  await giveOut(number);
});

test('whoever stops it in the moment when it begins has stopped it whole, or is told that it has begun', async () => {
  const anna = await subscribed(shop);
  const edith = await shop.as('editor');
  for (let round = 0; round < 16; round++) {
    const number = await comeOut(shop);
    const begun = [...Array(round % 2 === 0 ? 3 : 0)].map(() => runRelease(shop.deps, number).catch(() => null));
    const [stopped] = await Promise.all([
      stop(number, edith),
      ...begun,
      ...(begun.length > 0 ? [] : [runRelease(shop.deps, number).catch(() => null)]),
    ]);
    const had = (await whoHas(number)).some(([owner]) => owner === anna.id);
    const isBegun = (await shop.deps.db.release.count({ where: { issue: number } })) === 1;
    expect([stopped.status, isBegun]).toEqual([isBegun ? 409 : 200, isBegun]);
    if (!isBegun) expect(had).toBe(false);
    // What is held keeps the issues of the tests after this one waiting.
    if (!isBegun) await shop.deps.db.issue.deleteMany({ where: { number } });
    await addTo(shop, anna.id, '1year');
  }
});

test('rounds that meet plan an issue once and give it to nobody; what is postponed while they run waits, and no later issue overtakes it', async () => {
  await subscribed(shop);
  bob = await shop.as('circulation');
  const number = await comeOut(shop);
  await Promise.all(Array.from({ length: 6 }, () => releaseDue(shop.deps)));
  expect([(await issueOf(number)).state, await whoHas(number)]).toEqual(['planned', []]);
  shop.travel(11 * MINUTES);
  bob = await shop.as('circulation');
  const typed = await typedOf(number);
  const later = new Date(shop.now().getTime() + 24 * 3600_000).toISOString();
  // It was read as due a moment ago.
  const postpone = async () => {
    expect((await plan(number, { at: later, typed })).status).toBe(200);
    return 1;
  };
  const wait = vi.spyOn(shop.deps.db.issue, 'count').mockImplementationOnce(postpone as unknown as typeof shop.deps.db.issue.count);
  await releaseDue(shop.deps);
  wait.mockRestore();
  expect([(await issueOf(number)).at, await whoHas(number)]).toEqual([later, []]);
  const next = await comeOut(shop);
  await releaseDue(shop.deps);
  expect([(await issueOf(next)).state, (await plan(next, { typed: await typedOf(next) })).status]).toEqual(['coming', 409]);
  shop.travel(2);
  bob = await shop.as('circulation');
  await releaseDue(shop.deps);
  bob = await shop.as('circulation');
  expect([(await issueOf(number)).state, (await issueOf(next)).state]).toEqual(['out', 'planned']);
  await giveOut(next);
});

test('a replica that knows no desk, and one of a release that knows no plans, give nobody what is held', async () => {
  const number = await comeOut(shop);
  const { db, config } = shop.deps;
  expect((await stop(number)).status).toBe(200);
  await releaseDue({ ...shop.deps, config: { ...config, desk: null } });
  await expect(
    db.$executeRaw`insert into release (publication_id, issue, released) values (${config.publicationId}, ${number}::int, now())`,
  ).rejects.toThrow('is held');
  expect(await whoHas(number)).toEqual([]);
  await giveOut(number);
});

test('where nobody waits for an issue, and where there is no desk, it does not wait for anybody either', { tags: ['ci'] }, async () => {
  const withoutDesk = { ...shop.deps, config: { ...shop.deps.config, desk: null } };
  const number = await comeOut(shop);
  // A program knows no address of a desk; that somebody works there, with sample people too, it knows from the
  // database.
  expect(await shop.deps.db.staff.count({ where: { sample: false } })).toBe(0);
  await releaseDue(withoutDesk);
  expect((await issueOf(number)).state).toBe('planned');
  await shop.deps.db.releasePlan.deleteMany({ where: { issue: number } });
  await shop.deps.db.staff.updateMany({ data: { disabled: shop.now() } });
  await releaseDue(withoutDesk);
  await shop.deps.db.staff.updateMany({ data: { disabled: null } });
  bob = await shop.as('circulation');
  expect((await issueOf(number)).state).toBe('out');
  await shop.deps.db.subscription.updateMany({ data: { cancelled: shop.now() } });
  shop.travel(1);
  bob = await shop.as('circulation');
  const next = await comeOut(shop);
  await releaseDue(shop.deps);
  expect((await issueOf(next)).state).toBe('out');
});

test(
  'a plan begins at its second, not at the round after it, and one that is stopped while the round waits for it does not',
  { tags: ['ci'] },
  async () => {
    const anna = await subscribed(shop);
    const number = await comeOut(shop);
    const begun = Date.now();
    const clock = () => new Date(shop.now().getTime() + Date.now() - begun);
    const soon = (ms: number) => ({ publicationId: 'main', issue: number, at: new Date(shop.now().getTime() + ms), updated: shop.now() });
    await shop.deps.db.releasePlan.create({ data: soon(4000) });
    const round = releaseOnTime({ ...shop.deps, clock }, new AbortController().signal);
    await vi.waitFor(async () => expect(clock().getTime()).toBeGreaterThan(shop.now().getTime() + 500));
    expect((await stop(number)).status).toBe(200);
    await round;
    expect(await whoHas(number)).toEqual([]);
    await shop.deps.db.releasePlan.update({
      where: { publicationId_issue: { publicationId: 'main', issue: number } },
      data: { held: false, at: new Date(clock().getTime() + 1500) },
    });
    const { at } = await shop.deps.db.releasePlan.findFirstOrThrow({ where: { issue: number } });
    await releaseOnTime({ ...shop.deps, clock }, new AbortController().signal);
    expect(await whoHas(number)).toContainEqual([anna.id, 'digital']);
    const { released } = await shop.deps.db.release.findFirstOrThrow({ where: { issue: number } });
    expect(released.getTime()).toBeGreaterThanOrEqual(at.getTime());
    // A replica that stops waits for none.
    const stopping = AbortSignal.abort();
    const later = await comeOut(shop);
    await shop.deps.db.releasePlan.create({ data: { ...soon(0), issue: later, at: new Date(clock().getTime() + 30_000) } });
    await releaseOnTime({ ...shop.deps, clock }, stopping);
    expect(await whoHas(later)).toEqual([]);
  },
);
