import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { OWN_ENVIRONMENT } from '../../../test/own-environment.ts';
import { ConfigError, readConfig } from './config.ts';

const secret = (bytes = 32) => `whsec_${randomBytes(bytes).toString('base64')}`;
const [NEW, OLD] = [secret(), secret()];
const HOOK = { WEBHOOK_URL: 'https://crm.example/hooks', WEBHOOK_SECRETS: NEW };

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test('nobody is told where nothing says whom', () => {
  expect(readConfig({}).webhook).toBeNull();
});

test('a publisher’s system is told with each of the secrets, of the events that it names', () => {
  const env = { ...HOOK, WEBHOOK_SECRETS: `${NEW} ${OLD}`, WEBHOOK_EVENTS: 'order.paid, stock.low', WEBHOOK_STOCK_LOW: '0' };
  const expected = { url: HOOK.WEBHOOK_URL, secrets: [NEW, OLD], events: ['order.paid', 'stock.low'], stockLow: 0, allowPrivate: false };
  expect(readConfig({ ...OWN_ENVIRONMENT, ...env }).webhook).toEqual(expected);
});

test.each([
  ['an address without a secret', { WEBHOOK_URL: HOOK.WEBHOOK_URL }, 'WEBHOOK_SECRETS'],
  ['a secret without an address', { WEBHOOK_SECRETS: NEW }, 'WEBHOOK_URL'],
  ['an address in the clear', { ...HOOK, WEBHOOK_URL: 'http://crm.example/hooks' }, 'WEBHOOK_URL'],
  ['a file', { ...HOOK, WEBHOOK_URL: 'file:///etc/passwd' }, 'WEBHOOK_URL'],
  ['no address', { ...HOOK, WEBHOOK_URL: 'crm' }, 'WEBHOOK_URL'],
  ['a password in it', { ...HOOK, WEBHOOK_URL: 'https://crm:secret@crm.example/' }, 'WEBHOOK_URL'],
  ['this machine', { ...HOOK, WEBHOOK_URL: 'http://localhost:9000/' }, 'WEBHOOK_URL'],
  ['a private network', { ...HOOK, WEBHOOK_URL: 'https://10.0.0.8/' }, 'WEBHOOK_URL'],
  ['the machine’s own data at its host', { ...HOOK, WEBHOOK_URL: 'https://169.254.169.254/' }, 'WEBHOOK_URL'],
  ['this machine in IPv6', { ...HOOK, WEBHOOK_URL: 'https://[::ffff:127.0.0.1]/' }, 'WEBHOOK_URL'],
  ['a short secret', { ...HOOK, WEBHOOK_SECRETS: secret(16) }, 'WEBHOOK_SECRETS'],
  ['a secret of another form', { ...HOOK, WEBHOOK_SECRETS: `${NEW} hunter2` }, 'WEBHOOK_SECRETS'],
  ['an event that there is not', { ...HOOK, WEBHOOK_EVENTS: 'order.payed' }, 'WEBHOOK_EVENTS'],
])('where others may reach the service, %s is refused', (_title, env, name) => {
  expect(problemsOf({ ...OWN_ENVIRONMENT, ...env })).toEqual([expect.stringMatching(`^${name} `)]);
});

test('a private network is told where that is wanted, and on a machine of one’s own that machine', () => {
  const beside = { ...HOOK, WEBHOOK_URL: 'https://10.0.0.8/' };
  expect(readConfig({ ...OWN_ENVIRONMENT, ...beside, WEBHOOK_PRIVATE: 'yes' }).webhook?.allowPrivate).toBe(true);
  expect(readConfig({ ...HOOK, WEBHOOK_URL: 'http://localhost:9000/' }).webhook?.allowPrivate).toBe(true);
  expect(readConfig(HOOK).webhook?.allowPrivate).toBe(false);
});
