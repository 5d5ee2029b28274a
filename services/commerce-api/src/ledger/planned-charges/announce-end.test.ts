import type { Deliverable } from '@newsstand/contracts/cart';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTo, donate, lettersTo, openMagazine, release, subscribe, type Magazine } from '../../../test/timed-magazine.ts';
import { sendLetter } from '../../../test/letter.ts';
import { makeAccount } from '../../../test/reader.ts';
import { cleanUp } from '../../jobs/clean-up.ts';
import { letterText } from '../../letters/letter-text.ts';
import type { Letter } from '../../letters/letter.ts';
import { runRenewals } from '../../payments/renewals/run-renewals.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { newToken } from '../../platform/secrets.ts';
import { redeem } from '../../shop/redeem/redeem.ts';
import { addTerm } from '../terms/add-term.ts';
import { followAutorenew } from './follow-autorenew.ts';

let magazine: Magazine;
beforeAll(async () => {
  magazine = await openMagazine({ env: { PUBLIC_URL: 'http://localhost:4000' } });
});
afterAll(() => magazine.close());

const switchAutorenew = (ownerId: string, autorenewSince: Date | null) =>
  magazine.deps.db.$transaction(async (tx) => {
    await tx.account.update({ where: { id: ownerId }, data: { autorenewSince } });
    await followAutorenew(tx, magazine.deps, ownerId);
  });

/** The renewal run, from three replicas. */
const run = () => Promise.all(Array.from({ length: 3 }, () => runRenewals(magazine.deps)));

/** The newest letter of its end to an address as it is sent now; null where it says nothing true any more. */
async function sentTo(email: string, messages: Record<string, string> = {}): Promise<Letter | null> {
  const { publication, ...deps } = magazine.deps;
  const cached = () => ({ ...publication.cached(), messages });
  const { id } = await magazine.deps.db.outbox.findFirstOrThrow({
    where: { recipient: email, kind: 'subscription-ends' },
    orderBy: { created: 'desc' },
  });
  const letters: Letter[] = [];
  const mailer = { send: (letter: Letter) => Promise.resolve(void letters.push(letter)), close: () => {} };
  await sendLetter({ ...deps, publication: { ...publication, cached } }, mailer, id);
  return letters[0] ?? null;
}

test('who does not renew by itself is written to once, when one issue is still to come, whichever replicas look', async () => {
  const reader = await subscribe(magazine, { autorenew: false });
  const alone = await makeAccount(magazine, { password: null });
  await addTo(magazine, alone.id, '1year', 'print-a');
  await release(magazine, 2);
  await run();
  expect(await lettersTo(magazine, reader.email)).toEqual([]);
  await release(magazine);
  for (const days of [0, 1, 60]) {
    magazine.travel(days);
    await run();
    for (const { email } of [reader, alone]) expect(await lettersTo(magazine, email)).toEqual(['subscription-ends']);
  }
  await release(magazine);
  await run();
  expect(await lettersTo(magazine, reader.email)).toEqual(['subscription-ends']);
});

test('the letter says which issue is the last, that it ends by itself, and what renewing costs and where', async () => {
  const reader = await subscribe(magazine, { autorenew: false });
  await release(magazine, 3);
  await run();
  const { number } = await magazine.deps.db.issue.findFirstOrThrow({ orderBy: { number: 'desc' } });
  const letter = await sentTo(reader.email);
  expect(letter?.subject).toBe('Your subscription to Exclave ends with its next issue');
  const text = letter ? letterText(letter) : '';
  expect(text).toContain(`still to come, issue ${number + 1}. With it your subscription ends by itself`);
  expect(text).toContain('Subscription: Digital, Standard, 1 year (4 issues)');
  const { prices } = magazine.deps.publication.cached();
  expect(text).toContain(`To renew it as it is: $${(prices.base['digital-low']['1year'] / 100).toFixed(2)}`);
  expect(text).toContain('Renew your subscription:\nhttp://localhost:4000/subscribe/renew');
  expect(text).toContain('A question? Write to ');
  expect(text, 'no placeholder is left').not.toMatch(/\{\w+\}/);
});

test('a publication’s own words are laid over the letter of the end', async () => {
  const reader = await subscribe(magazine, { autorenew: false });
  await release(magazine, 3);
  await run();
  const letter = await sentTo(reader.email, { 'mail.subscription_ends_heading': 'Issue {issue} is your last', 'line.digital': 'Files' });
  const { number } = await magazine.deps.db.issue.findFirstOrThrow({ orderBy: { number: 'desc' } });
  expect(letter && letterText(letter)).toContain(`Issue ${number + 1} is your last`);
  expect(letter && letterText(letter)).toContain('Subscription: Files, Standard, 1 year (4 issues)');
});

test('who switches autorenew off after that moment is told, too, and who switches it on before the letter goes out is not', async () => {
  const reader = await subscribe(magazine);
  await release(magazine, 3);
  await run();
  expect(await lettersTo(magazine, reader.email)).toEqual([]);
  await switchAutorenew(reader.id, null);
  await run();
  expect(await lettersTo(magazine, reader.email)).toEqual(['subscription-ends']);
  await switchAutorenew(reader.id, magazine.now());
  expect(await sentTo(reader.email)).toBe(null);
});

test('who redeemed a gift is told like anybody else', async () => {
  const { email, id: account } = await makeAccount(magazine, { password: null });
  const { orderId } = await magazine.deps.db.donation.findUniqueOrThrow({ where: { token: (await donate(magazine)).token } });
  const token = newToken();
  const bought = { deliverable: 'digital', level: 'low', term: '1year' } as const;
  const keys = { publicationId: 'main', ownerId: crypto.randomUUID(), id: uuidv7() };
  await magazine.deps.db.gift.create({ data: { ...keys, token, orderId, ordinal: 1, number: 1, ...bought } });
  const redemption = { token, deliverable: 'digital', name: 'Ana', email, address: null, shipcode: 'a' } as const;
  await redeem(magazine.deps, redemption, { account, makeAccount: () => Promise.resolve(account) });
  await release(magazine, 3);
  await run();
  expect((await lettersTo(magazine, email)).toSorted()).toEqual(['redeemed', 'subscription-ends']);
});

test('who renews before is not told, and is when that term ends; who renewed just before the letter goes out is not sent it', async () => {
  const early = await subscribe(magazine, { autorenew: false });
  const late = await subscribe(magazine, { autorenew: false });
  await release(magazine, 2);
  await addTo(magazine, early.id, '1year');
  await release(magazine);
  await run();
  expect(await lettersTo(magazine, early.email)).toEqual([]);
  await addTo(magazine, late.id, '1year');
  expect(await sentTo(late.email)).toBe(null);
  await release(magazine, 4);
  await run();
  expect(await lettersTo(magazine, early.email)).toEqual(['subscription-ends']);
  expect(await lettersTo(magazine, late.email)).toEqual(['subscription-ends', 'subscription-ends']);
});

test('who renews by itself, has a lifetime, was cancelled or is a guest is not told', async () => {
  const renews = await subscribe(magazine);
  const life = await subscribe(magazine, { autorenew: false });
  await addTo(magazine, life.id, 'lifetime');
  const cancelled = await subscribe(magazine, { autorenew: false });
  const guest = crypto.randomUUID();
  await addTo(magazine, guest, '1year');
  await release(magazine, 3);
  await magazine.deps.db.subscription.updateMany({ where: { ownerId: cancelled.id }, data: { cancelled: magazine.now() } });
  await run();
  for (const { email } of [renews, life, cancelled]) expect(await lettersTo(magazine, email)).toEqual([]);
  expect(await magazine.deps.db.outbox.count({ where: { kind: 'subscription-ends', payload: { path: ['owner'], equals: guest } } })).toBe(
    0,
  );
});

test('an issue that is half a year late brings no second letter, and what was told is forgotten once it is out', async () => {
  const reader = await subscribe(magazine, { autorenew: false });
  await release(magazine, 3);
  await run();
  await sentTo(reader.email);
  magazine.travel(180);
  await cleanUp(magazine.deps);
  await run();
  expect(await lettersTo(magazine, reader.email)).toEqual(['subscription-ends']);
  await release(magazine);
  await cleanUp(magazine.deps);
  expect(await lettersTo(magazine, reader.email)).toEqual([]);
});

test('whom an import brought on their last issue is not written to by being taken over, but once they have logged in or an issue came from here', async () => {
  const [quiet, proved, given] = await Promise.all([1, 2, 3].map(() => makeAccount(magazine, { password: null })));
  if (!quiet || !proved || !given) throw new Error('three readers are made');
  const { account, subscription, issueToken } = magazine.deps.db;
  for (const [{ id }, issues] of [
    [quiet, 1],
    [proved, 1],
    [given, 2],
  ] as const) {
    await addTo(magazine, id, '1year', 'print-a');
    await subscription.updateMany({ where: { ownerId: id }, data: { source: `import:quay:${id}` } });
    const [, ...more] = await issueToken.findMany({ where: { ownerId: id }, orderBy: { ordinal: 'asc' } });
    await issueToken.deleteMany({ where: { ownerId: id, ordinal: { in: more.slice(issues - 1).map(({ ordinal }) => ordinal) } } });
    await account.update({ where: { id }, data: { verified: null } });
  }
  await run();
  for (const { email } of [quiet, proved, given]) expect(await lettersTo(magazine, email)).toEqual([]);
  await account.update({ where: { id: proved.id }, data: { verified: new Date() } });
  await run();
  expect(await lettersTo(magazine, proved.email)).toEqual(['subscription-ends']);
  await release(magazine);
  await run();
  expect([await lettersTo(magazine, quiet.email), await lettersTo(magazine, given.email)]).toEqual([[], ['subscription-ends']]);
});

test(
  'who was only given a few issues, or one and another, is told of no end, and who was given it on top of a subscription is told when that ends',
  { tags: ['ci'] },
  async () => {
    const given = async (ownerId: string, deliverable: Deliverable, issues = 1) => {
      const id = uuidv7();
      const [term, level, deliverables] = ['1year', 'low', { set: deliverable, active: deliverable }] as const;
      const more = { id, source: `comp:${uuidv7()}`, term, level, deliverables, issues, at: magazine.now() };
      await magazine.deps.db.$transaction((tx) => addTerm(tx, { publicationId: 'main', ownerId, ...more }));
      return id;
    };
    const [files, print, twice, former, whole, three] = await Promise.all(
      Array.from({ length: 6 }, () => makeAccount(magazine, { password: null })),
    );
    if (!files || !print || !twice || !former || !whole || !three) throw new Error('six readers are made');
    const [reader, lapsed] = [await subscribe(magazine, { autorenew: false }), await subscribe(magazine, { autorenew: false })];
    const ended = await subscribe(magazine, { autorenew: false });
    await given(reader.id, 'digital');
    await given(ended.id, 'digital');
    const told = ['subscription-ends'];
    magazine.travel(1);
    await release(magazine, 4);
    // Of whom nothing ran any more, and whose subscription was ended under them.
    await run();
    magazine.travel(1);
    await given(lapsed.id, 'digital');
    await magazine.deps.db.subscription.updateMany({ where: { ownerId: ended.id, issues: null }, data: { cancelled: magazine.now() } });
    await magazine.deps.db.outbox.deleteMany({ where: { recipient: { in: [reader.email, ended.email] } } });
    await given(files.id, 'digital');
    await given(print.id, 'print-a');
    await given(twice.id, 'digital');
    await given(twice.id, 'print-a');
    await given(whole.id, 'digital', 4);
    await run();
    const letters = async () =>
      Promise.all([files, print, twice, lapsed, ended, reader, whole].map(({ email }) => lettersTo(magazine, email)));
    expect(await letters()).toEqual([[], [], [], [], [], told, []]);
    expect(await sentTo(reader.email)).not.toBe(null);
    await release(magazine, 1);
    await run();
    expect(await letters()).toEqual([[], [], [], [], [], told, []]);
    // A letter that an earlier release has written says nothing either.
    await given(former.id, 'digital');
    const kept = { kind: 'subscription-ends', subject: uuidv7(), recipient: former.email, payload: { owner: former.id } };
    await magazine.deps.db.outbox.create({ data: { id: uuidv7(), publicationId: 'main', created: magazine.now(), ...kept } });
    expect(await sentTo(former.email)).toBe(null);
    await given(three.id, 'digital', 3);
    await release(magazine, 2);
    await run();
    expect(await lettersTo(magazine, whole.email)).toEqual(told);
    // Fewer than the shortest subscription has are none.
    expect(await lettersTo(magazine, three.email)).toEqual([]);
  },
);
