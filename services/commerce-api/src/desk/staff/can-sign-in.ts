import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Deps } from '../../publication/deps.ts';

/**
 * Who works here and can sign in: nobody who was disabled, or has made no passkey yet; on a machine of one's own a
 * sample person can.
 */
export const canSignIn = ({ publicationId, desk }: Pick<Deps['config'], 'publicationId' | 'desk'>): Prisma.StaffWhereInput => ({
  publicationId,
  disabled: null,
  OR: [{ keys: { some: {} } }, ...(desk?.samples === true ? [{ sample: true }] : [])],
});
