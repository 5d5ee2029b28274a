import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';

/** Which bot check the browser runs; `altcha` is the built-in proof of work, whose challenge is at `challenge`. */
export const BotCheck = v.variant('provider', [
  v.object({ provider: v.literal('altcha'), challenge: v.string() }),
  v.object({ provider: v.picklist(['turnstile', 'hcaptcha']), site_key: v.string() }),
]);
export type BotCheck = v.InferOutput<typeof BotCheck>;

/**
 * The same as a page reads it. Of a check that its remote does not know yet only what is sent with one fails, not each
 * page that could: it tries the built-in one.
 */
export const PageBotCheck = v.fallback(BotCheck, { provider: 'altcha', challenge: '/api/bot-check/challenge' });

/** GET /api/bot-check/challenge: an altcha challenge, opaque to everyone but its solver. */
export const Challenge = v.looseObject({});

export const botChallenge = {
  method: 'GET',
  path: '/api/bot-check/challenge',
  summary: 'A challenge for the proof of work',
  answer: Challenge,
  refuses: [404],
  security: [],
} as const satisfies Endpoint;
