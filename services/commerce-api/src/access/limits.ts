import type { Deps } from '../deps.ts';
import { DAY, HOUR, MINUTE } from '../duration.ts';
import { countPoint, type Limit } from '../limits/take-point.ts';
import { Refusal } from '../refusal.ts';

/** Failed logins of one address from one network; of one address from anywhere, which slows and can lock nobody out for good; of one network. */
export const LOGIN_PAIR = { name: 'login', points: 5, window: 15 * MINUTE };
export const LOGIN_ADDRESS = { name: 'login-address', points: 50, window: DAY };
export const LOGIN_NETWORK = { name: 'login-network', points: 100, window: 15 * MINUTE };
/** Letters with a code or a link that one address gets; that one network asks for, those not counted whose code or link was then used rightly. */
export const LETTER_ADDRESS = { name: 'letter-address', points: 5, window: HOUR };
export const LETTER_NETWORK = { name: 'letter-network', points: 30, window: HOUR };
/** Addresses with an account that one network is told of at the check-out. */
export const SIGNUP_NETWORK = { name: 'signup-network', points: 10, window: HOUR };
/** Codes, links and hand-overs that one network tries in vain. */
export const TOKEN_NETWORK = { name: 'token-network', points: 60, window: 15 * MINUTE };

export type NamedLimit = Limit & { name: string };
type LimitDeps = Pick<Deps, 'db' | 'clock'>;

/** Counts the attempt before anything is looked at, so that attempts in parallel cannot slip past; refuses (429) with `message` once they are used up. */
export async function spend(
  deps: LimitDeps,
  { name, points, window }: NamedLimit,
  subject: string,
  message = 'Too many attempts. Please try again later.',
): Promise<void> {
  const counted = await countPoint(deps, `${name}:${subject}`, window);
  if (counted.points <= points) return;
  throw new Refusal(429, message, Math.max(1, Math.ceil((counted.expires.getTime() - deps.clock().getTime()) / 1000)));
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

/** A new password: what was guessed of the one before, from wherever, keeps nobody from it. */
export async function forgiveGuesses({ db }: LimitDeps, email: string): Promise<void> {
  await db.$executeRaw`
    delete from rate_limit
    where starts_with(key, ${`${LOGIN_PAIR.name}:${email}|`}) or key = ${`${LOGIN_ADDRESS.name}:${email}`}`;
}
