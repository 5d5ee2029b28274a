import { readLatestIssue } from '../../ledger/terms/read-latest-issue.ts';
import { readSubscriptions } from '../../ledger/terms/read-subscriptions.ts';
import type { Deps } from '../../publication/deps.ts';
import type { Standing } from '../../rules/access/entitlement-rules.ts';
import { hasLatestIssue, standing as monthStateOf } from '../../rules/subscriptions/timetable-rules.ts';
import type { LiveReader } from './read-reader.ts';

/** What a reader has, worked out from the issues that they are owed now. None for who is not logged in. */
export async function readStanding(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'publication'>,
  reader: LiveReader | null,
): Promise<Standing> {
  const institution = reader !== null && reader.institution !== null;
  if (reader === null || reader.accountId === null) return { subscription: 'none', institution };
  // Whether it renews by itself does not matter here.
  const subscriptions = await readSubscriptions(deps, reader.accountId);
  const { type } = monthStateOf(subscriptions, false);
  switch (type) {
    case 'lifetime':
      return { subscription: 'lifetime', institution };
    case 'extended':
    case 'expiring':
      return { subscription: 'active', institution };
    // A year is paid for until the issue after its last one comes out, not until its last one does (decision 010).
    case 'expired':
      return { subscription: hasLatestIssue(subscriptions, await readLatestIssue(deps)) ? 'active' : 'expired', institution };
    case 'cancelled':
      return { subscription: 'expired', institution };
    case 'none':
      return { subscription: 'none', institution };
  }
}
