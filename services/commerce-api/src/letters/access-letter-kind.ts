import type { Deps } from '../publication/deps.ts';
import type { AccessLetterKind } from './access-letter.ts';
import { findAccount } from './find-account.ts';

/** What is written to `email` where a code or a link was asked for: that there is no account, if there is none. Other letters are what they are. */
export async function accessLetterKind(
  deps: Pick<Deps, 'db' | 'config'>,
  kind: AccessLetterKind,
  email: string,
): Promise<AccessLetterKind> {
  if (kind !== 'code' && kind !== 'reset') return kind;
  return (await findAccount(deps.db, deps, email)) === null ? 'no-account' : kind;
}
