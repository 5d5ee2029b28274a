import { UNTOLD, type DeskReason } from '@newsstand/contracts/desk-verbs';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { postLetter } from '../../letters/post-letter.ts';
import type { AccountLetterKind } from '../../letters/account-letter.ts';
import type { Deps } from '../../publication/deps.ts';
import type { Action } from '../act.ts';
import type { KnownReader } from '../known-reader.ts';

/** What each verb of a reader is asked with, besides its own. `dry`: only what would happen is said. */
export type Asked = { action: string; owner: string; reason: DeskReason; network: string; dry: boolean; undoes?: string };

/** The action of a verb, as `act` keeps it. */
export function actionOf(verb: string, subject: string, { action, owner, reason, network, dry, undoes }: Asked): Action {
  return { id: action, verb, subject, owner, reason, network, dry, ...(undoes !== undefined && { undoes }) };
}

type Tell = { kind: AccountLetterKind; payload?: object };

/**
 * Writes to the reader what was done for them, in its transaction; answers to whom. Null for who has no mailbox, or may
 * not be written to.
 */
export async function tell(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config'>,
  { action, reason }: Pick<Asked, 'action' | 'reason'>,
  { name, email, account }: Pick<KnownReader, 'name' | 'email'> & { account?: boolean },
  { kind, payload }: Tell,
): Promise<string | null> {
  if (email === null || UNTOLD.includes(reason)) return null;
  await postLetter(tx, deps, {
    kind,
    subject: action,
    recipient: email,
    payload: { name, ...(account === false && { guest: true }), ...payload },
  });
  return email;
}
