import type { Prisma } from '../../generated/prisma/client.ts';

/**
 * Takes out of the desk's records what is a reader's own: what staff noted, and what their actions changed from and to. Who did which thing when stays:
 * the database keeps that, whoever asks (`staff_action_stands`).
 */
export async function forgetDeskRecords(tx: Prisma.TransactionClient, publicationId: string, ownerId: string): Promise<void> {
  // A file that named them, as long as it is kept. The term itself says that it was taken over before: the same file brings nobody back.
  await tx.$executeRaw`
    delete from import_row r using import i, legacy_term t
    where t.publication_id = ${publicationId} and t.owner_id = ${ownerId}::uuid and r.legacy_id = t.legacy_id and i.id = r.import_id and (i.publication_id, i.source) = (t.publication_id, t.source)`;
  await tx.legacyTerm.deleteMany({ where: { publicationId, ownerId } });
  await tx.legacyReader.deleteMany({ where: { publicationId, ownerId } });
  await tx.readerNote.deleteMany({ where: { publicationId, ownerId } });
  await tx.$executeRaw`
    update staff_action set "from" = null, "to" = null, reason = '', result = 'null', asked = ''
    where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid`;
}
