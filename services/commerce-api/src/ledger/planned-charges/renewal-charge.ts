import type { Pricing } from '@newsstand/contracts/pricing';
import type { RenewalCharge } from '@newsstand/contracts/renewal-charge';
import { ISSUES_PER_YEAR } from '@newsstand/contracts/term';
import type { Timetable } from '@newsstand/contracts/timetable';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Deps } from '../../publication/deps.ts';
import { planRenewal } from '../../rules/subscriptions/renewal-rules.ts';
import { isRenewalGivenUp } from '../../rules/subscriptions/renewal-state-rules.ts';
import { RENEWAL_NOTICE, renewalChoice, renewingSubscription } from '../../rules/subscriptions/renewing-rules.ts';
import type { Subscriptions } from '../../rules/subscriptions/subscription-rules.ts';
import { timetable } from '../../rules/subscriptions/timetable-rules.ts';
import { readSubscriptionsOf } from '../terms/read-subscriptions.ts';
import { Charge, renewalOnItsWay, renewalRow } from './charge-rows.ts';
import { chargeFor } from './follow-autorenew.ts';
import { isOutBy, todayOf } from '../../publication/publication-day.ts';

const MONTHS_BETWEEN = 12 / ISSUES_PER_YEAR;

const Renewing = v.object({
  id: v.string(),
  autorenew: v.boolean(),
  renewal: Charge,
  renewal_processing: v.boolean(),
  latest_issue: v.number(),
  /** When it came out; null before the first. */
  latest_released: v.nullable(v.string()),
});
type Renewing = Omit<v.InferOutput<typeof Renewing>, 'id'>;

/** What `renewalCharge` says of each of these accounts, by id: two statements, however many there are. */
export async function readRenewalCharges(
  deps: { db: Pick<Deps['db'], '$queryRaw' | 'subscription'> } & Pick<Deps, 'config' | 'clock' | 'publication'>,
  accounts: readonly string[],
): Promise<Map<string, RenewalCharge | null>> {
  if (accounts.length === 0) return new Map();
  const { publicationId } = deps.config;
  const [now, today] = [deps.clock(), todayOf(deps)];
  const { prices } = deps.publication.cached();
  const rows = await deps.db.$queryRaw<unknown[]>`
    select a.id, a.autorenew_since is not null as autorenew, (${renewalRow(publicationId, Prisma.sql`a.id`)}) as renewal,
      ${renewalOnItsWay(publicationId, Prisma.sql`a.id`)} as renewal_processing,
      coalesce(latest.number, 0) as latest_issue, to_char(latest.released, 'YYYY-MM-DD') as latest_released
    from account a left join lateral (
      select i.number, i.released from issue i where i.publication_id = a.publication_id and ${isOutBy(today)} order by i.number desc limit 1
    ) latest on true
    where a.publication_id = ${publicationId} and a.id = any(${accounts}::uuid[])`;
  const renewing = v.parse(v.array(Renewing), rows);
  const owned = await readSubscriptionsOf(
    deps,
    renewing.map(({ id }) => id),
  );
  return new Map(
    renewing.map((row, index) => {
      const subscriptions = owned[index] ?? [];
      return [row.id, renewalCharge(row, subscriptions, timetable(subscriptions, row.latest_issue, row.autorenew), { now, today, prices })];
    }),
  );
}

/**
 * What the renewal costs that autorenew charges or, switched on now, would charge, and when; null where it charges
 * nothing, or is at it.
 */
export function renewalCharge(
  row: Renewing,
  subscriptions: Subscriptions,
  { issues_expected: expected }: Timetable,
  { now, today, prices }: { now: Date; today: string; prices: Pricing },
): RenewalCharge | null {
  const renewing = renewingSubscription(subscriptions);
  if (!renewing || row.renewal_processing) return null;
  const price = chargeFor(prices, renewalChoice(renewing, subscriptions), renewing.copies).amount;
  const plan = planRenewal(subscriptions, now);
  switch (plan.type) {
    case 'lifetime':
    case 'autorenew-off':
    case 'nothing-to-renew':
      return null;
    case 'running': {
      if (row.autorenew && row.renewal && isRenewalGivenUp(row.renewal, subscriptions, now)) return null;
      const after = expected.at(-1)?.issue ?? null;
      const when = after === null ? null : monthOf(after - row.latest_issue, row.latest_released, today, RENEWAL_NOTICE);
      return { amount: price, when, after };
    }
    case 'planned': {
      const written = row.renewal?.cycle === plan.cycle ? row.renewal : null;
      // What was tried keeps its price.
      const amount = written && (row.autorenew || written.outcome !== null) ? written.amount : price;
      if (!row.autorenew) return { amount, when: dayOf(plan.charge), after: null };
      // What a bank asks its reader about is paid by the reader, on no day.
      const isPlanned = written?.state === 'open' && (written.outcome !== 'authentication-required' || written.due > now);
      return isPlanned && written.next_attempt ? { amount, when: dayOf(written.next_attempt), after: null } : null;
    }
  }
}

/**
 * The month of the issue that comes `ahead` after the latest one, `later` ms after it; null where that is not known, or
 * over.
 */
export function monthOf(ahead: number, latest: string | null, today: string, later = 0): string | null {
  if (latest === null) return null;
  const day = new Date(latest);
  const [year, months] = [day.getUTCFullYear(), day.getUTCMonth() + ahead * MONTHS_BETWEEN];
  // A day that the month does not have is its last one, and not the next month's second.
  const comes = Math.min(Date.UTC(year, months, day.getUTCDate()), Date.UTC(year, months + 1, 0));
  const month = new Date(comes + later).toISOString().slice(0, 'YYYY-MM'.length);
  return month < today.slice(0, 'YYYY-MM'.length) ? null : month;
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 'YYYY-MM-DD'.length);
}
