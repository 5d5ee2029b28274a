import { ISSUES_PER_YEAR } from '@newsstand/contracts/term';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { SubscriptionEnds } from '../../letters/charge-letter.ts';
import { INTO_OUTBOX } from '../../letters/post-letter.ts';
import type { Deps } from '../../publication/deps.ts';
import { describeChoice } from '../../rules/pricing/membership-rules.ts';
import { renewalChoice, renewedByHand } from '../../rules/subscriptions/renewing-rules.ts';
import { endingSubscription } from '../../rules/subscriptions/timetable-rules.ts';
import { readLatestIssue } from '../terms/read-latest-issue.ts';
import { readSubscriptions } from '../terms/read-subscriptions.ts';
import { chargeFor } from './follow-autorenew.ts';
import { isFrom } from '../terms/source-parts.ts';
import { isOwed, isTokenOf, owes } from '../terms/owes.ts';

/**
 * Writes to every reader with an account whose next issue is the last one, and whose subscription will not renew by
 * itself: what the pages promise who switches autorenew off. Once for each last term, whatever runs in parallel; who
 * renews has another last one, with a letter of its own. Whom an import brought hears of it once they have logged in,
 * or an issue was given here: taking over a list writes to nobody. Nor do a few issues that the desk gave alone:
 * nothing ends with them.
 */
export async function announceEnd({ db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>): Promise<void> {
  const publication = config.publicationId;
  // As `endingSubscription` says of one owner. What owes one issue comes from an index alone, and most of it was told
  // before.
  await db.$executeRaw`
    ${INTO_OUTBOX}
    select gen_random_uuid(), ${publication}, 'subscription-ends', ending.id::text, a.email, jsonb_build_object('owner', a.id), ${clock()}
    from (
      select owner_id, subscription_id as id from issue_token t where publication_id = ${publication} and ${isOwed}
      group by owner_id, subscription_id having count(*) = 1
    ) ending
    join account a on a.publication_id = ${publication} and a.id = ending.owner_id and a.autorenew_since is null
    where not exists (select from outbox told where told.kind = 'subscription-ends' and told.subject = ending.id::text)
      and exists (select from subscription s
        where s.publication_id = ${publication} and s.owner_id = ending.owner_id and s.id = ending.id and s.cancelled is null
          and (not ${isFrom('import')} or a.verified is not null or exists (select from issue_token t
            where t.publication_id = ${publication} and t.owner_id = s.owner_id and t.subscription_id = s.id and t.issue is not null))
          and (${isMoreThanIssuesGiven('s')} or exists (
            select from subscription r join issue_token t on (t.publication_id, t.owner_id, t.subscription_id) = (r.publication_id, r.owner_id, r.id)
            where (r.publication_id, r.owner_id) = (s.publication_id, s.owner_id) and r.cancelled is null and ${isMoreThanIssuesGiven('r')} and t.delivered > s.created)))
      and not ${goesOn(Prisma.sql`${publication}`, Prisma.sql`ending.owner_id`, Prisma.sql`ending.id`)}
    on conflict (kind, subject) do nothing`;
}

/** SQL: whether an owner has another term than this one that is owed something. */
const goesOn = (publication: Prisma.Sql, owner: Prisma.Sql, id: Prisma.Sql): Prisma.Sql => Prisma.sql`exists (select from subscription o
  where o.publication_id = ${publication} and o.owner_id = ${owner} and o.id <> ${id} and ${owes('o')})`;

/** SQL: whether the term `s` of an account ends with its next issue, as the letter that was written of it says. */
export const isEnding = Prisma.sql`(s.cancelled is null
  and exists (select from account a where a.id = s.owner_id and a.autorenew_since is null)
  and (select count(*) from issue_token t where ${isTokenOf()} and ${isOwed}) = 1
  and not ${goesOn(Prisma.sql`s.publication_id`, Prisma.sql`s.owner_id`, Prisma.sql`s.id`)})`;

/** SQL: of a term, what `endingSubscription` calls more than a few issues that the desk gave. */
export const isMoreThanIssuesGiven = (term: 's' | 'r'): Prisma.Sql =>
  Prisma.sql`(not ${isFrom('comp', term)} or coalesce(${Prisma.raw(term)}.issues, ${ISSUES_PER_YEAR}) >= ${ISSUES_PER_YEAR})`;

/** What the letter says, as it is now; null where the subscription does not end with the next issue any more. */
export async function readEnding(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'publication'>,
  owner: string,
): Promise<SubscriptionEnds | null> {
  const account = await deps.db.account.findFirst({ where: { publicationId: deps.config.publicationId, id: owner } });
  if (!account) return null;
  const subscriptions = await readSubscriptions(deps, owner);
  const ending = endingSubscription(subscriptions, account.autorenewSince !== null);
  if (!ending) return null;
  const renewed = renewedByHand(ending, subscriptions);
  const choice = renewalChoice(renewed, subscriptions);
  const { prices, messages } = deps.publication.cached();
  return {
    name: account.name,
    detail: describeChoice(choice, messages),
    amount: chargeFor(prices, choice, renewed.copies).amount,
    issue: (await readLatestIssue(deps)) + 1,
  };
}
