import type { Deps } from '../publication/deps.ts';
import type { AccessLetterKind } from './access-letter.ts';
import { awaitsClaim } from './awaits-claim.ts';
import { findAccount } from './find-account.ts';

/**
 * What is written to `email` where a code or a link was asked for: that there is no account, if there is none, or, of a code, that it makes one. Other letters are what they are.
 */
export async function accessLetterKind(
  deps: Pick<Deps, 'db' | 'config'>,
  kind: AccessLetterKind,
  email: string,
): Promise<AccessLetterKind> {
  if (kind !== 'code' && kind !== 'reset') return kind;
  if ((await findAccount(deps.db, deps, email)) !== null) return kind;
  return kind === 'code' && (await awaitsClaim(deps.db, deps)) ? 'first-code' : 'no-account';
}
