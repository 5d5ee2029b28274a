import * as v from 'valibot';
import { SECOND } from '../duration.ts';
import type { BotCheck } from './bot-check.ts';

const ADDRESSES = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
};

const Answer = v.object({
  success: v.boolean(),
  hostname: v.optional(v.string()),
  action: v.optional(v.string()),
  'error-codes': v.optional(v.array(v.string()), []),
});

type Options = {
  provider: 'turnstile' | 'hcaptcha';
  siteKey: string;
  secret: string;
  /** The hosts whose pages may have made the token. */
  hostnames: readonly string[];
  /** Where to ask instead, for tests. */
  address?: string;
};

/** Cloudflare Turnstile and hCaptcha answer in the same shape, and each lets a token count once. */
export function siteverifyCheck({ provider, siteKey, secret, hostnames, address = ADDRESSES[provider] }: Options): BotCheck {
  return {
    client: { provider, site_key: siteKey },
    challenge: null,
    verify: async (token, context) => {
      const answer = await ask(address, { secret, response: token, remoteip: context.address });
      if (!answer) return 'unavailable';
      if (answer['error-codes'].some((code) => code === 'timeout-or-duplicate' || code === 'already-seen-response')) return 'replayed';
      const here = answer.hostname === undefined || hostnames.includes(answer.hostname);
      const forThis = answer.action === undefined || answer.action === '' || answer.action === context.action;
      return answer.success && here && forThis ? 'human' : 'invalid';
    },
  };
}

/** Undefined when the service cannot be reached or does not make sense: nobody is let in unchecked. */
async function ask(address: string, form: Record<string, string>): Promise<v.InferOutput<typeof Answer> | undefined> {
  try {
    const response = await fetch(address, { method: 'POST', body: new URLSearchParams(form), signal: AbortSignal.timeout(5 * SECOND) });
    const parsed = v.safeParse(Answer, await response.json());
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
