import { createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { readConfig } from '../config/config.ts';
import { MINUTE } from '../duration.ts';
import type { AppEnv } from '../http/app-env.ts';
import { listen } from '../http/listen.ts';
import { altchaCheck } from './altcha.ts';
import { openBotCheck } from './open-bot-check.ts';
import { siteverifyCheck } from './siteverify.ts';

const CONTEXT = { address: '192.0.2.1', action: 'checkout' } as const;

let service: TestApp;
let replica: TestApp;
beforeAll(async () => {
  service = await createTestApp();
  replica = await service.replica();
});
afterAll(async () => {
  await replica.close();
  await service.close();
});

test('a solution that one replica asked for is good on another, once', async () => {
  const token = await service.browser().captcha();
  expect(await replica.deps.botCheck.verify(token, CONTEXT)).toBe('human');
  expect(await service.deps.botCheck.verify(token, CONTEXT)).toBe('replayed');
});

test('of twenty at once with one solution, one passes', async () => {
  const token = await service.browser().captcha();
  const verdicts = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? service : replica).deps.botCheck.verify(token, CONTEXT)),
  );
  expect(verdicts.filter((verdict) => verdict === 'human')).toHaveLength(1);
  expect(verdicts.filter((verdict) => verdict === 'replayed')).toHaveLength(19);
});

test('rubbish, forged and altered solutions are refused without an error', async () => {
  const good: { challenge: { parameters: object }; solution: object } = decode(await service.browser().captcha());
  const own = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter: 1,
    deriveKey,
    hmacSignatureSecret: 'attacker',
    hmacKeySignatureSecret: 'attacker',
  });
  const tokens = [
    'x',
    '%%%',
    'A'.repeat(4000),
    encode(null),
    encode([]),
    encode({}),
    encode({ challenge: {}, solution: {} }),
    encode({ challenge: own, solution: await solveChallenge({ challenge: own, deriveKey }) }),
    encode({ ...good, solution: { ...good.solution, derivedKey: '00'.repeat(32) } }),
    encode({ ...good, challenge: { ...good.challenge, parameters: { ...good.challenge.parameters, keyPrefix: '' } } }),
  ];
  for (const token of tokens) expect(await service.deps.botCheck.verify(token, CONTEXT)).toBe('invalid');
});

test('a solution that took too long is expired', async () => {
  const past = { db: service.deps.db, clock: () => new Date(Date.now() - 11 * MINUTE) };
  const check = altchaCheck(past, { secret: 'a secret of the tests', cost: 1, tries: { min: 1, max: 5 } });
  const challenge = await createFrom(check);
  const solution = await solveChallenge({ challenge, deriveKey });
  expect(await service.deps.botCheck.verify(encode({ challenge, solution }), CONTEXT)).toBe('expired');
});

test('who asks for many challenges gets harder ones', async () => {
  const check = altchaCheck(service.deps, { secret: 'a secret of the tests', cost: 1, tries: { min: 10, max: 10 } });
  const tries = async (pressure: number) => {
    const challenge = await createFrom(check, pressure);
    return (await solveChallenge({ challenge, deriveKey }))?.counter;
  };
  expect(await tries(1)).toBe(10);
  expect(await tries(40)).toBe(30);
  expect(await tries(100_000)).toBe(100);
});

test('what is more work than the service does for a challenge is more tries of a browser', async () => {
  const check = altchaCheck(service.deps, { secret: 'a secret of the tests', cost: 2500, tries: { min: 4, max: 4 } });
  const challenge = await createFrom(check);
  expect(challenge.parameters.cost).toBe(1000);
  expect((await solveChallenge({ challenge, deriveKey }))?.counter).toBe(10);
});

test('Turnstile and hCaptcha work behind the same interface', async () => {
  const seen = new Set<string>();
  const stub = await listen(
    new Hono<AppEnv>().post('/siteverify', async (c) => {
      const { secret, response } = await c.req.parseBody();
      const token = String(response);
      if (secret !== 'the secret') return c.json({ success: false, 'error-codes': ['invalid-input-secret'] });
      if (seen.has(token)) return c.json({ success: false, 'error-codes': ['timeout-or-duplicate'] });
      seen.add(token);
      return c.json({
        success: token.startsWith('good'),
        hostname: token === 'good-elsewhere' ? 'evil.test' : 'cms.test',
        action: 'checkout',
      });
    }),
    { port: 0, host: '127.0.0.1' },
  );
  const options = { provider: 'turnstile', siteKey: 'k', secret: 'the secret', hostnames: ['cms.test'] } as const;
  const check = siteverifyCheck({ ...options, address: `http://127.0.0.1:${stub.port}/siteverify` });
  expect(check.client).toEqual({ provider: 'turnstile', site_key: 'k' });
  expect(await check.verify('good', CONTEXT)).toBe('human');
  expect(await check.verify('good', CONTEXT)).toBe('replayed');
  expect(await check.verify('bad', CONTEXT)).toBe('invalid');
  expect(await check.verify('good-elsewhere', CONTEXT)).toBe('invalid');
  expect(await check.verify('good-for-another-form', { ...CONTEXT, action: 'list-signup' })).toBe('invalid');
  await stub.stop();
  expect(await check.verify('good-too', CONTEXT)).toBe('unavailable');
});

async function createFrom(check: ReturnType<typeof altchaCheck>, pressure = 1): Promise<Awaited<ReturnType<typeof createChallenge>>> {
  const challenge = await check.challenge?.(pressure);
  // The built-in check makes altcha's own challenges; only its interface calls them opaque.
  return challenge as Awaited<ReturnType<typeof createChallenge>>;
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode<Value>(token: string): Value {
  return JSON.parse(Buffer.from(token, 'base64url').toString());
}

test('how much a browser works is a setting', async () => {
  const check = openBotCheck(service.deps, readConfig({ BOT_COST: '7' }));
  expect(await check.challenge?.(0)).toMatchObject({ parameters: { cost: 7 } });
});
