import type { BotCheck } from '@newsstand/contracts/bot-check';
import type { BotApi } from './bot-token.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const LOAD_LIMIT = 15 * SECOND;
/** A challenge is good for ten minutes from when it was asked for; the answer must arrive within them. */
const GOOD_FOR = 9 * MINUTE;

/**
 * A fresh single-use token for `?captcha=`, from whichever bot check the site runs (design: identity). Rejects when
 * there is none to be had. What works it out is no part of a first view: it comes when a token is wanted.
 */
export const botToken = async (botCheck: BotCheck, api: BotApi): Promise<string> => {
  const part = await inTime(import(/* webpackChunkName: "bot-token" */ './bot-token.ts'));
  return part.botToken(botCheck, api);
};

const inTime = <Part>(part: Promise<Part>): Promise<Part> =>
  new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('The bot check did not come in time.')), LOAD_LIMIT);
    void part.then(resolve, reject).finally(() => clearTimeout(limit));
  });

export type BotTokens = {
  /**
   * Starts on the next token, where none is under way or kept. Never throws: what fails is tried again when a token is
   * needed.
   */
  prepare(): void;
  /** The token that was prepared, else a new one. Each is given once. */
  take(): Promise<string>;
};

/**
 * Tokens that are worked out ahead of the click that needs them: on a slow phone the proof of work takes seconds.
 * A bought check is asked at the click: it may want to show itself, and its tokens are not good for long.
 */
export const botTokens = (botCheck: BotCheck, api: BotApi): BotTokens =>
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
