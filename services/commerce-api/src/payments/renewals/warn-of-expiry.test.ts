import { afterAll, beforeAll, expect, test } from 'vitest';
import { donate, giveCard, CARD, lettersTo, openMagazine, release, subscribe, type Magazine } from '../../../test/timed-magazine.ts';
import { warnOfExpiry } from './warn-of-expiry.ts';

let magazine: Magazine;
beforeAll(async () => {
  magazine = await openMagazine({ start: '2027-03-15T06:40:00Z' });
});
afterAll(() => magazine.close());

/** Every morning, from two replicas. */
async function mornings(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    magazine.travel(1);
    await Promise.all([warnOfExpiry(magazine.deps), warnOfExpiry(magazine.deps)]);
  }
}

test('who is to be charged after their card runs out is told once, 30 days before', async () => {
  const exp = [4, 2027];
  const reader = await subscribe(magazine, { exp });
  const off = await subscribe(magazine, { exp, autorenew: false });
  const life = await subscribe(magazine, { exp, term: 'lifetime' });
  const fine = await subscribe(magazine, { exp: [12, 2035] });
  const donor = await donate(magazine);
  await magazine.deps.db.donation.updateMany({ where: { id: donor.id }, data: await giveCard(magazine, donor.customer, CARD.other, exp) });
  // Good until the end of April: the 1st of April is 30 days before.
  await mornings(16);
  expect(await lettersTo(magazine, reader.email)).toEqual([]);
  await mornings(20);
  expect(await lettersTo(magazine, reader.email)).toEqual(['card-expires']);
  expect([off, life, fine].map(({ email }) => email)).toHaveLength(3);
  for (const { email } of [off, life, fine]) expect(await lettersTo(magazine, email)).toEqual([]);
  // The next month is charged on the 15th, while the card is good; the one after is not.
  expect(await lettersTo(magazine, donor.email)).toEqual([]);
  await magazine.live(1);
  await mornings(1);
  expect((await lettersTo(magazine, donor.email)).filter((kind) => kind === 'card-expires')).toEqual(['card-expires']);
  const { payload } = await magazine.deps.db.outbox.findFirstOrThrow({ where: { kind: 'card-expires', recipient: donor.email } });
  expect(payload).toMatchObject({ donation: donor.token, exp_month: 4, exp_year: 2027 });
});

test('who will have been charged by then, or has nothing to renew, is not told', { tags: ['ci'] }, async () => {
  const before = await subscribe(magazine, { exp: [6, 2027] });
  await release(magazine, 4);
  const { due } = await magazine.deps.db.charge.findFirstOrThrow({ where: { ownerId: before.id } });
  magazine.travel(new Date(due.getTime() - 2 * 86_400_000).toISOString());
  await magazine.deps.db.account.update({
    where: { id: before.id },
    data: await giveCard(magazine, before.customer, CARD.good, [due.getUTCMonth() + 1, due.getUTCFullYear()]),
  });
  await mornings(1);
  expect(await lettersTo(magazine, before.email)).toEqual(['renewal-notice']);
});
