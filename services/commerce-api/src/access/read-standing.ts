import type { Deps } from '../deps.ts';
import { readSubscriptions } from '../subscription/read-subscriptions.ts';
import { standing as standingOf } from '../subscription/timetable-rules.ts';
import type { Standing } from './entitlement-rules.ts';
import type { LiveReader } from './read-reader.ts';

/** What a reader has, worked out from the issues that they are owed now. One statement, and none for who is not logged in. */
export async function readStanding(deps: Pick<Deps, 'db' | 'config'>, reader: LiveReader | null): Promise<Standing> {
  const institution = reader !== null && reader.institution !== null;
  if (reader === null || reader.accountId === null) return { subscription: 'none', institution };
  // Whether it renews by itself does not matter here.
  const { type } = standingOf(await readSubscriptions(deps, reader.accountId), false);
  switch (type) {
    case 'lifetime':
      return { subscription: 'lifetime', institution };
    case 'extended':
    case 'expiring':
      return { subscription: 'active', institution };
    case 'none':
    case 'expired':
    case 'cancelled':
      return { subscription: 'none', institution };
  }
}
