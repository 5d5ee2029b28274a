import { TOO_MANY_ATTEMPTS } from '@newsstand/contracts/access';
import type { DeleteAccount } from '@newsstand/contracts/account';
import { LETTER_ADDRESS, LETTER_NETWORK, LOGIN_PAIR, TOKEN_NETWORK, forgive, spend } from '../access/limits.ts';
import { verifyPassword } from '../access/password.ts';
import { postLetter } from '../access/post-letter.ts';
import { codeOf, hashOf, isSame, newToken } from '../access/secrets.ts';
import { LIFETIME, isNewest, redeemTicket } from '../access/tickets.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';
import type { SignedIn } from './signed-in.ts';

type ProofDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/** How often a code may be tried. */
const TRIES = 5;
const WRONG_CODE = 'That code is not correct.';

/** Mails a code with which the account can be deleted; answers the token that it is bound to. */
export async function sendDeleteCode(deps: ProofDeps, { name, email }: SignedIn, network: string): Promise<string> {
  await spend(deps, LETTER_NETWORK, network);
  await spend(deps, LETTER_ADDRESS, email);
  const token = newToken();
  const ticket = hashOf(token);
  const created = deps.clock();
  const expires = new Date(created.getTime() + LIFETIME.delete);
  await deps.db.$transaction(async (tx) => {
    await tx.ticket.create({ data: { tokenHash: ticket, kind: 'delete', email, created, expires } });
    await postLetter(tx, deps, {
      kind: 'delete-code',
      subject: ticket,
      recipient: email,
      payload: { name, ticket, expires: expires.toISOString() },
    });
  });
  return token;
}

/**
 * Refuses (422, beside the field) whoever cannot show now that they are the reader: a session that was left open is not enough. Tries are counted
 * before anything is looked at.
 */
export async function proveReader(deps: ProofDeps, reader: SignedIn, proof: DeleteAccount, network: string): Promise<void> {
  switch (proof.type) {
    case 'password':
      return provePassword(deps, reader, proof.password, network);
    case 'code':
      return proveCode(deps, reader, proof, network);
  }
}

async function provePassword(deps: ProofDeps, { accountId: id, email }: SignedIn, password: string, network: string): Promise<void> {
  const pair = `${email}|${network}`;
  await spend(deps, LOGIN_PAIR, pair, TOO_MANY_ATTEMPTS);
  const account = await deps.db.account.findUnique({ where: { id }, select: { passwordHash: true } });
  // Another tab has just deleted it.
  if (account === null) throw new Refusal(401, 'Please log in.');
  if (!(await verifyPassword(account.passwordHash, password))) throw new Refusal(422, { password: 'That password is not correct.' });
  await forgive(deps, LOGIN_PAIR, pair);
}

async function proveCode(
  deps: ProofDeps,
  { email }: SignedIn,
  { token, code }: { token: string; code: string },
  network: string,
): Promise<void> {
  await spend(deps, TOKEN_NETWORK, network);
  const hash = hashOf(token);
  const tried = await deps.db.$executeRaw`
    update ticket set attempts = attempts + 1
    where token_hash = ${hash} and kind = 'delete' and email = ${email} and consumed is null and expires > ${deps.clock()}
      and attempts < ${TRIES} and ${isNewest}`;
  if (tried === 0) throw new Refusal(429, TOO_MANY_ATTEMPTS);
  if (!isSame(code, codeOf(deps.config.access.secret, hash))) throw new Refusal(422, { code: WRONG_CODE });
  if ((await redeemTicket(deps.db, deps, 'delete', token)) === null) throw new Refusal(422, { code: WRONG_CODE });
}
