// @module-tag ci
import { createHash } from 'node:crypto';
import { TOO_MANY_ATTEMPTS } from '@newsstand/contracts/access';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, codeFor, makeAccount, resetTokenFor } from '../../../test/reader.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { HOUR, MINUTE } from '../../platform/duration.ts';
import { newToken } from '../../platform/secrets.ts';
import { issueTicket } from './tickets.ts';

/** More readers behind one address, as of a university, than one network may ask for letters or try codes. */
const MANY = 64;
const LATER = /^Too many attempts\. Please try again in 1[0-5] minutes\.$/;

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

let networks = 0;
/** The header of a network of its own for one test. */
const network = () => ({ 'X-Forwarded-For': `203.0.113.${++networks}` });
type From = ReturnType<typeof network>;

const ask = async (email: string, from: From): Promise<[number, string]> => {
  const response = await service.browser().post('/api/access/signin', { email }, from);
  const { token = '' } = v.parse(v.object({ token: v.optional(v.string()) }), await response.json());
  return [response.status, token];
};
const verify = (token: string, password: string, from: From, app = service) =>
  app.browser().post('/api/access/signin/verify', { token, password }, from);

test('however many readers of one network log in with their codes, none of them is kept out', async () => {
  const from = network();
  for (let reader = 1; reader <= MANY; reader++) {
    const { email } = await makeAccount(service, { password: null });
    const [asked, token] = await ask(email, from);
    expect([reader, asked]).toEqual([reader, 200]);
    expect([reader, (await verify(token, await codeFor(service, email), from)).status]).toEqual([reader, 200]);
  }
});

test('however many readers of one network set their passwords by mail, none of them is kept out', async () => {
  const from = network();
  for (let reader = 1; reader <= MANY; reader++) {
    const { email } = await makeAccount(service, { password: null });
    const asked = await service.browser().post('/api/access/reset-password', { email }, from);
    expect([reader, asked.status]).toEqual([reader, 200]);
    const wish = { token: await resetTokenFor(service, email), password: 'a ferry at dawn', confirm: 'a ferry at dawn' };
    const set = await service.browser().post('/api/access/reset-password/confirm', wish, from);
    expect([reader, set.status]).toEqual([reader, 200]);
  }
});

test('however many readers of one network are handed over, none of them is kept out', async () => {
  const from = network();
  const { id } = await makeAccount(service, { password: null });
  for (let reader = 1; reader <= MANY; reader++) {
    const [token, verifier] = [newToken(), newToken()];
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    await issueTicket(service.deps, 'handoff', token, { challenge, method: 'google', who: { type: 'account', accountId: id } });
    const taken = await service.browser().post('/api/access/handoff', { token, verifier }, from);
    expect([reader, taken.status]).toEqual([reader, 200]);
  }
});

test('letters that nobody answers stay counted: one network asks for 30 in an hour, and a right code from elsewhere gives one back', async () => {
  const [from, elsewhere] = [network(), network()];
  const { email } = await makeAccount(service, { password: null });
  const [, token] = await ask(email, from);
  for (let letter = 2; letter <= 30; letter++) expect((await ask(`nobody-${letter}@example.org`, from))[0]).toBe(200);
  expect((await ask('nobody-31@example.org', from))[0]).toBe(429);
  // What was refused is counted as well.
  await verify(token, await codeFor(service, email), elsewhere);
  expect(await pointsOf('letter-network', from)).toBe(30);
});

test('a letter of an hour that is over gives nothing back to the next', async () => {
  const from = network();
  const { email } = await makeAccount(service, { password: null });
  await ask('early@example.org', from);
  late += HOUR - MINUTE;
  const [, token] = await ask(email, from);
  late += 2 * MINUTE;
  await ask('late@example.org', from);
  expect((await verify(token, await codeFor(service, email), from)).status).toBe(200);
  expect(await pointsOf('letter-network', from)).toBe(1);
});

test('wrong codes stay counted: of 200 at once from one network exactly 60 are looked at, on two replicas', async () => {
  const from = network();
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => answerOf(await verify(newToken(), '000000', from, n % 2 ? replica : service))),
  );
  expect(answers.filter(([, body]) => JSON.stringify(body) === JSON.stringify({ errors: TOO_MANY_ATTEMPTS }))).toHaveLength(60);
  expect(answers.filter(([, body]) => LATER.test(Object(body).errors))).toHaveLength(140);
});

test('what others of a network tried in vain keeps no right code, link or hand-over out', async () => {
  const from = network();
  for (let n = 0; n <= 60; n++) await verify(newToken(), '000000', from);
  const { id, email } = await makeAccount(service, { password: null });
  const [, token] = await ask(email, from);
  expect((await verify(token, await codeFor(service, email), from)).status).toBe(200);

  await service.browser().post('/api/access/reset-password', { email }, from);
  const wish = { token: await resetTokenFor(service, email), password: 'a ferry at dawn', confirm: 'a ferry at dawn' };
  expect((await service.browser().post('/api/access/reset-password/confirm', wish, from)).status).toBe(200);
  const again = await service.browser().post('/api/access/reset-password/confirm', wish, from);
  expect(await answerOf(again)).toEqual([429, { errors: expect.stringMatching(LATER) }]);

  const [handoff, verifier] = [newToken(), newToken()];
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  await issueTicket(service.deps, 'handoff', handoff, { challenge, method: 'google', who: { type: 'account', accountId: id } });
  expect((await service.browser().post('/api/access/handoff', { token: handoff, verifier }, from)).status).toBe(200);
});

const pointsOf = async (name: string, from: From) =>
  (await service.deps.db.rateLimit.findUniqueOrThrow({ where: { key: `${name}:${from['X-Forwarded-For']}` } })).points;
