import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';
import { Refusal } from './refusal.ts';

/** Which bot check the browser runs; `altcha` is the built-in proof of work, whose challenge is at `challenge`. */
export const BotCheck = v.variant('provider', [
  v.object({ provider: v.literal('altcha'), challenge: v.string() }),
  v.object({ provider: v.picklist(['turnstile', 'hcaptcha']), site_key: v.string() }),
]);
export type BotCheck = v.InferOutput<typeof BotCheck>;

/** GET /api/bot-check/challenge: an altcha challenge, opaque to everyone but its solver. */
export const Challenge = v.looseObject({});

/** Stands beside its noun, not in the table alone: a small remote that needs this call and few others brings along no more than those. */
export const botChallenge = {
  method: 'GET',
  path: '/api/bot-check/challenge',
  summary: 'A challenge for the proof of work',
  answer: Challenge,
  refusal: Refusal,
  refuses: [404],
} as const satisfies Endpoint;
