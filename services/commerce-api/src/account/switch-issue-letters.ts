import type { Deps } from '../publication/deps.ts';
import { requireSession, type Login } from '../readers/login/require-session.ts';

/** Switches the letters about new issues to what the reader wants: also those that wait in the queue already. */
export async function switchIssueLetters(deps: Pick<Deps, 'db' | 'config' | 'clock'>, login: Login, wanted: boolean): Promise<boolean> {
  await deps.db.$transaction(async (tx) => {
    await requireSession(tx, deps, login);
    await tx.account.update({ where: { id: login.accountId }, data: { issueLetters: wanted } });
  });
  return wanted;
}

/** By the link of such a letter; false where there is no such account any more. */
export async function endIssueLetters({ db, config }: Pick<Deps, 'db' | 'config'>, accountId: string): Promise<boolean> {
  const { count } = await db.account.updateMany({
    where: { id: accountId, publicationId: config.publicationId },
    data: { issueLetters: false },
  });
  return count > 0;
}
