import type { Prisma } from '../../../generated/prisma/client.ts';
import { findAccount } from '../../letters/find-account.ts';
import { awaitsClaim } from '../../letters/unclaimed-imports.ts';
import { noteArrived } from '../../letters/note-delivery.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { codeOf, hashOf, isSame } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { createAccount, type Account } from './create-account.ts';
import { LOGIN_KNOWN, LOGIN_PAIR, TOKEN_NETWORK, forgive, spend } from './limits.ts';
import { logInAccount, type LoggedIn } from './log-in-account.ts';
import { proveMailbox } from './prove-mailbox.ts';
import { letterAnswered } from './request-letter.ts';
import type { Visitor } from './start-session.ts';
import { apiText } from '../../platform/http/api-text.ts';
import { isNewest, redeemTicket } from './tickets.ts';

/** How often a code may be tried. */
const TRIES = 5;

type Attempt = { token: string; code: string; network: string };

/**
 * Section 4, email code, verify. A try is counted before the code is looked at, so that of any number at once five are
 * compared. Used up, expired, replaced by a newer one or never issued: all are the one error of section 8. What others
 * of the network tried in vain keeps no right code out.
 */
export async function verifyCode(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>,
  visitor: Visitor,
  { token, code, network }: Attempt,
): Promise<LoggedIn & { path: string | null; password_gone: boolean }> {
  const now = deps.clock();
  const hash = hashOf(token);
  const tried = await deps.db.$executeRaw`
    update ticket set attempts = attempts + 1
    where token_hash = ${hash} and kind = 'signin' and consumed is null and expires > ${now} and attempts < ${TRIES} and ${isNewest}`;
  const isRight = tried > 0 && isSame(code, codeOf(deps.config.access.secret, hash));
  if (!isRight) await spend(deps, TOKEN_NETWORK, network);
  if (tried === 0) throw new Refusal(429, apiText('too_many_codes'));
  if (!isRight) throw new Refusal(401, apiText('wrong_code'));

  const { ticket, email, loggedIn, password_gone } = await deps.db.$transaction(async (tx) => {
    const ticket = await redeemTicket(tx, deps, 'signin', token);
    if (ticket === null) throw new Refusal(429, apiText('too_many_codes'));
    const found = await findAccount(tx, deps, ticket.email);
    const { account, password_gone } = await proved(tx, deps, ticket.email, { found, replaced: visitor.session });
    await noteArrived(tx, account.id);
    return { ticket, email: account.email, password_gone, loggedIn: await logInAccount(tx, deps, visitor, account, 'code') };
  });
  const browser = `${email}|${hashOf(visitor.device)}`;
  await Promise.all([forgive(deps, LOGIN_PAIR, `${email}|${network}`), forgive(deps, LOGIN_KNOWN, browser)]);
  return { ...loggedIn, password_gone, path: await letterAnswered(deps, ticket) };
}

/**
 * The account of a mailbox whose code was right: the one that it has, or the first one, whose letter said that the code
 * makes it.
 */
async function proved(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config'>,
  email: string | null,
  { found, replaced }: { found: Account | null; replaced: string | null },
): Promise<{ account: Account; password_gone: boolean }> {
  if (found !== null) return proveMailbox(tx, deps, found, { replaced });
  // Nobody was sent the code of any other address without an account.
  if (email === null || !(await awaitsClaim(tx, deps))) throw new Refusal(401, apiText('wrong_code'));
  const made = await createAccount(tx, deps, { email, name: '', passwordHash: null, verified: true });
  // Somebody has made one with it this very moment: it is theirs by the next code.
  if (made === null) throw new Refusal(429, apiText('too_many_codes'));
  return { account: made, password_gone: false };
}
