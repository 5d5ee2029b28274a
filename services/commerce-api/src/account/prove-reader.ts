import { requireSession } from '../readers/login/require-session.ts';
import type { DeleteAccount } from '@newsstand/contracts/account-data';
import { postLetter } from '../letters/post-letter.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { codeOf, hashOf, isSame, newToken } from '../platform/secrets.ts';
import type { Deps } from '../publication/deps.ts';
import { LETTER_OWN, PROOF_OWN, TOKEN_NETWORK, forgive, spend } from '../readers/login/limits.ts';
import { verifyPassword } from '../readers/login/password.ts';
import { LIFETIME, isNewest, redeemTicket } from '../readers/login/tickets.ts';
import { apiText } from '../platform/http/api-text.ts';
import type { SignedIn } from './signed-in.ts';
import { MINUTE } from '../platform/duration.ts';

type ProofDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/** How often a code may be tried. */
const TRIES = 5;
const WRONG_CODE = apiText('wrong_code');
const WRONG_PASSWORDS = apiText('wrong_passwords', { n: PROOF_OWN.window / MINUTE });

/** Mails a code with which the account can be deleted; answers the token that it is bound to. */
export async function sendDeleteCode(deps: ProofDeps, reader: SignedIn): Promise<string> {
  const { accountId, name, email } = reader;
  await spend(deps, LETTER_OWN, accountId);
  const token = newToken();
  const ticket = hashOf(token);
  const created = deps.clock();
  const expires = new Date(created.getTime() + LIFETIME.delete);
  await deps.db.$transaction(async (tx) => {
    await requireSession(tx, deps, reader);
    await tx.ticket.create({ data: { tokenHash: ticket, kind: 'delete', accountId, email, created, expires } });
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
 * Refuses (422, beside the field) whoever cannot show now that they are the reader: a session that was left open is not
 * enough. Tries are counted before anything is looked at.
 */
export async function proveReader(deps: ProofDeps, reader: SignedIn, proof: DeleteAccount, network: string): Promise<void> {
  switch (proof.type) {
    case 'password':
      return provePassword(deps, reader, proof.password);
    case 'code':
      return proveCode(deps, reader, proof, network);
  }
}

async function provePassword(deps: ProofDeps, { accountId: id }: SignedIn, password: string): Promise<void> {
  // Section 8's text is about codes and logging in: this reader has neither before them.
  await spend(deps, PROOF_OWN, id, WRONG_PASSWORDS);
  const account = await deps.db.account.findUnique({ where: { id }, select: { passwordHash: true } });
  // Another tab has just deleted it.
  if (account === null) throw new Refusal(401, apiText('log_in'));
  // The first proof of the mailbox has taken it, in another tab.
  if (account.passwordHash === null) {
    throw new Refusal(422, {
      password: apiText('password_gone'),
    });
  }
  if (!(await verifyPassword(account.passwordHash, password))) throw new Refusal(422, { password: apiText('wrong_password') });
  await forgive(deps, PROOF_OWN, id);
}

async function proveCode(
  deps: ProofDeps,
  reader: SignedIn,
  { token, code }: { token: string; code: string },
  network: string,
): Promise<void> {
  const hash = hashOf(token);
  const tried = await deps.db.$executeRaw`
    update ticket set attempts = attempts + 1
    where token_hash = ${hash} and kind = 'delete' and email = ${reader.email} and consumed is null and expires > ${deps.clock()}
      and attempts < ${TRIES} and ${isNewest}`;
  const isRight = tried > 0 && isSame(code, codeOf(deps.config.access.secret, hash));
  if (!isRight) await spend(deps, TOKEN_NETWORK, network);
  if (tried === 0) throw await whyNoTry(deps, reader, hash);
  if (!isRight) throw new Refusal(422, { code: WRONG_CODE });
  if ((await redeemTicket(deps.db, deps, 'delete', token)) === null) throw await whyNoTry(deps, reader, hash);
}

type Dead = { used: boolean; replaced: boolean; spent: boolean };

/**
 * Why a code can be tried no more, whether it would have been right or not: the text of section 8 only after too many
 * tries. What is another's, or was taken away since, is as what is too old.
 */
async function whyNoTry({ db, clock }: ProofDeps, { email }: SignedIn, hash: string): Promise<Refusal> {
  const [dead] = await db.$queryRaw<Dead[]>`
    select consumed is not null as used, not ${isNewest} as replaced, attempts >= ${TRIES} as spent
    from ticket where token_hash = ${hash} and kind = 'delete' and email = ${email} and expires > ${clock()}`;
  if (dead?.used) return new Refusal(422, { code: apiText('code_used') });
  if (dead?.replaced) {
    return new Refusal(422, { code: apiText('code_replaced') });
  }
  return dead?.spent ? new Refusal(429, apiText('too_many_codes')) : new Refusal(422, { code: apiText('code_old') });
}
