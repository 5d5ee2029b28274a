import { DAY, HOUR, MINUTE } from '../../platform/duration.ts';
import { countPoint, tooManyAttempts, tooManyUntil, type Limit } from '../../platform/limits/take-point.ts';
import type { Deps } from '../../publication/deps.ts';
import { LIFETIME } from './tickets.ts';
import type { CodedText } from '../../platform/http/coded-text.ts';

/**
 * Failed logins of one address in one browser that its account knows: nobody else spends these, and nothing else keeps
 * that browser out.
 */
export const LOGIN_KNOWN = { name: 'login-known', points: 5, window: 15 * MINUTE };
/**
 * Failed logins in all other browsers: of one address from one network, of one network, and of one address from
 * everywhere, for an hour and no longer.
 */
export const LOGIN_PAIR = { name: 'login', points: 5, window: 15 * MINUTE };
export const LOGIN_NETWORK = { name: 'login-network', points: 100, window: 15 * MINUTE };
export const LOGIN_ADDRESS = { name: 'login-address', points: 50, window: HOUR };
/** Wrong passwords of who is logged in, before what asks for it anew. */
export const PROOF_OWN = { name: 'proof', points: 5, window: 15 * MINUTE };
/**
 * Letters with a code that one address gets: asked for in a browser that its account knows, from one network, and from
 * everywhere.
 */
export const CODE_KNOWN = { name: 'code-known', points: 5, window: HOUR };
export const CODE_PAIR = { name: 'code', points: 5, window: HOUR };
export const CODE_ADDRESS = { name: 'code-address', points: 10, window: HOUR };
/**
 * The same of letters with a link that sets a password. Their windows are no longer than such a link works: whoever is
 * refused one has a letter with one that works, however many strangers ask. So no flood keeps the owner of a mailbox
 * out.
 */
export const RESET_KNOWN = { name: 'reset-known', points: 3, window: LIFETIME.reset };
export const RESET_PAIR = { name: 'reset', points: 3, window: LIFETIME.reset };
export const RESET_ADDRESS = { name: 'reset-address', points: 5, window: LIFETIME.reset };
/** Letters to an address that a reader who is logged in wants for the account. */
export const LETTER_ADDRESS = { name: 'letter-address', points: 5, window: HOUR };
/** Letters with a code that whoever is logged in asks for. */
export const LETTER_OWN = { name: 'letter-own', points: 5, window: HOUR };
/**
 * Letters that one network asks for, those not counted whose code or link was then used rightly, nor those of browsers
 * that are known.
 */
export const LETTER_NETWORK = { name: 'letter-network', points: 30, window: HOUR };
/** Letters that ask whether an address wants to be on a list: asked for from one network, and from everywhere. */
export const LIST_PAIR = { name: 'list', points: 3, window: HOUR };
export const LIST_ADDRESS = { name: 'list-address', points: 6, window: HOUR };
/** Addresses with an account that one network is told of at the check-out. */
export const SIGNUP_NETWORK = { name: 'signup-network', points: 10, window: HOUR };
/**
 * Codes, links and hand-overs that one network tries in vain: the right one is taken, whatever others of the network
 * tried.
 */
export const TOKEN_NETWORK = { name: 'token-network', points: 60, window: 15 * MINUTE };
/**
 * Numbers and postal codes by which somebody tries to have what another system owed them: of one account, from one
 * network, and of one number from everywhere. A postal code is one of some dozens where a town is known, so that a
 * number is not tried as often.
 */
export const CLAIM_ACCOUNT = { name: 'claim-account', points: 10, window: DAY };
export const CLAIM_NETWORK = { name: 'claim-network', points: 30, window: DAY };
export const CLAIM_NUMBER = { name: 'claim-number', points: 5, window: DAY };

export type NamedLimit = Limit & { name: string };
type LimitDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * Counts the attempt before anything is looked at, so that attempts in parallel cannot slip past; refuses (429) with
 * `message` once they are used up. The message may say in how many minutes it is worth trying again.
 */
export async function spend(
  deps: LimitDeps,
  { name, points, window }: NamedLimit,
  subject: string,
  message: CodedText | ((minutes: number) => CodedText) = tooManyAttempts,
): Promise<void> {
  const counted = await countPoint(deps, `${name}:${subject}`, window);
  if (counted.points <= points) return;
  throw tooManyUntil(counted.expires, deps.clock(), message);
}

/** Only failures count: a success gives its point back, unless the window in which it was `counted` is over. */
export async function refund(
  { db, clock }: LimitDeps,
  { name, window }: NamedLimit,
  subject: string,
  counted: Date = clock(),
): Promise<void> {
  const end = new Date(counted.getTime() + window);
  await db.$executeRaw`update rate_limit set points = points - 1 where key = ${`${name}:${subject}`} and points > 0 and expires <= ${end}`;
}

/** Whoever logged in has forgotten nothing: the failures before it are forgotten too. */
export async function forgive({ db }: LimitDeps, { name }: NamedLimit, subject: string): Promise<void> {
  await db.$executeRaw`delete from rate_limit where key = ${`${name}:${subject}`}`;
}

/**
 * A new password by mail: what was guessed of the one before, from wherever, keeps nobody from it; and as the links
 * that are about are void, another may be asked for.
 */
export async function forgiveGuesses({ db }: LimitDeps, email: string): Promise<void> {
  await db.$executeRaw`
    delete from rate_limit
    where starts_with(key, ${`${LOGIN_PAIR.name}:${email}|`}) or starts_with(key, ${`${LOGIN_KNOWN.name}:${email}|`})
      or starts_with(key, ${`${RESET_PAIR.name}:${email}|`}) or starts_with(key, ${`${RESET_KNOWN.name}:${email}|`})
      or key in (${`${LOGIN_ADDRESS.name}:${email}`}, ${`${RESET_ADDRESS.name}:${email}`})`;
}
