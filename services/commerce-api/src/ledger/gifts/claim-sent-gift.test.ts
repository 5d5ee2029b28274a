import type { Term } from '@newsstand/contracts/cart';
import { PageData } from '@newsstand/contracts/page-data';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInWith, makeAccount, PASSWORD, whoIs } from '../../../test/reader.ts';
import { giftPage, sendOne, takeOver } from '../../../test/sent-gift.ts';
import { openShop, type Shop } from '../../../test/shop.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { countIssues } from '../../rules/subscriptions/subscription-rules.ts';
import { issuesLeft, standing } from '../../rules/subscriptions/timetable-rules.ts';
import { exportPostList } from '../releases/export-post-list.ts';
import { runRelease } from '../releases/run-release.ts';
import { addTerm } from '../terms/add-term.ts';
import { keepAddress } from '../terms/keep-address.ts';
import { readSubscriptions } from '../terms/read-subscriptions.ts';

let shop: Shop;
let other: Awaited<ReturnType<Shop['replica']>>;
beforeAll(async () => {
  shop = await openShop();
  other = await shop.replica();
});
afterAll(async () => {
  await other.close();
  await shop.close();
});

const SUCCEEDED = [200, { type: 'redeem-succeeded' }];
const ALREADY = [409, { type: 'redeem-failed', message: expect.stringContaining('already redeemed') }];
const publicationId = 'main';
let latest = 700;

async function release(): Promise<number> {
  const number = ++latest;
  const names = {
    ref: `iss:${number}`,
    title: 'T',
    slug: `issue-${number}`,
    summary: '',
    cover: { source: '/cover.png', width: 3, height: 4 },
  };
  await shop.deps.db.issue.create({ data: { publicationId, number, ...names, released: new Date() } });
  await runRelease(shop.deps, number);
  return number;
}

/** A reader who is logged in; with a subscription that still owes four digital issues, unless none is wanted. */
async function account(subscribes = true) {
  const browser = shop.browser();
  const { id, email } = await makeAccount(shop);
  await logInWith(browser, email);
  if (subscribes) {
    const deliverables = { set: 'digital', active: 'digital' } as const;
    const bought = { id: uuidv7(), source: `test:${id}`, term: '1year', level: 'low', deliverables, at: new Date() } as const;
    await shop.deps.db.$transaction((tx) => addTerm(tx, { publicationId, ownerId: id, ...bought }));
  }
  return { browser, id, email };
}

const ownerOf = async (token: string) => (await shop.deps.db.gift.findUniqueOrThrow({ where: { token } })).redeemedBy ?? '';
const termsOf = (ownerId: string) => readSubscriptions(shop.deps, ownerId);
const leftOf = async (ownerId: string) => issuesLeft(await termsOf(ownerId));
/** The issues that somebody was given of a gift, the recipient and the account together, and what is owed of it. */
async function accountOf(token: string) {
  const rows = await shop.deps.db.subscription.findMany({ where: { source: { endsWith: `gift:${token}` } }, select: { ownerId: true } });
  const terms = (await Promise.all(rows.map(({ ownerId }) => termsOf(ownerId)))).flat();
  const counts = terms.filter(({ source }) => source.endsWith(`gift:${token}`)).map(countIssues);
  return {
    delivered: counts.reduce((sum, { delivered }) => sum + delivered, 0),
    left: counts.reduce((sum, { left }) => sum + (left ?? 0), 0),
    forfeited: counts.reduce((sum, { forfeited }) => sum + forfeited, 0),
  };
}

const becomesRenewal = async (posted: number): Promise<void> => {
  const { token } = await sendOne(shop);
  const reader = await account();
  for (let n = 0; n < posted; n++) await release();
  expect(await accountOf(token)).toEqual({ delivered: posted, left: 4 - posted, forfeited: 0 });
  const recipient = await ownerOf(token);
  const before = (await leftOf(reader.id)) ?? 0;
  expect(await giftPage(reader.browser, token)).toMatchObject({
    gift: { sent_to: 'Nana Okoro', redeemed: false, can_claim: true },
    options: { renewal: true, misaligned: true },
  });
  expect(await takeOver(reader.browser, token)).toEqual(SUCCEEDED);
  expect(await accountOf(token)).toEqual({ delivered: posted, left: 4 - posted, forfeited: 0 });
  expect([await leftOf(recipient), await leftOf(reader.id)]).toEqual([0, before + 4 - posted]);
  const [, second] = await termsOf(reader.id);
  expect(second).toMatchObject({ phase: 'renewal', cycle: 2, deliverables: { set: 'print-a', active: 'print-a' }, cancelled: null });
  expect(await shop.deps.db.ownerAddress.findMany({ where: { ownerId: reader.id } })).toMatchObject([
    { name: 'Nana Okoro', shipcode: 'a' },
  ]);
  const letters = await shop.deps.db.outbox.findMany({ where: { kind: 'redeemed', recipient: reader.email } });
  const length = posted === 0 ? '1 year (4 issues)' : `${4 - posted} of 4 issues`;
  expect(letters.map(({ payload }) => payload)).toMatchObject([{ giver: 'Gus Giver', detail: `Print, Standard, ${length}`, print: true }]);

  // A repeat adds nothing, nobody else has it any more, and every issue comes once.
  expect((await giftPage(shop.browser(), token))?.gift).toMatchObject({ redeemed: true, sent_to: null });
  for (const { browser } of [reader, await account(false)]) expect(await takeOver(browser, token)).toEqual(ALREADY);
  for (let n = 0; n < 9; n++) await release();
  expect(await accountOf(token)).toEqual({ delivered: 4, left: 0, forfeited: 0 });
  expect(await leftOf(reader.id)).toBe(0);
  expect(await shop.deps.db.issueToken.count({ where: { ownerId: recipient } })).toBe(posted);
};
test.each([1])(
  'after %i issues were posted, what is left of a posted gift becomes a renewal of the recipient’s subscription',
  { tags: ['§6.subscriber.6'] },
  becomesRenewal,
);
test.each([0, 3])(
  'after %i issues were posted, what is left of a posted gift becomes a renewal of the recipient’s subscription',
  { tags: ['ci', '§6.subscriber.6'] },
  becomesRenewal,
);

test('an account without a subscription begins one with it, and an address of its own stays', async () => {
  const { token } = await sendOne(shop);
  const reader = await account(false);
  const { address } = await shop.deps.db.ownerAddress.findFirstOrThrow({ where: { ownerId: await ownerOf(token) } });
  const own = { ...v.parse(v.any(), address), line1: '9 Own Street' };
  await keepAddress(shop.deps.db, {
    publicationId,
    ownerId: reader.id,
    shipcode: 'a',
    name: 'Nana At Home',
    address: own,
    now: new Date(),
  });
  expect(await takeOver(reader.browser, token)).toEqual(SUCCEEDED);
  expect(await termsOf(reader.id)).toMatchObject([{ phase: 'introductory', cycle: 1 }]);
  const issue = await release();
  const { lists } = await exportPostList(shop.deps, { issue, shipcode: 'a' });
  const lines = lists.flatMap(({ csv }) => csv.split('\r\n'));
  expect(lines.filter((line) => line.startsWith('Nana At Home,9 Own Street'))).toHaveLength(1);
  const page = v.parse(PageData, await (await reader.browser.get('/api/page/account')).json());
  expect(page.subscriber?.timetable.current_subscription?.info).toMatchObject({ term: '1year', issues_left: 3 });
});

test('what was posted before and is not on a list yet still goes to the address that the purchaser gave, once', async () => {
  const { token } = await sendOne(shop);
  const reader = await account();
  const issue = await release();
  expect(await takeOver(reader.browser, token)).toEqual(SUCCEEDED);
  await exportPostList(shop.deps, { issue, shipcode: 'a' });
  const lines = await shop.deps.db.postLine.findMany({ where: { issue, shipcode: 'a', ownerId: { in: [reader.id] } } });
  expect(lines).toEqual([]);
  const kept = await shop.deps.db.subscription.findFirstOrThrow({ where: { source: `posted-gift:${token}` } });
  expect(await shop.deps.db.postLine.findMany({ where: { issue, ownerId: kept.ownerId } })).toMatchObject([
    { name: 'Nana Okoro', copies: 1 },
  ]);
});

test('a lifetime that was posted goes on with the account, and with nobody else', async () => {
  const { token } = await sendOne(shop, 'lifetime');
  const recipient = await ownerOf(token);
  const reader = await account(false);
  await release();
  expect(await takeOver(reader.browser, token)).toEqual(SUCCEEDED);
  expect(standing(await termsOf(reader.id), false)).toEqual({ type: 'lifetime' });
  await release();
  expect(await shop.deps.db.issueToken.count({ where: { ownerId: recipient } })).toBe(1);
  expect(await shop.deps.db.issueToken.count({ where: { ownerId: reader.id } })).toBe(1);
});

test('once all of it was posted there is nothing to add, and the link still opens its account', async () => {
  const { token } = await sendOne(shop);
  const reader = await account();
  for (let n = 0; n < 4; n++) await release();
  expect((await giftPage(reader.browser, token))?.gift).toMatchObject({ can_claim: false });
  expect((await takeOver(reader.browser, token))[0]).toBe(409);
  expect(await termsOf(reader.id)).toHaveLength(1);
  const password = { password: 'a ferry at dawn', confirm: 'a ferry at dawn' };
  const nana = shop.browser();
  expect(await takeOver(nana, token, { email: 'late-nana@example.org', password })).toEqual(SUCCEEDED);
  const page = v.parse(PageData, await (await nana.get('/api/page/account')).json());
  expect(page.subscriber?.timetable.issues_delivered).toHaveLength(4);
});

test('the link says how many of its issues were posted and how many are left, to whoever opens it', { tags: ['ci'] }, async () => {
  const { token, reader: giver } = await sendOne(shop);
  const readers = [shop.browser(), giver.browser, (await account()).browser];
  for (let delivered = 0; delivered <= 4; delivered++) {
    if (delivered > 0) await release();
    for (const browser of readers) expect((await giftPage(browser, token))?.gift.issues).toEqual({ delivered, left: 4 - delivered });
  }
  const endless = await sendOne(shop, 'lifetime');
  await release();
  expect((await giftPage(shop.browser(), endless.token))?.gift.issues).toEqual({ delivered: 1, left: null });
  // Somebody's own is told in their account, and to nobody else.
  expect(await takeOver((await account()).browser, endless.token)).toEqual(SUCCEEDED);
  expect((await giftPage(shop.browser(), endless.token))?.gift).not.toHaveProperty('issues');
});

test('with the account goes where its gift was posted before', { tags: ['ci'] }, async () => {
  const { token } = await sendOne(shop);
  const reader = await account();
  const recipient = await ownerOf(token);
  await exportPostList(shop.deps, { issue: await release(), shipcode: 'a' });
  expect(await takeOver(reader.browser, token)).toEqual(SUCCEEDED);
  const where = { ownerId: recipient };
  const kept = async () => [await shop.deps.db.postLine.count({ where }), await shop.deps.db.ownerAddress.count({ where })];
  expect(await kept()).toEqual([1, 1]);
  expect((await reader.browser.post('/api/account/delete', { type: 'password', password: PASSWORD })).status).toBe(200);
  expect(await kept()).toEqual([0, 0]);
});

test('an account that was deleted is not opened again by the link of its gift, however it came to it', { tags: ['ci'] }, async () => {
  const password = { password: 'a ferry at dawn', confirm: 'a ferry at dawn' };
  const opened = { browser: shop.browser(), token: (await sendOne(shop)).token };
  expect(await takeOver(opened.browser, opened.token, { email: 'leaving-nana@example.org', password })).toEqual(SUCCEEDED);
  const added = { browser: (await account()).browser, token: (await sendOne(shop)).token };
  expect(await takeOver(added.browser, added.token)).toEqual(SUCCEEDED);
  for (const [{ browser, token }, secret] of [
    [opened, password.password],
    [added, PASSWORD],
  ] as const) {
    const owner = await ownerOf(token);
    expect((await browser.post('/api/account/delete', { type: 'password', password: secret })).status).toBe(200);
    const finder = shop.browser();
    expect((await giftPage(finder, token))?.gift).toMatchObject({ redeemed: true, sent_to: null });
    expect(await takeOver(finder, token, { email: `finder-${token}@example.org`, password })).toEqual(ALREADY);
    expect(await shop.deps.db.account.count({ where: { id: owner } })).toBe(0);
    expect(await shop.deps.db.gift.findUniqueOrThrow({ where: { token } })).toMatchObject({ recipientName: null, recipientAddress: null });
  }
});

test('while an issue is being given out nothing changes hands; after it, it does', async () => {
  const { token } = await sendOne(shop);
  const reader = await account();
  await shop.deps.db.release.create({ data: { publicationId, issue: 9999, released: new Date() } });
  expect(await takeOver(reader.browser, token)).toEqual([
    409,
    { type: 'redeem-failed', message: expect.stringContaining('being sent out') },
  ]);
  expect(await accountOf(token)).toEqual({ delivered: 0, left: 4, forfeited: 0 });
  await shop.deps.db.release.updateMany({ where: { issue: 9999 }, data: { completed: new Date() } });
  expect(await takeOver(reader.browser, token)).toEqual(SUCCEEDED);
});

const hasOneOwner = async (term: Term): Promise<void> => {
  const { token } = await sendOne(shop, term);
  const [one, two] = [await account(), await account(false)];
  const duplicate = other.browser();
  for (const [name, value] of two.browser.cookies) duplicate.cookies.set(name, value);
  const newcomer = shop.browser();
  const email = `newcomer-${term}@example.org`;
  const password = { password: 'a ferry at dawn', confirm: 'a ferry at dawn' };
  const answers = await Promise.all([
    takeOver(one.browser, token),
    takeOver(duplicate, token),
    takeOver(newcomer, token, { email, password }),
    takeOver(one.browser, token),
  ]);
  expect(answers.map(([status]) => status).toSorted()).toEqual([200, 409, 409, 409]);
  const owner = await ownerOf(token);
  const holders = await shop.deps.db.subscription.findMany({ where: { source: `gift:${token}` } });
  expect(holders.map(({ ownerId }) => ownerId)).toEqual([owner]);
  const isNewcomers = (await whoIs(newcomer)) === email;
  expect(isNewcomers || [one.id, two.id].includes(owner)).toBe(true);
  expect(await shop.deps.db.account.count({ where: { email } })).toBe(isNewcomers ? 1 : 0);
};
const ONE_HAS_IT = 'of two accounts and a newcomer who take a %s at the same moment on two replicas, one has it';
test.each(['1year'] as const)(ONE_HAS_IT, hasOneOwner);
test.each(['lifetime', '2year'] as const)(ONE_HAS_IT, { tags: ['ci'] }, hasOneOwner);

test('taking it while an issue comes out loses no issue and gives none twice', { tags: ['ci'] }, async () => {
  for (let round = 0; round < 6; round++) {
    const { token } = await sendOne(shop);
    const reader = await account(round % 2 === 0);
    await Promise.all([release(), takeOver(reader.browser, token)]);
    await takeOver(reader.browser, token);
    const { delivered, left, forfeited } = await accountOf(token);
    expect([delivered + left, forfeited]).toEqual([4, 0]);
    expect(await ownerOf(token)).toBe(reader.id);
  }
});
