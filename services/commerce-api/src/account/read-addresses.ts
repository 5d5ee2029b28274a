import type { AccountAddresses } from '@newsstand/contracts/account';
import { Address } from '@newsstand/contracts/address';
import { SHIPCODES, type Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import type { Sql } from '../platform/db/sql.ts';
import { NO_ADDRESS } from './subscriber-of.ts';

type Row = { shipcode: string; name: string; address: unknown; version: string; returned: boolean };

/** The addresses of an owner, at most one for each zone, and the version of each. */
export async function readAddresses(sql: Sql, publicationId: string, ownerId: string): Promise<AccountAddresses> {
  return (await readAddressees(sql, publicationId, ownerId)).addresses;
}

/** The same, and whose name is on each. */
export async function readAddressees(
  sql: Sql,
  publicationId: string,
  ownerId: string,
): Promise<{ addresses: AccountAddresses; names: Map<string, string> }> {
  const rows = await sql.$queryRaw<Row[]>`
    select shipcode, name, address, md5(address::text) as version, undeliverable is not null as returned from owner_address
    where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid`;
  return { addresses: addressesOf(rows), names: new Map(rows.map(({ shipcode, name }) => [shipcode, name])) };
}

function addressesOf(rows: readonly Row[]): AccountAddresses {
  const saved = (zone: Shipcode) => rows.find(({ shipcode }) => shipcode === zone);
  const [a, b, c] = SHIPCODES;
  const addressOf = (zone: Shipcode) => v.parse(v.nullable(Address), saved(zone)?.address ?? null);
  const versionOf = (zone: Shipcode) => saved(zone)?.version ?? NO_ADDRESS;
  const isReturned = (zone: Shipcode) => saved(zone)?.returned ?? false;
  return {
    addresses: { [a]: addressOf(a), [b]: addressOf(b), [c]: addressOf(c) },
    address_versions: { [a]: versionOf(a), [b]: versionOf(b), [c]: versionOf(c) },
    address_returned: { [a]: isReturned(a), [b]: isReturned(b), [c]: isReturned(c) },
  };
}
