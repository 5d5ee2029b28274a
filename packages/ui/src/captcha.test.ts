import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, test } from 'vitest';
import type { Api } from './call.ts';
import { botToken } from './captcha.ts';
import { createApi } from './call.ts';

const botCheck = { provider: 'altcha', challenge: '/api/bot-check/challenge' } as const;
const secrets = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'two' };

const answering = (text: string): Api => createApi(`data:application/json,${encodeURIComponent(text)}#`);

test('the work is done, and the server’s own library accepts the token', async () => {
  const challenge = await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 200, counter: 57, deriveKey, ...secrets });
  const token = await botToken(botCheck, answering(JSON.stringify(challenge)));
  expect(token).toMatch(/^[\w-]+$/);
  const { challenge: solved, solution } = JSON.parse(Buffer.from(token, 'base64url').toString());
  expect((await verifySolution({ challenge: solved, solution, deriveKey, ...secrets })).verified).toBe(true);
});

test('without a challenge there is no token', async () => {
  await expect(botToken(botCheck, createApi('http://127.0.0.1:1'))).rejects.toThrow('no bot check');
  await expect(botToken(botCheck, answering('{}'))).rejects.toThrow();
});
