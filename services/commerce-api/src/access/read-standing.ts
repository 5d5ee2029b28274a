import type { Standing } from './entitlement-rules.ts';
import type { LiveReader } from './read-reader.ts';

/**
 * What a reader has, from what there is to ask. There are no subscriptions to look up yet, so an account alone has none and is entitled to
 * nothing; whoever keeps subscriptions answers for `accountId` here.
 */
export async function readStanding(reader: LiveReader | null): Promise<Standing> {
  return { subscription: 'none', institution: reader !== null && reader.institution !== null };
}
