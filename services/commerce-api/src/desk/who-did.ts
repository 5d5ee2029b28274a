import type { Prisma } from '../../generated/prisma/client.ts';

type Done = { verbs: readonly string[]; subject: string; to?: Prisma.StaffActionWhereInput['to'] };

/** Who did one of these things last, for whoever comes second; 'Somebody' where the history does not say. */
export async function whoDid(tx: Prisma.TransactionClient, publicationId: string, { verbs, subject, to }: Done): Promise<string> {
  const last = await tx.staffAction.findFirst({
    where: { publicationId, subject, verb: { in: [...verbs] }, ...(to !== undefined && { to }) },
    orderBy: { at: 'desc' },
    select: { program: true, staff: { select: { name: true } } },
  });
  return last?.staff?.name ?? last?.program ?? 'Somebody';
}
