// @module-tag ci
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  addTo,
  CARD,
  comeOut,
  expectCharged,
  giveCard,
  openMagazine,
  paidBy,
  release,
  settled,
  subscribe,
  type Magazine,
  type Renewer,
} from '../../../test/timed-magazine.ts';
import { reopenRenewal } from '../../ledger/planned-charges/reopen-charge.ts';
import { followAutorenew } from '../../ledger/planned-charges/follow-autorenew.ts';
import { exportPostList } from '../../ledger/releases/export-post-list.ts';
import { runRelease } from '../../ledger/releases/run-release.ts';
import { addTerm } from '../../ledger/terms/add-term.ts';
import { keepAddress } from '../../ledger/terms/keep-address.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { chargeAtOnce } from './charge-at-once.ts';

let magazine: Magazine;
beforeAll(async () => {
  magazine = await openMagazine();
});
afterAll(() => magazine.close());
afterEach(async () => {
  await settled(magazine);
  await expectCharged(magazine);
});

/** The issues that an owner was given, a list for each term; what is still owed is null. */
async function given(ownerId: string): Promise<(number | null)[][]> {
  const where = { ownerId };
  const terms = await magazine.deps.db.subscription.findMany({
    where,
    orderBy: { cycle: 'asc' },
    include: { tokens: { orderBy: { ordinal: 'asc' } } },
  });
  return terms.map(({ tokens }) => tokens.map(({ issue }) => issue));
}

/** An issue that comes out ten days after this, in the month between notice and charge. */
async function oneMore(): Promise<number> {
  await magazine.live(10);
  const issue = await comeOut(magazine);
  await runRelease(magazine.deps, issue);
  return issue;
}

/** Who has had the last issue, and the notice with it. */
async function noticed(wishes: Parameters<typeof subscribe>[1] = {}): Promise<Renewer> {
  const reader = await subscribe(magazine, wishes);
  await release(magazine, 4);
  return reader;
}

const switchTo = (ownerId: string, autorenewSince: Date | null) =>
  magazine.deps.db.$transaction(async (tx) => {
    await tx.account.update({ where: { id: ownerId }, data: { autorenewSince } });
    await followAutorenew(tx, magazine.deps, ownerId);
  });

describe('an issue that comes out between the notice of a renewal and its payment', () => {
  test('is the first of the renewed term, given as soon as that is paid, and the next one follows it', async () => {
    const reader = await noticed();
    const between = await oneMore();
    expect(await given(reader.id)).toEqual([[expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)]]);
    await magazine.live(21);
    expect(paidBy(magazine, reader.customer)).toHaveLength(1);
    expect((await given(reader.id))[1]).toEqual([between, null, null, null]);
    const next = await oneMore();
    expect((await given(reader.id))[1]).toEqual([between, next, null, null]);
  });

  test('in print is on the list that is written later, once', async () => {
    const reader = await noticed({ deliverable: 'print-c', copies: 2 });
    const street = { line1: 'Weg 1', line2: '', city: 'Bonn', postcode: '53111' };
    const address = { ...street, state: '', state_name: '', country_code: 'DE', country_name: 'Germany' };
    await keepAddress(magazine.deps.db, {
      publicationId: 'main',
      ownerId: reader.id,
      shipcode: 'c',
      name: 'Ana Window',
      address,
      now: magazine.now(),
    });
    const between = await oneMore();
    const wanted = { issue: between, shipcode: 'c' } as const;
    expect((await exportPostList(magazine.deps, wanted)).lists[0]?.csv).not.toContain('Ana Window');
    await magazine.live(21);
    expect(await exportPostList(magazine.deps, wanted)).toMatchObject({ late: 1 });
    for (const _ of ['once', 'again']) {
      const { lists } = await exportPostList(magazine.deps, { ...wanted, late: true });
      expect(lists.map(({ csv }) => csv.split('Ana Window').length - 1)).toEqual([0, 1]);
      expect(lists[1]?.csv).toContain('Germany,2');
    }
  });

  test('is not missing either where the card failed at first and the payment came days later', async () => {
    const reader = await noticed({ card: CARD.declines });
    const between = await oneMore();
    await magazine.live(21);
    const during = await oneMore();
    expect(paidBy(magazine, reader.customer)).toEqual([]);
    const held = await giveCard(magazine, reader.customer, CARD.good);
    const keys = await magazine.deps.db.$transaction(async (tx) => {
      await tx.account.update({ where: { id: reader.id }, data: held });
      return reopenRenewal(tx, magazine.deps, reader.id);
    });
    await Promise.all(keys.map((key) => chargeAtOnce(magazine.deps, key)));
    expect(paidBy(magazine, reader.customer)).toHaveLength(1);
    expect((await given(reader.id))[1]).toEqual([between, during, null, null]);
  });

  test('is given to who renews by hand before the charge, however long the new term', async () => {
    const [year, lifetime] = [await subscribe(magazine), await noticed()];
    const between = await oneMore();
    await addTo(magazine, year.id, '1year');
    await addTo(magazine, lifetime.id, 'lifetime');
    const mine = await given(lifetime.id);
    expect([(await given(year.id))[1], mine[1]?.at(-1)]).toEqual([[between, null, null, null], between]);
    await magazine.live(31);
    expect([...paidBy(magazine, year.customer), ...paidBy(magazine, lifetime.customer)]).toEqual([]);
    const next = await oneMore();
    expect([(await given(year.id))[1], (await given(lifetime.id))[1]?.at(-1)]).toEqual([[between, next, null, null], next]);
  });

  test('is not given to who switched autorenew off and renews later, nor to who never had it on', async () => {
    const [off, never] = [await subscribe(magazine), await noticed({ autorenew: false })];
    await switchTo(off.id, null);
    await oneMore();
    for (const { id } of [off, never]) await addTo(magazine, id, '1year');
    for (const { id } of [off, never]) expect((await given(id))[1]).toEqual([null, null, null, null]);
  });

  test('is given from the new notice on, where autorenew was switched off and on again', async () => {
    const reader = await noticed();
    await switchTo(reader.id, null);
    const missed = await oneMore();
    await magazine.live(1);
    await switchTo(reader.id, magazine.now());
    const between = await oneMore();
    await magazine.live(21);
    const [, renewed] = await given(reader.id);
    expect(renewed).toEqual([between, null, null, null]);
    expect(renewed).not.toContain(missed);
  });

  test('and as many more as the term has are given, and the next notice follows at once', async () => {
    const reader = await noticed();
    await magazine.live(1);
    await release(magazine, 5);
    await magazine.live(30);
    const [, renewed] = await given(reader.id);
    expect(new Set(renewed).size).toBe(4);
    expect(renewed).not.toContain(null);
    expect(await magazine.deps.db.charge.findMany({ where: { ownerId: reader.id, cycle: 3 } })).toMatchObject([
      { state: 'open', due: new Date(magazine.now().getTime() + 29 * 86_400_000) },
    ]);
    await magazine.live(31);
    // The fifth is the first of the term after that.
    expect((await given(reader.id))[2]?.[0]).toBe(Number(renewed?.[3]) + 1);
  });

  test('is not one that the reader has, though it is said to have come out later', async () => {
    const reader = await noticed();
    const [first] = await given(reader.id);
    await magazine.live(10);
    await magazine.deps.db.release.updateMany({ where: { issue: Number(first?.[3]) }, data: { released: magazine.now() } });
    const between = await oneMore();
    await magazine.live(21);
    expect((await given(reader.id))[1]).toEqual([between, null, null, null]);
  });

  test('is given once, and not lost, where it comes out in the moment of the payment', async () => {
    const reader = await noticed();
    await magazine.live(10);
    const issue = await comeOut(magazine);
    const { promise: isWritten, resolve: written } = Promise.withResolvers<void>();
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const paying = magazine.deps.db.$transaction(async (tx) => {
      const id = uuidv7();
      const deliverables = { set: 'digital', active: 'digital' } as const;
      const bought = { id, source: `test:${id}`, term: '1year', level: 'low', deliverables, at: magazine.now() } as const;
      await addTerm(tx, { publicationId: 'main', ownerId: reader.id, ...bought });
      written();
      await mayCommit;
    });
    await isWritten;
    magazine.travel(1 / 86_400);
    const releasing = runRelease(magazine.deps, issue);
    await expect.poll(() => magazine.deps.db.release.count({ where: { issue } })).toBe(1);
    await new Promise((done) => setTimeout(done, 300));
    commit();
    await Promise.all([paying, releasing]);
    expect((await given(reader.id))[1]).toEqual([issue, null, null, null]);
  });
});
