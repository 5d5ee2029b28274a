import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  CARD,
  donate,
  expectCharged,
  giveCard,
  lettersTo,
  openCalendar,
  paidBy,
  release,
  settled,
  subscribe,
  type Calendar,
} from '../calendar/test-calendar.ts';
import { runCalendar } from '../calendar/run-calendar.ts';
import { switchAutorenew } from '../autorenew/switch-autorenew.ts';
import { deleteCard } from './delete-card.ts';

let calendar: Calendar;
beforeAll(async () => {
  calendar = await openCalendar();
});
afterAll(() => calendar.close());
afterEach(async () => {
  await settled(calendar);
  await expectCharged(calendar);
});

const accountOf = (id: string) => calendar.deps.db.account.findUniqueOrThrow({ where: { id } });

/** As staff do in the provider's dashboard: its webhook comes twice. */
async function detach(method: string | null): Promise<void> {
  calendar.emulator.control.switch({ duplicate: true });
  await calendar.deps.stripe.paymentMethods.detach(method ?? '');
  await settled(calendar);
  calendar.emulator.control.switch({ duplicate: false });
}

test('a card that is let go at the provider’s is no longer on record, its reader is told at once, and a new one renews after a new notice', async () => {
  const reader = await subscribe(calendar);
  await release(calendar, 4);
  await calendar.live(10);
  await detach((await accountOf(reader.id)).method);
  expect(await accountOf(reader.id)).toMatchObject({ method: null, payment: null, autorenewSince: null });
  expect(await lettersTo(calendar, reader.email)).toEqual(['renewal-notice', 'card-removed']);
  const held = await giveCard(calendar, reader.customer, CARD.other);
  await calendar.live(21);
  await calendar.deps.db.account.update({ where: { id: reader.id }, data: held });
  await switchAutorenew(calendar.deps, reader.id, true);
  await calendar.live(30);
  expect(paidBy(calendar, reader.customer)).toHaveLength(1);
  expect(await lettersTo(calendar, reader.email)).toEqual(['renewal-notice', 'card-removed', 'renewal-notice', 'receipt']);
});

test('a month that waits for its next try asks for another card at the next run, and not days later', async () => {
  const donor = await donate(calendar, { card: CARD.declines });
  const { due } = await calendar.deps.db.charge.findFirstOrThrow({ where: { ownerId: donor.ownerId } });
  calendar.travel(due.toISOString());
  await calendar.live(1);
  expect(await lettersTo(calendar, donor.email)).toEqual(['charge-trying-again']);
  const { method } = await calendar.deps.db.donation.findFirstOrThrow({ where: { id: donor.id } });
  await detach(method);
  calendar.travel(0.01);
  await runCalendar(calendar.deps);
  expect(await lettersTo(calendar, donor.email)).toEqual(['charge-trying-again', 'charge-replace-card']);
  const [charge] = await calendar.deps.db.charge.findMany({ where: { ownerId: donor.ownerId } });
  expect(charge).toMatchObject({ state: 'stopped', why: 'no-card' });
});

test('a donor is told with the link of their donation, and the month waits for another card', async () => {
  const donor = await donate(calendar);
  const { method } = await calendar.deps.db.donation.findFirstOrThrow({ where: { id: donor.id } });
  await detach(method);
  const { payload } = await calendar.deps.db.outbox.findFirstOrThrow({ where: { recipient: donor.email, kind: 'card-removed' } });
  expect(payload).toMatchObject({ charge: 'donation', donation: donor.token, card: { last_four: '4242' } });
  await calendar.live(32);
  expect(await lettersTo(calendar, donor.email)).toEqual(['card-removed', 'charge-replace-card']);
  expect(paidBy(calendar, donor.customer)).toEqual([]);
});

test('who deletes their card themselves, or has autorenew off, gets no letter about it', async () => {
  const [deletes, off] = [await subscribe(calendar), await subscribe(calendar, { autorenew: false })];
  await deleteCard(calendar.deps, deletes.id);
  await detach((await accountOf(off.id)).method);
  for (const { id, email } of [deletes, off]) {
    expect(await lettersTo(calendar, email)).toEqual([]);
    expect(await accountOf(id)).toMatchObject({ method: null, payment: null, autorenewSince: null });
  }
  await expect(switchAutorenew(calendar.deps, off.id, true)).rejects.toMatchObject({ status: 409 });
});

test('a card that another has taken the place of says nothing when it goes', async () => {
  const reader = await subscribe(calendar);
  const { method } = await accountOf(reader.id);
  const held = await giveCard(calendar, reader.customer, CARD.other);
  await calendar.deps.db.account.update({ where: { id: reader.id }, data: held });
  await detach(method);
  expect([(await accountOf(reader.id)).method, await lettersTo(calendar, reader.email)]).toEqual([held.method, []]);
});
