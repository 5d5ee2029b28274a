import { isLoopbackUrl } from '@newsstand/contracts/loopback';
import { WEBHOOK_EVENTS } from '@newsstand/contracts/webhook';
import * as v from 'valibot';
import { isIP } from 'node:net';
import { isPublicAddress } from '../post-outside.ts';
import { variable } from './variable.ts';

/**
 * Where a publisher's own systems are told of what happens. The first secret is the one that counts; others sign beside
 * it while it is changed.
 */
export type WebhookConfig = { url: string; secrets: string[]; events: string[]; stockLow: number; allowPrivate: boolean };

const words = v.transform((text: string) => text.split(/[\s,]+/).filter((word) => word !== ''));

export const WebhookEnvironment = {
  WEBHOOK_URL: variable(
    'The address that is told of orders, subscriptions and the rest ([guide](guide-webhooks.md)); `https:`, or this machine. Not set: nobody is.',
    v.optional(v.pipe(v.string(), v.url('must be a URL'))),
  ),
  WEBHOOK_SECRETS: variable(
    'What signs those messages: `whsec_` and 24 to 64 bytes in base64. Two, by a space, while one takes the place of the other: both sign.',
    v.optional(
      v.pipe(
        v.string(),
        words,
        v.array(v.pipe(v.string(), v.check(isSecret, 'must be whsec_ and 24 to 64 bytes in base64 (npm run webhooks -- secret)'))),
        v.minLength(1, 'must hold a secret'),
        v.maxLength(3, 'must hold at most 3 secrets'),
      ),
    ),
  ),
  WEBHOOK_EVENTS: variable(
    `Which events, by spaces: ${WEBHOOK_EVENTS.map((event) => `\`${event}\``).join(', ')}. Not set: all.`,
    v.optional(v.pipe(v.string(), words, v.array(v.picklist(WEBHOOK_EVENTS, `must be of ${WEBHOOK_EVENTS.join(', ')}`))), ''),
  ),
  WEBHOOK_STOCK_LOW: variable(
    '`stock.low` is told when there are as few as this of a good.',
    v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/, 'must be a whole number'), v.transform(Number)), '5'),
  ),
  WEBHOOK_PRIVATE: variable(
    '`yes` lets `WEBHOOK_URL` lead to a private network, or to this machine where others may reach the service.',
    v.optional(v.picklist(['yes', 'no'], 'must be yes or no'), 'no'),
  ),
};
const Env = v.object(WebhookEnvironment);
type Env = v.InferOutput<typeof Env>;

export function webhookConfig(env: Env, local: boolean): WebhookConfig | null {
  const { WEBHOOK_URL: url, WEBHOOK_SECRETS: secrets } = env;
  if (url === undefined || secrets === undefined) return null;
  return { url, secrets, events: env.WEBHOOK_EVENTS, stockLow: env.WEBHOOK_STOCK_LOW, allowPrivate: isPrivateAllowed(env, local) };
}

export function webhookProblems(env: Env, local: boolean): string[] {
  const { WEBHOOK_URL: url, WEBHOOK_SECRETS: secrets } = env;
  if (url === undefined) return secrets === undefined ? [] : ['WEBHOOK_URL is missing: WEBHOOK_SECRETS is set'];
  const { protocol, hostname, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return [
    ...(secrets === undefined ? ['WEBHOOK_SECRETS is missing: WEBHOOK_URL is set'] : []),
    ...(protocol === 'https:' || (protocol === 'http:' && isLoopbackUrl(url)) ? [] : ['WEBHOOK_URL must begin with https://']),
    ...(username === '' && password === '' ? [] : ['WEBHOOK_URL must hold no name and no password: messages are signed']),
    ...((isLoopbackUrl(url) || (isIP(host) !== 0 && !isPublicAddress(host))) && !isPrivateAllowed(env, local)
      ? ['WEBHOOK_URL must not be of a private network: WEBHOOK_PRIVATE=yes allows it']
      : []),
  ];
}

/** On a machine of one's own that machine is no secret. */
const isPrivateAllowed = ({ WEBHOOK_URL: url = '', WEBHOOK_PRIVATE }: Env, local: boolean): boolean =>
  WEBHOOK_PRIVATE === 'yes' || (local && isLoopbackUrl(url));

function isSecret(text: string): boolean {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const { length } = Buffer.from(base64, 'base64');
  return length >= 24 && length <= 64;
}
