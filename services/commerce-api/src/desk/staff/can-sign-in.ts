import { Prisma } from '../../../generated/prisma/client.ts';
import type { Deps } from '../../publication/deps.ts';

/** SQL: whether somebody of the staff `s` has made a passkey. */
export const hasKey = Prisma.sql`exists (select from staff_key k where k.staff_id = s.id)`;

/**
 * SQL: whether somebody of the staff `s` works here and can sign in: nobody who was disabled, or has made no passkey
 * yet; on a machine of one's own a sample person can.
 */
export const canSignIn = ({ publicationId, desk }: Pick<Deps['config'], 'publicationId' | 'desk'>): Prisma.Sql => Prisma.sql`
  s.publication_id = ${publicationId} and s.disabled is null and (${hasKey} or s.sample and ${desk?.samples === true})`;
