import { TOO_MANY_ATTEMPTS } from '@newsstand/contracts/access';
import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';
import { accountAt } from './account-at.ts';
import { LOGIN_PAIR, TOKEN_NETWORK, forgive, refund, spend } from './limits.ts';
import { logInAccount, type LoggedIn } from './log-in-account.ts';
import { noteArrived } from './note-delivery.ts';
import { proveMailbox } from './prove-mailbox.ts';
import { letterAnswered } from './request-letter.ts';
import { codeOf, hashOf, isSame } from './secrets.ts';
import type { Visitor } from './start-session.ts';
import { isNewest, redeemTicket } from './tickets.ts';

/** How often a code may be tried. */
const TRIES = 5;

type Attempt = { token: string; code: string; network: string };

/**
 * Section 4, email code, verify. A try is counted before the code is looked at, so that of any number at once five are compared. Used up, expired,
 * replaced by a newer one or never issued: all are the one error of section 8.
 */
export async function verifyCode(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  visitor: Visitor,
  { token, code, network }: Attempt,
): Promise<LoggedIn & { path: string | null; password_gone: boolean }> {
  await spend(deps, TOKEN_NETWORK, network);
  const now = deps.clock();
  const hash = hashOf(token);
  const tried = await deps.db.$executeRaw`
    update ticket set attempts = attempts + 1
    where token_hash = ${hash} and kind = 'signin' and consumed is null and expires > ${now} and attempts < ${TRIES} and ${isNewest}`;
  if (tried === 0) throw new Refusal(429, TOO_MANY_ATTEMPTS);
  if (!isSame(code, codeOf(deps.config.access.secret, hash))) throw new Refusal(401, 'That code is not correct.');

  const { ticket, email, loggedIn, password_gone } = await deps.db.$transaction(async (tx) => {
    const ticket = await redeemTicket(tx, deps, 'signin', token);
    if (ticket === null) throw new Refusal(429, TOO_MANY_ATTEMPTS);
    const account = await accountAt(tx, deps, ticket.email);
    // Nobody was sent the code of an address without an account.
    if (account === null) throw new Refusal(401, 'That code is not correct.');
    const password_gone = await proveMailbox(tx, deps, account, { replaced: visitor.session });
    await noteArrived(tx, account.id);
    return { ticket, email: account.email, password_gone, loggedIn: await logInAccount(tx, deps, visitor, account, 'code') };
  });
  await Promise.all([refund(deps, TOKEN_NETWORK, network), forgive(deps, LOGIN_PAIR, `${email}|${network}`)]);
  return { ...loggedIn, password_gone, path: await letterAnswered(deps, ticket) };
}
