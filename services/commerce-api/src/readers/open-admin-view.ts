import { MINUTE } from '../platform/duration.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { ADMIN_VIEW } from '../platform/http/view-only.ts';
import { viewOnlyToken } from '../platform/http/view-only.ts';
import { hashOf, newToken } from '../platform/secrets.ts';
import type { Deps } from '../publication/deps.ts';
import { apiText } from '../platform/http/api-text.ts';
import { TOKEN_NETWORK, spend } from './login/limits.ts';

/** How long a look lasts, in milliseconds, whatever staff does meanwhile. */
export const LASTS = 30 * MINUTE;

type Opening = { token: string; session: string | null; network: string; agent: string };

/**
 * Opens a link that staff made, once: a session in which the reader's account can be seen and nothing changed. Who
 * looked, when and from where is kept. Ends the session that the browser had. Answers the new session's token, and
 * until when it works.
 */
export async function openAdminView(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { token, session, network, agent }: Opening,
): Promise<{ token: string; expires: Date }> {
  await spend(deps, TOKEN_NETWORK, network);
  const now = deps.clock();
  const expires = new Date(now.getTime() + LASTS);
  const fresh = viewOnlyToken(newToken());
  const opened = await deps.db.$transaction(async (tx) => {
    const [link] = await tx.$queryRaw<{ account_id: string }[]>`
      update admin_view set opened = ${now}, network = ${network}, agent = ${agent}
      where token_hash = ${hashOf(token)} and publication_id = ${deps.config.publicationId} and opened is null and expires > ${now}
        and exists (select from account where account.id = admin_view.account_id)
      returning account_id`;
    if (!link) return false;
    if (session !== null) await tx.session.deleteMany({ where: { tokenHash: session, accountId: { not: null } } });
    const reader = { ownerId: link.account_id, accountId: link.account_id };
    await tx.session.create({ data: { tokenHash: hashOf(fresh), ...reader, method: ADMIN_VIEW, agent, created: now, seen: now, expires } });
    return true;
  });
  if (!opened) throw new Refusal(422, { token: apiText('look_used') });
  return { token: fresh, expires };
}
