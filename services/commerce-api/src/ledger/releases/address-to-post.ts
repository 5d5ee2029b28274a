import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { Prisma } from '../../../generated/prisma/client.ts';

/** Where an owner's print of a zone is posted: null where no address is known, or copies come back from it. */
export const addressToPost = (
  tx: Pick<Prisma.TransactionClient, 'ownerAddress'>,
  owner: { publicationId: string; ownerId: string },
  shipcode: Shipcode,
) => tx.ownerAddress.findFirst({ where: { ...owner, shipcode, undeliverable: null }, select: { name: true, address: true } });
