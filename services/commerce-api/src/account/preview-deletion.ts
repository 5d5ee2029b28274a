import { createHash } from 'node:crypto';
import type { Subscriber } from '@newsstand/contracts/account';
import type { DeleteConsequence, DeletePreview } from '@newsstand/contracts/account-data';
import type { Prisma } from '../../generated/prisma/client.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Deps } from '../publication/deps.ts';
import { isMoneyOnItsWay } from './money-on-its-way.ts';
import { countOpenGifts } from './open-gifts.ts';
import { owedInvoices } from './owed-invoices.ts';
import { apiText } from '../platform/http/api-text.ts';
import { readSubscriber } from './read-subscriber.ts';

type Read = Pick<Prisma.TransactionClient, '$queryRaw' | 'account' | 'subscription'>;
type PreviewDeps = { db: Read } & Pick<Deps, 'clock' | 'config' | 'publication'>;

/**
 * What deleting the account would take from the reader behind a session, and how they prove who they are; refuses (401)
 * who is not logged in.
 */
export async function previewDeletion(deps: PreviewDeps, hash: string | null): Promise<DeletePreview & { version: string }> {
  const reading = await readSubscriber(deps, hash);
  if (reading === null) throw new Refusal(401, apiText('log_in'));
  const { accountId, subscriber } = reading;
  const { publicationId } = deps.config;
  const { passwordHash } = await deps.db.account.findUniqueOrThrow({ where: { id: accountId }, select: { passwordHash: true } });
  const gifts = await countOpenGifts(deps.db, publicationId, accountId);
  const owed = await owedInvoices(deps.db, deps, accountId);
  const consequences = consequencesOf(subscriber, gifts);
  const proof = passwordHash === null ? 'code' : 'password';
  return {
    consequences,
    proof,
    version: createHash('sha256').update(JSON.stringify({ consequences, proof })).digest('base64url'),
    blocked: owed.length > 0 || (await isMoneyOnItsWay(deps.db, publicationId, accountId)),
    owed,
  };
}

function consequencesOf(
  { account, standing, payment_info, donations, issues, receipts, invoices }: Subscriber,
  gifts: number,
): DeleteConsequence[] {
  const running = donations.filter(({ ended }) => ended === null).length;
  const downloads = issues.filter((issue) => issue.downloads.length > 0).length;
  // An unpaid one is nobody’s then.
  const records = receipts.length + invoices.filter(({ paid }) => paid !== null).length;
  return [
    { type: 'personal-data' },
    ...(standing.type === 'lifetime' ? [{ type: 'subscription' as const, left: null }] : []),
    ...(standing.type === 'extended' || standing.type === 'expiring' ? [{ type: 'subscription' as const, left: standing.left }] : []),
    ...(account.autorenew ? [{ type: 'autorenew' as const }] : []),
    ...(payment_info ? [{ type: 'card' as const }] : []),
    ...counted('donations', running),
    ...counted('downloads', downloads),
    ...counted('gifts', gifts),
    ...counted('tax-records', records),
  ];
}

function counted<Type extends 'donations' | 'downloads' | 'gifts' | 'tax-records'>(
  type: Type,
  count: number,
): { type: Type; count: number }[] {
  return count > 0 ? [{ type, count }] : [];
}
