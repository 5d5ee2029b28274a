import type { Prisma } from '../../generated/prisma/client.ts';
import { becameThem } from '../readers/login/merged-owners.ts';

/**
 * Takes out of the desk's records what is a reader's own: what staff noted, and what their actions changed from and to.
 * Who did which thing when stays: the database keeps that, whoever asks (`staff_action_stands`).
 */
export async function forgetDeskRecords(tx: Prisma.TransactionClient, publicationId: string, ownerId: string): Promise<void> {
  // A file that named them, as long as it is kept. The term itself says that it was taken over before: the same file
  // brings nobody back.
  await tx.$executeRaw`
    delete from import_row r using import i, legacy_term t
    where t.publication_id = ${publicationId} and t.owner_id = ${ownerId}::uuid and r.legacy_id = t.legacy_id and i.id = r.import_id and (i.publication_id, i.source) = (t.publication_id, t.source)`;
  // So do rows that became nothing, or nothing yet: as the file writes their address, or as it was read.
  await tx.$executeRaw`
    with own as (
      select email from account where id = ${ownerId}::uuid
      union select email from legacy_reader where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and email is not null
    )
    delete from import_row r using import i
    where i.publication_id = ${publicationId} and i.id = r.import_id and (
      r.data ->> 'email' in (select email from own)
      or exists (select from jsonb_array_elements_text(r.cells) c (cell) where lower(btrim(c.cell, E' \\t\\r\\n''')) in (select lower(email) from own))
      or exists (select from legacy_reader l where l.publication_id = i.publication_id and l.owner_id = ${ownerId}::uuid and l.source = i.source
        and (r.data ->> 'reader' = l.reader_id or r.cells ->> (
          select (ordinality - 1)::int from jsonb_array_elements_text(i.header) with ordinality h (name, ordinality)
          where h.name = i.columns -> 'fields' ->> 'reader_id') = l.reader_id)))`;
  const owners = (await tx.$queryRaw<{ id: string }[]>(becameThem(publicationId, ownerId))).map(({ id }) => id);
  // What stayed behind of an issue that both were given was posted to the same person.
  const all = { publicationId, ownerId: { in: owners } };
  await tx.postLine.deleteMany({ where: all });
  await tx.postCopy.deleteMany({ where: all });
  await tx.postReturn.deleteMany({ where: all });
  await tx.legacyTerm.deleteMany({ where: all });
  await tx.legacyReader.deleteMany({ where: { publicationId, ownerId } });
  await tx.importReader.deleteMany({ where: all });
  await tx.readerNote.deleteMany({ where: { publicationId, ownerId: { in: owners } } });
  // Where what was sent by now went; what waits still has to go there.
  await tx.$executeRaw`
    delete from order_post_to t using "order" o
    where o.id = t.order_id and o.publication_id = ${publicationId} and o.owner_id = any(${owners}::uuid[]) and o.state = 'fulfilled'`;
  await tx.$executeRaw`
    update staff_action set "from" = null, "to" = null, reason = '', result = 'null', asked = ''
    where publication_id = ${publicationId} and owner_id = any(${owners}::uuid[])`;
  await tx.mergedOwner.deleteMany({ where: { publicationId, toId: { in: owners } } });
}
