import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import * as v from 'valibot';
import type { BotCheck, botChallenge } from '@newsstand/contracts/bot-check';
import type { TableApi } from './call-table.ts';
import { foreignToken } from './foreign-captcha.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** A challenge is good for ten minutes from when it was asked for; the answer must arrive within them. */
const GOOD_FOR = 9 * MINUTE;
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

type Api = TableApi<{ botChallenge: typeof botChallenge }>;

/** A fresh single-use token for `?captcha=`, from whichever bot check the site runs (design: identity). Rejects when there is none to be had. */
export const botToken = (botCheck: BotCheck, api: Api): Promise<string> =>
  botCheck.provider === 'altcha' ? workedToken(api) : foreignToken(botCheck.provider, botCheck.site_key);

export type BotTokens = {
  /** Starts on the next token, where none is under way or kept. Never throws: what fails is tried again when a token is needed. */
  prepare(): void;
  /** The token that was prepared, else a new one. Each is given once. */
  take(): Promise<string>;
};

/**
 * Tokens that are worked out ahead of the click that needs them: on a slow phone the proof of work takes seconds.
 * A bought check is asked at the click: it may want to show itself, and its tokens are not good for long.
 */
export const botTokens = (botCheck: BotCheck, api: Api): BotTokens =>
  tokensAhead(() => botToken(botCheck, api), botCheck.provider === 'altcha' ? GOOD_FOR : 0);

/** As `botTokens`, of anything that makes tokens which are good for so many milliseconds from when they were begun. */
export const tokensAhead = (make: () => Promise<string>, goodFor: number, now: () => number = Date.now): BotTokens => {
  let kept: { token: Promise<string>; until: number } | null = null;
  const fresh = () => (kept && now() < kept.until ? kept : null);
  return {
    prepare() {
      if (goodFor === 0 || fresh()) return;
      const begun = { token: make(), until: now() + goodFor };
      kept = begun;
      begun.token.catch(() => {
        if (kept === begun) kept = null;
      });
    },
    async take() {
      const prepared = fresh();
      kept = null;
      if (!prepared) return make();
      // What failed while nobody waited for it is not the reader's to know: one more try is made at the click.
      return prepared.token.catch(make);
    },
  };
};

const workedToken = async (api: Api): Promise<string> => {
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
