import type { EmailChange } from '@newsstand/contracts/account';
import { LETTER_ADDRESS, LETTER_NETWORK, spend } from '../access/limits.ts';
import { requireFreshLogin } from '../access/require-fresh-login.ts';
import { postLetter } from '../access/post-letter.ts';
import { hashOf, newToken, tokenOf } from '../access/secrets.ts';
import type { Deps } from '../deps.ts';
import { DAY } from '../duration.ts';
import type { SignedIn } from './signed-in.ts';

/** How long a new address waits to be confirmed. */
const LIFETIME = 3 * DAY;

/**
 * Section 4, email change: the new address waits until it is confirmed, in place of one that waits already. A link goes there, and word of it to
 * the present one. The present address withdraws a change that waits; for any other the login must be fresh (403).
 */
export async function askForEmail(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  reader: SignedIn,
  { email, network }: { email: string; network: string },
): Promise<EmailChange> {
  const { accountId, name } = reader;
  if (email === reader.email) {
    await deps.db.emailChange.deleteMany({ where: { accountId } });
    return { name, email, email_change: null };
  }
  await requireFreshLogin(deps, reader);
  await spend(deps, LETTER_NETWORK, network);
  await spend(deps, LETTER_ADDRESS, email);
  const created = deps.clock();
  const expires = new Date(created.getTime() + LIFETIME);
  const nonce = newToken();
  const tokenHash = hashOf(tokenOf(deps.config.access.secret, nonce));
  await deps.db.$transaction(async (tx) => {
    const change = { publicationId: deps.config.publicationId, email, tokenHash, created, expires };
    await tx.emailChange.upsert({ where: { accountId }, create: { accountId, ...change }, update: change });
    const link = { name, nonce, expires: expires.toISOString() };
    await postLetter(tx, deps, { kind: 'email-change', subject: tokenHash, recipient: email, payload: link });
    await postLetter(tx, deps, { kind: 'email-asked', subject: tokenHash, recipient: reader.email, payload: { name, email } });
  });
  return { name, email: reader.email, email_change: email };
}
