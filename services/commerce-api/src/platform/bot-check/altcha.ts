import { createHash, createHmac } from 'node:crypto';
import { createChallenge, randomInt, verifySolution, type Challenge, type Solution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { MINUTE } from '../duration.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import type { BotCheck, BotVerdict } from './bot-check.ts';

const LIFETIME = 10 * MINUTE;
/**
 * The service makes one try for each challenge: a tenth of what a check-out took of it were tries of 5,000 rounds. A
 * browser takes as long for five times as many of a fifth.
 */
const MOST_ROUNDS = 1000;

type Options = {
  secret: string;
  /**
   * Hash rounds of one try, and how many tries a browser needs: with 5000 a second of one core. They are divided into
   * more tries where a try has too many. Tests make it cheap.
   */
  cost: number;
  tries?: { min: number; max: number };
};

/**
 * The built-in check: a proof of work, with no third party. A solution counts once over all replicas: the primary key
 * decides.
 */
export function altchaCheck({ db, clock }: { db: Db; clock: Clock }, { secret, cost, tries = { min: 100, max: 1000 } }: Options): BotCheck {
  const rounds = Math.min(cost, MOST_ROUNDS);
  const secrets = { hmacSignatureSecret: subkey(secret, 'challenge'), hmacKeySignatureSecret: subkey(secret, 'key') };
  return {
    client: { provider: 'altcha', challenge: '/api/bot-check/challenge' },
    challenge: (pressure) => {
      // Who asks often works more: twice as much at 20 challenges in the window, at most ten times.
      const factor = (Math.min(10, 1 + Math.floor(pressure / 20)) * cost) / rounds;
      return createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: rounds,
        counter: randomInt(Math.round(tries.max * factor), Math.round(tries.min * factor)),
        deriveKey,
        expiresAt: new Date(clock().getTime() + LIFETIME),
        ...secrets,
      });
    },
    verify: async (token) => {
      const payload = parsePayload(token);
      if (!payload) return 'invalid';
      const verdict = await check(payload, secrets);
      if (verdict !== 'human') return verdict;
      const id = createHash('sha256').update(String(payload.challenge.signature)).digest('base64url');
      const expires = new Date(clock().getTime() + LIFETIME);
      const first = await db.$executeRaw`insert into used_captcha (id, expires) values (${id}, ${expires}) on conflict do nothing`;
      return first === 1 ? 'human' : 'replayed';
    },
  };
}

async function check(
  { challenge, solution }: { challenge: Challenge; solution: Solution },
  secrets: { hmacSignatureSecret: string; hmacKeySignatureSecret: string },
): Promise<BotVerdict> {
  try {
    const result = await verifySolution({ challenge, solution, deriveKey, ...secrets });
    if (result.expired) return 'expired';
    return result.verified ? 'human' : 'invalid';
  } catch {
    // The library throws for payloads of another shape, and these come from outside.
    return 'invalid';
  }
}

function parsePayload(token: string): { challenge: Challenge; solution: Solution } | undefined {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token, 'base64').toString('utf8'));
    return isPayload(payload) ? payload : undefined;
  } catch {
    return undefined;
  }
}

/** Only the outer shape: `verifySolution` checks the signature over everything inside. */
function isPayload(payload: unknown): payload is { challenge: Challenge; solution: Solution } {
  if (typeof payload !== 'object' || payload === null || !('challenge' in payload) || !('solution' in payload)) return false;
  return [payload.challenge, payload.solution].every((part) => typeof part === 'object' && part !== null);
}

function subkey(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(`altcha:${purpose}`).digest('hex');
}
