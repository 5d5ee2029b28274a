import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '../duration.ts';
import { createTestApp, type TestApp } from '../test/test-app.ts';
import { newToken } from './secrets.ts';
import { LIFETIME, issueTicket, redeemTicket, type TicketKind } from './tickets.ts';

let service: TestApp;
let replica: TestApp;
let late = 0;
beforeAll(async () => {
  service = await createTestApp({ clock: () => new Date(Date.now() + late) });
  replica = await service.replica();
});
afterAll(async () => {
  await replica.close();
  await service.close();
});

const redeem = ({ deps }: TestApp, kind: TicketKind, token: string) => redeemTicket(deps.db, deps, kind, token);

test('0 of 10,000 tries in parallel redeem a ticket twice', async () => {
  const tokens = Array.from({ length: 20 }, newToken);
  for (const token of tokens) await issueTicket(service.deps, 'handoff', token, {});
  const tries = Array.from({ length: 10_000 }, async (_, n) => {
    const token = tokens[n % tokens.length] ?? '';
    return (await redeem(n % 3 === 0 ? replica : service, 'handoff', token)) === null ? null : token;
  });
  const redeemed = (await Promise.all(tries)).filter((token) => token !== null);
  expect(redeemed.toSorted()).toEqual(tokens.toSorted());
});

test('a ticket is good for what it was made for, and for nothing else', async () => {
  const token = newToken();
  await issueTicket(service.deps, 'oidc', token, { some: 'thing' });
  expect(await redeem(service, 'handoff', token)).toBeNull();
  expect(await redeem(service, 'oidc', token)).toMatchObject({ data: { some: 'thing' } });
});

test.each([
  ['signin', 10],
  ['reset', 30],
  ['oidc', 10],
  ['handoff', 1],
] as const)('a ticket of the kind %s works for %i minutes', async (kind, minutes) => {
  expect(LIFETIME[kind]).toBe(minutes * MINUTE);
  const [early, tooLate] = [newToken(), newToken()];
  for (const token of [early, tooLate]) await issueTicket(service.deps, kind, token, {});
  late += minutes * MINUTE - 5000;
  expect(await redeem(service, kind, early)).not.toBeNull();
  late += 5000;
  expect(await redeem(service, kind, tooLate)).toBeNull();
});
