import type { Address } from '@newsstand/contracts/address';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { whenGiven, zoneNow } from './zone-now.ts';

type NamedAddress = {
  ownerId: string;
  shipcode: Shipcode;
  name: string;
  address: Address;
  /** When the address was named, if that was long ago: one that was kept since stays. */
  named?: Date;
};
type Keeping = {
  publicationId: string;
  now: Date;
  /**
   * The owner says where it goes, and is not just asked at a check-out: it counts again, also where copies came back
   * from it.
   */
  confirmed?: boolean;
};
export type OwnerAddress = NamedAddress & Keeping;

/**
 * Keeps where an owner's print of a zone goes: the last address that they named. A letter that waits, and asks for one,
 * is not sent.
 */
export async function keepAddress(tx: Sql, { publicationId, now, confirmed, ...address }: OwnerAddress): Promise<void> {
  await keepAddresses(tx, { publicationId, now, confirmed }, [address]);
}

/** Keeps addresses as `keepAddress` does, one for each owner and zone. */
export async function keepAddresses(
  tx: Sql,
  { publicationId, now, confirmed = false }: Keeping,
  addresses: readonly NamedAddress[],
): Promise<void> {
  await tx.$queryRaw`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb)
        as x ("ownerId" uuid, shipcode text, name text, address jsonb, named timestamptz)
    )
    insert into owner_address (publication_id, owner_id, shipcode, name, address, updated)
    select ${publicationId}, "ownerId", shipcode, name, address, ${now} from given
    on conflict (publication_id, owner_id, shipcode) do update set name = excluded.name, address = excluded.address, updated = excluded.updated,
      undeliverable = case when owner_address.address = excluded.address and not ${confirmed}::boolean then owner_address.undeliverable end
    where not exists (
      select from given where ("ownerId", given.shipcode) = (owner_address.owner_id, owner_address.shipcode) and owner_address.updated > given.named)`;
  const returned = {
    owner: Prisma.sql`r.owner_id`,
    term: Prisma.sql`r.subscription_id`,
    given: Prisma.sql`r.shipcode`,
    since: whenGiven('r', Prisma.sql`r.returned`),
  };
  // Nobody is asked any more where their copies go, also those that come from another zone with their reader.
  await tx.$queryRaw`
    delete from outbox where kind = 'address-needed' and queued is null and subject in (
      select r.id::text from post_return r join owner_address a on (a.publication_id, a.owner_id) = (r.publication_id, r.owner_id)
      where r.publication_id = ${publicationId} and r.owner_id = any(${addresses.map(({ ownerId }) => ownerId)}::uuid[])
        and a.undeliverable is null and a.shipcode = ${zoneNow(publicationId, returned)}
    )`;
}
