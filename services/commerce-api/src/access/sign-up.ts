import { PASSWORDS_DIFFER } from '@newsstand/contracts/access';
import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';
import { createAccount } from './create-account.ts';
import { logInAccount, type LoggedIn } from './log-in-account.ts';
import { newPasswordProblem } from './new-password-rules.ts';
import { hashPassword } from './password.ts';
import type { Visitor } from './start-session.ts';

export type SignUp = { name: string; email: string; password: string; confirm: string };

/**
 * The account block of the check-out (section 5): makes the account and logs the reader in, in a session of its own. `exists`: the address has an
 * account, and its owner is asked to log in; it took the same work. The caller has checked for bots and counted the attempt.
 */
export async function signUp(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  visitor: Visitor,
  { name, email, password, confirm }: SignUp,
): Promise<LoggedIn | { type: 'exists' }> {
  const problem = newPasswordProblem(password, { email, name });
  if (problem !== null) throw new Refusal(422, { password: problem });
  if (password !== confirm) throw new Refusal(422, { confirm: PASSWORDS_DIFFER });
  const passwordHash = await hashPassword(password);
  return deps.db.$transaction(async (tx) => {
    const account = await createAccount(tx, deps, { email, name, passwordHash, verified: false });
    return account ? logInAccount(tx, deps, visitor, account, 'signup') : { type: 'exists' };
  });
}
