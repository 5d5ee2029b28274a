// @module-tag ci
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { MINUTE } from '../../platform/duration.ts';
import { newToken } from '../../platform/secrets.ts';
import { MAIL_TEXTS } from '../../publication/texts/letter-texts.ts';
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
  const attempt = async (n: number) => {
    const token = tokens[n % tokens.length] ?? '';
    return (await redeem(n % 3 === 0 ? replica : service, 'handoff', token)) === null ? null : token;
  };
  // As many at once as find a connection in the time that is waited for one, on a machine that has other things to do.
  const redeemed: (string | null)[] = [];
  for (let wave = 0; wave < 20; wave++) {
    redeemed.push(...(await Promise.all(Array.from({ length: 500 }, (_, n) => attempt(wave * 500 + n)))));
  }
  expect(redeemed.filter((token) => token !== null).toSorted()).toEqual(tokens.toSorted());
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

test('letters say for how long the codes and links in them work', () => {
  const said = ['code_preheader', 'code_lifetime', 'reset_preheader', 'reset_lifetime', 'delete_code_preheader'] as const;
  const minutes = said.map((name) => Number(/for (\d+) minutes/.exec(MAIL_TEXTS[name])?.[1]));
  expect(minutes).toEqual((['signin', 'signin', 'reset', 'reset', 'delete'] as const).map((kind) => LIFETIME[kind] / MINUTE));
});
