import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import type { Deps } from '../../publication/deps.ts';
import { giftSource } from '../../rules/gifts/redeem-rules.ts';
import { countIssues, isRunning, type Subscription } from '../../rules/subscriptions/subscription-rules.ts';
import { termSource } from '../../rules/subscriptions/term-source.ts';
import { addTerm } from '../terms/add-term.ts';
import { isReleasing } from '../terms/is-releasing.ts';
import { readSubscriptions } from '../terms/read-subscriptions.ts';
import type { FoundGift } from './find-gift.ts';
import { postRedeemed } from './post-redeemed.ts';
import { isOwed } from '../terms/owes.ts';

export type SentGift = FoundGift & { sent: NonNullable<FoundGift['sent']> };
/** The account that takes it, and where the confirmation goes. */
type Claimant = { account: string; name: string; email: string };
/**
 * `taken`: somebody else was first, or every issue has been posted. `releasing`: a release is under way, which may
 * still deliver to this gift.
 */
export type Claimed = 'claimed' | 'taken' | 'releasing';

type ReadDeps = { db: Sql; config: Deps['config'] };

/**
 * Moves the issues of a directly sent gift that have not been posted yet into an account, as its next term (section 6:
 * a gift as a renewal). Those that were posted stay with the owner that was made for the recipient, and that term ends
 * there. No issue is owed twice or lost, and only one account gets the gift. If the account already has an address for
 * the zone, that one is kept, as when purchases are adopted. Call it inside a transaction.
 */
export async function claimSentGift(
  tx: Prisma.TransactionClient,
  { config, clock, publication }: Pick<Deps, 'config' | 'clock' | 'publication'>,
  found: SentGift,
  { account, name, email }: Claimant,
): Promise<Claimed> {
  const { publicationId } = config;
  const { gift, sent, giver } = found;
  if (!(await lockSentGift(tx, found))) return 'taken';
  if (await isReleasing(tx, publicationId)) return 'releasing';
  const term = await readSentTerm({ db: tx, config }, found);
  if (term === null || !isRunning(term)) return 'taken';
  const now = clock();
  await endWithWhatWasPosted(tx, { publicationId, ownerId: sent.ownerId, token: gift.token, term, now });
  await tx.$queryRaw`update gift set redeemed_by = ${account}::uuid, redeemed = ${now} where token = ${gift.token}`;
  const { level, deliverables, copies } = term;
  const owner = { publicationId, ownerId: account };
  const bought = { id: uuidv7(now.getTime()), source: giftSource(gift), term: term.term, level, deliverables, copies, at: now };
  const { left } = countIssues(term);
  await addTerm(tx, { ...owner, ...bought, issues: left });
  await tx.$queryRaw`
    insert into owner_address (publication_id, owner_id, shipcode, name, address, updated, undeliverable)
    select publication_id, ${account}::uuid, shipcode, name, address, updated, undeliverable
    from owner_address where publication_id = ${publicationId} and owner_id = ${sent.ownerId}::uuid and 'print-' || shipcode = ${deliverables.active}
    on conflict (publication_id, owner_id, shipcode) do nothing`;
  const choice = { deliverable: deliverables.active, level, term: term.term };
  const { messages } = publication.cached();
  await postRedeemed(tx, { publicationId, messages, gift: found.id, giver, choice, left, name, email, now });
  return 'claimed';
}

/**
 * Locks a gift that was sent directly, and says whether it still belongs to its recipient's owner and to no account.
 */
export async function lockSentGift(tx: Sql, { gift: { token }, sent: { ownerId } }: SentGift): Promise<boolean> {
  await tx.$queryRaw`select 1 from gift where token = ${token} for update`;
  // Read again after the lock: whoever held it before us may have claimed the gift.
  const open = await tx.$queryRaw<unknown[]>`
    select 1 from gift where token = ${token} and redeemed_by = ${ownerId}::uuid and not exists (select from account where id = ${ownerId}::uuid)`;
  return open.length > 0;
}

/** The term that a gift's recipient has, used up or not. */
export async function readSentTerm(deps: ReadDeps, { gift, sent }: SentGift): Promise<Subscription | null> {
  const terms = await readSubscriptions(deps, sent.ownerId);
  return terms.find(({ source }) => source === giftSource(gift)) ?? null;
}

type Ending = { publicationId: string; ownerId: string; token: string; term: Subscription; now: Date };

async function endWithWhatWasPosted(tx: Sql, { publicationId, ownerId, token, term, now }: Ending): Promise<void> {
  const { paid, delivered } = countIssues(term);
  await tx.$queryRaw`
    with ended as (
      update subscription set source = ${termSource('posted-gift', token)}, issues = ${paid === null ? null : delivered}::int, cancelled = ${now}
      where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and id = ${term.id}::uuid
    )
    delete from issue_token t
    where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and subscription_id = ${term.id}::uuid and ${isOwed}`;
}
