import { ReaderNote } from '@newsstand/contracts/desk-history';
import type { Deps } from '../../publication/deps.ts';
import { act } from '../act.ts';
import { knownReader } from './known-reader.ts';
import type { Person } from '../staff/staff-session.ts';

type Note = { action: string; owner: string; text: string; network: string };

/** Notes something of a reader, for whoever works here. Refuses (404) an owner of whom nothing is known. */
export async function writeNote(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  person: Person,
  { action, owner, text, network }: Note,
): Promise<ReaderNote> {
  const { publicationId } = deps.config;
  return act(deps, { person: person.id }, { id: action, verb: 'writeNote', subject: 'note', owner, network }, ReaderNote, async (tx) => {
    await knownReader(tx, publicationId, owner);
    const created = deps.clock();
    await tx.readerNote.create({ data: { publicationId, ownerId: owner, id: action, text, created } });
    return { to: { text }, result: { id: action, text, who: person.name, created: created.toISOString() } };
  });
}
