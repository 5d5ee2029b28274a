// @module-tag ci
import { join } from 'node:path';
import { TOO_MANY_ATTEMPTS } from '@newsstand/contracts/access';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProcess, type Started } from '../../../figures/start-process.ts';
import { appOn, type TestApp } from '../../../test/app-on.ts';
import { NO_MAIL } from '../../../test/no-mail.ts';
import { codeFor, makeAccount } from '../../../test/reader.ts';
import { createTestDatabase } from '../../../test/test-app.ts';
import { hashOf, newToken } from '../../platform/secrets.ts';
import { issueTicket } from './tickets.ts';

const MANY = 200;

let service: TestApp;
let processes: Started[];
beforeAll(async () => {
  const databaseUrl = await createTestDatabase();
  service = await appOn(databaseUrl);
  const env = { ...NO_MAIL, DATABASE_URL: databaseUrl, LOG_LEVEL: 'info', NODE_ENV: 'development', TRUSTED_PROXIES: '1' };
  const server = join(import.meta.dirname, '../../main/server.ts');
  processes = await Promise.all([startProcess(server, env), startProcess(server, env)]);
});
afterAll(async () => {
  await Promise.all(processes.map((each) => each.stop()));
  await service.close();
});

/** Sends 200 at once, half to each process; the statuses with their texts, counted. */
async function atOnce(path: string, bodyOf: (n: number) => object, addressOf: (n: number) => string): Promise<Record<string, number>> {
  const responses = await Promise.all(
    Array.from({ length: MANY }, async (_, n) => {
      const response = await fetch(`${processes[n % 2]?.origin}${path}`, {
        method: 'POST',
        body: JSON.stringify(bodyOf(n)),
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': addressOf(n) },
      });
      const body: { errors?: unknown } = await response.json();
      return `${response.status} ${JSON.stringify(body.errors ?? 'done')}`;
    }),
  );
  const counts: Record<string, number> = {};
  for (const each of responses) counts[each] = (counts[each] ?? 0) + 1;
  return counts;
}

const one = () => '203.0.113.7';
const many = (n: number) => `10.0.${n}.1`;
const tooMany = `429 ${JSON.stringify(TOO_MANY_ATTEMPTS)}`;

test('two processes compare exactly five of 200 passwords', async () => {
  const { email } = await makeAccount(service);
  const counts = await atOnce('/api/access/login', (n) => ({ email, password: `wrong ${n}` }), one);
  expect(counts).toEqual({ '401 "The email or password is not correct."': 5, [tooMany]: MANY - 5 });
});

test.each([
  ['five', 'one network', 5, one],
  ['ten', 'many networks', 10, many],
])('two processes send exactly %s letters for 200 requests of %s', async (_words, whose, letters, from) => {
  const email = `${whose.replace(' ', '-')}@example.org`;
  const counts = await atOnce('/api/access/signin', () => ({ email }), from);
  const refused = Object.entries(counts).filter(([answer]) => answer.startsWith('429 "Too many '));
  expect(counts['200 "done"']).toBe(letters);
  expect(refused.reduce((sum, [, count]) => sum + count, 0)).toBe(MANY - letters);
  expect(await service.deps.db.outbox.count({ where: { recipient: email } })).toBe(letters);
});

test('two processes compare exactly five of 200 codes', async () => {
  const { email } = await makeAccount(service);
  const { token }: { token: string } = await (await service.browser().post('/api/access/signin', { email })).json();
  const code = Number(await codeFor(service, email));
  const guess = (n: number) => String((code + 1 + n) % 1_000_000).padStart(6, '0');
  const counts = await atOnce('/api/access/signin/verify', (n) => ({ token, password: guess(n) }), many);
  expect(counts).toEqual({ '401 "That code is not correct."': 5, [tooMany]: MANY - 5 });
});

test('two processes redeem a ticket once of 200 tries', async () => {
  const [token, verifier] = [newToken(), newToken()];
  const { id } = await makeAccount(service);
  const who = { type: 'account', accountId: id };
  await issueTicket(service.deps, 'handoff', token, { challenge: hashOf(verifier), method: 'google', who });
  const counts = await atOnce('/api/access/handoff', () => ({ token, verifier }), many);
  expect(counts).toEqual({ '200 "done"': 1, '401 "Please log in again."': MANY - 1 });
});
