import { ReaderNote } from '@newsstand/contracts/desk-history';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { act } from '../act.ts';
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
    await mustBeKnown(tx, publicationId, owner);
    const created = deps.clock();
    await tx.readerNote.create({ data: { publicationId, ownerId: owner, id: action, text, created } });
    return { to: { text }, result: { id: action, text, who: person.name, created: created.toISOString() } };
  });
}

/** A reader is an account, or the guest or recipient who owns an order, a term, a gift or an address. */
async function mustBeKnown(tx: Prisma.TransactionClient, publicationId: string, owner: string): Promise<void> {
  const [row] = await tx.$queryRaw<{ known: boolean }[]>`
    select exists (select from account where id = ${owner}::uuid and publication_id = ${publicationId})
      or exists (select from "order" where publication_id = ${publicationId} and owner_id = ${owner}::uuid)
      or exists (select from subscription where publication_id = ${publicationId} and owner_id = ${owner}::uuid)
      or exists (select from gift where publication_id = ${publicationId} and owner_id = ${owner}::uuid)
      or exists (select from owner_address where publication_id = ${publicationId} and owner_id = ${owner}::uuid) as known`;
  if (row?.known !== true) throw new Refusal(404, 'Nobody is known by this address of a page.');
}
