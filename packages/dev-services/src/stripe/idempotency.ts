import { createHash } from 'node:crypto';
import { StripeFault } from './fault.ts';
import type { SavedAnswer } from './records.ts';
import type { Store } from './store.ts';

const DAY = 24 * 60 * 60; // seconds, as all of Stripe's times

/** Two requests are the same when method, path and body are. */
export function fingerprintOf(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');
}

/**
 * The answer that this key got before, or nothing; the same key with other parameters is refused, a day-old key is
 * forgotten.
 */
export function savedAnswer(store: Store, key: string, fingerprint: string, now: number): SavedAnswer | undefined {
  const saved = store.get('saved_answer', key);
  if (!saved || saved.at < now - DAY) return undefined;
  if (saved.fingerprint === fingerprint) return saved;
  throw new StripeFault(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

/**
 * Stripe remembers answers of requests that began to work, declines included; a refusal of the parameters is forgotten.
 */
export function isRemembered(status: number): boolean {
  return status === 200 || status === 402;
}
