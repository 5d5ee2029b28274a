import type { EmailWithdrawn } from '@newsstand/contracts/account';
import { Refusal } from '../platform/http/refusal.ts';
import { hashOf } from '../platform/secrets.ts';
import type { Deps } from '../publication/deps.ts';
import { TOKEN_NETWORK, spend } from '../readers/login/limits.ts';
import { redeemTicket } from '../readers/login/tickets.ts';
import { apiText } from '../platform/http/api-text.ts';
import { lockAccount, voidPrepared } from '../readers/login/void-unproved.ts';

/** `session`: the one of the browser in which the button is pressed, if it is logged in. */
type Wish = { token: string; network: string; session: string | null };

/**
 * Withdraws the new address that waits, with the link that the present one got: whoever has that mailbox did not ask
 * for it, so all else that was prepared goes, too, and every session but their own ends. A link that has done its work
 * answers as it did; one whose change was confirmed, or waited too long, is refused (422).
 */
export async function withdrawEmail(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { token, network, session }: Wish,
): Promise<EmailWithdrawn> {
  await spend(deps, TOKEN_NETWORK, network);
  return deps.db.$transaction(async (tx) => {
    const kept = await tx.ticket.findUnique({ where: { tokenHash: hashOf(token), kind: 'withdraw' } });
    const accountId = kept?.accountId ?? null;
    const account = accountId === null ? null : await lockAccount(tx, deps, accountId);
    if (accountId === null || account === null) throw new Refusal(422, { token: apiText('change_withdrawn') });
    const ticket = await redeemTicket(tx, deps, 'withdraw', token);
    if (ticket) await voidPrepared(tx, deps, accountId, session === null ? {} : { id: { not: session } });
    else if ((await tx.ticket.count({ where: { tokenHash: hashOf(token), consumed: { not: null } } })) === 0) {
      throw new Refusal(422, { token: apiText('change_withdrawn') });
    }
    return { email: account.email };
  });
}
