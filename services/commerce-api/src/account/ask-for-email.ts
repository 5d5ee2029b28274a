import { requireSession } from '../readers/login/require-session.ts';
import type { EmailChange } from '@newsstand/contracts/account';
import type { Prisma } from '../../generated/prisma/client.ts';
import { postLetter } from '../letters/post-letter.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { hashOf, newToken, tokenOf } from '../platform/secrets.ts';
import type { Deps } from '../publication/deps.ts';
import { LETTER_ADDRESS, LETTER_NETWORK, spend } from '../readers/login/limits.ts';
import { requireFreshLogin } from '../readers/login/require-fresh-login.ts';
import { LIFETIME } from '../readers/login/tickets.ts';
import { apiText } from '../platform/http/api-text.ts';
import type { SignedIn } from './signed-in.ts';

/**
 * Section 4, email change: the new address waits until it is confirmed, in place of one that waits already, be it the
 * same. A link goes there, and word of it to the present one, with a link that withdraws it. The present address
 * withdraws a change that waits; for any other the login must be fresh (403), and the present mailbox proved (403):
 * whoever typed somebody's address must not lead the account away from its owner.
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
  const present = await deps.db.account.findUnique({ where: { id: accountId }, select: { verified: true } });
  if (present?.verified == null) throw new Refusal(403, apiText('prove_first'));
  await requireFreshLogin(deps, reader);
  await spend(deps, LETTER_NETWORK, network);
  await spend(deps, LETTER_ADDRESS, email);
  const created = deps.clock();
  const expires = new Date(created.getTime() + LIFETIME.withdraw);
  const [nonce, withdraw] = [newToken(), newToken()];
  const tokenHash = hashOf(tokenOf(deps.config.access.secret, nonce));
  const replaced = await deps.db.$transaction(async (tx) => {
    const account = await requireSession(tx, deps, reader);
    const earlier = await takePlace(tx, { accountId, publicationId: deps.config.publicationId, email, tokenHash, created, expires });
    const link = { name, nonce, expires: expires.toISOString() };
    await postLetter(tx, deps, { kind: 'email-change', subject: tokenHash, recipient: email, payload: link });
    // It names no address, so that the newest counts no more than those before it: each withdraws whatever waits by
    // then.
    const ticket = hashOf(tokenOf(deps.config.access.secret, withdraw));
    await tx.ticket.create({ data: { tokenHash: ticket, kind: 'withdraw', accountId, created, expires } });
    const asked = { name, email, nonce: withdraw };
    await postLetter(tx, deps, { kind: 'email-asked', subject: tokenHash, recipient: account.email, payload: asked });
    return earlier;
  });
  return { name, email: reader.email, email_change: email, replaced };
}

/**
 * Lets a change wait, in place of one that waits already; answers the address of that one, which may be the same: its
 * earlier link is dead.
 */
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
