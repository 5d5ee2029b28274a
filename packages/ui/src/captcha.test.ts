import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { botChallenge } from '@newsstand/contracts/bot-check';
import { expect, test } from 'vitest';
import { createTableApi } from './call-table.ts';
import type { BotApi } from './bot-token.ts';
import { botToken, tokensAhead } from './captcha.ts';

const botCheck = { provider: 'altcha', challenge: '/api/bot-check/challenge' } as const;
const secrets = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'two' };

const at = (base: string): BotApi => createTableApi(base, { botChallenge });
const answering = (text: string): BotApi => at(`data:application/json,${encodeURIComponent(text)}#`);

test('the work is done, and the server’s own library accepts the token', async () => {
  const challenge = await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 200, counter: 57, deriveKey, ...secrets });
  const token = await botToken(botCheck, answering(JSON.stringify(challenge)));
  expect(token).toMatch(/^[\w-]+$/);
  const { challenge: solved, solution } = JSON.parse(Buffer.from(token, 'base64url').toString());
  expect((await verifySolution({ challenge: solved, solution, deriveKey, ...secrets })).verified).toBe(true);
});

test('without a challenge there is no token', async () => {
  await expect(botToken(botCheck, at('http://127.0.0.1:1'))).rejects.toThrow('no bot check');
  await expect(botToken(botCheck, answering('{}'))).rejects.toThrow();
});

const MINUTE = 60_000;

/** A clock to set, and numbered tokens, of which some fail. */
const counted = (failing: number[] = []) => {
  const world = { now: 0, made: 0 };
  const make = async () => {
    world.made += 1;
    if (failing.includes(world.made)) throw new Error('no token');
    return `token ${world.made}`;
  };
  return { world, tokens: tokensAhead(make, 9 * MINUTE, () => world.now) };
};

test('a token that was worked out ahead is used, once', async () => {
  const { world, tokens } = counted();
  tokens.prepare();
  tokens.prepare();
  expect(world.made).toBe(1);
  expect(await tokens.take()).toBe('token 1');
  expect(await tokens.take()).toBe('token 2');
});

test('a token near its end is replaced', async () => {
  const { world, tokens } = counted();
  tokens.prepare();
  world.now = 9 * MINUTE - 1;
  tokens.prepare();
  expect(world.made).toBe(1);
  world.now = 9 * MINUTE;
  tokens.prepare();
  expect(await tokens.take()).toBe('token 2');
  tokens.prepare();
  world.now = 20 * MINUTE;
  expect(await tokens.take()).toBe('token 4');
});

test('a token that failed ahead is replaced, and one that fails at the click is told', async () => {
  const { world, tokens } = counted([1, 2, 4, 5]);
  tokens.prepare();
  await expect(tokens.take()).rejects.toThrow('no token');
  tokens.prepare();
  expect(await tokens.take()).toBe('token 3');
  tokens.prepare();
  await new Promise((resolve) => setImmediate(resolve));
  tokens.prepare();
  await new Promise((resolve) => setImmediate(resolve));
  expect(await tokens.take()).toBe('token 6');
  expect(world.made).toBe(6);
});

test('a token that is not good for long is not asked for before the click', async () => {
  let made = 0;
  const tokens = tokensAhead(async () => `token ${(made += 1)}`, 0);
  tokens.prepare();
  expect(made).toBe(0);
  expect(await tokens.take()).toBe('token 1');
});
