import { Prisma } from '../../../generated/prisma/client.ts';

/** SQL: the parcels `d` that were sent with one of these numbers, however they are typed. */
export const tracked = (publication: string, numbers: readonly string[]): Prisma.Sql => Prisma.sql`
  dispatch d where d.publication_id = ${publication} and d.tracking <> '' and d.sent is not null
    and tracking_key(d.tracking) = any(array(select tracking_key(x) from unnest(${numbers}::text[]) x))`;
