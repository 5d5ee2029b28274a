import type { Prisma } from '../../../generated/prisma/client.ts';

/**
 * Whether an issue is being given out. A release walks the owners: what changes hands meanwhile could be left out, or
 * be given it twice. Where none is, none begins until the transaction ends.
 */
export async function isReleasing(
  tx: Pick<Prisma.TransactionClient, '$queryRaw' | '$executeRaw'>,
  publicationId: string,
): Promise<boolean> {
  await tx.$executeRaw`lock table release in share mode`;
  const open = await tx.$queryRaw<unknown[]>`select 1 from release where publication_id = ${publicationId} and completed is null limit 1`;
  return open.length > 0;
}
