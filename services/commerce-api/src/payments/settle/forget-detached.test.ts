import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  CARD,
  donate,
  expectCharged,
  giveCard,
  lettersTo,
  openMagazine,
  paidBy,
  release,
  settled,
  subscribe,
  type Magazine,
} from '../../../test/timed-magazine.ts';
import { loginTo } from '../../../test/reader.ts';
import { switchAutorenew } from '../../account/switch-autorenew.ts';
import { runRenewals } from '../renewals/run-renewals.ts';
import { deleteCard } from '../cards/delete-card.ts';

let magazine: Magazine;
beforeAll(async () => {
  magazine = await openMagazine();
});
afterAll(() => magazine.close());
afterEach(async () => {
  await settled(magazine);
  await expectCharged(magazine);
});

const accountOf = (id: string) => magazine.deps.db.account.findUniqueOrThrow({ where: { id } });

/** As staff do in the provider's dashboard: its webhook comes twice. */
async function detach(method: string | null): Promise<void> {
  magazine.emulator.control.switch({ duplicate: true });
  await magazine.deps.stripe.paymentMethods.detach(method ?? '');
  await settled(magazine);
  magazine.emulator.control.switch({ duplicate: false });
}

test(
  'a card that is let go at the provider’s is no longer on record, its reader is told at once, and a new one renews after a new notice',
  { tags: ['ci'] },
  async () => {
    const reader = await subscribe(magazine);
    await release(magazine, 4);
    await magazine.live(10);
    await detach((await accountOf(reader.id)).method);
    expect(await accountOf(reader.id)).toMatchObject({ method: null, payment: null, autorenewSince: null });
    expect(await lettersTo(magazine, reader.email)).toEqual(['renewal-notice', 'card-removed']);
    const held = await giveCard(magazine, reader.customer, CARD.other);
    await magazine.live(21);
    await magazine.deps.db.account.update({ where: { id: reader.id }, data: held });
    await switchAutorenew(magazine.deps, await loginTo(magazine.deps, reader.id), true);
    await magazine.live(30);
    expect(paidBy(magazine, reader.customer)).toHaveLength(1);
    // The second notice also confirms that it is switched on: the subscription has ended.
    expect(await lettersTo(magazine, reader.email)).toEqual(['renewal-notice', 'card-removed', 'renewal-notice', 'receipt']);
  },
);

test('a month that waits for its next try asks for another card at the next run, and not days later', async () => {
  const donor = await donate(magazine, { card: CARD.declines });
  const { due } = await magazine.deps.db.charge.findFirstOrThrow({ where: { ownerId: donor.ownerId } });
  magazine.travel(due.toISOString());
  await magazine.live(1);
  expect(await lettersTo(magazine, donor.email)).toEqual(['charge-trying-again']);
  const { method } = await magazine.deps.db.donation.findFirstOrThrow({ where: { id: donor.id } });
  await detach(method);
  magazine.travel(0.01);
  await runRenewals(magazine.deps);
  expect(await lettersTo(magazine, donor.email)).toEqual(['charge-trying-again', 'charge-replace-card']);
  const [charge] = await magazine.deps.db.charge.findMany({ where: { ownerId: donor.ownerId } });
  expect(charge).toMatchObject({ state: 'stopped', why: 'no-card' });
});

test('a donor is told with the link of their donation, and the month waits for another card', async () => {
  const donor = await donate(magazine);
  const { method } = await magazine.deps.db.donation.findFirstOrThrow({ where: { id: donor.id } });
  await detach(method);
  const { payload } = await magazine.deps.db.outbox.findFirstOrThrow({ where: { recipient: donor.email, kind: 'card-removed' } });
  expect(payload).toMatchObject({ charge: 'donation', donation: donor.token, card: { last_four: '4242' } });
  await magazine.live(32);
  expect(await lettersTo(magazine, donor.email)).toEqual(['card-removed', 'charge-replace-card']);
  expect(paidBy(magazine, donor.customer)).toEqual([]);
});

test('who deletes their card themselves gets the letter about that alone, and who has autorenew off none', async () => {
  const [deletes, off] = [await subscribe(magazine), await subscribe(magazine, { autorenew: false })];
  await deleteCard(magazine.deps, await loginTo(magazine.deps, deletes.id));
  await detach((await accountOf(off.id)).method);
  for (const { id, email, letters } of [
    { ...deletes, letters: ['card-deleted'] },
    { ...off, letters: [] },
  ]) {
    expect(await lettersTo(magazine, email)).toEqual(letters);
    expect(await accountOf(id)).toMatchObject({ method: null, payment: null, autorenewSince: null });
  }
  await expect(switchAutorenew(magazine.deps, await loginTo(magazine.deps, off.id), true)).rejects.toMatchObject({ status: 409 });
});

test('a card that another has taken the place of says nothing when it goes', async () => {
  const reader = await subscribe(magazine);
  const { method } = await accountOf(reader.id);
  const held = await giveCard(magazine, reader.customer, CARD.other);
  await magazine.deps.db.account.update({ where: { id: reader.id }, data: held });
  await detach(method);
  expect([(await accountOf(reader.id)).method, await lettersTo(magazine, reader.email)]).toEqual([held.method, []]);
});
