import type { Prisma } from '../../generated/prisma/client.ts';

/**
 * Takes out of the desk's records what is a reader's own: what staff noted, and what their actions changed from and to. Who did which thing when stays:
 * the database keeps that, whoever asks (`staff_action_stands`).
 */
export async function forgetDeskRecords(tx: Prisma.TransactionClient, publicationId: string, ownerId: string): Promise<void> {
  await tx.readerNote.deleteMany({ where: { publicationId, ownerId } });
  await tx.$executeRaw`
    update staff_action set "from" = null, "to" = null, reason = '', result = 'null', asked = ''
    where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid`;
}
