import type { Address } from '@newsstand/contracts/address';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { Sql } from '../../platform/db/sql.ts';

export type OwnerAddress = {
  publicationId: string;
  ownerId: string;
  shipcode: Shipcode;
  name: string;
  address: Address;
  now: Date;
  /** When the address was named, if that was long ago: one that was kept since stays. */
  named?: Date;
  /**
   * The owner says where it goes, and is not just asked at a check-out: it counts again, also where copies came back
   * from it.
   */
  confirmed?: boolean;
};

/**
 * Keeps where an owner's print of a zone goes: the last address that they named. A letter that waits, and asks for one,
 * is not sent.
 */
export async function keepAddress(
  tx: Sql,
  { publicationId, ownerId, shipcode, name, address, now, named, confirmed = false }: OwnerAddress,
): Promise<void> {
  await tx.$queryRaw`
    with kept as (
      insert into owner_address (publication_id, owner_id, shipcode, name, address, updated)
      values (${publicationId}, ${ownerId}::uuid, ${shipcode}, ${name}, ${JSON.stringify(address)}::jsonb, ${now})
      on conflict (publication_id, owner_id, shipcode) do update set name = excluded.name, address = excluded.address, updated = excluded.updated,
        undeliverable = case when owner_address.address = excluded.address and not ${confirmed}::boolean then owner_address.undeliverable end
      where ${named ?? null}::timestamptz is null or owner_address.updated <= ${named ?? null}::timestamptz
      returning publication_id, owner_id, shipcode, undeliverable
    )
    -- Nobody is asked any more where their copies go.
    delete from outbox where kind = 'address-needed' and queued is null and subject in (
      select r.id::text from kept join post_return r using (publication_id, owner_id, shipcode) where kept.undeliverable is null
    )`;
}
