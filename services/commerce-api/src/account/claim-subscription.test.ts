import { DeskReader } from '@newsstand/contracts/desk-reader';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../test/desk.ts';
import { apply, bring, bytesOf, check } from '../../test/imports.ts';
import { answerOf, codeFor, lettersTo, logInWith, makeAccount, PASSWORD } from '../../test/reader.ts';
import { DAY } from '../platform/duration.ts';
import { apiText } from '../platform/http/api-text.ts';
import { newToken } from '../platform/secrets.ts';
import { uuidv7 } from '../platform/db/uuidv7.ts';
import { addTerm } from '../ledger/terms/add-term.ts';
import { forgetDeskRecords } from './forget-desk-records.ts';
import { signUp } from '../readers/login/sign-up.ts';
import { API_TEXTS } from '@newsstand/contracts/texts';

let service: DeskApp;
let late = 0;
beforeAll(async () => {
  service = await createDeskTestApp({ clock: () => new Date(Date.parse('2026-11-26T12:00:00Z') + late) });
});
afterAll(() => service.close());

const HEAD = 'legacy_id,name,email,line1,city,state,postcode,country,issues_left';
/** One subscription by post of another system, of nobody with a mailbox unless one is said. */
async function brought(source: string, number: string, { postcode = '45402-1234', email = '', country = 'US', city = 'Dayton' } = {}) {
  const state = country === 'US' ? 'OH' : '';
  const file = bytesOf(`${HEAD}\n${number},Ada Post,${email},1 Elm St,${city},${state},${postcode},${country},3`);
  const bob = await service.as('circulation');
  await apply(service, bob, await check(service, bob, await bring(bob, file, { source })));
  const term = await service.deps.db.legacyTerm.findFirstOrThrow({ where: { source, legacyId: number } });
  return term.ownerId;
}
async function reader(verified = true): Promise<{ browser: Browser; id: string }> {
  const { id, email } = await makeAccount(service, { verified });
  const browser = service.browser();
  expect((await logInWith(browser, email)).status).toBe(200);
  return { browser, id };
}
const claim = async (browser: Browser, number: string, postcode: string) =>
  answerOf(await browser.post('/api/account/claim', { number, postcode }));
const termsOf = (ownerId: string) => service.deps.db.subscription.count({ where: { ownerId } });
const wrong = [422, { errors: API_TEXTS.claim_wrong }];

test('whoever has no mailbox at the other system brings the subscription to their account by its number and postal code, address and all', async () => {
  const before = await brought('paper', '00020113');
  const { browser, id } = await reader();
  expect(await claim(browser, ' 00020113 ', '45402')).toEqual([200, { subscriptions: 1 }]);
  const { db } = service.deps;
  expect([await termsOf(before), await termsOf(id)]).toEqual([0, 1]);
  expect(await db.ownerAddress.findMany({ where: { ownerId: id } })).toMatchObject([{ shipcode: 'a', address: { line1: '1 Elm St' } }]);
  expect(await db.legacyReader.findMany({ where: { ownerId: id } })).toMatchObject([
    { source: 'paper', email: null, claimed: service.deps.clock() },
  ]);
  // Whoever is asked at the telephone sees how it came there.
  const page = v.parse(DeskReader, await (await (await service.as('service')).get(`/api/desk/readers/${id}`)).json());
  expect(page.terms).toMatchObject([{ source: 'import:paper:00020113', claimed: expect.stringMatching(/^2026-11-26T12:00:00/) }]);
  // Sent twice, it is theirs already.
  expect(await claim(browser, '00020113', '45402-1234')).toEqual([200, { subscriptions: 0 }]);
  // Nobody else has it afterwards, and is told nothing of it.
  const { browser: other, id: stranger } = await reader();
  expect(await claim(other, '00020113', '45402')).toEqual(wrong);
  expect(await termsOf(stranger)).toBe(0);
});

test(
  'whoever has neither a mailbox there nor an account here has one by the code of their first login, as long as somebody of an import waits for theirs',
  { tags: ['ci'] },
  async () => {
    const email = 'only-by-post@example.org';
    const ask = async () => {
      // Of two letters of one moment, neither is the newest.
      late += 1000;
      const asked = await (await service.browser().post('/api/access/signin', { email })).json();
      return v.parse(v.object({ token: v.string() }), asked).token;
    };
    const enter = (browser: Browser, token: string, password: string) => browser.post('/api/access/signin/verify', { token, password });
    // Nobody waits: those of the tests before have theirs.
    await service.deps.db.legacyReader.updateMany({ data: { email: 'somebody@example.org' } });
    const refused = await ask();
    expect(await lettersTo(service, email)).toEqual(['no-account']);
    expect((await enter(service.browser(), refused, await codeFor(service, email))).status).toBe(401);
    expect(await service.deps.db.account.count({ where: { email } })).toBe(0);

    await brought('first', '4711');
    // A link that sets a password makes no account: its letter says what does.
    const linked = 'link-by-post@example.org';
    await service.browser().post('/api/access/reset-password', { email: linked });
    expect(await lettersTo(service, linked)).toEqual(['no-account-by-post']);
    const token = await ask();
    expect(await lettersTo(service, email)).toEqual(['first-code', 'first-code']);
    expect((await enter(service.browser(), token, '000000')).status).toBe(401);
    const browser = service.browser();
    expect(await answerOf(await enter(browser, token, await codeFor(service, email)))).toMatchObject([
      200,
      { account: { name: email, email } },
    ]);
    expect(await claim(browser, '4711', '45402')).toEqual([200, { subscriptions: 1 }]);
    // From then on it is an account as any other.
    await ask();
    expect((await lettersTo(service, email)).toSorted()).toEqual(['code', 'code', 'code', 'welcome']);
  },
);

test(
  'the number on the label of a copy leads to it as well, and where there are no postal codes the town does',
  { tags: ['ci'] },
  async () => {
    const ownerId = await brought('label', '77', { postcode: '', country: 'IE', city: 'Baile Átha Cliath' });
    const { db } = service.deps;
    const { subscriptionId } = await db.legacyTerm.findFirstOrThrow({ where: { ownerId } });
    const address = await db.ownerAddress.findFirstOrThrow({ where: { ownerId } });
    const list = { publicationId: 'main', issue: 16, shipcode: address.shipcode, part: 1 };
    await db.postList.create({ data: { ...list, frozen: service.deps.clock() } });
    await db.postLine.create({
      data: { ...list, ownerId, subscriptionId, number: 412, name: 'Ada Post', address: { line1: '1 Elm St' }, copies: 1, issuesLeft: 2 },
    });
    const { browser, id } = await reader();
    expect(await claim(browser, `16-${address.shipcode.toUpperCase()}1-000412`, 'Dublin')).toEqual(wrong);
    expect(await claim(browser, `16 ${address.shipcode}1 412`, 'baile átha cliath')).toEqual([200, { subscriptions: 1 }]);
    expect(await termsOf(id)).toBe(1);
  },
);

test('a wrong postal code, a number that there is not, and what has a mailbox or an account are told in the same words, and stay where they are', async () => {
  const owner = await brought('strange', '501');
  const mailed = await brought('strange', '502', { email: 'mailed@example.org' });
  await makeAccount(service, { email: 'waits@example.org', verified: false });
  const waits = await brought('strange', '503', { email: 'waits@example.org' });
  const { browser, id } = await reader();
  for (const [number, postcode] of [
    ['501', '45403'],
    ['599', '45402'],
    ['502', '45402'],
    ['503', '45402'],
    ['%', '45402'],
    ['16-A1-999999', '45402'],
  ] as const)
    expect([number, await claim(browser, number, postcode)]).toEqual([number, wrong]);
  expect([await termsOf(id), await termsOf(owner), await termsOf(mailed), await termsOf(waits)]).toEqual([0, 1, 1, 1]);
});

test('nobody has a stranger’s subscription by signing up: neither with the address, nor by its number, before the mailbox of the account is proved', async () => {
  const paper = await brought('signup', '601');
  const mailbox = await brought('signup', '602', { email: 'stranger@example.org' });
  // The account that the import made is nobody's who signs up with its address.
  const squatter = { session: null, device: newToken(), agent: 'Firefox on Linux' };
  const password = { password: PASSWORD, confirm: PASSWORD };
  const signedUp = signUp(service.deps, squatter, { name: 'Squatter', email: 'stranger@example.org', password, network: 'n' });
  await expect(signedUp).rejects.toMatchObject({ status: 422, texts: { email: apiText('has_account') } });
  expect(await service.deps.db.account.findUniqueOrThrow({ where: { id: mailbox } })).toMatchObject({ passwordHash: null, verified: null });
  const { browser, id } = await reader(false);
  expect((await claim(browser, '601', '45402'))[0]).toBe(403);
  expect([await termsOf(id), await termsOf(paper), await termsOf(mailbox)]).toEqual([0, 1, 1]);
  expect((await service.browser().post('/api/account/claim', { number: '601', postcode: '45402' })).status).toBe(401);
});

test(
  'guessing ends soon: of a number whoever guesses, of an account and of a network whatever they guess; who is right is not counted',
  { tags: ['ci'] },
  async () => {
    const ownerId = await brought('guess', '701');
    for (let n = 0; n < 5; n += 1) expect(await claim((await reader()).browser, '701', `4540${n + 3}`)).toEqual(wrong);
    const { browser, id } = await reader();
    expect((await claim(browser, '0701', '45402'))[0]).toBe(429);
    expect(await termsOf(ownerId)).toBe(1);
    // Another number is not kept back by it, up to ten of one account.
    for (let n = 0; n < 9; n += 1) expect((await claim(browser, `n${n}`, '45402'))[0]).toBe(422);
    expect((await claim(browser, 'n10', '45402'))[0]).toBe(429);
    late += DAY;
    const { browser: next } = await reader();
    await logInWith(browser, 'nobody@example.org');
    const { db } = service.deps;
    const { email } = await db.account.findUniqueOrThrow({ where: { id } });
    expect((await logInWith(browser, email)).status).toBe(200);
    expect(await claim(browser, '701', '45402')).toEqual([200, { subscriptions: 1 }]);
    for (let n = 0; n < 12; n += 1) expect(await claim(browser, '701', '45402')).toEqual([200, { subscriptions: 0 }]);
    expect((await claim(next, '701', '45402'))[0]).toBe(422);
  },
);

test('of two accounts that name it at once one has it', async () => {
  await brought('race', '801');
  const both = [await reader(), await reader()];
  const answers = await Promise.all(both.map(({ browser }) => claim(browser, '801', '45402')));
  expect(answers.map(([status]) => status).toSorted()).toEqual([200, 422]);
  expect((await Promise.all(both.map(({ id }) => termsOf(id)))).toSorted()).toEqual([0, 1]);
});

test('while an issue comes out nothing changes hands, and whoever is right is told to come again', { tags: ['ci'] }, async () => {
  const ownerId = await brought('release', '901');
  const { db } = service.deps;
  await db.release.create({ data: { publicationId: 'main', issue: 18, released: service.deps.clock() } });
  const { browser, id } = await reader();
  expect(await claim(browser, '901', '45402')).toEqual([409, { errors: API_TEXTS.claim_waits }]);
  expect(await claim(browser, '901', '45403')).toEqual(wrong);
  await db.release.updateMany({ where: { issue: 18 }, data: { completed: service.deps.clock() } });
  expect(await claim(browser, '901', '45402')).toEqual([200, { subscriptions: 1 }]);
  expect([await termsOf(ownerId), await termsOf(id)]).toEqual([0, 1]);
});

test(
  'an issue that the account was given, too, keeps nobody out: it stays given once each, and all that is owed comes to the account, for what it is worth',
  { tags: ['ci'] },
  async () => {
    const ownerId = await brought('shared', '951');
    const { db } = service.deps;
    const { subscriptionId: id } = await db.legacyTerm.update({
      where: { publicationId_source_legacyId: { publicationId: 'main', source: 'shared', legacyId: '951' } },
      data: { value: 1000 },
    });
    const { browser, id: accountId } = await reader();
    const term = { publicationId: 'main', term: '1year', level: 'low', deliverables: { set: 'print-a', active: 'print-a' } } as const;
    await db.$transaction((tx) =>
      addTerm(tx, { ...term, ownerId: accountId, id: uuidv7(), source: `test:${uuidv7()}`, at: service.deps.clock() }),
    );
    const given = { issue: 16, deliverable: 'print-a', delivered: service.deps.clock() };
    await db.issueToken.updateMany({ where: { ownerId: { in: [ownerId, accountId] }, ordinal: 1 }, data: given });
    const list = { publicationId: 'main', issue: 16, shipcode: 'a', part: 9 };
    await db.postList.create({ data: { ...list, frozen: service.deps.clock() } });
    await db.postLine.create({
      data: {
        ...list,
        ownerId,
        subscriptionId: id,
        number: 413,
        name: 'Ada Post',
        address: { line1: '1 Elm St' },
        copies: 1,
        issuesLeft: 2,
      },
    });
    expect(await claim(browser, '16-A9-000413', '45402')).toEqual([200, { subscriptions: 1 }]);
    const issuesOf = async (owner: string) =>
      (await db.issueToken.findMany({ where: { ownerId: owner }, select: { issue: true } })).map(({ issue }) => issue).toSorted();
    // Four of its own, one of which came, and two that are owed; the copy that was posted beside it stays where it was.
    expect(await issuesOf(accountId)).toEqual([16, null, null, null, null, null]);
    expect(await issuesOf(ownerId)).toEqual([16]);
    expect(await db.subscription.findFirstOrThrow({ where: { ownerId: accountId, id } })).toMatchObject({
      cycle: 2,
      issues: 2,
      cancelled: null,
    });
    expect(await db.legacyTerm.findMany({ where: { source: 'shared' }, orderBy: { value: 'asc' } })).toMatchObject([
      { ownerId, value: 333 },
      { ownerId: accountId, legacyId: '951', value: 667 },
    ]);
    expect(await db.postLine.findMany({ where: { issue: 16, part: 9 } })).toMatchObject([{ ownerId, number: 413 }]);
    expect(await db.ownerAddress.count({ where: { ownerId: accountId } })).toBe(1);
    // Named again, by either number, it is theirs already; what is behind gives nothing any more.
    for (const number of ['951', '16-A9-000413']) expect(await claim(browser, number, '45402')).toEqual([200, { subscriptions: 0 }]);
    expect(await db.subscription.findMany({ where: { ownerId } })).toMatchObject([{ issues: 1, cancelled: expect.any(Date) }]);
    // The desk is led to the account by that label, too, and nobody has lapsed by what is behind.
    const bob = await service.as('circulation');
    expect(JSON.stringify(await (await bob.get('/api/desk/find?q=16-A9-000413')).json())).toContain(accountId);
    const lapsed = await bob.get('/api/desk/readers?segment=lapsed');
    expect([lapsed.status, (await lapsed.text()).includes(ownerId)]).toEqual([200, false]);
    // Whoever is erased is on no label any more, of either.
    await db.$transaction((tx) => forgetDeskRecords(tx, 'main', accountId));
    expect(await db.postLine.count({ where: { issue: 16, part: 9 } })).toBe(0);
  },
);
