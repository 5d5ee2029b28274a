import { SessionsEnded } from '@newsstand/contracts/desk-verbs';
import type { Deps } from '../../publication/deps.ts';
import { voidPrepared } from '../../readers/login/void-unproved.ts';
import { act } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';
import { actionOf, tell, type Asked } from './reader-verb.ts';
import { withAccount } from '../known-reader.ts';

/**
 * Logs a reader out everywhere, with all that was prepared there: a telephone was lost. Refuses (422) who has no
 * account.
 */
export async function endSessionsFor(deps: Pick<Deps, 'db' | 'clock' | 'config'>, person: Person, asked: Asked): Promise<SessionsEnded> {
  const { publicationId } = deps.config;
  return act(deps, { person: person.id }, actionOf('endSessionsFor', 'sessions', asked), SessionsEnded, async (tx) => {
    const reader = await withAccount(tx, publicationId, asked.owner);
    const ended = await voidPrepared(tx, deps, asked.owner);
    return { to: { ended }, result: { ended, letter: await tell(tx, deps, asked, reader, { kind: 'logged-out' }) } };
  });
}
