import type { Deps } from '../publication/deps.ts';
import type { AccessLetterKind } from './access-letter.ts';
import { awaitsClaim } from './unclaimed-imports.ts';
import { findAccount } from './find-account.ts';

/**
 * What is written to `email` where a code or a link was asked for: that there is no account, if there is none, or,
 * while an import's readers wait for theirs, the code that makes one and, of a link, that a code does. Other letters
 * are what they are.
 */
export async function accessLetterKind(
  deps: Pick<Deps, 'db' | 'config'>,
  kind: AccessLetterKind,
  email: string,
): Promise<AccessLetterKind> {
  if (kind !== 'code' && kind !== 'reset') return kind;
  if ((await findAccount(deps.db, deps, email)) !== null) return kind;
  if (!(await awaitsClaim(deps.db, deps))) return 'no-account';
  return kind === 'code' ? 'first-code' : 'no-account-by-post';
}
