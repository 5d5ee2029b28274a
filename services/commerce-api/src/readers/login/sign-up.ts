import { Email } from '@newsstand/contracts/email';
import { asksPassword } from '@newsstand/contracts/asks-password';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { createAccount } from './create-account.ts';
import { SIGNUP_NETWORK, refund, spend } from './limits.ts';
import { logInAccount, type LoggedIn } from './log-in-account.ts';
import { hashPassword } from './password.ts';
import { signUpProblems, type AccountBlock } from './sign-up-rules.ts';
import { apiText } from '../../platform/http/api-text.ts';
import type { Visitor } from './start-session.ts';

/**
 * Who has something already, or is given it in the same transaction, and gets the account for it; `check` throws where
 * it is not to be had. `welcomed`: the letter that it writes welcomes them.
 */
export type WaitingOwner = { id: string; welcomed?: boolean; check: (tx: Prisma.TransactionClient) => Promise<void> };

const EXISTS = apiText('has_account');

/**
 * The account block of the check-out (section 5): makes the account and logs the reader in, in a session of its own.
 * Refuses (422) what is wrong with its fields, and an address that has an account, whose owner is asked to log in: that
 * one answer tells strangers something, so it comes last, after the bot check, and few times for one network (decision
 * 020).
 */
export async function signUp(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>,
  visitor: Visitor,
  { network, owner, ...block }: AccountBlock & { network: string; owner?: WaitingOwner | undefined },
): Promise<LoggedIn & { accountId: string }> {
  const published = deps.publication.cached();
  const problems = signUpProblems(block, published);
  if (Object.keys(problems).length > 0) throw new Refusal(422, problems);
  await spend(deps, SIGNUP_NETWORK, network);
  const [email, name] = [v.parse(Email, block.email), block.name];
  const passwordHash = asksPassword(published.settings.logins) ? await hashPassword(block.password?.password ?? '') : null;
  const loggedIn = await deps.db.$transaction(async (tx) => {
    await owner?.check(tx);
    // Whoever takes what is theirs already, a gift, orders nothing: no receipt will welcome them.
    const account = await createAccount(tx, deps, {
      id: owner?.id,
      email,
      name,
      passwordHash,
      verified: false,
      orders: owner === undefined,
      welcomed: owner?.welcomed,
    });
    // Thrown in here: what its owner was given is given back.
    if (!account) throw new Refusal(422, { email: EXISTS }, undefined, { require: 'login' });
    return { ...(await logInAccount(tx, deps, visitor, account, 'signup')), accountId: account.id };
  });
  await refund(deps, SIGNUP_NETWORK, network);
  return loggedIn;
}
