import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../../platform/http/refusal.ts';
import { apiText } from '../../platform/http/api-text.ts';
import { newToken } from '../../platform/secrets.ts';

/** OWASP's least for argon2id: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** So many hashes at once, so many waiting: a flood of logins takes neither the memory nor the thread pool. */
const AT_ONCE = 2;
const MAX_WAITING = 64;
/** Seconds after which those who wait now have had their turn. */
const SOON = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** A PHC string. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(spelling(password), COST));
}

/**
 * Whether the password is the one behind the hash. Where there is no hash, the same work is done in vain: the time says
 * nothing.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const against = passwordHash ?? (await nobodys());
  const isRight = await inTurn(() => verify(against, spelling(password)));
  return isRight && passwordHash !== null && passwordHash !== undefined;
}

/**
 * The hash of a password that nobody has. Made before the first login needs it, so that even that one takes no longer.
 */
export const nobodys = (() => {
  let made: Promise<string> | undefined;
  return () => (made ??= hash(newToken(), COST));
})();

/** Keyboards spell an ü in two ways. */
function spelling(password: string): string {
  return password.normalize('NFKC');
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw new Refusal(503, apiText('busy', { n: SOON }), SOON);
    // Whoever finishes hands over the place, so `running` stays as it is.
    await new Promise<void>((go) => waiting.push(go));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
