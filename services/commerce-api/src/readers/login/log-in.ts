import { findAccount } from '../../letters/find-account.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { isKnownBrowser } from './known-browser.ts';
import { LOGIN_ADDRESS, LOGIN_KNOWN, LOGIN_NETWORK, LOGIN_PAIR, forgive, refund, spend } from './limits.ts';
import { logInAccount, type LoggedIn } from './log-in-account.ts';
import { verifyPassword } from './password.ts';
import { apiText } from '../../platform/http/api-text.ts';
import type { Visitor } from './start-session.ts';

const WRONG = apiText('wrong_login');

type Attempt = { email: string; password: string; network: string };

/**
 * Section 4, password tab. A wrong password and an address without an account are one answer, after the same work. A
 * browser that the account knows has tries of its own, which no stranger uses up.
 */
export async function logIn(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>,
  visitor: Visitor,
  { email, password, network }: Attempt,
): Promise<LoggedIn> {
  const pair = `${email}|${network}`;
  const browser = `${email}|${hashOf(visitor.device)}`;
  const isKnown = await isKnownBrowser(deps, email, visitor.device);
  if (isKnown) {
    await spend(deps, LOGIN_KNOWN, browser, apiText('too_many_codes'));
  } else {
    await spend(deps, LOGIN_PAIR, pair, apiText('too_many_codes'));
    await spend(deps, LOGIN_NETWORK, network, apiText('too_many_codes'));
    await spend(deps, LOGIN_ADDRESS, email, apiText('too_many_codes'));
  }

  const account = await findAccount(deps.db, deps, email);
  const isRight = await verifyPassword(account?.passwordHash, password);
  if (!account || !isRight) throw new Refusal(401, WRONG);

  if (isKnown) await forgive(deps, LOGIN_KNOWN, browser);
  else await Promise.all([forgive(deps, LOGIN_PAIR, pair), refund(deps, LOGIN_NETWORK, network), refund(deps, LOGIN_ADDRESS, email)]);
  return deps.db.$transaction(async (tx) => {
    // The first proof of the mailbox, or a new password, may have come while this one was hashed: then it is wrong by
    // now.
    const [same] = await tx.$queryRaw<unknown[]>`
      select 1 from account where id = ${account.id}::uuid and password_hash = ${account.passwordHash} for share`;
    if (same === undefined) throw new Refusal(401, WRONG);
    return logInAccount(tx, deps, visitor, account, 'password');
  });
}
