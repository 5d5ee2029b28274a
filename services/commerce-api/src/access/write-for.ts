import type { Deps } from '../deps.ts';
import type { AccessLetterKind } from '../mail/access-letter.ts';
import { accountAt } from './account-at.ts';

/** What is written to `email` where a code or a link was asked for: that there is no account, if there is none. Other letters are what they are. */
export async function writeFor(deps: Pick<Deps, 'db' | 'config'>, kind: AccessLetterKind, email: string): Promise<AccessLetterKind> {
  if (kind !== 'code' && kind !== 'reset') return kind;
  return (await accountAt(deps.db, deps, email)) === null ? 'no-account' : kind;
}
