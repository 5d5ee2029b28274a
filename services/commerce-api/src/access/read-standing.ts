import type { Deps } from '../deps.ts';
import { readSubscriptions } from '../subscription/read-subscriptions.ts';
import { readLatestIssue } from '../subscription/read-latest-issue.ts';
import { hasLatestIssue, standing as standingOf } from '../subscription/timetable-rules.ts';
import type { Standing } from './entitlement-rules.ts';
import type { LiveReader } from './read-reader.ts';

/** What a reader has, worked out from the issues that they are owed now. None for who is not logged in. */
export async function readStanding(deps: Pick<Deps, 'db' | 'config' | 'clock'>, reader: LiveReader | null): Promise<Standing> {
  const institution = reader !== null && reader.institution !== null;
  if (reader === null || reader.accountId === null) return { subscription: 'none', institution };
  // Whether it renews by itself does not matter here.
  const subscriptions = await readSubscriptions(deps, reader.accountId);
  const { type } = standingOf(subscriptions, false);
  switch (type) {
    case 'lifetime':
      return { subscription: 'lifetime', institution };
    case 'extended':
    case 'expiring':
      return { subscription: 'active', institution };
    // A year is paid for until the issue after its last one comes out, not until its last one does (decision 010).
    case 'expired':
      return { subscription: hasLatestIssue(subscriptions, await readLatestIssue(deps)) ? 'active' : 'none', institution };
    case 'none':
    case 'cancelled':
      return { subscription: 'none', institution };
  }
}
