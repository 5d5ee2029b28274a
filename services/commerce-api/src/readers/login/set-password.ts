import { findAccount } from '../../letters/find-account.ts';
import { noteArrived } from '../../letters/note-delivery.ts';
import { postLetter } from '../../letters/post-letter.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { TOKEN_NETWORK, forgiveGuesses, spend } from './limits.ts';
import { logInAccount, type LoggedIn } from './log-in-account.ts';
import { newPasswordProblem } from './new-password-rules.ts';
import { hashPassword } from './password.ts';
import { proveMailbox } from './prove-mailbox.ts';
import { letterAnswered } from './request-letter.ts';
import type { Visitor } from './start-session.ts';
import { redeemTicket } from './tickets.ts';
import { apiText } from '../../platform/http/api-text.ts';
import { voidPrepared } from './void-unproved.ts';

type Wish = { token: string; password: string; network: string };

const USED_UP = apiText('reset_used');

/**
 * Sets a password with the mailed link, once. Every other session ends, all that was prepared before is void, and a
 * letter says what happened. A password that may not be chosen leaves the link as it was.
 */
export async function setPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>,
  visitor: Visitor,
  { token, password, network }: Wish,
): Promise<LoggedIn & { path: string | null }> {
  const whose = await ownerOf(deps, token);
  // Nobody guesses a link that works: what others of the network tried in vain keeps no one from it.
  if (whose === null) await spend(deps, TOKEN_NETWORK, network);
  const problem = newPasswordProblem(password, whose ?? { email: '', name: '' });
  if (problem !== null) throw new Refusal(422, { password: problem });
  const passwordHash = await hashPassword(password);

  const { ticket, email, loggedIn } = await deps.db.$transaction(async (tx) => {
    const ticket = await redeemTicket(tx, deps, 'reset', token);
    const owner = ticket && (await findAccount(tx, deps, ticket.email));
    if (ticket === null || owner === null) throw new Refusal(422, USED_UP);
    const accountId = owner.id;
    await proveMailbox(tx, deps, owner, { replaced: visitor.session, setsPassword: true });
    await voidPrepared(tx, deps, accountId, visitor.session === null ? {} : { tokenHash: { not: visitor.session } });
    await noteArrived(tx, accountId);
    const account = await tx.account.update({ where: { id: accountId }, data: { passwordHash } });
    await postLetter(tx, deps, {
      kind: owner.passwordHash === null ? 'password-set' : 'password-changed',
      subject: hashOf(token),
      recipient: account.email,
      payload: { name: account.name },
    });
    return { ticket, email: account.email, loggedIn: await logInAccount(tx, deps, visitor, account, 'reset') };
  });
  await forgiveGuesses(deps, email);
  return { ...loggedIn, path: await letterAnswered(deps, ticket) };
}

async function ownerOf(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>,
  token: string,
): Promise<{ email: string; name: string } | null> {
  const where = { tokenHash: hashOf(token), kind: 'reset', consumed: null, expires: { gt: deps.clock() } };
  const ticket = await deps.db.ticket.findUnique({ where });
  return ticket && findAccount(deps.db, deps, ticket.email);
}
