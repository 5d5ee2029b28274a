import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits that nobody guesses. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether it could be one of ours. */
export function isToken(typed: string): boolean {
  return /^[\w-]{43}$/.test(typed);
}

/** What is kept of a token: whoever reads the database cannot use it. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/**
 * The token that belongs to a nonce. A letter that waits in the outbox holds the nonce, the database the token's hash:
 * the token itself is nowhere at rest, and is made anew, with the secret, when the letter is written.
 */
export function tokenOf(secret: string, nonce: string): string {
  return createHmac('sha256', secret).update(`token\0${nonce}`).digest('base64url');
}

/** The six digits that belong to a ticket: made from its hash with the secret, and kept nowhere. */
export function codeOf(secret: string, ticketHash: string): string {
  const digest = createHmac('sha256', secret).update(`code\0${ticketHash}`).digest();
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/** Compares without telling by its time where two secrets differ. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
