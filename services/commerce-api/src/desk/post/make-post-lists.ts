import { PostListsMade, type MakePostLists } from '@newsstand/contracts/desk-post';
import { SHIPCODES } from '@newsstand/contracts/shipcode';
import { freezePostList } from '../../ledger/releases/freeze-post-list.ts';
import { countWaiting } from '../../ledger/releases/waiting-copies.ts';
import { SECOND } from '../../platform/duration.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';
import { whoDid } from '../done-by.ts';
import { readLists, withUnprintable } from './read-post.ts';

type MakeDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;
/** For some 300,000 labels; each statement is short by itself. */
const LIMIT = 30 * SECOND;

type Asked = MakePostLists & { number: number; network: string; dry: boolean };

/**
 * Freezes and numbers what is to be posted of an issue: the first list of each zone, and of a zone that has one a late
 * list of those who were owed a copy since. Refuses (404) an issue that there is none of, and (409) one that is not
 * given to everybody yet, of which other lists were made since `shown`, or of which nothing is left to be listed.
 */
export async function makePostLists(
  deps: MakeDeps,
  person: Person,
  { number, action, lists: shown, network, dry }: Asked,
): Promise<PostListsMade> {
  const { publicationId } = deps.config;
  const told = { id: action, verb: 'makePostLists', subject: `issue ${number}`, network, dry, limit: LIMIT };
  return act(deps, { person: person.id }, told, PostListsMade, async (tx) => {
    if ((await tx.issue.count({ where: { publicationId, number } })) === 0) throw new Refusal(404, deskText('no_such_issue'));
    if ((await tx.release.count({ where: { publicationId, issue: number, completed: { not: null } } })) === 0) {
      throw new Refusal(409, deskText('not_released'));
    }
    // Two who make lists at once have their turn, and the second sees those of the first.
    await tx.$queryRaw`select 1 from (select pg_advisory_xact_lock(hashtextextended(${`post lists ${publicationId} ${number}`}, 2))) locked`;
    if ((await tx.postList.count({ where: { publicationId, issue: number } })) !== shown) {
      const who = await whoDid(tx, publicationId, { verbs: [told.verb], subject: told.subject });
      throw new Refusal(409, deskText('lists_made_meanwhile', { who }));
    }
    const made = new Map<string, number>();
    for (const shipcode of SHIPCODES) {
      const part = await freezePostList(tx, deps, { issue: number, shipcode, late: true });
      if (part !== null) made.set(shipcode, part);
    }
    if (made.size === 0) throw new Refusal(409, deskText('everybody_on_list'));
    const all = await readLists(tx, publicationId, number);
    const lists = all.flatMap(({ frozen: _frozen, ...list }) => (made.get(list.shipcode) === list.part ? [list] : []));
    return {
      to: { lists: lists.map(({ shipcode, part, labels }) => ({ shipcode, part, labels })) },
      // What was done is kept with its answer, and the history has no names.
      result: {
        lists: dry ? await withUnprintable({ ...deps, db: tx }, number, lists) : lists,
        waiting: await countWaiting(tx, deps, number),
      },
    };
  });
}
