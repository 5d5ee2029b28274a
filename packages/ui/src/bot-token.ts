import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import * as v from 'valibot';
import type { BotCheck, botChallenge } from '@newsstand/contracts/bot-check';
import type { TableApi } from './call-table.ts';
import { foreignToken } from './foreign-captcha.ts';

export type BotApi = TableApi<{ botChallenge: typeof botChallenge }>;

const SECOND = 1000;
const SOLVE_LIMIT = 60 * SECOND;
/** The key derivation runs off the main thread by itself, so interleaved chains need no workers. */
const CHAINS = 4;

const Solvable = v.looseObject({
  parameters: v.looseObject({
    algorithm: v.string(),
    nonce: v.string(),
    salt: v.string(),
    cost: v.number(),
    keyLength: v.number(),
    keyPrefix: v.string(),
  }),
});

/** See captcha.ts, which loads this when the first token is wanted. */
export const botToken = (botCheck: BotCheck, api: BotApi): Promise<string> =>
  botCheck.provider === 'altcha' ? workedToken(api) : foreignToken(botCheck.provider, botCheck.site_key);

const workedToken = async (api: BotApi): Promise<string> => {
  const answer = await api('botChallenge');
  if (!answer.ok) throw new Error(`There is no bot check to pass: ${JSON.stringify(answer.refusal.errors)}`);
  const challenge = v.parse(Solvable, answer.data);

  const controller = new AbortController();
  const chain = async (start: number) => {
    const solution = await solveChallenge({
      challenge,
      deriveKey,
      controller,
      counterStart: start,
      counterStep: CHAINS,
      timeout: SOLVE_LIMIT,
    });
    if (!solution) throw new Error('The bot check took too long.');
    return solution;
  };
  try {
    const solution = await Promise.any(Array.from({ length: CHAINS }, (_, start) => chain(start)));
    return base64url(JSON.stringify({ challenge, solution }));
  } finally {
    controller.abort();
  }
};

const base64url = (text: string): string => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
