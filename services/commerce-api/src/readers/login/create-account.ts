import type { Prisma } from '../../../generated/prisma/client.ts';
import { postLetter } from '../../letters/post-letter.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { MINUTE } from '../../platform/duration.ts';
import type { Deps } from '../../publication/deps.ts';

/**
 * `verified`: whether it is known by now that the mailbox is theirs. `id`: of an owner who has something already, and
 * no account yet.
 */
export type NewAccount = {
  id?: string | undefined;
  email: string;
  name: string;
  passwordHash: string | null;
  verified: boolean;
  /** It is made with an order: the welcome waits for it to be paid, and stands in its receipt's letter then. */
  orders?: boolean;
  /** The invoice's order that it is made for, now that it is paid: its welcome says so. */
  billed?: string | undefined;
  /** Another letter of the same transaction welcomes them. */
  welcomed?: boolean | undefined;
};
/** Most who order have paid by then; whoever has not is welcomed all the same. */
const WAITS_FOR_ORDER = 15 * MINUTE;

export type Account = { id: string; name: string; email: string };

/**
 * Makes an account and writes a welcome, unless another letter is one; null where the address has one already. Call it
 * inside a transaction.
 */
export async function createAccount(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config'>,
  { id = uuidv7(deps.clock().getTime()), email, name, passwordHash, verified, orders = false, billed, welcomed = false }: NewAccount,
): Promise<Account | null> {
  const now = deps.clock();
  const data = { id, publicationId: deps.config.publicationId, email, name, passwordHash, verified: verified ? now : null, created: now };
  const made = await tx.account.createMany({ data: [data], skipDuplicates: true });
  if (made.count === 0) return null;
  const waits = orders ? WAITS_FOR_ORDER : 0;
  const payload = { name, ...(billed !== undefined && { order: billed }) };
  if (!welcomed) await postLetter(tx, deps, { kind: 'welcome', subject: id, recipient: email, payload, waits });
  return { id, name, email };
}
