import { TOO_MANY_ATTEMPTS } from '@newsstand/contracts/access';
import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';
import { accountAt } from './account-at.ts';
import { LOGIN_ADDRESS, LOGIN_NETWORK, LOGIN_PAIR, forgive, refund, spend } from './limits.ts';
import { logInAccount, type LoggedIn } from './log-in-account.ts';
import { verifyPassword } from './password.ts';
import type { Visitor } from './start-session.ts';

type Attempt = { email: string; password: string; network: string };

/** Section 4, password tab. A wrong password and an address without an account are one answer, after the same work. */
export async function logIn(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  visitor: Visitor,
  { email, password, network }: Attempt,
): Promise<LoggedIn> {
  const pair = `${email}|${network}`;
  await spend(deps, LOGIN_PAIR, pair, TOO_MANY_ATTEMPTS);
  await spend(deps, LOGIN_NETWORK, network, TOO_MANY_ATTEMPTS);
  await spend(deps, LOGIN_ADDRESS, email, TOO_MANY_ATTEMPTS);

  const account = await accountAt(deps.db, deps, email);
  const isRight = await verifyPassword(account?.passwordHash, password);
  if (!account || !isRight) throw new Refusal(401, 'The email or password is not correct.');

  await Promise.all([forgive(deps, LOGIN_PAIR, pair), refund(deps, LOGIN_NETWORK, network), refund(deps, LOGIN_ADDRESS, email)]);
  return deps.db.$transaction((tx) => logInAccount(tx, deps, visitor, account, 'password'));
}
