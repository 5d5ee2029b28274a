import type { Deps } from '../publication/deps.ts';
import { findAccount } from './find-account.ts';
import type { AccountLetterKind } from './account-letter.ts';

/**
 * What is written to a new address that a reader asked for: that it has an account already, if it has. Asked when the
 * letter is written, so that whoever asks for an address cannot tell, by words or by time. Other letters are what they
 * are.
 */
export async function accountLetterKind(
  deps: Pick<Deps, 'db' | 'config'>,
  kind: AccountLetterKind,
  email: string,
): Promise<AccountLetterKind> {
  if (kind !== 'email-change') return kind;
  return (await findAccount(deps.db, deps, email)) === null ? kind : 'email-taken';
}
