import type { EmailChange } from '@newsstand/contracts/account';
import type { Prisma } from '../../generated/prisma/client.ts';
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
 * Section 4, email change: the new address waits until it is confirmed, in place of one that waits already, be it the same. A link goes there, and
 * word of it to the present one. The present address withdraws a change that waits; for any other the login must be fresh (403).
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
  const replaced = await deps.db.$transaction(async (tx) => {
    const earlier = await takePlace(tx, { accountId, publicationId: deps.config.publicationId, email, tokenHash, created, expires });
    const link = { name, nonce, expires: expires.toISOString() };
    await postLetter(tx, deps, { kind: 'email-change', subject: tokenHash, recipient: email, payload: link });
    await postLetter(tx, deps, { kind: 'email-asked', subject: tokenHash, recipient: reader.email, payload: { name, email } });
    return earlier;
  });
  return { name, email: reader.email, email_change: email, replaced };
}

/** Lets a change wait, in place of one that waits already; answers the address of that one, which may be the same: its earlier link is dead. */
async function takePlace(tx: Prisma.TransactionClient, change: Prisma.EmailChangeUncheckedCreateInput): Promise<string | undefined> {
  const { accountId, created } = change;
  // Not an upsert alone: of two tabs that ask at once, the second waits here, and then finds the first one's.
  const { count } = await tx.emailChange.createMany({ data: [change], skipDuplicates: true });
  if (count > 0) return undefined;
  const [earlier] = await tx.$queryRaw<{ email: string }[]>`
    select email from email_change where account_id = ${accountId}::uuid and expires > ${created} for update`;
  await tx.emailChange.upsert({ where: { accountId }, create: change, update: change });
  return earlier?.email;
}
