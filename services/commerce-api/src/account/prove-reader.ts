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
const WRONG_PASSWORDS = 'Too many wrong passwords. Please try again in 15 minutes.';

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
  // Section 8's text is about codes and logging in: this reader has neither before them.
  await spend(deps, LOGIN_PAIR, pair, WRONG_PASSWORDS);
  const account = await deps.db.account.findUnique({ where: { id }, select: { passwordHash: true } });
  // Another tab has just deleted it.
  if (account === null) throw new Refusal(401, 'Please log in.');
  // The first proof of the mailbox has taken it, in another tab.
  if (account.passwordHash === null) {
    throw new Refusal(422, {
      password: 'Your account has no password any more. Please load this page again: a code is asked for instead.',
    });
  }
  if (!(await verifyPassword(account.passwordHash, password))) throw new Refusal(422, { password: 'That password is not correct.' });
  await forgive(deps, LOGIN_PAIR, pair);
}

async function proveCode(
  deps: ProofDeps,
  reader: SignedIn,
  { token, code }: { token: string; code: string },
  network: string,
): Promise<void> {
  await spend(deps, TOKEN_NETWORK, network);
  const hash = hashOf(token);
  const tried = await deps.db.$executeRaw`
    update ticket set attempts = attempts + 1
    where token_hash = ${hash} and kind = 'delete' and email = ${reader.email} and consumed is null and expires > ${deps.clock()}
      and attempts < ${TRIES} and ${isNewest}`;
  if (tried === 0) throw await whyNoTry(deps, reader, hash);
  if (!isSame(code, codeOf(deps.config.access.secret, hash))) throw new Refusal(422, { code: WRONG_CODE });
  if ((await redeemTicket(deps.db, deps, 'delete', token)) === null) throw await whyNoTry(deps, reader, hash);
}

type Dead = { used: boolean; replaced: boolean; spent: boolean };

/**
 * Why a code can be tried no more, whether it would have been right or not: the text of section 8 only after too many tries. What is another's, or was
 * taken away since, is as what is too old.
 */
async function whyNoTry({ db, clock }: ProofDeps, { email }: SignedIn, hash: string): Promise<Refusal> {
  const [dead] = await db.$queryRaw<Dead[]>`
    select consumed is not null as used, not ${isNewest} as replaced, attempts >= ${TRIES} as spent
    from ticket where token_hash = ${hash} and kind = 'delete' and email = ${email} and expires > ${clock()}`;
  if (dead?.used) return new Refusal(422, { code: 'This code was used already. Please ask for a new one.' });
  if (dead?.replaced) {
    return new Refusal(422, { code: 'A newer code was sent since, so this one does not work any more. Please ask for a new one here.' });
  }
  return dead?.spent ? new Refusal(429, TOO_MANY_ATTEMPTS) : new Refusal(422, { code: 'This code is too old. Please ask for a new one.' });
}
