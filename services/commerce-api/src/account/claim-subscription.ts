import type { SubscriptionClaimed } from '@newsstand/contracts/account';
import { readLabelCode } from '@newsstand/contracts/desk-post';
import * as v from 'valibot';
import { Prisma } from '../../generated/prisma/client.ts';
import { isLabel, labelsOf } from '../ledger/releases/post-labels.ts';
import { apiText } from '../platform/http/api-text.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { hashOf } from '../platform/secrets.ts';
import type { Deps } from '../publication/deps.ts';
import { moveImported } from '../readers/login/adopt-purchases.ts';
import { CLAIM_ACCOUNT, CLAIM_NETWORK, CLAIM_NUMBER, refund, spend } from '../readers/login/limits.ts';
import { requireSession } from '../readers/login/require-session.ts';
import type { SignedIn } from './signed-in.ts';

type ClaimDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;
type Claim = { number: string; postcode: string; network: string };

const WRONG = apiText('claim_wrong');

/**
 * Brings to an account what an import brought of somebody without a mailbox, by a number that stands on their label, in
 * our numbers or in the other system's, and the postal code to which it goes (the town, where there is no postal code).
 * Refuses (403) an account that nobody has proved, (422) in the same words a number that there is not, one that has
 * another postal code and one that has a mailbox or an account, and (409) while an issue comes out. Who comes again has
 * it already.
 */
export async function claimSubscription(
  deps: ClaimDeps,
  reader: SignedIn,
  { number, postcode, network }: Claim,
): Promise<SubscriptionClaimed> {
  const account = await deps.db.account.findUnique({ where: { id: reader.accountId }, select: { verified: true } });
  if (account?.verified == null) throw new Refusal(403, apiText('prove_first'));
  const counted = deps.clock();
  const numbers = spellingsOf(number);
  // Long numbers of somebody's make no long keys.
  const spent = [
    [CLAIM_ACCOUNT, reader.accountId],
    [CLAIM_NETWORK, network],
    [CLAIM_NUMBER, hashOf(`${deps.config.publicationId} ${numbers.at(-1)}`)],
  ] as const;
  for (const [limit, subject] of spent) await spend(deps, limit, subject);
  const subscriptions = await deps.db.$transaction(async (tx) => {
    const { verified } = await requireSession(tx, deps, reader);
    if (verified === null) throw new Refusal(403, apiText('prove_first'));
    return take(tx, deps, reader.accountId, { number, numbers, postcode });
  });
  for (const [limit, subject] of spent) await refund(deps, limit, subject, counted);
  return { subscriptions };
}

/** A number as it was typed, and as a spreadsheet may have left it, whose zeros it took away. */
function spellingsOf(number: string): string[] {
  const typed = number.normalize('NFKC').trim();
  const small = typed.replace(/\s+/g, '');
  return [...new Set([typed, small, small.toUpperCase(), small.toLowerCase(), small.toLowerCase().replace(/^0+(?=.)/, '')])];
}

const Found = v.object({
  owner_id: v.string(),
  own: v.boolean(),
  addresses: v.array(v.object({ postcode: v.nullable(v.string()), city: v.nullable(v.string()) })),
});

async function take(
  tx: Prisma.TransactionClient,
  deps: ClaimDeps,
  accountId: string,
  { number, numbers, postcode }: { number: string; numbers: readonly string[]; postcode: string },
): Promise<number> {
  const { config, clock } = deps;
  const { publicationId } = config;
  const label = readLabelCode(number);
  const named =
    label === null
      ? Prisma.sql`select owner_id from legacy_term where publication_id = ${publicationId} and legacy_id = any(${numbers}::text[])`
      : // A copy that an account was given, too, is whose it was; its reader is the account's.
        Prisma.sql`select coalesce(m.to_id, label.owner_id) as owner_id from ${labelsOf(publicationId)} label
          left join merged_owner m on m.publication_id = ${publicationId} and m.from_id = label.owner_id where ${isLabel(label)}`;
  // Whoever has a mailbox is led by it; whoever has an account has it already.
  const found = v.parse(
    v.array(Found),
    await tx.$queryRaw`
      select o.owner_id, o.owner_id = ${accountId}::uuid as own,
        (select coalesce(jsonb_agg(jsonb_build_object('postcode', a.address ->> 'postcode', 'city', a.address ->> 'city')), '[]') from owner_address a
          where a.publication_id = ${publicationId} and a.owner_id = o.owner_id) as addresses
      from (${named}) o
      where exists (select from legacy_reader r where r.publication_id = ${publicationId} and r.owner_id = o.owner_id)
        and (o.owner_id = ${accountId}::uuid or not exists (select from account a where a.id = o.owner_id))
        and not exists (select from legacy_reader r where r.publication_id = ${publicationId} and r.owner_id = o.owner_id and r.email is not null)
      group by o.owner_id order by o.owner_id`,
  );
  const typed = placeOf(postcode);
  const [own, ...others] = found
    .filter(({ addresses }) => addresses.some(({ postcode: code, city }) => placeOf(code || city || '') === typed))
    .toSorted((one, other) => Number(other.own) - Number(one.own));
  if (own === undefined || others.length > 0) throw new Refusal(422, WRONG);
  if (own.own) return 0;
  const held = await tx.$queryRaw<unknown[]>`
    select 1 from legacy_reader where publication_id = ${publicationId} and owner_id = ${own.owner_id}::uuid and email is null for update`;
  // Another account was quicker.
  if (held.length === 0) throw new Refusal(422, WRONG);
  const subscriptions = await tx.subscription.count({ where: { publicationId, ownerId: own.owner_id, cancelled: null } });
  if (!(await moveImported(tx, deps, { publicationId, owner_id: own.owner_id, accountId, claimed: clock() })))
    throw new Refusal(409, apiText('claim_waits'));
  return subscriptions;
}

/** A postal code as it is compared: `45402-1234` is 45402, and a blank, a hyphen and capitals are nothing of it. */
const placeOf = (place: string): string =>
  place
    .normalize('NFKC')
    .trim()
    .replace(/^(\d{5})-\d{4}$/, '$1')
    .toLowerCase()
    .replace(/[\s-]+/g, '');
