import type { SignInMethod } from '@newsstand/contracts/access';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { postLetter } from '../../letters/post-letter.ts';
import { hashOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { calledBy } from './read-reader.ts';
import { startSession, type Visitor } from './start-session.ts';

export type LoggedIn = { type: 'account'; token: string; account: { name: string; email: string } };
type Account = { id: string; name: string; email: string };

/** A code or a link came out of the mailbox just now: the letter about it would follow it there. */
const TOLD_BY_MAIL: ReadonlySet<SignInMethod> = new Set(['code', 'reset', 'signup']);

/**
 * Logs a reader in to their account, and writes to them when it is with a browser that the account does not know. Call
 * it inside a transaction.
 */
export async function logInAccount(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config' | 'publication'>,
  visitor: Visitor,
  { id, name, email }: Account,
  method: SignInMethod,
): Promise<LoggedIn> {
  const token = await startSession(tx, deps, visitor, { type: 'account', accountId: id }, method);
  const isStrange = await meetDevice(tx, deps, id, hashOf(visitor.device));
  if (isStrange && !TOLD_BY_MAIL.has(method)) {
    const payload = { name, method, agent: visitor.agent, at: deps.clock().toISOString() };
    await postLetter(tx, deps, { kind: 'new-sign-in', subject: hashOf(token), recipient: email, payload });
  }
  return { type: 'account', token, account: { name: calledBy({ name, email }), email } };
}

/** Notes the browser; true when it is new to an account that knows others. The very first is nobody's surprise. */
async function meetDevice(
  tx: Prisma.TransactionClient,
  { clock }: Pick<Deps, 'clock'>,
  accountId: string,
  deviceHash: string,
): Promise<boolean> {
  const [met] = await tx.$queryRaw<{ is_new: boolean; others: boolean }[]>`
    with met as (
      insert into known_device (account_id, device_hash, seen) values (${accountId}::uuid, ${deviceHash}, ${clock()})
      on conflict (account_id, device_hash) do update set seen = excluded.seen
      returning xmax = 0 as is_new
    )
    select is_new, exists (select from known_device where account_id = ${accountId}::uuid and device_hash <> ${deviceHash}) as others from met`;
  return met !== undefined && met.is_new && met.others;
}
