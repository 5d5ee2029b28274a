import { Email } from '@newsstand/contracts/email';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Deps } from '../../publication/deps.ts';
import { createAccount, type Account } from '../login/create-account.ts';
import { proveMailbox } from '../login/prove-mailbox.ts';
import type { Claims } from './openid.ts';

const Person = v.object({ iss: v.string(), sub: v.string() });
/** An address counts only where the provider says that it was verified. */
const Mailbox = v.object({ email: Email, email_verified: v.literal(true), name: v.optional(v.string(), '') });

/**
 * The account of somebody at a provider: who they are is (issuer, subject), for good. The first time a verified address
 * joins them to its account, or makes one; null without such an address. `replaced` is as for `proveMailbox`. Call it
 * inside a transaction.
 */
export async function joinAccount(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config'>,
  claims: Claims,
  replaced: string | null,
): Promise<Account | null> {
  const { publicationId } = deps.config;
  const { iss: issuer, sub: subject } = v.parse(Person, claims);
  const identity = await tx.identity.findUnique({
    where: { publicationId_issuer_subject: { publicationId, issuer, subject } },
    include: { account: true },
  });
  if (identity) return identity.account;

  const mailbox = v.safeParse(Mailbox, claims);
  if (!mailbox.success) return null;
  const { email, name } = mailbox.output;
  const called = name.slice(0, 120);
  const created = await createAccount(tx, deps, { email, name: called, passwordHash: null, verified: true });
  const account = created ?? (await proveExisting());
  await tx.identity.createMany({
    data: [{ publicationId, issuer, subject, accountId: account.id, created: deps.clock() }],
    skipDuplicates: true,
  });
  return account;

  async function proveExisting(): Promise<Account> {
    const found = await tx.account.findUniqueOrThrow({ where: { publicationId_email: { publicationId, email } } });
    return (await proveMailbox(tx, deps, found, { replaced, name: called })).account;
  }
}
