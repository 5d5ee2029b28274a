import { ReaderSeen } from '@newsstand/contracts/desk-verbs';
import * as v from 'valibot';
import { tokenOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { linkOf, writeLook } from '../../readers/make-link.ts';
import { act } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';
import { withAccount } from '../known-reader.ts';

const Kept = v.object({ expires: v.string() });

/**
 * A link that shows a reader's account as they see it, read-only, once. The history keeps that it was made, and not the
 * link: that is made of the action's id each time it is asked for. Refuses (422) who has no account.
 */
export async function seeAsReader(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>,
  person: Person,
  { action, owner, network }: { action: string; owner: string; network: string },
): Promise<v.InferOutput<typeof ReaderSeen>> {
  const token = tokenOf(deps.config.access.secret, `admin-view:${action}`);
  const look = { id: action, verb: 'seeAsReader', subject: 'account', owner, network };
  const { expires } = await act(deps, { person: person.id }, look, Kept, async (tx) => {
    await withAccount(tx, deps.config.publicationId, owner);
    const until = await writeLook(tx, deps, { account: owner, staff: person.email, token });
    return { result: { expires: until.toISOString() } };
  });
  return { url: linkOf(deps, token), expires };
}
