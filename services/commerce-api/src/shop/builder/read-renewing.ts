import { Address } from '@newsstand/contracts/address';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { Renewing } from '@newsstand/contracts/subscription';
import * as v from 'valibot';
import { readLatestIssue } from '../../ledger/terms/read-latest-issue.ts';
import { readSubscriptions } from '../../ledger/terms/read-subscriptions.ts';
import { findRenewalInvoices } from '../../payments/invoices/find-renewal-invoices.ts';
import type { Deps } from '../../publication/deps.ts';
import { UNDER_WAY } from '../../rules/charges/retry-rules.ts';
import { renewalStateOf } from '../../rules/subscriptions/renewal-state-rules.ts';
import type { Subscriptions } from '../../rules/subscriptions/subscription-rules.ts';
import { renewalChoice, renewedByHand } from '../../rules/subscriptions/renewing-rules.ts';
import { currentSubscription, renewalOptions, standing } from '../../rules/subscriptions/timetable-rules.ts';

/**
 * What the renewal page is told of the account that is logged in, if one is (sections 3 and 4): how long it is covered,
 * with what, and where it is posted.
 */
export async function readRenewing(deps: Deps, id: string | null): Promise<Renewing | null> {
  if (id === null) return null;
  const { db } = deps;
  const subscriptions = await readSubscriptions(deps, id);
  const account = await db.account.findUnique({ where: { id }, select: { autorenewSince: true } });
  const onItsWay = { publicationId: deps.config.publicationId, ownerId: id, kind: 'renewal', outcome: { in: UNDER_WAY } };
  const running = currentSubscription(subscriptions);
  const renewed = running && renewedByHand(running, subscriptions);
  const stands = standing(subscriptions, Boolean(account?.autorenewSince));
  return {
    options: renewalOptions(subscriptions, await readLatestIssue(deps)),
    standing: stands,
    subscription: renewed && {
      term: renewed.term,
      level: renewed.level,
      deliverables:
        renewed === running ? renewed.deliverables : { ...renewed.deliverables, active: renewalChoice(renewed, subscriptions).deliverable },
      settings: renewed.settings,
    },
    addresses: await readAddresses(deps, id),
    invoices: await findRenewalInvoices(deps, id),
    processing: (await db.chargeAttempt.count({ where: onItsWay })) > 0,
    ...(stands.type === 'expired' ? await readFailing(deps, id, subscriptions) : { declined: false, confirm: null }),
  };
}

/**
 * Whether the renewal by itself cannot be charged as it is, whether or not it is tried again; and its token where only
 * the reader can go on with it.
 */
async function readFailing(
  { db, config, clock }: Deps,
  ownerId: string,
  subscriptions: Subscriptions,
): Promise<Pick<Renewing, 'declined' | 'confirm'>> {
  const charge = await db.charge.findFirst({
    where: { publicationId: config.publicationId, ownerId, kind: 'renewal' },
    orderBy: [{ cycle: 'desc' }, { remind: 'desc' }],
    include: { attempts: { orderBy: { attempt: 'desc' }, take: 1 } },
  });
  if (!charge) return { declined: false, confirm: null };
  const latest = { ...charge, next_attempt: charge.nextAttempt, outcome: charge.attempts[0]?.outcome ?? null };
  const renewal = renewalStateOf(latest, subscriptions, clock());
  const waits = renewal?.state === 'confirm';
  return { declined: renewal !== null && !waits, confirm: waits ? charge.token : null };
}

async function readAddresses({ db, config }: Deps, ownerId: string): Promise<Renewing['addresses']> {
  const rows = await db.ownerAddress.findMany({ where: { publicationId: config.publicationId, ownerId } });
  const of = (zone: Shipcode) => {
    const row = rows.find(({ shipcode }) => shipcode === zone);
    return row ? { name: row.name, address: v.parse(Address, row.address) } : null;
  };
  return { a: of('a'), b: of('b'), c: of('c') };
}
