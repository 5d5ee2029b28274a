import { ReaderNote } from '@newsstand/contracts/desk-history';
import * as v from 'valibot';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import { knownReader } from '../known-reader.ts';
import type { Person } from '../staff/staff-session.ts';

/** As an action keeps a note. */
export const KeptNote = v.object({ text: v.string() });

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

/**
 * Takes a note off its reader's page; the history keeps that it was there. Refuses (409) one that is not there any
 * more.
 */
export async function takeBackNote(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  person: Person,
  { action, owner, note, text, network, dry }: Note & { note: string; dry: boolean },
): Promise<void> {
  const { publicationId } = deps.config;
  const taken = { id: action, verb: 'takeBackNote', subject: 'note', owner, network, dry, undoes: note };
  await act(deps, { person: person.id }, taken, v.null(), async (tx) => {
    const { count } = await tx.readerNote.deleteMany({ where: { publicationId, ownerId: owner, id: note } });
    if (count === 0) throw new Refusal(409, deskText('note_gone'));
    return { from: { text }, result: null };
  });
}
