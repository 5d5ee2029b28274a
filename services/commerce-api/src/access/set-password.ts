import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';
import { accountAt } from './account-at.ts';
import { TOKEN_NETWORK, forgiveGuesses, refund, spend } from './limits.ts';
import { logInAccount, type LoggedIn } from './log-in-account.ts';
import { newPasswordProblem } from './new-password-rules.ts';
import { noteArrived } from './note-delivery.ts';
import { hashPassword } from './password.ts';
import { postLetter } from './post-letter.ts';
import { endSessionsBut, proveMailbox } from './prove-mailbox.ts';
import { letterAnswered } from './request-letter.ts';
import { hashOf } from './secrets.ts';
import type { Visitor } from './start-session.ts';
import { redeemTicket } from './tickets.ts';

type Wish = { token: string; password: string; network: string };

const USED_UP = 'This link has expired or was already used. Please request a new one.';

/**
 * Sets a password with the mailed link, once. Every other session ends, every ticket that is about is void, and a letter says what happened. A
 * password that may not be chosen leaves the link as it was.
 */
export async function setPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  visitor: Visitor,
  { token, password, network }: Wish,
): Promise<LoggedIn & { path: string | null }> {
  await spend(deps, TOKEN_NETWORK, network);
  const whose = await ownerOf(deps, token);
  const problem = newPasswordProblem(password, whose ?? { email: '', name: '' });
  if (problem !== null) throw new Refusal(422, { password: problem });
  const passwordHash = await hashPassword(password);

  const { ticket, email, loggedIn } = await deps.db.$transaction(async (tx) => {
    const ticket = await redeemTicket(tx, deps, 'reset', token);
    const owner = ticket && (await accountAt(tx, deps, ticket.email));
    if (ticket === null || owner === null) throw new Refusal(422, USED_UP);
    const accountId = owner.id;
    await proveMailbox(tx, deps, owner, { replaced: visitor.session, setsPassword: true });
    await noteArrived(tx, accountId);
    const account = await tx.account.update({ where: { id: accountId }, data: { passwordHash } });
    await tx.ticket.updateMany({ where: { email: account.email, consumed: null }, data: { consumed: deps.clock() } });
    await endSessionsBut(tx, accountId, visitor.session);
    await postLetter(tx, deps, {
      kind: owner.passwordHash === null ? 'password-set' : 'password-changed',
      subject: hashOf(token),
      recipient: account.email,
      payload: { name: account.name },
    });
    return { ticket, email: account.email, loggedIn: await logInAccount(tx, deps, visitor, account, 'reset') };
  });
  await Promise.all([refund(deps, TOKEN_NETWORK, network), forgiveGuesses(deps, email)]);
  return { ...loggedIn, path: await letterAnswered(deps, ticket) };
}

async function ownerOf(deps: Pick<Deps, 'db' | 'config'>, token: string): Promise<{ email: string; name: string } | null> {
  const ticket = await deps.db.ticket.findUnique({ where: { tokenHash: hashOf(token), kind: 'reset' } });
  return ticket && accountAt(deps.db, deps, ticket.email);
}
